-- Aggregates over all partitioned rows that other rows are compared with: one partial row of each node, or several where
-- values are distinct; sums that are NULL, types with and without collations or modifiers, aggregates of no rows.
SELECT count(*) FROM sales WHERE total > (SELECT avg(total) FROM sales);
SELECT order_id FROM sales WHERE total > (SELECT avg(total) * 1.9 FROM sales WHERE status = 'open');
SELECT count(*) FROM sales WHERE total > (SELECT avg(total) FROM sales WHERE order_id < 0);
SELECT count(*) FROM sales WHERE coalesce((SELECT sum(total) FROM sales WHERE order_id < 0), 7) < total;
SELECT count(*) FROM measurements WHERE reading > (SELECT avg(reading) FROM measurements);
SELECT count(*) FROM measurements WHERE n > (SELECT avg(quality) FROM measurements);
SELECT count(*) FROM measurements WHERE taken = (SELECT max(taken) FROM measurements);
SELECT count(*) FROM words WHERE word < (SELECT max(word) FROM words);
SELECT count(*) FROM words WHERE fixed = (SELECT min(fixed) FROM words);
SELECT count(*) FROM all_types WHERE iv > (SELECT min(iv) FROM all_types);
SELECT count(*) FROM all_types WHERE iv > (SELECT avg(iv) FROM all_types);
SELECT count(*) FROM all_types WHERE b = (SELECT bool_or(b) FROM all_types);
SELECT count(*) FROM all_types WHERE ts <= (SELECT max(ts) FROM all_types) AND tstz >= (SELECT min(tstz) FROM all_types);
SELECT count(*) FROM all_types WHERE num2 >= (SELECT max(num2) FROM all_types) OR m = (SELECT max(m) FROM all_types);
SELECT count(*) FROM sales WHERE customer_id > (SELECT count(DISTINCT customer_id) FROM sales);
SELECT count(*) FROM sales WHERE priority < (SELECT count(DISTINCT status) + sum(DISTINCT priority) FROM sales WHERE priority < 3);
SELECT (SELECT count(*) FROM sales), (SELECT count(*) FROM sale_items), (SELECT sum(v) FROM skewed), (SELECT max(v) FROM empty_facts);
SELECT c.name, (SELECT count(*) FROM sales) AS n FROM customers c WHERE c.customer_id < 5;
SELECT count(*) FROM sales s WHERE s.total > (SELECT avg(t.total) FROM sales t WHERE t.total < (SELECT avg(u.total) FROM sales u));
SELECT status, count(*) FROM sales GROUP BY status HAVING count(*) > (SELECT count(*) / 7 FROM sales);
SELECT status, sum(total) FROM sales GROUP BY status HAVING sum(total) > (SELECT sum(total) / 3 FROM sales) ORDER BY 2 DESC;
WITH limits AS (SELECT avg(total) AS a, max(total) AS m FROM sales) SELECT count(*) FROM sales, limits WHERE total BETWEEN a AND m / 2;
SELECT count(*) FROM accounts WHERE balance > (SELECT avg(balance) FROM accounts) AND account_id IN (SELECT to_account FROM transfers);
SELECT big > (SELECT avg(scaled) FROM extremes), f8 < (SELECT max(f8) FROM extremes) FROM extremes;
SELECT count(*) FROM sales WHERE total > (SELECT avg(total) FROM sales HAVING count(*) > 1000000);
SELECT count(*) FROM sales WHERE total > (SELECT max(total) - 100 FROM sales LIMIT 1);
SELECT count(*) FROM sales WHERE total > (SELECT max(total) FROM sales LIMIT 0);
