-- Version 9: what bank statements say was booked, and which orders that paid.

-- Booked movements that name an order of this home: account (IBAN), direction, day (YYYY-MM-DD) if
-- the statement has one, amount in minor units of the currency, the other side's name, and the text
-- of payer and bank. By `by_reference`, or else by `by_content`, a booking is known again in
-- another statement. `refunded_at` is when the owner said that what it did not pay was paid back.
CREATE TABLE bookings (
    number       INTEGER PRIMARY KEY CHECK (number > 0),
    iban         TEXT NOT NULL,
    direction    TEXT NOT NULL CHECK (direction IN ('credit', 'debit')),
    booked_on    TEXT,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    currency     TEXT NOT NULL,
    party        TEXT,
    text         TEXT NOT NULL,
    by_reference TEXT,
    by_content   TEXT NOT NULL,
    imported_at  TEXT NOT NULL,
    refunded_at  TEXT,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- The orders that bookings paid, each once: the order that the booking's text names, the order that
-- was delivered for it (another one where the first could not be any more), the amount in minor
-- units of the booking's currency, and the payment by which a sale on credit was paid later.
CREATE TABLE settled (
    order_id     TEXT PRIMARY KEY REFERENCES documents (id),
    booking      INTEGER NOT NULL REFERENCES bookings (number),
    delivered    TEXT NOT NULL REFERENCES documents (id),
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    payment      INTEGER,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
