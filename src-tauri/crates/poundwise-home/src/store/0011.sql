-- Version 11: codebooks kept for the next dataset.

-- How columns are listed, as the owner stated it: a name, the columns as a JSON array, and when it
-- was kept. Nothing of it comes from rows, and nothing that is signed depends on it.
CREATE TABLE codebooks (
    name    TEXT PRIMARY KEY,
    columns TEXT NOT NULL,
    kept_at TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
