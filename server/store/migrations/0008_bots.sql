-- Programs that race have best times of their own, and beating them alone is no race won. Nobody
-- of before was known to be one. The indexes of 0006, with one column more.

ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN bots INTEGER NOT NULL DEFAULT 0;

DROP INDEX best_of_players;
DROP INDEX best_since;
CREATE INDEX best_of_players
    ON results (level, guess_free, bot, player, time_ms, date_ms, ranked, outcome)
    WHERE ranked AND outcome = 'cleared';
CREATE INDEX best_since
    ON results (level, guess_free, bot, date_ms, player, time_ms, ranked, outcome)
    WHERE ranked AND outcome = 'cleared';
