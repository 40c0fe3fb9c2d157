-- Aggregation: plain, grouped, filtered, distinct, ordered, over sets of groupings.
--@ strategy PUSHDOWN
SELECT count(*) FROM sales;
--@ strategy PUSHDOWN
SELECT status, count(*), sum(total), avg(total), min(total), max(total) FROM sales GROUP BY status;
SELECT count(*), count(customer_id), count(DISTINCT customer_id), count(DISTINCT status) FROM sales;
SELECT status, count(DISTINCT customer_id), sum(DISTINCT priority), avg(DISTINCT priority) FROM sales GROUP BY status;
SELECT order_id, count(DISTINCT product_id) FROM sale_items GROUP BY order_id;
SELECT sum(priority), sum(customer_id), sum(order_id), sum(total), sum(discount), sum(priority::float8), sum(priority::real) FROM sales;
SELECT avg(priority), avg(customer_id), avg(order_id), avg(total), avg(discount), avg(priority::float8), avg(priority::real) FROM sales;
SELECT pg_typeof(sum(priority)), pg_typeof(sum(order_id)), pg_typeof(avg(priority)), pg_typeof(count(*)), pg_typeof(sum(total)) FROM sales;
SELECT min(status), max(status), min(ordered_at), max(placed), min(discount), max(priority) FROM sales;
SELECT stddev(total), stddev_pop(total), stddev_samp(priority), variance(total), var_pop(discount), var_samp(customer_id) FROM sales;
SELECT stddev(tax), stddev_pop(tax), variance(tax), var_pop(tax) FROM sale_items;
SELECT status, stddev(total), variance(priority) FROM sales GROUP BY status;
SELECT corr(quantity, price), covar_pop(quantity, price), covar_samp(quantity, price), regr_slope(price, quantity), regr_intercept(price, quantity), regr_r2(price, quantity), regr_count(price, quantity), regr_avgx(price, quantity), regr_sxx(price, quantity) FROM sale_items;
SELECT bool_and(returned), bool_or(returned), every(returned) FROM sale_items;
SELECT order_id % 10, bool_and(returned), bool_or(returned) FROM sale_items GROUP BY 1;
SELECT bit_and(priority), bit_or(priority), bit_xor(priority) FROM sales;
SELECT string_agg(status, ',' ORDER BY order_id) FROM sales WHERE order_id < 30;
SELECT channel, string_agg(DISTINCT status, '|' ORDER BY status) FROM sales GROUP BY channel;
SELECT channel, array_agg(order_id ORDER BY total DESC NULLS LAST, order_id) FROM sales WHERE order_id < 60 GROUP BY channel;
SELECT array_agg(DISTINCT priority ORDER BY priority DESC) FROM sales;
SELECT order_id, array_agg(line ORDER BY price, line) FROM sale_items WHERE order_id < 40 GROUP BY order_id;
SELECT json_agg(order_id ORDER BY order_id), jsonb_agg(status ORDER BY order_id) FROM sales WHERE order_id < 8;
SELECT jsonb_object_agg(order_id, total) FROM sales WHERE order_id < 8;
SELECT json_object_agg(order_id, status ORDER BY order_id) FROM sales WHERE order_id < 5;
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total), percentile_disc(0.25) WITHIN GROUP (ORDER BY total), mode() WITHIN GROUP (ORDER BY status) FROM sales WHERE order_id < 500;
SELECT status, percentile_cont(ARRAY[0.1, 0.9]) WITHIN GROUP (ORDER BY total) FROM sales GROUP BY status;
SELECT rank(50000) WITHIN GROUP (ORDER BY total), dense_rank(2) WITHIN GROUP (ORDER BY priority), percent_rank(50000) WITHIN GROUP (ORDER BY total), cume_dist(50000) WITHIN GROUP (ORDER BY total) FROM sales WHERE total IS NOT NULL;
SELECT count(*) FILTER (WHERE status = 'open'), sum(total) FILTER (WHERE channel = 'web'), avg(total) FILTER (WHERE false) FROM sales;
SELECT status, count(*) FILTER (WHERE total > 50000) AS large, count(DISTINCT customer_id) FILTER (WHERE priority > 2) FROM sales GROUP BY status;
SELECT status, channel, count(*) FROM sales GROUP BY ROLLUP (status, channel);
SELECT status, channel, sum(total) FROM sales GROUP BY CUBE (status, channel);
SELECT status, channel, grouping(status), grouping(channel), grouping(status, channel), count(*) FROM sales GROUP BY GROUPING SETS ((status), (channel), (status, channel), ());
SELECT status, channel, priority, count(*) FROM sales GROUP BY status, ROLLUP (channel, priority);
SELECT status, count(*) FROM sales GROUP BY GROUPING SETS ((status), (status), ());
SELECT order_id, sum(price) FROM sale_items WHERE order_id < 20 GROUP BY ROLLUP (order_id);
--@ ordered
SELECT coalesce(status, 'all') AS s, count(*) FROM sales GROUP BY ROLLUP (status) ORDER BY grouping(status), s;
SELECT id, count(*), sum(v) FROM empty_facts GROUP BY ROLLUP (id);
--@ strategy PUSHDOWN
SELECT status, channel, count(*) FROM sales GROUP BY DISTINCT ROLLUP (status, channel), ROLLUP (status);
SELECT count(*) FROM sales GROUP BY DISTINCT ROLLUP (customer_id, customer_id::bigint), CUBE (customer_id);
SELECT customer_id, count(*) FROM sales GROUP BY customer_id HAVING count(*) > 12;
SELECT status FROM sales GROUP BY status HAVING avg(total) > 49000 AND min(priority) = 0;
SELECT sum(total) FROM sales HAVING count(*) > 1000;
SELECT 1 FROM sales HAVING true;
SELECT count(*), sum(v), avg(v), max(t), array_agg(id), string_agg(t, ','), bool_and(v > 1), stddev(v) FROM empty_facts;
SELECT id, count(*) FROM empty_facts GROUP BY id;
SELECT count(*), sum(total) FROM sales WHERE order_id = -1;
SELECT sum(total) / count(*), sum(total) * 1.00 / nullif(count(discount), 0), round(avg(total), 3), sum(total + 1) - sum(total) FROM sales;
SELECT status, sum(total) / sum(priority), avg(total) - avg(discount), 100.0 * count(discount) / count(*) FROM sales GROUP BY status;
SELECT upper(status), length(status) + count(*), max(total) || ' max' FROM sales GROUP BY status;
SELECT extract(year FROM ordered_at) AS y, extract(month FROM ordered_at) AS m, sum(total) FROM sales GROUP BY y, m;
SELECT date_trunc('quarter', ordered_at), count(*) FROM sales GROUP BY 1;
SELECT CASE WHEN total > 50000 THEN 'large' WHEN total > 10000 THEN 'medium' ELSE 'small' END AS size, count(*), min(total) FROM sales GROUP BY size;
SELECT s.customer_id % 5, c.vip, count(*), sum(i.quantity * i.price) FROM sales s JOIN sale_items i USING (order_id) JOIN customers c USING (customer_id) GROUP BY 1, 2;
SELECT c.country, sum(s.total), count(DISTINCT s.order_id) FROM sales s JOIN customers c USING (customer_id) GROUP BY c.country;
SELECT order_id, s.* FROM sales s GROUP BY order_id HAVING order_id < 6;
SELECT s.order_id, s.status, s.total, count(*) FROM sales s JOIN sale_items i ON s.order_id = i.order_id GROUP BY s.order_id HAVING count(*) > 4;
SELECT max(x.n) FROM (SELECT status, count(*) AS n FROM sales GROUP BY status) x;
SELECT (count(*) > 5)::text || status FROM sales GROUP BY status;
SELECT DISTINCT status FROM sales;
SELECT DISTINCT status, channel FROM sales WHERE total > 90000;
SELECT DISTINCT order_id FROM sale_items WHERE quantity > 40;
SELECT DISTINCT ON (status) status, order_id, total FROM sales ORDER BY status, total DESC NULLS LAST, order_id;
--@ ordered
SELECT DISTINCT ON (customer_id) customer_id, order_id FROM sales ORDER BY customer_id, ordered_at DESC, order_id;
SELECT DISTINCT ON (order_id) order_id, line, price FROM sale_items ORDER BY order_id, price DESC, line;
SELECT DISTINCT count(*) FROM sales GROUP BY customer_id;
--@ ordered
SELECT DISTINCT channel, priority FROM sales ORDER BY channel NULLS FIRST, priority DESC LIMIT 7;
SELECT sum(balance) FROM accounts;
SELECT region, sum(balance), count(*) FROM accounts GROUP BY region;
SELECT sensor, count(*), avg(reading), sum(precise), max(quality) FROM measurements GROUP BY sensor;
SELECT taken, sum(reading) FILTER (WHERE reading <> 'NaN'), min(reading), max(reading) FROM measurements GROUP BY taken;
SELECT n, avg(precise), avg(quality), sum(quality) FROM measurements GROUP BY n;
SELECT k, count(*), sum(v), array_agg(DISTINCT v ORDER BY v) FROM skewed GROUP BY k;
SELECT grp, count(*), sum(amount) FROM undeclared GROUP BY grp;
SELECT user_key, count(*), max(happened) FROM events GROUP BY user_key HAVING count(*) > 5;
SELECT kind, min(value), max(value), sum(value), avg(value) FROM events GROUP BY kind;
SELECT min(m), max(m), min(d), max(ts), min(iv), max(iv), min(ip), max(cash), sum(cash), sum(iv), avg(iv), max(tm), min(ia), max(bin) FROM all_types WHERE id <= 57;
SELECT min(f8), max(f8), sum(f8), min(num), max(num), sum(num) FROM all_types;
SELECT any_value(status) FROM sales WHERE status = 'open';
SELECT range_agg(r4), range_intersect_agg(dr) FROM all_types WHERE id < 8;
SELECT product_of(priority + 1) FROM sales WHERE order_id < 20;
SELECT min(word), max(word), min(word COLLATE "en-x-icu"), max(word COLLATE "en-x-icu") FROM words;
--@ error 42803
SELECT status, channel FROM sales GROUP BY status;
--@ error 42803
SELECT sum(count(*)) FROM sales;
--@ error 42803
SELECT order_id FROM sales WHERE sum(total) > 1;
--@ error 42803
SELECT s.order_id, i.line FROM sales s JOIN sale_items i USING (order_id) GROUP BY s.order_id;
--@ strategy STAGED
SELECT s.order_id, s.status, s.total, count(*) FROM sales s JOIN sale_items i ON s.priority = i.line GROUP BY s.order_id HAVING s.discount IS NULL ORDER BY s.channel, s.order_id LIMIT 20;
SELECT c.*, count(s.order_id), (SELECT max(i.price) FROM sale_items i WHERE i.line = c.customer_id) FROM sales s RIGHT JOIN customers c ON c.customer_id = s.customer_id GROUP BY c.customer_id;
