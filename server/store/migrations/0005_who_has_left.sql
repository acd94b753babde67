-- Who leaves in mid race is no member any more, but the race's results need the name until the next.
-- A server that starts looks for races that are not over: few among very many.

ALTER TABLE members ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;
CREATE INDEX unfinished_races ON races (room, number) WHERE NOT finished;
