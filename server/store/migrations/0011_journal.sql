-- Moves in order of their commits, one row a group, until they lie in `events`: there a row has the
-- moves of one race that follow each other, one a line, under the number of the first of them. A
-- row of before is such a row with one move.

CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    body BLOB NOT NULL
) STRICT;
