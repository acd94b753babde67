"""Every setting of the server in one frozen record: default, unit in the name, one line of meaning.

The table in `server/README.md` is made from it (`python -m server config --table`). Here no value
is read from anywhere: the command line fills the record, everything else is handed parts of it.
"""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Literal, get_type_hints

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["console", "json"]


@dataclass(frozen=True, kw_only=True)
class Config:
    """Where the server listens and stores, and each of its limits."""

    host: Annotated[str, "Address to listen on; `0.0.0.0` is the whole network."] = "127.0.0.1"
    port: Annotated[int, "TCP port for page, API and WebSocket alike; 0 takes a free one."] = 8000
    data: Annotated[
        Path | None, "Directory of the database; without one everything is forgotten at the end."
    ] = None
    moves_kept_days: Annotated[
        int, "How long the moves of races that are over are kept, for replays; 0 is for ever."
    ] = 0
    allowed_origins: Annotated[
        tuple[str, ...],
        "Origins allowed to connect besides the server's own host, as `https://example.org`.",
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...],
        "Networks of reverse proxies, as `10.0.0.0/8`, whose `X-Forwarded-For` is believed.",
    ] = ()
    metrics_networks: Annotated[
        tuple[str, ...], "Networks that may read `/metrics`; to all others there is no such page."
    ] = ()
    log_level: Annotated[LogLevel, "Least severe kind of event to log."] = "info"
    log_format: Annotated[LogFormat, "Lines for people, or one JSON object a line."] = "console"

    connections: Annotated[
        int, "Open connections in all, pages being fetched included; beyond it HTTP 503."
    ] = 2_000
    connections_per_address: Annotated[
        int, "Open WebSockets of one address (of one /64 with IPv6); beyond it close 4429."
    ] = 64
    sockets_per_address: Annotated[
        int, "Open TCP connections of one address, pages being fetched included; then cut off."
    ] = 256
    retry_after_s: Annotated[int, "What a client that is turned away with 503 or 429 is told."] = 5
    handshake_ms: Annotated[int, "Time for a whole HTTP request and its answer."] = 5_000
    hello_ms: Annotated[int, "Time from the opened WebSocket to `hello`; else close 4408."] = 5_000
    ping_ms: Annotated[int, "Pause between two pings that the server sends."] = 10_000
    pong_ms: Annotated[int, "A connection that has answered no ping for this long is dead."] = (
        20_000
    )
    close_ms: Annotated[int, "Time for a client to answer a close; then it is cut off."] = 2_000
    drain_ms: Annotated[
        int, "When the server stops, connections are closed within this time, room by room."
    ] = 3_000

    message_bytes: Annotated[int, "Longest message, in one frame; else close 1009."] = 4_096
    messages_per_s: Annotated[int, "Messages a second of one connection in the long run."] = 40
    message_burst: Annotated[int, "Messages it may send at once after a quiet time."] = 80
    flood_ms: Annotated[int, "Messages too fast for this long: close 1008."] = 3_000
    torrent_per_s: Annotated[int, "Messages a second that close with 1008 at once."] = 500
    control_frames_per_s: Annotated[int, "Pings and pongs a second; beyond it close 1008."] = 20
    unread_bytes: Annotated[int, "A client that leaves more than this unread is cut off."] = 262_144
    unread_ms: Annotated[
        int, "… and so is one that leaves anything unread for this long, or up to 2 s less."
    ] = 10_000

    rooms_per_minute: Annotated[int, "New rooms of one address; then `too_many_rooms`."] = 5
    failed_joins_per_minute: Annotated[
        int, "Unknown rooms tried by one address; then close 4429."
    ] = 10
    players_per_minute: Annotated[
        int, "New players and devices of one address; then close 4429."
    ] = 60
    lookups_per_minute: Annotated[int, "Requests under `/api/` of one address; then HTTP 429."] = (
        600
    )
    log_lines_per_minute: Annotated[
        int, "Lines of the log about one address; the rest is counted, once a minute."
    ] = 300
    pictures_per_minute: Annotated[int, "QR pictures drawn for one address; then HTTP 429."] = 60

    bots: Annotated[
        int, "The server's own bots that hosts can add, in all rooms together; 0: none."
    ] = 16

    fast_path: Annotated[
        bool, "Whole messages are read where they arrive; else by the library, at a higher price."
    ] = True


def meaning_of(name: str) -> str:
    """The line that documents a setting."""
    meaning: str = get_type_hints(Config, include_extras=True)[name].__metadata__[0]
    return meaning


def table(config: Config | None = None) -> str:
    """All settings as a Markdown table; the values are those of `config`, else the defaults."""
    config = config or Config()
    rows = ["| setting | value | meaning |", "|---|---|---|"]
    for entry in fields(Config):
        value = getattr(config, entry.name)
        if isinstance(value, tuple):
            value = ", ".join(value)
        shown = "" if value in (None, "") else f"`{value}`"
        rows.append(f"| `{entry.name}` | {shown} | {meaning_of(entry.name)} |")
    return "\n".join(rows) + "\n"
