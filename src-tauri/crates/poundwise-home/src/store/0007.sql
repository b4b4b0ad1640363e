-- Version 7 of a home's database, the first that is supported: 1 to 6 were made before the first
-- release. Documents are stored as the exact compact strings that were signed; everything else is
-- an index of them, or a secret as an age ciphertext. No column holds a count of a table's rows.
--
-- Data on which the home acts are authenticated under a key derived from the vault's
-- (store/trust.rs): `mac` covers the name of the table and all other columns, a long one by its
-- SHA-256 in `digest`. Documents are named by their hash, and bound to their place by the log. The
-- outbox, objects seen on markets and witnessed checkpoints have no `mac`. A long column comes
-- last, as SQLite would read through it to reach a later one.

-- The state of the whole home: the number of transactions that changed authenticated data; size and
-- root of the log, with number and sum of the rows of each authenticated table, masked; the MAC of
-- all that.
CREATE TABLE state (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    epoch INTEGER NOT NULL CHECK (epoch >= 0),
    sums  BLOB NOT NULL,
    mac   BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- The home's identity and market: name, market, kid, recipient. `sells-no-more`: why this home no
-- longer signs anything of its own. `order-checkpoint`: the longest checkpoint of this home that an
-- order carried, beyond the home's log.
CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Secrets, each an age ciphertext for the vault key: `identity`, `table-digests` (the key of
-- `known_tables`), `dataset/<id>` (the dataset's secret and its report), `question/<id>` (the
-- secrets from which a question is sold), `vault-key/<n>` (earlier keys).
CREATE TABLE secrets (
    name       TEXT PRIMARY KEY,
    digest     BLOB NOT NULL CHECK (length(digest) = 32),
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    ciphertext BLOB NOT NULL
) STRICT;

-- Every signed document that this home made or accepted, by its id (SHA-256 of the compact string,
-- base64url).
CREATE TABLE documents (
    id      TEXT PRIMARY KEY,
    typ     TEXT NOT NULL,
    compact TEXT NOT NULL
) STRICT;

-- Populations: one kind of privacy unit, one adjacency, one cap each. `id` is the random id in
-- documents; `carried_micro` the loss from elsewhere with which it began. A population that was
-- merged into another one stays, for its questions.
CREATE TABLE populations (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    unit_name     TEXT NOT NULL,
    adjacency     TEXT NOT NULL CHECK (adjacency IN ('add-remove', 'replace')),
    cap_micro     INTEGER NOT NULL CHECK (cap_micro > 0),
    carried_micro INTEGER NOT NULL CHECK (carried_micro >= 0),
    merged_into   TEXT REFERENCES populations (id),
    created_at    TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Imported tables; the rows are in datasets/<file>, which has the hash `table_sha256`. `schema` is
-- the declared schema. A sealed or removed dataset has no file and stays in its population for
-- ever; its name may be used again.
CREATE TABLE datasets (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    population    TEXT NOT NULL REFERENCES populations (id),
    file          TEXT UNIQUE,
    table_sha256  BLOB CHECK (length(table_sha256) = 32),
    schema        TEXT NOT NULL,
    person_column TEXT,
    rows_per_unit INTEGER NOT NULL CHECK (rows_per_unit >= 1),
    state         TEXT NOT NULL CHECK (state IN ('held', 'sealed', 'removed')),
    imported_at   TEXT NOT NULL,
    ended_at      TEXT,
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK ((state = 'held') = (file IS NOT NULL)),
    CHECK ((file IS NULL) = (table_sha256 IS NULL)),
    CHECK ((state = 'held') = (ended_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX datasets_held ON datasets (name) WHERE state = 'held';

-- Keyed digests that recognise a table which was imported before: of the file's bytes, and of the
-- typed cells in row order. They are kept when a dataset is removed, and not when it is sealed.
CREATE TABLE known_tables (
    dataset TEXT PRIMARY KEY REFERENCES datasets (id),
    file    BLOB NOT NULL CHECK (length(file) = 32),
    cells   BLOB NOT NULL CHECK (length(cells) = 32),
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX known_tables_by_file ON known_tables (file);
CREATE INDEX known_tables_by_cells ON known_tables (cells);

-- Questions: attributes with everything that defines their noise. `id` is the seed commitment.
-- `statement` is the SHA-256 of the question's canonical bytes without x, which recognises it; null
-- for the owner's own numbers, of which each listing draws a fresh secret. `sold_micro` is the
-- highest level sold to anyone; `assumed_micro` is a loss that counts if this home may lack sales,
-- as one that was an older copy of itself may. `sealed_at`: only the response at the top and the
-- seed of the jumps are left.
CREATE TABLE questions (
    id              TEXT PRIMARY KEY,
    population      TEXT NOT NULL REFERENCES populations (id),
    dataset         TEXT REFERENCES datasets (id),
    statement       BLOB UNIQUE CHECK (length(statement) = 32),
    data_commitment TEXT NOT NULL,
    sold_micro      INTEGER NOT NULL DEFAULT 0 CHECK (sold_micro >= 0),
    assumed_micro   INTEGER NOT NULL DEFAULT 0 CHECK (assumed_micro >= 0),
    sealed_at       TEXT,
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK ((dataset IS NULL) = (statement IS NULL))
) STRICT;
CREATE INDEX questions_by_population ON questions (population);
CREATE INDEX questions_by_dataset ON questions (dataset);

-- This home's own listings, one row a version. `series` is the id of the first version; `position`
-- is the number of entries in the ledger when the version was signed, `closed_position` when it was
-- withdrawn. A question has one open listing at a time.
CREATE TABLE listings (
    id              TEXT PRIMARY KEY REFERENCES documents (id),
    question        TEXT NOT NULL REFERENCES questions (id),
    series          TEXT NOT NULL,
    version         INTEGER NOT NULL CHECK (version >= 0),
    status          TEXT NOT NULL CHECK (status IN ('open', 'withdrawn', 'replaced')),
    position        INTEGER NOT NULL,
    withdrawal      TEXT REFERENCES documents (id),
    closed_position INTEGER,
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    UNIQUE (series, version)
) STRICT;
CREATE INDEX listings_by_question ON listings (question);
CREATE UNIQUE INDEX listings_open ON listings (question) WHERE status = 'open';

-- Orders addressed to this home; `buyer` and `expires_at` as the order states them. An order that
-- is cancelled, discarded or expired stays, so that a later payment for it can be matched.
CREATE TABLE orders_received (
    id           TEXT PRIMARY KEY REFERENCES documents (id),
    buyer        TEXT NOT NULL,
    expires_at   TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'declined', 'cancelled', 'discarded', 'expired')),
    refusal      TEXT REFERENCES documents (id),
    cancellation TEXT REFERENCES documents (id),
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX orders_received_waiting ON orders_received (id) WHERE status = 'pending';

-- The ledger: one row an entry, in sequence, never changed.
CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY CHECK (sequence >= 0),
    id       TEXT NOT NULL UNIQUE REFERENCES documents (id),
    kind     TEXT NOT NULL CHECK (kind IN ('receipt', 'grant', 'cap'))
) STRICT;

-- The entries that are receipts, one row a sale.
CREATE TABLE receipts (
    sequence   INTEGER PRIMARY KEY REFERENCES entries (sequence),
    id         TEXT NOT NULL UNIQUE REFERENCES documents (id),
    order_id   TEXT NOT NULL UNIQUE REFERENCES documents (id),
    listing    TEXT NOT NULL REFERENCES listings (id),
    question   TEXT NOT NULL REFERENCES questions (id),
    buyer      TEXT NOT NULL,
    to_micro   INTEGER NOT NULL CHECK (to_micro > 0),
    release_id TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX receipts_by_holding ON receipts (buyer, question, sequence);

-- The entries that are grants of an opening. The auditor is not in the entry; `recipient` is kept
-- here until the file is written, so that a repetition after a failure adds no second entry.
CREATE TABLE grants (
    sequence  INTEGER PRIMARY KEY REFERENCES entries (sequence),
    question  TEXT NOT NULL REFERENCES questions (id),
    recipient TEXT,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX grants_by_question ON grants (question);

CREATE TRIGGER entries_keep_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_keep_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER receipts_keep_update BEFORE UPDATE OF sequence, id, order_id, listing, question, buyer, to_micro,
    release_id ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
CREATE TRIGGER receipts_keep_delete BEFORE DELETE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;
CREATE TRIGGER grants_keep_update BEFORE UPDATE OF sequence, question, recipient ON grants WHEN NEW.sequence <> OLD.sequence OR NEW.question <> OLD.question
    OR NEW.recipient IS NOT NULL BEGIN SELECT RAISE(ABORT, 'grants are never changed'); END;
CREATE TRIGGER grants_keep_delete BEFORE DELETE ON grants BEGIN SELECT RAISE(ABORT, 'grants are never deleted'); END;

-- The RFC 6962 tree over the entries: hashes of all complete subtrees; level 0 has the leaves.
CREATE TABLE log (
    level INTEGER NOT NULL,
    idx   INTEGER NOT NULL,
    hash  BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (level, idx)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER log_keep_update BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER log_keep_delete BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'the log is never deleted'); END;

-- The signed checkpoint of every size, stored in the transaction of its entry.
CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY CHECK (size >= 0),
    note TEXT NOT NULL
) STRICT;

CREATE TRIGGER checkpoints_keep_update BEFORE UPDATE ON checkpoints BEGIN SELECT RAISE(ABORT, 'checkpoints are never changed'); END;
CREATE TRIGGER checkpoints_keep_delete BEFORE DELETE ON checkpoints BEGIN SELECT RAISE(ABORT, 'checkpoints are never deleted'); END;

-- Objects for the market, always the same bytes; `sent` once they are there.
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY,
    path   TEXT NOT NULL UNIQUE,
    body   BLOB NOT NULL,
    sent   INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1))
) STRICT;
CREATE INDEX outbox_waiting ON outbox (number) WHERE sent = 0;

-- Number of entries of this home's log that each market has been shown.
CREATE TABLE published (
    market TEXT PRIMARY KEY,
    size   INTEGER NOT NULL CHECK (size >= 0)
) STRICT;

-- Orders that this home placed. `question` is `<owner's kid>/<seed commitment>`, here and below.
CREATE TABLE orders_placed (
    id       TEXT PRIMARY KEY REFERENCES documents (id),
    listing  TEXT NOT NULL REFERENCES documents (id),
    question TEXT NOT NULL,
    status   TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'declined', 'cancelled')),
    refusal  TEXT REFERENCES documents (id),
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX orders_placed_waiting ON orders_placed (listing) WHERE status = 'pending';

-- Releases that this home holds: the whole bundle as an age ciphertext, one row a receipt, in the
-- order of their levels.
CREATE TABLE holdings (
    receipt  TEXT PRIMARY KEY REFERENCES documents (id),
    question TEXT NOT NULL,
    listing  TEXT NOT NULL REFERENCES documents (id),
    order_id TEXT NOT NULL UNIQUE REFERENCES documents (id),
    to_micro INTEGER NOT NULL CHECK (to_micro > 0),
    changed  INTEGER NOT NULL CHECK (changed >= 0),
    digest   BLOB NOT NULL CHECK (length(digest) = 32),
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    bundle   BLOB NOT NULL,
    UNIQUE (question, to_micro)
) STRICT;

-- More private copies that this home made of its holdings: the whole file as an age ciphertext, so
-- that a repetition gives the same bytes. One for each level of a question, whichever release it
-- was made from.
CREATE TABLE copies (
    id       TEXT PRIMARY KEY REFERENCES documents (id),
    question TEXT NOT NULL,
    to_micro INTEGER NOT NULL CHECK (to_micro > 0),
    digest   BLOB NOT NULL CHECK (length(digest) = 32),
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    file     BLOB NOT NULL,
    UNIQUE (question, to_micro)
) STRICT;

-- Questions of which this home held a response when it caught up with its newest copy: copies may
-- have been drawn that this home does not know, so it draws none.
CREATE TABLE copies_ended (
    question TEXT PRIMARY KEY,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- The longest checkpoint seen of each seller.
CREATE TABLE witnessed (
    seller TEXT PRIMARY KEY,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL
) STRICT;

-- Checkpoints of owners that have not been shown to be a prefix of the one in `witnessed`, as the
-- tiles for that were missing: kept until they are available.
CREATE TABLE unproven (
    seller TEXT NOT NULL,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL,
    PRIMARY KEY (seller, note)
) STRICT;

-- The newest checkpoint of each owner that each market has shown: a market can roll back only what
-- it has shown itself. `proven`: it is a prefix of the log of the checkpoint in `witnessed`, or is
-- that checkpoint.
CREATE TABLE sightings (
    seller TEXT NOT NULL,
    market TEXT NOT NULL,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL,
    proven INTEGER NOT NULL CHECK (proven IN (0, 1)),
    PRIMARY KEY (seller, market)
) STRICT;

-- Contradictions of owners' documents: both signed checkpoints, which are in exports/<evidence>
-- too. Of two answers to one order, `kept` is the receipt and `found` the refusal, and an order has
-- at most one alarm.
CREATE TABLE alarms (
    number      INTEGER PRIMARY KEY,
    evidence    TEXT NOT NULL UNIQUE,
    seller      TEXT NOT NULL,
    seller_name TEXT NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('fork', 'rolled-back', 'two-answers')),
    order_id    TEXT UNIQUE REFERENCES documents (id),
    kept        TEXT NOT NULL,
    kept_size   INTEGER NOT NULL,
    found       TEXT NOT NULL,
    found_size  INTEGER NOT NULL,
    found_at    TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK ((kind = 'two-answers') = (order_id IS NOT NULL))
) STRICT;

CREATE TRIGGER alarms_keep_update BEFORE UPDATE OF number, evidence, seller, seller_name, kind, kept, kept_size, found,
    found_size, found_at ON alarms BEGIN SELECT RAISE(ABORT, 'alarms are never changed'); END;
CREATE TRIGGER alarms_keep_delete BEFORE DELETE ON alarms BEGIN SELECT RAISE(ABORT, 'alarms are never deleted'); END;

-- Alarms that the buyer has decided: the document to go on from, and the reason. The alarm itself
-- and its evidence stay.
CREATE TABLE dismissals (
    alarm        INTEGER PRIMARY KEY REFERENCES alarms (number),
    trusted      TEXT NOT NULL CHECK (trusted IN ('kept', 'found', 'receipt', 'refusal')),
    reason       TEXT NOT NULL,
    dismissed_at TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

CREATE TRIGGER dismissals_keep_update BEFORE UPDATE OF alarm, trusted, reason, dismissed_at ON dismissals BEGIN SELECT RAISE(ABORT, 'dismissals are never changed'); END;
CREATE TRIGGER dismissals_keep_delete BEFORE DELETE ON dismissals BEGIN SELECT RAISE(ABORT, 'dismissals are never deleted'); END;

-- Objects on the market that this home has dealt with, so that each is read once; `fault` is why
-- one was not accepted. A faulty one is read again when the market has another version of it;
-- `content` is the SHA-256 of bytes that are faulty under any name, so that they are not parsed
-- again.
CREATE TABLE seen (
    path    TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    fault   TEXT,
    content BLOB
) STRICT;

CREATE INDEX seen_content ON seen (content) WHERE content IS NOT NULL;

-- Keys to which the owner of this home has given a name, so that a name that a stranger chose is
-- never taken for one that was checked. No two contacts have the same name.
CREATE TABLE contacts (
    kid      TEXT PRIMARY KEY,
    name     TEXT NOT NULL COLLATE NOCASE UNIQUE,
    note     TEXT NOT NULL,
    added_at TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Keys whose orders are not stored.
CREATE TABLE blocked_keys (
    kid        TEXT PRIMARY KEY,
    blocked_at TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Rules that approve orders without asking. `buyer` is a contact's key, or null for any buyer; a
-- rule covers one question or one population; `to_micro` is the highest level that the buyer may
-- hold after the sale; `order_minor` the highest price of one order, `month_minor` of all in one
-- calendar month (UTC), in `currency`; `payment` is the reference that its receipts carry;
-- `last_day` (YYYY-MM-DD, UTC) the last day on which it approves. A removed rule stays for the sake
-- of its uses. `spent_minor` is the amount that it approved in `spent_month`, the last month in
-- which it approved an order.
CREATE TABLE standing_rules (
    number      INTEGER PRIMARY KEY,
    buyer       TEXT,
    question    TEXT REFERENCES questions (id),
    population  TEXT REFERENCES populations (id),
    to_micro    INTEGER NOT NULL CHECK (to_micro > 0),
    currency    TEXT NOT NULL,
    order_minor INTEGER NOT NULL CHECK (order_minor >= 0),
    month_minor INTEGER CHECK (month_minor >= 0),
    payment     TEXT NOT NULL CHECK (payment <> ''),
    last_day    TEXT,
    state       TEXT NOT NULL CHECK (state IN ('active', 'paused', 'removed')),
    added_at    TEXT NOT NULL,
    spent_month TEXT,
    spent_minor INTEGER NOT NULL CHECK (spent_minor >= 0),
    times_used  INTEGER NOT NULL CHECK (times_used >= 0),
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK ((question IS NULL) <> (population IS NULL))
) STRICT;

-- Every approval by a rule, in the transaction of its receipt.
CREATE TABLE rule_uses (
    order_id    TEXT PRIMARY KEY REFERENCES orders_received (id),
    rule        INTEGER NOT NULL REFERENCES standing_rules (number),
    receipt     TEXT NOT NULL UNIQUE REFERENCES receipts (id),
    price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
    used_at     TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX rule_uses_by_rule ON rule_uses (rule, used_at);

CREATE TRIGGER rules_keep BEFORE DELETE ON standing_rules BEGIN SELECT RAISE(ABORT, 'rules are never deleted'); END;
CREATE TRIGGER rule_uses_keep_update BEFORE UPDATE OF order_id, rule, receipt, price_minor, used_at ON rule_uses BEGIN SELECT RAISE(ABORT, 'uses are never changed'); END;
CREATE TRIGGER rule_uses_keep_delete BEFORE DELETE ON rule_uses BEGIN SELECT RAISE(ABORT, 'uses are never deleted'); END;
