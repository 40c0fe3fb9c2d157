-- Window functions: frames, named windows, partitions by the key and by something else.
--@ strategy PUSHDOWN
SELECT order_id, line, row_number() OVER (PARTITION BY order_id ORDER BY line) FROM sale_items;
SELECT order_id, line, sum(price) OVER (PARTITION BY order_id) FROM sale_items;
SELECT order_id, line, sum(quantity) OVER (PARTITION BY order_id ORDER BY line ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM sale_items;
SELECT order_id, rank() OVER (PARTITION BY status ORDER BY total DESC NULLS LAST) FROM sales;
SELECT order_id, dense_rank() OVER (ORDER BY priority), percent_rank() OVER (ORDER BY priority), cume_dist() OVER (ORDER BY priority) FROM sales;
SELECT order_id, row_number() OVER (ORDER BY total DESC, order_id) FROM sales WHERE total IS NOT NULL;
SELECT order_id, lag(total) OVER w, lead(total, 2, 0.0) OVER w, first_value(total) OVER w, last_value(total) OVER w, nth_value(total, 3) OVER w FROM sales WINDOW w AS (PARTITION BY customer_id ORDER BY order_id);
SELECT order_id, ntile(4) OVER (ORDER BY order_id) FROM sales;
SELECT order_id, sum(total) OVER (ORDER BY order_id) FROM sales WHERE order_id <= 100;
SELECT order_id, avg(total) OVER (ORDER BY order_id ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING) FROM sales WHERE order_id <= 100;
SELECT order_id, sum(total) OVER (ORDER BY order_id RANGE BETWEEN 5 PRECEDING AND 5 FOLLOWING EXCLUDE CURRENT ROW) FROM sales WHERE order_id <= 100;
SELECT order_id, count(*) OVER (ORDER BY ordered_at RANGE BETWEEN interval '10 days' PRECEDING AND CURRENT ROW) FROM sales;
SELECT order_id, count(*) OVER (ORDER BY priority GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES) FROM sales;
--@ strategy PUSHDOWN
SELECT order_id, line, sum(quantity) OVER (PARTITION BY order_id ORDER BY quantity GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM sale_items;
--@ strategy STAGED
SELECT order_id, count(*) OVER w, max(total) OVER w FROM sales WINDOW w AS (PARTITION BY status ORDER BY priority DESC GROUPS 1 PRECEDING);
SELECT order_id, sum(total) OVER w1, count(*) OVER w2 FROM sales WINDOW w1 AS (PARTITION BY status), w2 AS (w1 ORDER BY order_id);
SELECT status, count(*), sum(count(*)) OVER (), rank() OVER (ORDER BY count(*) DESC, status) FROM sales GROUP BY status;
SELECT status, channel, sum(total), sum(sum(total)) OVER (PARTITION BY status) FROM sales GROUP BY status, channel;
SELECT status, sum(total) / sum(sum(total)) OVER () FROM sales GROUP BY status;
SELECT * FROM (SELECT order_id, total, row_number() OVER (PARTITION BY customer_id ORDER BY total DESC NULLS LAST, order_id) AS r FROM sales) x WHERE r = 1;
SELECT * FROM (SELECT order_id, line, rank() OVER (PARTITION BY order_id ORDER BY price DESC, line) AS r FROM sale_items) x WHERE r <= 2;
SELECT c.name, s.order_id, count(*) OVER (PARTITION BY c.country) FROM sales s JOIN customers c USING (customer_id);
SELECT name, rank() OVER (ORDER BY population DESC NULLS LAST) FROM countries;
SELECT account_id, balance - lag(balance) OVER (ORDER BY opened) FROM accounts;
SELECT account_id, sum(balance) OVER (PARTITION BY region ORDER BY account_id ROWS UNBOUNDED PRECEDING) FROM accounts;
--@ ordered
SELECT order_id, count(*) OVER () FROM sales ORDER BY order_id LIMIT 5;
SELECT DISTINCT status, count(*) OVER (PARTITION BY status) FROM sales;
SELECT count(*) FILTER (WHERE status = 'open') OVER (PARTITION BY customer_id), order_id FROM sales;
SELECT id, row_number() OVER () FROM single_row;
SELECT id, count(*) OVER () FROM empty_facts;
SELECT user_key, event_id, happened - lag(happened) OVER (PARTITION BY user_key ORDER BY happened, event_id) FROM events;
SELECT user_key, event_id, first_value(kind) OVER (PARTITION BY user_key ORDER BY happened, event_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM events;
SELECT k, seq, string_agg(v::text, ',') OVER (PARTITION BY k ORDER BY seq ROWS 2 PRECEDING) FROM skewed;
--@ ordered
SELECT order_id FROM sales ORDER BY row_number() OVER (ORDER BY total NULLS FIRST, order_id) LIMIT 12;
SELECT grp, id, sum(amount) OVER (PARTITION BY grp ORDER BY id) FROM undeclared;
SELECT s.order_id, x.r FROM sales s JOIN (SELECT customer_id, rank() OVER (ORDER BY count(*) DESC, customer_id) AS r FROM sales GROUP BY customer_id) x USING (customer_id) WHERE x.r < 4;
SELECT id, f8, rank() OVER (ORDER BY f8), rank() OVER (ORDER BY num DESC) FROM all_types WHERE id > 50;
--@ error 42P20
SELECT order_id FROM sales WHERE row_number() OVER () = 1;
