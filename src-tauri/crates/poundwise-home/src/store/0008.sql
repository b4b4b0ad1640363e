-- Version 8: payments that come after their receipt.

-- Payments of sales on credit, as the owner recorded them: the receipt, the day (YYYY-MM-DD), the
-- amount in minor units of the receipt's currency, and how the payment is known. A receipt may be
-- paid in parts. Nothing that is signed changes.
CREATE TABLE payments (
    number       INTEGER PRIMARY KEY CHECK (number > 0),
    receipt      TEXT NOT NULL REFERENCES documents (id),
    paid_on      TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    reference    TEXT NOT NULL,
    recorded_at  TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
