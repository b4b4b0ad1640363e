-- Version 10: invoices.

-- Invoices and credit notes that were issued, in one series of numbers: what each says, as JSON. An
-- issued one never changes.
CREATE TABLE invoices (
    number    INTEGER PRIMARY KEY CHECK (number > 0),
    contents  TEXT NOT NULL,
    issued_at TEXT NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT;
CREATE TRIGGER invoices_keep_update BEFORE UPDATE OF number, contents, issued_at ON invoices BEGIN SELECT RAISE(ABORT, 'invoices are never changed'); END;
CREATE TRIGGER invoices_keep_delete BEFORE DELETE ON invoices BEGIN SELECT RAISE(ABORT, 'invoices are never deleted'); END;
