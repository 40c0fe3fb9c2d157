-- Set operations: all, distinct, mixed, parenthesised, with LIMIT.
SELECT order_id FROM sales WHERE status = 'open' UNION ALL SELECT order_id FROM sale_items WHERE quantity > 45;
--@ strategy PUSHDOWN
SELECT order_id, total FROM sales UNION ALL SELECT order_id, total FROM archive.sales;
SELECT customer_id FROM sales UNION SELECT customer_id FROM customers;
SELECT status FROM sales UNION SELECT channel FROM sales;
SELECT order_id FROM sales INTERSECT SELECT order_id FROM sale_items;
SELECT order_id FROM sales EXCEPT SELECT order_id FROM sale_items;
SELECT order_id FROM sale_items EXCEPT SELECT order_id FROM sales;
SELECT order_id FROM sale_items EXCEPT ALL SELECT order_id FROM sales;
SELECT order_id FROM sale_items INTERSECT ALL SELECT order_id FROM sales;
SELECT customer_id FROM sales INTERSECT ALL SELECT product_id FROM sale_items;
SELECT customer_id FROM customers EXCEPT SELECT customer_id FROM sales;
SELECT order_id FROM sales EXCEPT SELECT account_id FROM accounts;
SELECT customer_id FROM sales UNION SELECT account_id FROM accounts INTERSECT SELECT product_id FROM products;
(SELECT customer_id FROM sales UNION SELECT account_id FROM accounts) INTERSECT SELECT product_id FROM products;
SELECT 1 UNION ALL SELECT 2 UNION SELECT 2;
SELECT order_id, 'sale' AS kind FROM sales WHERE order_id < 5 UNION ALL SELECT account_id, 'account' FROM accounts WHERE account_id < 5;
--@ ordered
SELECT order_id FROM sales UNION SELECT order_id FROM archive.sales ORDER BY order_id DESC LIMIT 25;
--@ ordered
SELECT order_id, total FROM sales UNION ALL SELECT order_id, total FROM archive.sales ORDER BY order_id, total NULLS FIRST LIMIT 30 OFFSET 10;
--@ ordered
(SELECT order_id FROM sales ORDER BY order_id LIMIT 5) UNION ALL (SELECT order_id FROM sales ORDER BY order_id DESC LIMIT 5) ORDER BY 1;
(SELECT name FROM customers ORDER BY name LIMIT 3) UNION (SELECT owner FROM accounts ORDER BY owner DESC, account_id LIMIT 3);
SELECT name FROM customers UNION ALL SELECT NULL UNION ALL SELECT owner FROM accounts WHERE account_id = 1;
SELECT count(*), sum(order_id) FROM (SELECT order_id FROM sales UNION ALL SELECT order_id FROM sale_items) x;
SELECT status, count(*) FROM (SELECT status, order_id FROM sales UNION SELECT kind, event_id FROM events) x GROUP BY status;
SELECT 1 AS a, 2.5 AS b UNION SELECT 2, 3 UNION SELECT 3, NULL;
SELECT total FROM sales WHERE order_id = 3 UNION ALL SELECT weight FROM products WHERE product_id = 3;
SELECT price FROM products UNION SELECT (price + 0.00)::numeric(12, 2) FROM products;
VALUES (1, 'a'), (2, 'b') UNION ALL SELECT customer_id, name FROM customers WHERE customer_id = 7;
TABLE countries UNION ALL TABLE countries;
SELECT NULL AS x UNION SELECT 1 UNION SELECT NULL;
SELECT order_id FROM sales WHERE false UNION ALL SELECT id FROM empty_facts;
SELECT id FROM empty_facts EXCEPT SELECT order_id FROM sales;
SELECT order_id, customer_id FROM sales s WHERE EXISTS (SELECT s.order_id INTERSECT SELECT i.order_id FROM sale_items i);
SELECT s.order_id FROM sales s WHERE s.customer_id IN (SELECT customer_id FROM customers WHERE vip UNION SELECT parent_id FROM accounts);
SELECT s.status, x.k FROM sales s JOIN (SELECT order_id, 'i' AS k FROM sale_items UNION SELECT order_id, 'a' FROM archive.sales) x USING (order_id) WHERE s.order_id < 30;
--@ error 42601
SELECT order_id, status FROM sales UNION SELECT order_id FROM archive.sales;
--@ error 42804
SELECT order_id FROM sales UNION SELECT status FROM sales;
--@ error 42P10
SELECT order_id FROM sales UNION SELECT order_id FROM archive.sales ORDER BY 2;
