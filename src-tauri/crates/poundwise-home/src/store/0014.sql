-- Version 14: objects leave in the order of their commit.

-- Objects for the market, always the same bytes; `sent` once they are there. `after` is the number
-- of entries of the log when the object was committed: it leaves once so many are published.
CREATE TABLE outbox_in_order (
    number INTEGER PRIMARY KEY,
    path   TEXT NOT NULL UNIQUE,
    sent   INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1)),
    after  INTEGER CHECK (after >= 0),
    body   BLOB NOT NULL
) STRICT;
INSERT INTO outbox_in_order (number, path, sent, after, body) SELECT number, path, sent, 0, body FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_in_order RENAME TO outbox;
CREATE INDEX outbox_waiting ON outbox (number) WHERE sent = 0;

-- `own_copies` is the number of entries whose own copies were sent to the market under their numbers.
ALTER TABLE published ADD COLUMN own_copies INTEGER NOT NULL DEFAULT 0;
