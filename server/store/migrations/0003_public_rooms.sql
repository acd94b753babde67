-- Rooms stand in the public list only when their host wants it.

ALTER TABLE rooms ADD COLUMN public INTEGER NOT NULL DEFAULT 0;
