-- The log of races is the truth; results are a projection of it and can be made anew.
-- Times are Unix milliseconds. Rows of one race's log lie side by side: it is read as a whole.

PRAGMA application_id = 0x64656d72;

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    player TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    date_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rooms (
    code TEXT PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES players (player),
    locked INTEGER NOT NULL,
    settings BLOB NOT NULL,
    date_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE members (
    number INTEGER PRIMARY KEY, -- order of joining
    room TEXT NOT NULL REFERENCES rooms (code),
    player TEXT NOT NULL REFERENCES players (player),
    colour INTEGER NOT NULL,
    watching INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    UNIQUE (room, player)
) STRICT;

CREATE TABLE races (
    number INTEGER PRIMARY KEY, -- order of creation; short, since it stands in every event's key
    race TEXT NOT NULL UNIQUE,
    room TEXT NOT NULL REFERENCES rooms (code),
    finished INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX races_of_room ON races (room, number);

CREATE TABLE events (
    race INTEGER NOT NULL REFERENCES races (number),
    seq INTEGER NOT NULL,
    body BLOB NOT NULL, -- JSON
    PRIMARY KEY (race, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    race INTEGER NOT NULL REFERENCES races (number),
    player TEXT NOT NULL REFERENCES players (player),
    level TEXT NOT NULL,
    date_ms INTEGER NOT NULL,
    place INTEGER NOT NULL,
    racers INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    time_ms INTEGER NOT NULL,
    progress INTEGER NOT NULL,
    bbbv INTEGER NOT NULL,
    bbbv_done INTEGER NOT NULL,
    clicks INTEGER NOT NULL,
    ranked INTEGER NOT NULL,
    PRIMARY KEY (race, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_player ON results (player);
-- Walked in order of time until enough players are found.
CREATE INDEX best_times ON results (level, time_ms, date_ms) WHERE ranked AND outcome = 'cleared';
