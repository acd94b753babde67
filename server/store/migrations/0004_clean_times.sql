-- A time is clean on a fresh seed and without a penalty: only then it can be somebody's best one.
-- Public best times are found by player, and for a day or a week by date. The conditions of their
-- indexes stand in them as columns too: else SQLite looks into every row to make sure.

ALTER TABLE results ADD COLUMN clean INTEGER NOT NULL DEFAULT 0;

CREATE TEMP TABLE deals AS
    SELECT race, max(seq) AS seq FROM events
    WHERE substr(body, 1, 13) = CAST('{"t":"dealt",' AS BLOB) GROUP BY race;
CREATE TEMP TABLE penalties AS
    SELECT race, body FROM events WHERE substr(body, 1, 13) = CAST('{"t":"froze",' AS BLOB);

UPDATE results SET clean = 1
WHERE race IN (
    SELECT race FROM deals JOIN events USING (race, seq)
    WHERE instr(body, CAST('"origin":"fresh"' AS BLOB))
) AND NOT EXISTS (
    SELECT 1 FROM penalties
    WHERE penalties.race = results.race
        AND instr(penalties.body, CAST('"player":"' || results.player || '"' AS BLOB))
);

DROP TABLE deals;
DROP TABLE penalties;

DROP INDEX best_times;
CREATE INDEX best_of_players ON results (level, player, time_ms, date_ms, ranked, outcome)
    WHERE ranked AND outcome = 'cleared';
CREATE INDEX best_since ON results (level, date_ms, player, time_ms, ranked, outcome)
    WHERE ranked AND outcome = 'cleared';
