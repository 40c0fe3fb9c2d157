-- Rows that several SELECTs of a statement read: the same FROM, and conditions in common.
SELECT customer_id, name FROM customers WHERE country IN ('DE', 'FR', 'IT') AND credit > (SELECT avg(credit) FROM customers WHERE credit > 0 AND country IN ('DE', 'FR', 'IT')) AND NOT EXISTS (SELECT * FROM sales WHERE sales.customer_id = customers.customer_id) ORDER BY customer_id;
SELECT country, count(*), sum(credit) FROM customers WHERE country IN ('DE', 'FR', 'IT', 'US') AND credit > (SELECT avg(credit) FROM customers WHERE country IN ('DE', 'FR', 'IT', 'US')) AND EXISTS (SELECT * FROM sales WHERE sales.customer_id = customers.customer_id AND total > 100) GROUP BY country;
SELECT country, count(*) FROM customers WHERE vip AND credit >= (SELECT min(credit) FROM customers WHERE vip) AND customer_id NOT IN (SELECT customer_id FROM sales WHERE customer_id IS NOT NULL) GROUP BY country;
SELECT count(*) FROM customers WHERE vip AND customer_id NOT IN (SELECT customer_id FROM sales) AND credit > (SELECT avg(credit) FROM customers WHERE vip);
SELECT customer_id, credit - (SELECT avg(credit) FROM customers WHERE segment = 'retail') AS above FROM customers WHERE segment = 'retail' AND credit IS NOT NULL ORDER BY customer_id LIMIT 20;
SELECT (SELECT max(credit) FROM customers WHERE segment IS NULL), (SELECT min(credit) FROM customers WHERE segment IS NULL), (SELECT count(*) FROM customers WHERE segment IS NULL AND vip);
SELECT status, count(*) FROM sales WHERE priority > 1 AND total > (SELECT avg(total) FROM sales WHERE priority > 1) GROUP BY status;
SELECT order_id, total FROM sales WHERE priority > 1 AND total > (SELECT avg(total) FROM sales WHERE priority > 1 AND status <> 'open') AND customer_id IN (SELECT customer_id FROM customers WHERE vip) ORDER BY order_id;
SELECT order_id FROM sales WHERE channel = 'web' AND NOT EXISTS (SELECT * FROM accounts WHERE accounts.parent_id = sales.customer_id) AND total >= (SELECT max(total) / 2 FROM sales WHERE channel = 'web') ORDER BY order_id;
SELECT customer_id, sum(total) FROM sales WHERE discount IS NOT NULL GROUP BY customer_id HAVING sum(total) > (SELECT sum(total) * 0.01 FROM sales WHERE discount IS NOT NULL);
SELECT customer_id, sum(total) FROM sales WHERE discount IS NOT NULL AND priority < 4 GROUP BY customer_id HAVING sum(total) > (SELECT sum(total) * 0.02 FROM sales WHERE discount IS NOT NULL) ORDER BY customer_id;
SELECT i.product_id, sum(i.price) FROM sale_items AS i JOIN products AS p ON p.product_id = i.product_id WHERE p.category = 'toys' GROUP BY i.product_id HAVING sum(i.price) > (SELECT avg(i.price) FROM sale_items AS i JOIN products AS p ON p.product_id = i.product_id WHERE p.category = 'toys' AND i.quantity > 2);
SELECT c.name, s.total FROM customers AS c LEFT JOIN sales AS s ON s.customer_id = c.customer_id WHERE c.country = 'DE' AND (s.total > (SELECT avg(s.total) FROM customers AS c LEFT JOIN sales AS s ON s.customer_id = c.customer_id WHERE c.country = 'DE') OR s.total IS NULL) ORDER BY c.name, s.total;
SELECT count(*) FROM customers WHERE country = 'FR' UNION ALL SELECT count(credit) FROM customers WHERE country = 'FR' AND vip;
SELECT name FROM customers WHERE country = 'FR' EXCEPT SELECT name FROM customers WHERE country = 'FR' AND credit < (SELECT avg(credit) FROM customers WHERE country = 'FR');
SELECT day, weekday FROM calendar WHERE holiday AND day > (SELECT min(day) FROM calendar WHERE holiday) AND day <> ALL (SELECT shipped FROM sale_items WHERE shipped IS NOT NULL) ORDER BY day;
-- None of the rows that are in common.
SELECT count(*), sum(credit) FROM customers WHERE country = 'XX' AND credit > (SELECT avg(credit) FROM customers WHERE country = 'XX') AND NOT EXISTS (SELECT * FROM sales WHERE sales.customer_id = customers.customer_id);
-- A condition that fails for rows that another one keeps from it is not asked of these.
SELECT count(*) FROM customers WHERE customer_id <> 1 AND 10 / (customer_id - 1) >= 0 AND credit > (SELECT avg(credit) FROM customers WHERE customer_id > 1 AND 10 / (customer_id - 1) >= 0);
SELECT count(*) FROM sales WHERE order_id <> 1 AND 10 / (order_id - 1) >= 0 AND total > (SELECT avg(total) FROM sales WHERE order_id > 1 AND 10 / (order_id - 1) >= 0);
--@ error 22012
SELECT count(*) FROM customers WHERE credit > (SELECT avg(credit) FROM customers WHERE 10 / (customer_id - 1) >= 0) AND 10 / (customer_id - 1) >= 0;
