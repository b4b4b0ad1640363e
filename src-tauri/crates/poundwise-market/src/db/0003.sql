-- Version 3 of a home's database: the log as published, and the buyer as its witness.

-- How many receipts of this home's log each market has been shown.
CREATE TABLE published (
    market TEXT PRIMARY KEY,
    size   INTEGER NOT NULL CHECK (size >= 0)
) STRICT;

-- Checkpoints of owners that have not been shown to be a beginning of the one in `witnessed`, since the tiles for it
-- were missing: kept until they are.
CREATE TABLE unproven (
    seller TEXT NOT NULL,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL,
    PRIMARY KEY (seller, note)
) STRICT;

-- Owners that contradicted themselves: both signed checkpoints, which are in exports/<evidence> too.
CREATE TABLE alarms (
    number      INTEGER PRIMARY KEY,
    evidence    TEXT NOT NULL UNIQUE,
    seller      TEXT NOT NULL,
    seller_name TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('fork', 'rolled-back')),
    kept        TEXT NOT NULL,
    kept_size   INTEGER NOT NULL,
    found       TEXT NOT NULL,
    found_size  INTEGER NOT NULL,
    found_at    TEXT NOT NULL
) STRICT;

CREATE TRIGGER alarms_keep_update BEFORE UPDATE ON alarms BEGIN SELECT RAISE(ABORT, 'alarms are never changed'); END;
CREATE TRIGGER alarms_keep_delete BEFORE DELETE ON alarms BEGIN SELECT RAISE(ABORT, 'alarms are never deleted'); END;
