-- Version 5: owners that sell on several markets, and alarms that the buyer has looked at.

-- The newest checkpoint of each owner that each market has shown: only a market can roll back what it has shown itself.
-- `proven` says that it is a beginning of the log of the checkpoint in `witnessed`, or is that checkpoint.
CREATE TABLE sightings (
    seller TEXT NOT NULL,
    market TEXT NOT NULL,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL,
    proven INTEGER NOT NULL CHECK (proven IN (0, 1)),
    PRIMARY KEY (seller, market)
) STRICT;

-- What was seen before this version was seen on the market that the home trades on.
INSERT INTO sightings (seller, market, size, note, proven)
SELECT seller, (SELECT value FROM settings WHERE key = 'market'), size, note, 1 FROM witnessed
WHERE EXISTS (SELECT 1 FROM settings WHERE key = 'market');

-- Alarms that the buyer has looked at: which of the two checkpoints to go on from, and why. The alarm itself and its
-- evidence stay.
CREATE TABLE dismissals (
    alarm        INTEGER PRIMARY KEY REFERENCES alarms (number),
    trusted      TEXT NOT NULL CHECK (trusted IN ('kept', 'found')),
    reason       TEXT NOT NULL,
    dismissed_at TEXT NOT NULL
) STRICT;

CREATE TRIGGER dismissals_keep_update BEFORE UPDATE ON dismissals BEGIN SELECT RAISE(ABORT, 'dismissals are never changed'); END;
CREATE TRIGGER dismissals_keep_delete BEFORE DELETE ON dismissals BEGIN SELECT RAISE(ABORT, 'dismissals are never deleted'); END;
