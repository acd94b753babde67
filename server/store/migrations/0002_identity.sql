-- A player has several tokens, one a device, and a code that brings the identity to another one.
-- Members have the name that their room knows. Who wants to be forgotten leaves an id behind.

CREATE TABLE new_players (
    player TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    date_ms INTEGER NOT NULL,
    forgotten INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

INSERT INTO new_players (player, name, date_ms) SELECT player, name, date_ms FROM players;

CREATE TABLE tokens (
    token_hash BLOB PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (player)
) STRICT, WITHOUT ROWID;

INSERT INTO tokens (token_hash, player) SELECT token_hash, player FROM players;

CREATE INDEX tokens_of_player ON tokens (player);

DROP TABLE players;
ALTER TABLE new_players RENAME TO players;

CREATE INDEX forgotten_players ON players (player) WHERE forgotten;

CREATE TABLE recoveries (
    player TEXT PRIMARY KEY REFERENCES players (player),
    code_hash BLOB NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

ALTER TABLE members ADD COLUMN name TEXT NOT NULL DEFAULT '';
UPDATE members SET name = (SELECT name FROM players WHERE players.player = members.player);
CREATE INDEX members_of_player ON members (player);
