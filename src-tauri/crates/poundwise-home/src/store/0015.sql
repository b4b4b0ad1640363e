-- Version 15: the reports that told of a booking, and entries for several transfers.

-- The day under which a report of each kind told first of a booking. A booking of an older home has
-- none.
CREATE TABLE booking_reports (
    booking   INTEGER NOT NULL REFERENCES bookings (number),
    kind      TEXT NOT NULL CHECK (kind IN ('camt.052', 'camt.053', 'camt.054', 'csv')),
    booked_on TEXT,
    mac BLOB NOT NULL CHECK (length(mac) = 32),
    PRIMARY KEY (booking, kind)
) STRICT;

-- Bookings that are entries for several transfers whose single amounts are not known.
CREATE TABLE bookings_collective (
    booking INTEGER PRIMARY KEY REFERENCES bookings (number),
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;

-- Bookings that are one of the transfers of an entry: the number of its first one that is stored,
-- and the entry as it is known again.
CREATE TABLE booking_entries (
    booking      INTEGER PRIMARY KEY REFERENCES bookings (number),
    first        INTEGER NOT NULL REFERENCES bookings (number),
    direction    TEXT NOT NULL CHECK (direction IN ('credit', 'debit')),
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    by_reference TEXT,
    by_content   TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
