-- Version 13: entries that state populations.

-- The kinds of entries have a new one. SQLite changes no condition of a table, so that the table is
-- made anew with the same rows; other tables refer to it by its name.
PRAGMA defer_foreign_keys = ON;
CREATE TABLE entries_before AS SELECT sequence, id, kind FROM entries;
DROP TABLE entries;
CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY CHECK (sequence >= 0),
    id       TEXT NOT NULL UNIQUE REFERENCES documents (id),
    kind     TEXT NOT NULL CHECK (kind IN ('receipt', 'grant', 'cap', 'population'))
) STRICT;
INSERT INTO entries (sequence, id, kind) SELECT sequence, id, kind FROM entries_before ORDER BY sequence;
DROP TABLE entries_before;
CREATE TRIGGER entries_keep_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_keep_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;

-- The entries that state a population, by population.
CREATE TABLE population_entries (
    sequence   INTEGER PRIMARY KEY REFERENCES entries (sequence),
    population TEXT NOT NULL REFERENCES populations (id),
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE TRIGGER population_entries_keep_update BEFORE UPDATE OF sequence, population ON population_entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER population_entries_keep_delete BEFORE DELETE ON population_entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
