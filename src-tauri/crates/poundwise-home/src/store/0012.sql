-- Version 12: bookings that are no payment of an order, and the bank whose columns told of one.

-- Bookings that are no payment of an order, as the owner says, and since when.
CREATE TABLE bookings_aside (
    booking      INTEGER PRIMARY KEY REFERENCES bookings (number),
    set_aside_at TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- The bank, by the owner's name for it, whose CSV alone told of a booking; none where CAMT or the
-- CSV of another bank told of it too.
CREATE TABLE booking_banks (
    booking INTEGER PRIMARY KEY REFERENCES bookings (number),
    bank    TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
