-- Views, functions, schemas, catalogs, and what pins a statement to one node.
--@ strategy PUSHDOWN
SELECT * FROM open_sales;
SELECT count(*), sum(total) FROM open_sales;
SELECT v.order_id, i.line FROM open_sales v JOIN sale_items i USING (order_id);
SELECT order_id, sum(amount) FROM sales_with_items GROUP BY order_id;
SELECT status, sum(amount) FROM sales_with_items GROUP BY status;
SELECT * FROM customer_totals;
SELECT c.name, t.total FROM customers c LEFT JOIN customer_totals t USING (customer_id);
SELECT * FROM vip_totals;
--@ ordered
SELECT name, total FROM vip_totals ORDER BY total DESC NULLS LAST, name LIMIT 3;
SELECT * FROM european_customers;
SELECT s.order_id, e.country FROM sales s JOIN european_customers e USING (customer_id);
SELECT count(*), sum(total) FROM archive.all_sales;
SELECT order_id, count(*) FROM archive.all_sales GROUP BY order_id HAVING count(*) > 1;
SELECT "Order", "Sum of Prices" FROM renamed WHERE "Sum of Prices" > 800;
SELECT * FROM customers_by_country;
SELECT k.name, m.n FROM countries k LEFT JOIN customers_by_country m ON m.country = k.code;
SELECT s.order_id, a.total FROM public.sales s JOIN archive.sales a ON a.order_id = s.order_id;
SELECT argosy.public.sales.order_id FROM argosy.public.sales WHERE order_id < 3;
SELECT order_id, add_tax(total), add_tax(total, 0.1), add_tax(amount => total, rate => 0) FROM sales WHERE order_id < 30;
SELECT sum(add_tax(total)) FROM sales;
SELECT customer_id, country_name(country) FROM customers;
SELECT s.order_id, country_name(c.country) FROM sales s JOIN customers c USING (customer_id) WHERE s.order_id < 30;
SELECT classify(total), count(*) FROM sales GROUP BY 1;
SELECT order_id, classify(total) FROM sales WHERE classify(total) = 'none';
SELECT n, s.status FROM first_numbers(5) n JOIN sales s ON s.order_id = n;
SELECT order_id, first_numbers(2) FROM sales WHERE order_id < 5;
SELECT status, product_of(priority + 1) FROM sales WHERE order_id < 10 GROUP BY status;
--@ strategy ROUTE
SELECT * FROM sales WHERE order_id = 7;
SELECT * FROM sales WHERE 7 = order_id AND status = 'nosuch';
--@ strategy ROUTE
SELECT s.*, i.line FROM sales s JOIN sale_items i USING (order_id) WHERE s.order_id = 7;
SELECT count(*), sum(price) FROM sale_items WHERE order_id = 7;
SELECT * FROM sales WHERE order_id IN (3, 5, 8, 13, 100000);
SELECT * FROM sales WHERE order_id = ANY ('{3,5,8}');
SELECT * FROM sales WHERE order_id = 3 OR order_id = 4;
SELECT * FROM sales WHERE order_id = 3 AND order_id = 4;
SELECT * FROM sales WHERE order_id = NULL;
SELECT count(*) FROM sales WHERE order_id IS NULL;
SELECT * FROM sales WHERE order_id BETWEEN 3 AND 6;
SELECT * FROM sales WHERE order_id = '7';
SELECT * FROM sales WHERE order_id = 7::smallint;
SELECT * FROM sales WHERE order_id = 3 + 4;
SELECT * FROM sales WHERE order_id = (SELECT 7);
SELECT * FROM sales WHERE order_id = abs(-7);
SELECT * FROM events WHERE user_key = 'user-5';
SELECT * FROM events WHERE user_key = 'USER-5' OR user_key LIKE 'user-5_';
SELECT count(*) FROM events WHERE user_key IN ('user-hot', 'user-1', 'nobody');
SELECT count(*) FROM measurements WHERE sensor = '00000000-0000-4000-8000-000000000007';
SELECT * FROM calendar WHERE day = '2022-03-01';
SELECT * FROM words WHERE id = 5;
SELECT * FROM "Order Lines" WHERE "Line Id" = 3;
SELECT s.order_id FROM sales s WHERE s.order_id = 7 UNION ALL SELECT i.order_id FROM sale_items i WHERE i.order_id = 7;
SELECT s.order_id, (SELECT count(*) FROM sale_items i WHERE i.order_id = s.order_id) FROM sales s WHERE order_id = 10;
SELECT s.order_id, a.account_id FROM sales s, accounts a WHERE s.order_id = 7 AND a.account_id = 7;
SELECT * FROM single_row;
SELECT * FROM empty_facts;
SELECT * FROM undeclared WHERE id < 5;
SELECT sum(amount) FROM undeclared;
SELECT relname, relkind FROM pg_class WHERE relname IN ('sales', 'sale_items', 'open_sales', 'customers');
SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = 'sales' AND table_schema = 'public';
SELECT conname, contype, conrelid::regclass FROM pg_constraint WHERE conrelid = 'sale_items'::regclass;
SELECT pg_get_viewdef('open_sales'), format_type(23, NULL), 'sales'::regclass, to_regclass('nosuch');
SELECT c.relname, count(s.order_id) FROM pg_class c LEFT JOIN sales s ON s.status = c.relname WHERE c.relname = 'sales' GROUP BY 1;
SELECT current_schema(), current_database(), current_schemas(false), current_user = session_user;
SELECT current_setting('server_version_num')::int / 10000 >= 14, current_setting('server_encoding');
SELECT tableoid::regclass, order_id FROM sales WHERE order_id = 3;
--@ setup
SET search_path = archive, public;
SELECT order_id, year FROM sales WHERE order_id < 30;
SELECT count(*) FROM sales NATURAL JOIN sale_items;
SELECT * FROM all_sales WHERE order_id = 10;
SHOW search_path;
RESET search_path;
SELECT count(*) FROM sales NATURAL JOIN sale_items;
--@ setup
PREPARE by_id (bigint) AS SELECT order_id, status FROM sales WHERE order_id = $1;
EXECUTE by_id (5);
EXECUTE by_id (6);
--@ setup
PREPARE totals (numeric, text) AS SELECT status, count(*), sum(total) FROM sales WHERE total > $1 AND channel = $2 GROUP BY status;
EXECUTE totals (1000, 'web');
EXECUTE totals (99000.5, 'shop');
--@ error 42P05
PREPARE totals AS SELECT 1;
DEALLOCATE totals;
--@ error 26000
EXECUTE totals (1, 'web');
SELECT set_config('work_mem', '8MB', false), current_setting('work_mem');
SHOW work_mem;
SELECT count(*) FROM sales;
/* before */ SELECT /* inside; */ count(*) -- to the line's end
FROM sales;
