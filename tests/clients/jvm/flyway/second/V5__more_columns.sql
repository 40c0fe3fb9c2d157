ALTER TYPE sales.state ADD VALUE IF NOT EXISTS 'lost' AFTER 'sent';
ALTER TABLE sales.orders ADD COLUMN amount numeric(12, 2) DEFAULT 10 NOT NULL;
ALTER TABLE sales.orders ADD CONSTRAINT worth_it CHECK (amount > 0);
ALTER TABLE sales.customers RENAME COLUMN joined TO since;
ALTER TABLE sales.customers ALTER COLUMN since TYPE timestamp USING since AT TIME ZONE 'UTC';
CREATE INDEX ON sales.orders (state) INCLUDE (amount);
CREATE UNIQUE INDEX once ON sales.orders (customer, goods);
