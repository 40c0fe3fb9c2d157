CREATE INDEX CONCURRENTLY by_price ON stock.goods (price DESC) WHERE left_over > 0;
