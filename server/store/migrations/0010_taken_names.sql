-- A name that whoever runs the server has taken from a player: a page says it again by itself.

ALTER TABLE players ADD COLUMN taken_name TEXT;
