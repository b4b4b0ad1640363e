-- The database of a home, format 16. Earlier formats were made before the first release.
--
-- Signed documents are stored as the exact compact strings that were signed. Most other tables are
-- an index of them. No column holds a count of a table's rows.
--
-- Readable without the passphrase: signed documents, names of datasets, populations and units, ids,
-- public keys, hashes, levels, amounts, days and states, and the market's address. The column
-- `sealed` of a row is a ciphertext (store/sealed.rs) of the values that its comment lists. Secrets,
-- holdings and copies are age ciphertexts for the vault key.
--
-- `mac` authenticates a row under a key derived from the vault key (store/trust.rs). It covers the
-- name of the table and all other columns; a long column is represented by its SHA-256 in `digest`.
-- Documents have no `mac`: their id is their hash, and the log binds their order. The outbox, the
-- objects seen on markets, the statements of availability and the witnessed checkpoints have none
-- either. A long column comes last, because SQLite reads through it to reach a later one.

-- State of the whole home, one row. `epoch` is the number of transactions that changed
-- authenticated data. `sums` holds, masked, size and root of the log, and the number and sum of the
-- rows of each authenticated table. `mac` authenticates both.
CREATE TABLE state (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    epoch INTEGER NOT NULL CHECK (epoch >= 0),
    sums  BLOB NOT NULL,
    mac   BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Settings of the home, and facts that it recorded about itself. `readable` is the value of
-- `market`, which completion in shells reads without the passphrase. Sealed: `value`, for all others.
CREATE TABLE settings (
    key      TEXT PRIMARY KEY,
    readable TEXT,
    sealed   BLOB NOT NULL,
    mac      BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Secrets, each an age ciphertext for the vault key: `identity`, `table-digests` (the key of
-- `known_tables`), `dataset/<id>` (a dataset's secret and its report), `question/<id>` (the secrets
-- from which a question is sold), `statement/<id>` (the SQL text of a question of a linked table),
-- `vault-key/<n>` (earlier vault keys).
CREATE TABLE secrets (
    name       TEXT PRIMARY KEY,
    digest     BLOB NOT NULL CHECK (length(digest) = 32),
    mac        BLOB NOT NULL CHECK (length(mac) = 32),
    ciphertext BLOB NOT NULL
) STRICT;

-- Every signed document that this home made or accepted. `id` is the SHA-256 of the compact string
-- in base64url. Orders and listings state the names that their signers chose.
CREATE TABLE documents (
    id      TEXT PRIMARY KEY,
    typ     TEXT NOT NULL,
    compact TEXT NOT NULL
) STRICT;

-- Populations: one kind of privacy unit, one adjacency and one cap each. `id` is the random id that
-- documents state. `carried_micro` and `carried_nano` are the privacy loss from elsewhere with which
-- it began. Cap and loss have two parts, in micro-epsilon and in nano-rho. A merged population stays,
-- for its questions.
CREATE TABLE populations (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL UNIQUE,
    unit_name     TEXT NOT NULL,
    adjacency     TEXT NOT NULL CHECK (adjacency IN ('add-remove', 'replace')),
    cap_micro     INTEGER NOT NULL CHECK (cap_micro >= 0),
    cap_nano      INTEGER NOT NULL CHECK (cap_nano >= 0),
    carried_micro INTEGER NOT NULL CHECK (carried_micro >= 0),
    carried_nano  INTEGER NOT NULL CHECK (carried_nano >= 0),
    merged_into   TEXT REFERENCES populations (id),
    created_at    TEXT NOT NULL,
    mac           BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK (cap_micro > 0 OR cap_nano > 0)
) STRICT;

-- Imported and linked tables. The file of a linked one is `link-<id>.age`, and has no rows
-- (`link_file.rs`). Otherwise the rows are in `datasets/<file>`, which has the hash `table_sha256`: that of its
-- head and length (`table_file.rs`); in format 18, the SHA-256 of the file. A sealed or
-- removed dataset has no file and stays in its population for ever. Its name may be used again.
-- Sealed: `schema` (the declared schema), `person_column`.
CREATE TABLE datasets (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    population    TEXT NOT NULL REFERENCES populations (id),
    file          TEXT UNIQUE,
    table_sha256  BLOB CHECK (length(table_sha256) = 32),
    rows_per_unit INTEGER NOT NULL CHECK (rows_per_unit >= 1),
    state         TEXT NOT NULL CHECK (state IN ('held', 'sealed', 'removed')),
    imported_at   TEXT NOT NULL,
    ended_at      TEXT,
    sealed        BLOB NOT NULL,
    mac           BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK ((state = 'held') = (file IS NOT NULL)),
    CHECK ((file IS NULL) = (table_sha256 IS NULL)),
    CHECK ((state = 'held') = (ended_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX datasets_held ON datasets (name) WHERE state = 'held';

-- Keyed digests by which an imported table is recognised: of the file's bytes, and of the typed
-- cells in row order. Of a linked table, `file` is a digest of its place in the database, and `cells`
-- one of the place at which it was linked first. They are kept when a dataset is removed, and deleted
-- when it is sealed.
CREATE TABLE known_tables (
    dataset TEXT PRIMARY KEY REFERENCES datasets (id),
    file    BLOB NOT NULL CHECK (length(file) = 32),
    cells   BLOB NOT NULL CHECK (length(cells) = 32),
    mac     BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX known_tables_by_file ON known_tables (file);
CREATE INDEX known_tables_by_cells ON known_tables (cells);

-- Questions: attributes with everything that defines their noise. `id` is the seed commitment.
-- `statement` is the SHA-256 of the question's canonical bytes without x, by which the question is
-- recognised. It is null for the owner's own numbers, because each listing of them draws a fresh
-- secret. `sold_micro` is the highest level sold. `assumed_micro` is a loss that counts if this home
-- may lack sales, as a restored one may. After `sealed_at` only the response at the top level and
-- the seed of the jumps are left.
CREATE TABLE questions (
    id              TEXT PRIMARY KEY,
    population      TEXT NOT NULL REFERENCES populations (id),
    dataset         TEXT REFERENCES datasets (id),
    statement       BLOB UNIQUE CHECK (length(statement) = 32),
    data_commitment TEXT NOT NULL,
    family          TEXT NOT NULL,
    sold_micro      INTEGER NOT NULL DEFAULT 0 CHECK (sold_micro >= 0),
    assumed_micro   INTEGER NOT NULL DEFAULT 0 CHECK (assumed_micro >= 0),
    sealed_at       TEXT,
    mac             BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK ((dataset IS NULL) = (statement IS NULL))
) STRICT;
CREATE INDEX questions_by_population ON questions (population);
CREATE INDEX questions_by_dataset ON questions (dataset);

-- This home's own listings, one row a version. `series` is the id of the first version. `position`
-- is the number of ledger entries when the version was signed, `closed_position` the number when it
-- was withdrawn. A question has at most one open listing.
CREATE TABLE listings (
    id              TEXT PRIMARY KEY REFERENCES documents (id),
    question        TEXT NOT NULL REFERENCES questions (id),
    series          TEXT NOT NULL,
    version         INTEGER NOT NULL CHECK (version >= 0),
    status          TEXT NOT NULL CHECK (status IN ('open', 'withdrawn', 'replaced')),
    position        INTEGER NOT NULL,
    withdrawal      TEXT REFERENCES documents (id),
    closed_position INTEGER,
    mac             BLOB NOT NULL CHECK (length(mac) = 32),
    UNIQUE (series, version)
) STRICT;
CREATE INDEX listings_by_question ON listings (question);
CREATE UNIQUE INDEX listings_open ON listings (question) WHERE status = 'open';

-- Orders addressed to this home. `buyer` and `expires_at` are stated by the order. A cancelled,
-- discarded or expired order stays, so that a later payment for it can be matched.
CREATE TABLE orders_received (
    id           TEXT PRIMARY KEY REFERENCES documents (id),
    buyer        TEXT NOT NULL,
    expires_at   TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'declined', 'cancelled', 'discarded', 'expired')),
    refusal      TEXT REFERENCES documents (id),
    cancellation TEXT REFERENCES documents (id),
    mac          BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX orders_received_waiting ON orders_received (id) WHERE status = 'pending';

-- The ledger, one row an entry, in sequence. Rows never change.
CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY CHECK (sequence >= 0),
    id       TEXT NOT NULL UNIQUE REFERENCES documents (id),
    kind     TEXT NOT NULL CHECK (kind IN ('receipt', 'grant', 'population'))
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
    mac        BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX receipts_by_holding ON receipts (buyer, question, sequence);

-- The entries that are grants of an opening. The entry does not state the auditor. `recipient` is
-- the auditor's public key until the file is written, so that a repetition after a failure adds no
-- second entry.
CREATE TABLE grants (
    sequence  INTEGER PRIMARY KEY REFERENCES entries (sequence),
    question  TEXT NOT NULL REFERENCES questions (id),
    recipient TEXT,
    mac       BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX grants_by_question ON grants (question);

-- The entries that state a population, by population.
CREATE TABLE population_entries (
    sequence   INTEGER PRIMARY KEY REFERENCES entries (sequence),
    population TEXT NOT NULL REFERENCES populations (id),
    mac        BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

CREATE TRIGGER entries_keep_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_keep_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER receipts_keep_update BEFORE UPDATE OF sequence, id, order_id, listing, question, buyer, to_micro,
    release_id ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
CREATE TRIGGER receipts_keep_delete BEFORE DELETE ON receipts BEGIN SELECT RAISE(ABORT, 'receipts are never deleted'); END;
CREATE TRIGGER grants_keep_update BEFORE UPDATE OF sequence, question, recipient ON grants WHEN NEW.sequence <> OLD.sequence OR NEW.question <> OLD.question
    OR NEW.recipient IS NOT NULL BEGIN SELECT RAISE(ABORT, 'grants are never changed'); END;
CREATE TRIGGER grants_keep_delete BEFORE DELETE ON grants BEGIN SELECT RAISE(ABORT, 'grants are never deleted'); END;
CREATE TRIGGER population_entries_keep_update BEFORE UPDATE OF sequence, population ON population_entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER population_entries_keep_delete BEFORE DELETE ON population_entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;

-- The RFC 6962 tree over the entries: the hash of each complete subtree. Level 0 has the leaves.
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

-- Objects for the market, always the same bytes. `sent` is 1 once they are there. `after` is the
-- number of entries of the log when the object was committed: the object leaves once so many are
-- published.
CREATE TABLE outbox (
    number INTEGER PRIMARY KEY,
    path   TEXT NOT NULL UNIQUE,
    sent   INTEGER NOT NULL DEFAULT 0 CHECK (sent IN (0, 1)),
    after  INTEGER CHECK (after >= 0),
    body   BLOB NOT NULL
) STRICT;
CREATE INDEX outbox_waiting ON outbox (number) WHERE sent = 0;

-- Number of entries of this home's log that each market was shown. `own_copies` is the number of
-- entries whose own copies were sent to it.
CREATE TABLE published (
    market     TEXT PRIMARY KEY,
    size       INTEGER NOT NULL CHECK (size >= 0),
    own_copies INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Orders that this home placed. `question` is `<owner's kid>/<seed commitment>`, here and below.
CREATE TABLE orders_placed (
    id       TEXT PRIMARY KEY REFERENCES documents (id),
    listing  TEXT NOT NULL REFERENCES documents (id),
    question TEXT NOT NULL,
    status   TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'declined', 'cancelled')),
    refusal  TEXT REFERENCES documents (id),
    mac      BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX orders_placed_waiting ON orders_placed (listing) WHERE status = 'pending';

-- Releases that this home holds, one row a receipt, in the order of their levels. `bundle` is the
-- whole bundle as an age ciphertext.
CREATE TABLE holdings (
    receipt  TEXT PRIMARY KEY REFERENCES documents (id),
    question TEXT NOT NULL,
    listing  TEXT NOT NULL REFERENCES documents (id),
    order_id TEXT NOT NULL UNIQUE REFERENCES documents (id),
    to_micro INTEGER NOT NULL CHECK (to_micro > 0),
    changed  INTEGER NOT NULL CHECK (changed >= 0),
    digest   BLOB NOT NULL CHECK (length(digest) = 32),
    mac      BLOB NOT NULL CHECK (length(mac) = 32),
    bundle   BLOB NOT NULL,
    UNIQUE (question, to_micro)
) STRICT;

-- More private copies of holdings, one for each level of a question. `file` is the whole file as an
-- age ciphertext, so that a repetition gives the same bytes.
CREATE TABLE copies (
    id       TEXT PRIMARY KEY REFERENCES documents (id),
    question TEXT NOT NULL,
    to_micro INTEGER NOT NULL CHECK (to_micro > 0),
    digest   BLOB NOT NULL CHECK (length(digest) = 32),
    mac      BLOB NOT NULL CHECK (length(mac) = 32),
    file     BLOB NOT NULL,
    UNIQUE (question, to_micro)
) STRICT;

-- Questions of which this home held a response when it caught up with its newest copy. It may lack
-- copies that were drawn there, so it draws no more.
CREATE TABLE copies_ended (
    question TEXT PRIMARY KEY,
    mac      BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- The longest checkpoint seen of each seller.
CREATE TABLE witnessed (
    seller TEXT PRIMARY KEY,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL
) STRICT;

-- Checkpoints of sellers that are not yet known to be a prefix of the one in `witnessed`, because
-- the tiles for the proof were missing.
CREATE TABLE unproven (
    seller TEXT NOT NULL,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL,
    PRIMARY KEY (seller, note)
) STRICT;

-- The newest checkpoint of each seller that each market has shown: a market can roll back only what
-- it has shown itself. `proven` is 1 if the checkpoint is a prefix of the one in `witnessed`, or is
-- that one.
CREATE TABLE sightings (
    seller TEXT NOT NULL,
    market TEXT NOT NULL,
    size   INTEGER NOT NULL,
    note   TEXT NOT NULL,
    proven INTEGER NOT NULL CHECK (proven IN (0, 1)),
    PRIMARY KEY (seller, market)
) STRICT;

-- Contradictions of sellers' documents. Both documents are also in `exports/<evidence>`. If an order
-- has two answers, `kept` is the receipt and `found` the refusal. `seller_name` is the name in the
-- seller's documents.
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
    mac         BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK ((kind = 'two-answers') = (order_id IS NOT NULL))
) STRICT;

CREATE TRIGGER alarms_keep_update BEFORE UPDATE OF number, evidence, seller, seller_name, kind, kept, kept_size, found,
    found_size, found_at ON alarms BEGIN SELECT RAISE(ABORT, 'alarms are never changed'); END;
CREATE TRIGGER alarms_keep_delete BEFORE DELETE ON alarms BEGIN SELECT RAISE(ABORT, 'alarms are never deleted'); END;

-- Alarms that the buyer has dismissed. `trusted` is the document to continue from. The alarm and its
-- evidence stay. Sealed: `reason`.
CREATE TABLE dismissals (
    alarm        INTEGER PRIMARY KEY REFERENCES alarms (number),
    trusted      TEXT NOT NULL CHECK (trusted IN ('kept', 'found', 'receipt', 'refusal')),
    dismissed_at TEXT NOT NULL,
    sealed       BLOB NOT NULL,
    mac          BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- A new recovery key encrypts `sealed` again.
CREATE TRIGGER dismissals_keep_update BEFORE UPDATE OF alarm, trusted, dismissed_at ON dismissals BEGIN SELECT RAISE(ABORT, 'dismissals are never changed'); END;
CREATE TRIGGER dismissals_keep_delete BEFORE DELETE ON dismissals BEGIN SELECT RAISE(ABORT, 'dismissals are never deleted'); END;

-- Objects on the market that this home has handled, so that each is read once. `fault` is why one
-- was rejected; it may quote the document. A faulty object is read again if the market has another
-- version of it. `content` is the SHA-256 of bytes that are faulty under any name, so that they are
-- not parsed again.
CREATE TABLE seen (
    path    TEXT PRIMARY KEY,
    version TEXT NOT NULL,
    fault   TEXT,
    content BLOB
) STRICT;

CREATE INDEX seen_content ON seen (content) WHERE content IS NOT NULL;

-- Keys to which the owner has given a name, so that a name that a stranger chose is never mistaken
-- for one that was checked. Names are unique; the program checks it. Sealed: `name`, `note`.
CREATE TABLE contacts (
    kid      TEXT PRIMARY KEY,
    added_at TEXT NOT NULL,
    sealed   BLOB NOT NULL,
    mac      BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Keys whose orders are not stored.
CREATE TABLE blocked_keys (
    kid        TEXT PRIMARY KEY,
    blocked_at TEXT NOT NULL,
    mac        BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Rules that approve orders without asking. `buyer` is a contact's key, or null for any buyer. A
-- rule covers one question or one population. `to_micro` is the highest level that the buyer may
-- hold after the sale; `order_minor` the highest price of one order, `month_minor` of all in one
-- calendar month (UTC), in `currency`; `last_day` (YYYY-MM-DD, UTC) the last day on which the rule
-- approves. A removed rule stays for its uses. `spent_minor` is the amount that it approved in
-- `spent_month`, the last month in which it approved an order. Sealed: `payment`, the reference on
-- its receipts.
CREATE TABLE standing_rules (
    number      INTEGER PRIMARY KEY,
    buyer       TEXT,
    question    TEXT REFERENCES questions (id),
    population  TEXT REFERENCES populations (id),
    to_micro    INTEGER NOT NULL CHECK (to_micro > 0),
    currency    TEXT NOT NULL,
    order_minor INTEGER NOT NULL CHECK (order_minor >= 0),
    month_minor INTEGER CHECK (month_minor >= 0),
    last_day    TEXT,
    state       TEXT NOT NULL CHECK (state IN ('active', 'paused', 'removed')),
    added_at    TEXT NOT NULL,
    spent_month TEXT,
    spent_minor INTEGER NOT NULL CHECK (spent_minor >= 0),
    times_used  INTEGER NOT NULL CHECK (times_used >= 0),
    sealed      BLOB NOT NULL,
    mac         BLOB NOT NULL CHECK (length(mac) = 32),
    CHECK ((question IS NULL) <> (population IS NULL))
) STRICT;

-- Every approval by a rule, stored in the transaction of its receipt.
CREATE TABLE rule_uses (
    order_id    TEXT PRIMARY KEY REFERENCES orders_received (id),
    rule        INTEGER NOT NULL REFERENCES standing_rules (number),
    receipt     TEXT NOT NULL UNIQUE REFERENCES receipts (id),
    price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
    used_at     TEXT NOT NULL,
    mac         BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE INDEX rule_uses_by_rule ON rule_uses (rule, used_at);

CREATE TRIGGER rules_keep BEFORE DELETE ON standing_rules BEGIN SELECT RAISE(ABORT, 'rules are never deleted'); END;
CREATE TRIGGER rule_uses_keep_update BEFORE UPDATE OF order_id, rule, receipt, price_minor, used_at ON rule_uses BEGIN SELECT RAISE(ABORT, 'uses are never changed'); END;
CREATE TRIGGER rule_uses_keep_delete BEFORE DELETE ON rule_uses BEGIN SELECT RAISE(ABORT, 'uses are never deleted'); END;

-- Later payments of sales on credit, as the owner recorded them: the receipt, the day (YYYY-MM-DD),
-- and the amount in minor units of the receipt's currency. A receipt may be paid in parts. Sealed:
-- `reference`, how the payment is known.
CREATE TABLE payments (
    number       INTEGER PRIMARY KEY CHECK (number > 0),
    receipt      TEXT NOT NULL REFERENCES documents (id),
    paid_on      TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    recorded_at  TEXT NOT NULL,
    sealed       BLOB NOT NULL,
    mac          BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Bookings that name an order of this home: direction, day (YYYY-MM-DD) if the statement has
-- one, and amount in minor units of the currency. `refunded_at` is when the owner said that the
-- unmatched part was paid back. Sealed: `iban` (the account), `party` (the other side's name),
-- `text` (of payer and bank), `bank` (the owner's name for the bank, if the booking comes only from
-- its CSV), `by_reference` and `by_content`, by which a booking is recognised in another statement.
CREATE TABLE bookings (
    number       INTEGER PRIMARY KEY CHECK (number > 0),
    direction    TEXT NOT NULL CHECK (direction IN ('credit', 'debit')),
    booked_on    TEXT,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    currency     TEXT NOT NULL,
    imported_at  TEXT NOT NULL,
    refunded_at  TEXT,
    sealed       BLOB NOT NULL,
    mac          BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- The orders that bookings paid, each once: the order that the booking's text names, the order that
-- was delivered for it (another one if the first could no longer be), the amount in minor units of
-- the booking's currency, and the number of the payment if it paid a sale on credit.
CREATE TABLE settled (
    order_id     TEXT PRIMARY KEY REFERENCES documents (id),
    booking      INTEGER NOT NULL REFERENCES bookings (number),
    delivered    TEXT NOT NULL REFERENCES documents (id),
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    payment      INTEGER,
    mac          BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Bookings that are no payment of an order, as the owner said, and since when.
CREATE TABLE bookings_aside (
    booking      INTEGER PRIMARY KEY REFERENCES bookings (number),
    set_aside_at TEXT NOT NULL,
    mac          BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- The kinds of reports that contain a booking, each with the day in the first report of that kind.
CREATE TABLE booking_reports (
    booking   INTEGER NOT NULL REFERENCES bookings (number),
    kind      TEXT NOT NULL CHECK (kind IN ('camt.052', 'camt.053', 'camt.054', 'csv')),
    booked_on TEXT,
    mac       BLOB NOT NULL CHECK (length(mac) = 32),
    PRIMARY KEY (booking, kind)
) STRICT;

-- Bookings that are batch entries with unknown individual amounts.
CREATE TABLE bookings_collective (
    booking INTEGER PRIMARY KEY REFERENCES bookings (number),
    mac     BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Bookings that are single transfers of a batch entry: the number of the entry's first transfer that
-- is stored, and the entry's direction and amount. Sealed: `by_reference` and `by_content`, by which
-- the entry is recognised in another statement.
CREATE TABLE booking_entries (
    booking      INTEGER PRIMARY KEY REFERENCES bookings (number),
    first        INTEGER NOT NULL REFERENCES bookings (number),
    direction    TEXT NOT NULL CHECK (direction IN ('credit', 'debit')),
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    sealed       BLOB NOT NULL,
    mac          BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Invoices and credit notes that were issued, in one series of numbers. They never change. Sealed:
-- `contents`, what each says, as JSON.
CREATE TABLE invoices (
    number    INTEGER PRIMARY KEY CHECK (number > 0),
    issued_at TEXT NOT NULL,
    sealed    BLOB NOT NULL,
    mac       BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- A new recovery key encrypts `sealed` again.
CREATE TRIGGER invoices_keep_update BEFORE UPDATE OF number, issued_at ON invoices BEGIN SELECT RAISE(ABORT, 'invoices are never changed'); END;
CREATE TRIGGER invoices_keep_delete BEFORE DELETE ON invoices BEGIN SELECT RAISE(ABORT, 'invoices are never deleted'); END;

-- Codebooks that the owner keeps for later datasets. They contain no values from rows. Sealed:
-- `name`, `columns` (a JSON array).
CREATE TABLE codebooks (
    number  INTEGER PRIMARY KEY CHECK (number > 0),
    kept_at TEXT NOT NULL,
    sealed  BLOB NOT NULL,
    mac     BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- The newest statement of availability that this home has seen of each owner: the exact signed
-- string. It is advice, and its signature is checked when it is read.
CREATE TABLE availability (
    owner   TEXT PRIMARY KEY,
    compact TEXT NOT NULL
) STRICT;
