-- Best times are kept apart for boards that need no luck. Races of before had none of these: the
-- default says so. The indexes of 0004, with one column more.

ALTER TABLE results ADD COLUMN guess_free INTEGER NOT NULL DEFAULT 0;

DROP INDEX best_of_players;
DROP INDEX best_since;
CREATE INDEX best_of_players
    ON results (level, guess_free, player, time_ms, date_ms, ranked, outcome)
    WHERE ranked AND outcome = 'cleared';
CREATE INDEX best_since
    ON results (level, guess_free, date_ms, player, time_ms, ranked, outcome)
    WHERE ranked AND outcome = 'cleared';
