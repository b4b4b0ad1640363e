-- Version 4: indexes by which the cost of a sale does not grow with the orders and listings of the years before it.

-- Orders that wait for this home's answer.
CREATE INDEX orders_received_waiting ON orders_received (id) WHERE status = 'pending';

-- Orders of this home that wait for an owner's answer, by what they are for.
CREATE INDEX orders_placed_waiting ON orders_placed (listing) WHERE status = 'pending';

-- The series of a dataset, whose losses add up.
CREATE INDEX listings_by_dataset ON listings (dataset, version);
