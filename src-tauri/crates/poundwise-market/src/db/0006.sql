-- Version 6 of a home's database: whom this home knows, and the orders it approves by itself.

-- Keys that the owner of this home has given a name of its own, so that a name which a stranger gives itself is never
-- taken for one that was checked. No two contacts have one name.
CREATE TABLE contacts (
    kid      TEXT PRIMARY KEY,
    name     TEXT NOT NULL COLLATE NOCASE UNIQUE,
    note     TEXT NOT NULL,
    added_at TEXT NOT NULL
) STRICT;

-- Rules by which orders are approved without being asked about. `buyer` is a contact's key, or null for anyone; a rule
-- is of one series or of one dataset; `to_micro` is the highest level that the buyer may hold after the sale;
-- `order_minor` the highest price of one order, `month_minor` of all in one calendar month (UTC), in `currency`;
-- `payment` is the reference that its receipts carry; `last_day` (YYYY-MM-DD, UTC) the last day on which it approves.
-- A removed rule stays for the sake of its uses.
CREATE TABLE standing_rules (
    number      INTEGER PRIMARY KEY,
    buyer       TEXT,
    series      TEXT,
    dataset     TEXT REFERENCES datasets (name),
    to_micro    INTEGER NOT NULL CHECK (to_micro > 0),
    currency    TEXT NOT NULL,
    order_minor INTEGER NOT NULL CHECK (order_minor >= 0),
    month_minor INTEGER CHECK (month_minor >= 0),
    payment     TEXT NOT NULL CHECK (payment <> ''),
    last_day    TEXT,
    state       TEXT NOT NULL CHECK (state IN ('active', 'paused', 'removed')),
    added_at    TEXT NOT NULL,
    CHECK ((series IS NULL) <> (dataset IS NULL))
) STRICT;

-- Every approval by a rule, in the transaction of its receipt.
CREATE TABLE rule_uses (
    order_id    TEXT PRIMARY KEY REFERENCES orders_received (id),
    rule        INTEGER NOT NULL REFERENCES standing_rules (number),
    receipt     TEXT NOT NULL UNIQUE REFERENCES receipts (id),
    price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
    used_at     TEXT NOT NULL
) STRICT;
CREATE INDEX rule_uses_by_rule ON rule_uses (rule, used_at);

CREATE TRIGGER rules_keep BEFORE DELETE ON standing_rules BEGIN SELECT RAISE(ABORT, 'rules are never deleted'); END;
CREATE TRIGGER rule_uses_keep_update BEFORE UPDATE ON rule_uses BEGIN SELECT RAISE(ABORT, 'uses are never changed'); END;
CREATE TRIGGER rule_uses_keep_delete BEFORE DELETE ON rule_uses BEGIN SELECT RAISE(ABORT, 'uses are never deleted'); END;
