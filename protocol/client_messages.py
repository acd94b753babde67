"""What a client sends. Numbers have bounds and unknown fields are errors.

Every message may be refused with `rejected`; the connection stays. The tag is the field `t`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.terms import (
    BotSpeed,
    Cell,
    MoveKind,
    NameText,
    PlayerId,
    PlayerKind,
    RaceId,
    ReactionKind,
    RecoveryText,
    Sequence,
    Settings,
    Token,
)


class _FromClient(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", kw_only=True, gc=False
):
    pass


class Hello(_FromClient, frozen=True, tag="hello"):
    """First message of every connection. With neither token nor recovery code the server makes a
    new player."""

    version: Annotated[int, Meta(ge=0, lt=2**31)]
    """The protocol version that the client speaks."""
    token: Token | None = None
    """What `welcome` gave this player once."""
    recovery: RecoveryText | None = None
    """Instead of a token: a code that the player got on another device. It is used up by this;
    `welcome` gives a token of this device's own."""
    name: NameText | None = None
    """The name wished for; needed for a new player, optional for a known one."""
    watch: bool = False
    """Enter as a spectator instead of taking a seat."""
    kind: PlayerKind = "human"
    """What a new player is, for good; of a known one it is not read. A program that chooses its
    moves itself says `bot` (R18)."""
    client: Annotated[str, Meta(max_length=64)] | None = None
    """Name and version of the program, for the server's log."""


class Create(_FromClient, frozen=True, tag="create"):
    """Create a room (on a connection without a room); answered with `created`."""

    settings: Settings = Settings()
    challenge: RaceId | None = None
    """A finished race to race against, on its board: level, size, start, mine hits, guess-free
    option and seed are that race's, whatever `settings` says. Else `no_such_race`."""


class Rename(_FromClient, frozen=True, tag="rename"):
    """Take another name."""

    name: NameText


class Seat(_FromClient, frozen=True, tag="seat"):
    """Take a seat, or stand up to watch. During a race it holds from the next one."""

    watch: bool


class Ready(_FromClient, frozen=True, tag="ready"):
    """Mark yourself ready, or not, in the lobby."""

    ready: bool


class Start(_FromClient, frozen=True, tag="start"):
    """Host: start the countdown; `anyway` when not all are ready."""

    anyway: bool = False


class CallOff(_FromClient, frozen=True, tag="call_off"):
    """Host: stop the countdown and go back to the lobby."""


class Move(_FromClient, frozen=True, tag="move"):
    """One move on your own board. `n` is your own number, higher with every new move of a race; a
    repeated number is not applied again and answered with a snapshot."""

    race: RaceId
    n: Sequence
    kind: MoveKind
    cell: Cell


class Pause(_FromClient, frozen=True, tag="pause"):
    """Ask for a pause (`want` true), or to go on. A pause begins when everyone still racing wants
    it; it ends three seconds after anyone wants to go on (at once for one alone)."""

    race: RaceId
    want: bool


class GiveUp(_FromClient, frozen=True, tag="give_up"):
    """End your own race."""

    race: RaceId


class Hint(_FromClient, frozen=True, tag="hint"):
    """In practice: ask what can be found out next; answered with `hinted`, and counted."""

    race: RaceId


class Undo(_FromClient, frozen=True, tag="undo"):
    """In practice: take back the move that hit a mine, all of it; answered with a snapshot."""

    race: RaceId


class Rematch(_FromClient, frozen=True, tag="rematch"):
    """After a race: open the next lobby (if nobody has) and be ready in it. `same` plays the same
    seed again; host only, and only when opening the lobby."""

    seed: Literal["new", "same"] = "new"
    ghosts: bool = False
    """With `same`: against the racers of the race that is over, as ghosts. Without it those of the
    race before stay, if there were any."""


class React(_FromClient, frozen=True, tag="react"):
    """Show everybody in the room one of a few pictures; at most one a second."""

    kind: ReactionKind


class Leave(_FromClient, frozen=True, tag="leave"):
    """Leave the room for good; the server closes the connection."""


class Configure(_FromClient, frozen=True, tag="configure"):
    """Host: change the settings, in the lobby."""

    settings: Settings


class Lock(_FromClient, frozen=True, tag="lock"):
    """Host: let nobody new in, or open the room again."""

    locked: bool


class Publish(_FromClient, frozen=True, tag="publish"):
    """Host: let the room stand in the public list of rooms, or not. No room stands there unless its
    host wants it to."""

    public: bool


class Remove(_FromClient, frozen=True, tag="remove"):
    """Host: remove somebody from the room; they cannot come back."""

    player: PlayerId
    """Any member but the host."""


class AddBot(_FromClient, frozen=True, tag="add_bot"):
    """Host: have one of the server's own bots come in, to race against (R18); `remove` sends it
    away again."""

    speed: BotSpeed = "medium"


class HandOver(_FromClient, frozen=True, tag="hand_over"):
    """Host: make somebody else the room's owner."""

    player: PlayerId


class Recovery(_FromClient, frozen=True, tag="recovery"):
    """Ask for a code that carries your identity to another device, by its `hello`; answered with
    `recovery_code`. A code that was given before is good no more."""


class MyData(_FromClient, frozen=True, tag="my_data"):
    """Ask for all that the server has stored about you; answered with `own_data`, of which there
    are several when you have played many races."""

    skip: Annotated[int, Meta(ge=0, lt=2**31)] = 0
    """Races that were told already: `more` of the answer before."""


class ForgetMe(_FromClient, frozen=True, tag="forget_me"):
    """Remove yourself for good: from all rooms, leaderboards, best times and statistics, with name,
    tokens and recovery code. Races of others stay whole, without your name. The server closes all
    your connections with 4411."""


class Ping(_FromClient, frozen=True, tag="ping"):
    """Heartbeat, since a browser has no ping of its own; answered with `pong`."""
