-- Version 4 of a home's database: whom this home knows, and the orders it approves by itself.

-- Keys that the owner of this home has given a name of its own, so that a name which a stranger gives itself is never
-- taken for one that was checked. No two contacts have one name.
CREATE TABLE contacts (
    kid      TEXT PRIMARY KEY,
    name     TEXT NOT NULL COLLATE NOCASE UNIQUE,
    note     TEXT NOT NULL,
    added_at TEXT NOT NULL
) STRICT;
