"""What a connection may cost, as one record that all connections of a server share."""

from dataclasses import dataclass
from typing import Final

from server.config import Config

LATEST_SWEEP_MS: Final = 2_000
"""Two sweeps, so long after a deadline has begun, and has passed, one of them may be; and as much
again for a busy loop."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Guards:
    """The limits of a connection; see `server.config.Config` for their meaning."""

    message_bytes: int
    torrent_per_s: int
    control_frames_per_s: int
    unread_bytes: int
    unread_ms: int
    close_ms: int
    fast_path: bool = True


def guards_of(config: Config) -> Guards:
    """The guards that the settings ask for."""
    return Guards(
        message_bytes=config.message_bytes,
        torrent_per_s=config.torrent_per_s,
        control_frames_per_s=config.control_frames_per_s,
        unread_bytes=config.unread_bytes,
        # so early that the sweep which finds it is never too late
        unread_ms=max(1, config.unread_ms - LATEST_SWEEP_MS),
        close_ms=config.close_ms,
        fast_path=config.fast_path,
    )
