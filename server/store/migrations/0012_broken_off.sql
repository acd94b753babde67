-- A race that was broken off has a date too, by which its moves are dropped. One that goes on, or
-- had no board, has none: nothing of it is dropped.

UPDATE races SET date_ms = coalesce(
    (
        SELECT max(json_extract(CAST(body AS TEXT), '$.date_ms')) FROM events
        WHERE events.race = races.number AND substr(body, 1, 13) = CAST('{"t":"dealt",' AS BLOB)
    ),
    0
) WHERE NOT finished AND (
    SELECT substr(body, 1, 15) FROM events WHERE race = number ORDER BY seq DESC LIMIT 1
) = CAST('{"t":"aborted",' AS BLOB);

CREATE INDEX broken_off_races ON races (date_ms) WHERE NOT finished AND NOT trimmed AND date_ms > 0;
