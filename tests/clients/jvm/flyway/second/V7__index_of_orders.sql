CREATE INDEX CONCURRENTLY IF NOT EXISTS by_amount ON sales.orders (amount);
