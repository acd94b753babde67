-- What whoever runs the server has decided; and a race's own date, by which its moves are dropped:
-- practice has no results to take it from, nor to say who took part. A date of -1: nobody of that
-- race wants to be remembered.

ALTER TABLE races ADD COLUMN date_ms INTEGER NOT NULL DEFAULT 0;
UPDATE races SET date_ms = coalesce(
    (SELECT max(date_ms) FROM results WHERE results.race = races.number),
    (
        SELECT max(json_extract(CAST(body AS TEXT), '$.date_ms')) FROM events
        WHERE events.race = races.number AND substr(body, 1, 13) = CAST('{"t":"dealt",' AS BLOB)
    ),
    0
) WHERE finished;
DROP INDEX untrimmed_races;
CREATE INDEX untrimmed_races ON races (date_ms) WHERE finished AND NOT trimmed;

CREATE TABLE practised (
    player TEXT NOT NULL REFERENCES players (player),
    race INTEGER NOT NULL REFERENCES races (number),
    PRIMARY KEY (player, race)
) STRICT, WITHOUT ROWID;

INSERT INTO practised (player, race)
SELECT players.player, races.number
FROM races JOIN events ON events.race = races.number
    JOIN json_each(CAST(events.body AS TEXT), '$.placings') AS placing
    JOIN players ON players.player = json_extract(placing.value, '$.player')
WHERE finished AND NOT forgotten
    AND seq = (SELECT max(seq) FROM events AS all_of WHERE all_of.race = races.number)
    AND NOT EXISTS (SELECT 1 FROM results WHERE results.race = races.number);
CREATE INDEX practised_in ON practised (race);

ALTER TABLE players ADD COLUMN banned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rooms ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;

CREATE TABLE removed_results (
    race INTEGER NOT NULL REFERENCES races (number),
    player TEXT NOT NULL REFERENCES players (player),
    reason TEXT NOT NULL,
    date_ms INTEGER NOT NULL,
    PRIMARY KEY (race, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX removed_of_player ON removed_results (player);

CREATE TABLE rulings (
    number INTEGER PRIMARY KEY, -- in their order
    ruling TEXT NOT NULL,
    about TEXT NOT NULL,
    reason TEXT NOT NULL,
    date_ms INTEGER NOT NULL
) STRICT;
