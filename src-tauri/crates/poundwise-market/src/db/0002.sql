-- Version 2: listings that are sealed, and the copies that this home made of what it holds.

-- Series whose integers and top seed are erased: what is left of `secrets` for them is the response at the top of the
-- path and the seed of the jumps below it.
CREATE TABLE seals (
    series    TEXT PRIMARY KEY,
    sealed_at TEXT NOT NULL
) STRICT;

-- More private copies that this home made of its holdings: the whole file as an age ciphertext, so that asking again
-- gives the same bytes. One for each level of a series, whichever release it was made from.
CREATE TABLE copies (
    id       TEXT PRIMARY KEY REFERENCES documents (id),
    series   TEXT NOT NULL,
    to_micro INTEGER NOT NULL CHECK (to_micro > 0),
    file     BLOB NOT NULL,
    UNIQUE (series, to_micro)
) STRICT;
