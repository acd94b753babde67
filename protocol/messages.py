"""Every message of the wire, as msgspec Structs; the tag is the field `t`.

`ClientMessage` is sent by the client, `ServerMessage` by the server.
"""

from protocol.client_messages import (
    AddBot,
    CallOff,
    Configure,
    Create,
    ForgetMe,
    GiveUp,
    HandOver,
    Hello,
    Hint,
    Leave,
    Lock,
    Move,
    MyData,
    Pause,
    Ping,
    Publish,
    React,
    Ready,
    Recovery,
    Rematch,
    Remove,
    Rename,
    Seat,
    Start,
    Undo,
)
from protocol.parts import (
    BoardReveal,
    Certificate,
    Member,
    OwnPlay,
    RaceView,
    Result,
    RoomState,
    Standing,
)
from protocol.server_messages import (
    Aborted,
    Countdown,
    Created,
    Ended,
    Error,
    Go,
    Hinted,
    Moved,
    MyRace,
    MyRemovedResult,
    MyRoom,
    Notice,
    OwnData,
    PauseState,
    Pong,
    Reaction,
    RecoveryCode,
    Rejected,
    Restarting,
    Results,
    Room,
    Snapshot,
    Standings,
    Welcome,
)
from protocol.terms import (
    MAX_CELLS,
    BoardLabel,
    BotSpeed,
    Cell,
    Difficulty,
    HintRule,
    Level,
    MineHit,
    MoveKind,
    NameText,
    Outcome,
    Phase,
    PlayerId,
    PlayerKind,
    RaceId,
    ReactionKind,
    RecoveryText,
    RoomCode,
    Run,
    SeedOrigin,
    SeedText,
    Sequence,
    Settings,
    StartMode,
    Token,
)

__all__ = [
    "MAX_CELLS",
    "Aborted",
    "AddBot",
    "BoardLabel",
    "BoardReveal",
    "BotSpeed",
    "CallOff",
    "Cell",
    "Certificate",
    "ClientMessage",
    "Configure",
    "Countdown",
    "Create",
    "Created",
    "Difficulty",
    "Ended",
    "Error",
    "ForgetMe",
    "GiveUp",
    "Go",
    "HandOver",
    "Hello",
    "Hint",
    "HintRule",
    "Hinted",
    "Leave",
    "Level",
    "Lock",
    "Member",
    "MineHit",
    "Move",
    "MoveKind",
    "Moved",
    "MyData",
    "MyRace",
    "MyRemovedResult",
    "MyRoom",
    "NameText",
    "Notice",
    "Outcome",
    "OwnData",
    "OwnPlay",
    "Pause",
    "PauseState",
    "Phase",
    "Ping",
    "PlayerId",
    "PlayerKind",
    "Pong",
    "Publish",
    "RaceId",
    "RaceView",
    "React",
    "Reaction",
    "ReactionKind",
    "Ready",
    "Recovery",
    "RecoveryCode",
    "RecoveryText",
    "Rejected",
    "Rematch",
    "Remove",
    "Rename",
    "Restarting",
    "Result",
    "Results",
    "Room",
    "RoomCode",
    "RoomState",
    "Run",
    "Seat",
    "SeedOrigin",
    "SeedText",
    "Sequence",
    "ServerMessage",
    "Settings",
    "Snapshot",
    "Standing",
    "Standings",
    "Start",
    "StartMode",
    "Token",
    "Undo",
    "Welcome",
]

ClientMessage = (
    Hello
    | Create
    | Rename
    | Seat
    | Ready
    | Start
    | CallOff
    | Move
    | Pause
    | GiveUp
    | Hint
    | Undo
    | Rematch
    | React
    | Leave
    | Configure
    | Lock
    | Publish
    | Remove
    | AddBot
    | HandOver
    | Recovery
    | MyData
    | ForgetMe
    | Ping
)

ServerMessage = (
    Welcome
    | Created
    | RecoveryCode
    | Snapshot
    | Room
    | Countdown
    | Go
    | Moved
    | Hinted
    | Rejected
    | Standings
    | Ended
    | PauseState
    | Results
    | Reaction
    | Aborted
    | Restarting
    | Notice
    | OwnData
    | Error
    | Pong
)
