"""The connections of one room: at most one for each player, the newest (R14).

Groups of them are tuples, so that a letter can keep who was there when it was written.
"""

from collections.abc import Iterable

from server.rooms.ports import Peer


class Audience:
    """Who listens. Order of arrival."""

    __slots__ = ("_everybody", "_peers")

    def __init__(self) -> None:
        self._peers: dict[str, Peer] = {}
        self._everybody: tuple[Peer, ...] = ()

    @property
    def everybody(self) -> tuple[Peer, ...]:
        return self._everybody

    def of(self, player: str) -> Peer | None:
        """The player's connection."""
        return self._peers.get(player)

    def holds(self, peer: Peer) -> bool:
        """Whether this is its player's connection: not an older one that was replaced."""
        return self._peers.get(peer.player) is peer

    def split(self, players: Iterable[str]) -> tuple[tuple[Peer, ...], tuple[Peer, ...]]:
        """The connections of these players, and all others."""
        chosen = set(players)
        inside = tuple(peer for peer in self._everybody if peer.player in chosen)
        outside = tuple(peer for peer in self._everybody if peer.player not in chosen)
        return inside, outside

    def enter(self, peer: Peer) -> Peer | None:
        """Take in a connection; the older one of the same player, which is out now, if any."""
        older = self._peers.pop(peer.player, None)
        self._peers[peer.player] = peer
        self._everybody = tuple(self._peers.values())
        return older

    def leave(self, player: str) -> Peer | None:
        """Let a player's connection go; the connection."""
        peer = self._peers.pop(player, None)
        self._everybody = tuple(self._peers.values())
        return peer
