-- The moves of old races may be dropped; their results and all other facts stay.

ALTER TABLE races ADD COLUMN trimmed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX untrimmed_races ON races (number) WHERE finished AND NOT trimmed;
