-- Version 1 of a home's database. Documents are stored as the exact compact strings that were signed; everything
-- else in here is an index over them, or a secret as an age ciphertext.

-- Who this home is and where it trades: name, market, kid, recipient.
CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

-- Secrets, each an age ciphertext to the vault key: `identity`, `listing/<series>`.
CREATE TABLE secrets (
    name       TEXT PRIMARY KEY,
    ciphertext BLOB NOT NULL
) STRICT;

-- Every signed document this home made or accepted, by its id (SHA-256 of the compact string, base64url).
CREATE TABLE documents (
    id      TEXT PRIMARY KEY,
    typ     TEXT NOT NULL,
    compact TEXT NOT NULL
) STRICT;

-- Imported tables; the rows are in datasets/<file>.
CREATE TABLE datasets (
    name          TEXT PRIMARY KEY,
    public_id     TEXT NOT NULL UNIQUE,
    file          TEXT NOT NULL UNIQUE,
    columns       TEXT NOT NULL,
    row_count     INTEGER NOT NULL CHECK (row_count >= 0),
    rows_dropped  INTEGER NOT NULL CHECK (rows_dropped >= 0),
    person_column TEXT,
    rows_per_unit INTEGER NOT NULL CHECK (rows_per_unit >= 1),
    adjacency     TEXT NOT NULL CHECK (adjacency IN ('add-remove', 'replace')),
    cap_micro     INTEGER CHECK (cap_micro >= 0),
    imported_at   TEXT NOT NULL
) STRICT;

-- This home's own listings, one row a version. `series` is the id of the first version; `position` is the
-- number of receipts in the ledger when the version was signed, `closed_position` when it was withdrawn.
CREATE TABLE listings (
    id              TEXT PRIMARY KEY REFERENCES documents (id),
    series          TEXT NOT NULL,
    version         INTEGER NOT NULL CHECK (version >= 0),
    dataset         TEXT REFERENCES datasets (name),
    status          TEXT NOT NULL CHECK (status IN ('open', 'withdrawn', 'replaced')),
    position        INTEGER NOT NULL,
    withdrawal      TEXT REFERENCES documents (id),
    closed_position INTEGER,
    UNIQUE (series, version)
) STRICT;

-- Orders addressed to this home.
CREATE TABLE orders_received (
    id      TEXT PRIMARY KEY REFERENCES documents (id),
    status  TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'declined')),
    refusal TEXT REFERENCES documents (id)
) STRICT;

-- The ledger: one row a sale, in sequence, never changed.
CREATE TABLE receipts (
    sequence   INTEGER PRIMARY KEY CHECK (sequence >= 0),
    id         TEXT NOT NULL UNIQUE REFERENCES documents (id),
    order_id   TEXT NOT NULL UNIQUE REFERENCES documents (id),
    listing    TEXT NOT NULL REFERENCES listings (id),
    series     TEXT NOT NULL,
    buyer      TEXT NOT NULL,
    to_micro   INTEGER NOT NULL CHECK (to_micro > 0),
    release_id TEXT NOT NULL
) STRICT;
CREATE INDEX receipts_by_holding ON receipts (series, buyer, sequence);
CREATE INDEX receipts_by_level ON receipts (series, to_micro);

CREATE TRIGGER receipts_keep_update BEFORE UPDATE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
CREATE TRIGGER receipts_keep_delete BEFORE DELETE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;

-- The RFC 6962 tree over the receipts: hashes of all complete subtrees, level 0 being the leaves.
CREATE TABLE log (
    level INTEGER NOT NULL,
    idx   INTEGER NOT NULL,
    hash  BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (level, idx)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER log_keep_update BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER log_keep_delete BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is never deleted'); END;

-- The signed checkpoint of every size, in the transaction of its receipt.
CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY CHECK (size >= 0),
    note TEXT NOT NULL
) STRICT;

CREATE TRIGGER checkpoints_keep_update BEFORE UPDATE ON checkpoints BEGIN SELECT RAISE(ABORT, 'checkpoints are never changed'); END;
CREATE TRIGGER checkpoints_keep_delete BEFORE DELETE ON checkpoints BEGIN SELECT RAISE(ABORT, 'checkpoints are never deleted'); END;

-- What is to be on the market, always the same bytes; `sent` once it is there.
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY,
    path   TEXT NOT NULL UNIQUE,
    body   BLOB NOT NULL,
    sent   INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1))
) STRICT;
CREATE INDEX outbox_waiting ON outbox (number) WHERE sent = 0;

-- Orders this home placed.
CREATE TABLE orders_placed (
    id      TEXT PRIMARY KEY REFERENCES documents (id),
    listing TEXT NOT NULL REFERENCES documents (id),
    series  TEXT NOT NULL,
    status  TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'declined')),
    refusal TEXT REFERENCES documents (id)
) STRICT;

-- Releases this home holds: the whole bundle as an age ciphertext, one row a receipt, in the order of their levels.
CREATE TABLE holdings (
    receipt  TEXT PRIMARY KEY REFERENCES documents (id),
    series   TEXT NOT NULL,
    listing  TEXT NOT NULL REFERENCES documents (id),
    order_id TEXT NOT NULL UNIQUE REFERENCES documents (id),
    to_micro INTEGER NOT NULL CHECK (to_micro > 0),
    changed  INTEGER NOT NULL CHECK (changed >= 0),
    bundle   BLOB NOT NULL,
    UNIQUE (series, to_micro)
) STRICT;

-- The longest checkpoint seen of each seller.
CREATE TABLE witnessed (
    seller TEXT PRIMARY KEY,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL
) STRICT;

-- Objects on the market that this home has dealt with, so that each is read once; `fault` says why one was not
-- accepted. A faulty one is read again when the market has another version of it.
CREATE TABLE seen (
    path    TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    fault   TEXT
) STRICT;
