-- Joins of every kind, over every mixture of placements, on the distribution key and not.
--@ strategy PUSHDOWN
SELECT s.order_id, i.line, s.status, i.price FROM sales s JOIN sale_items i ON s.order_id = i.order_id;
--@ strategy PUSHDOWN
SELECT s.order_id, i.line FROM sales s LEFT JOIN sale_items i ON s.order_id = i.order_id;
--@ strategy PUSHDOWN
SELECT s.order_id, i.order_id, i.line FROM sales s RIGHT JOIN sale_items i ON s.order_id = i.order_id;
SELECT s.order_id, i.order_id, i.line FROM sales s FULL JOIN sale_items i ON s.order_id = i.order_id;
SELECT * FROM sales s FULL JOIN archive.sales a USING (order_id);
SELECT order_id, line, status FROM sales NATURAL JOIN sale_items;
SELECT * FROM sales NATURAL LEFT JOIN archive.sales;
SELECT order_id, count(*) FROM sales JOIN sale_items USING (order_id) GROUP BY order_id;
SELECT s.*, i.* FROM sales s, sale_items i WHERE s.order_id = i.order_id AND i.quantity > 45;
--@ strategy PUSHDOWN
SELECT s.order_id, c.name FROM sales s JOIN customers c ON c.customer_id = s.customer_id;
SELECT s.order_id, c.name FROM sales s LEFT JOIN customers c ON c.customer_id = s.customer_id;
SELECT s.order_id, c.name FROM customers c LEFT JOIN sales s ON c.customer_id = s.customer_id;
SELECT s.order_id, c.name FROM sales s RIGHT JOIN customers c ON c.customer_id = s.customer_id;
SELECT s.order_id, c.customer_id FROM sales s FULL JOIN customers c ON c.customer_id = s.customer_id;
SELECT c.name FROM customers c LEFT JOIN sales s ON c.customer_id = s.customer_id WHERE s.order_id IS NULL;
SELECT c.name, count(s.order_id) FROM customers c LEFT JOIN sales s ON c.customer_id = s.customer_id AND s.status = 'open' GROUP BY c.name;
SELECT c.name, k.name FROM customers c LEFT JOIN countries k ON k.code = c.country;
--@ strategy ROUTE
SELECT c.name, k.name FROM customers c FULL JOIN countries k ON k.code = c.country;
SELECT s.order_id, c.name, k.name, p.name FROM sales s JOIN sale_items i USING (order_id) LEFT JOIN customers c USING (customer_id) LEFT JOIN countries k ON k.code = c.country LEFT JOIN products p ON p.product_id = i.product_id WHERE i.line = 1;
SELECT count(*) FROM sales CROSS JOIN countries;
SELECT count(*) FROM sales CROSS JOIN accounts;
SELECT s.order_id, k.code FROM sales s CROSS JOIN countries k WHERE s.order_id < 4;
SELECT a.order_id, b.order_id FROM sales a JOIN sales b ON a.order_id = b.order_id + 1 WHERE a.order_id < 20;
SELECT a.order_id, b.order_id FROM sales a JOIN sales b ON a.order_id = b.order_id;
SELECT a.account_id, p.owner FROM accounts a JOIN accounts p ON a.parent_id = p.account_id;
SELECT a.account_id, p.account_id FROM accounts a LEFT JOIN accounts p ON a.parent_id = p.account_id;
SELECT a.account_id, p.account_id, g.account_id FROM accounts a JOIN accounts p ON a.parent_id = p.account_id JOIN accounts g ON p.parent_id = g.account_id;
--@ strategy PUSHDOWN
SELECT t.transfer_id, a.owner FROM transfers t JOIN accounts a ON t.from_account = a.account_id;
SELECT t.transfer_id, a.owner FROM transfers t JOIN accounts a ON t.to_account = a.account_id;
SELECT t.transfer_id, a.owner, b.owner FROM transfers t JOIN accounts a ON t.from_account = a.account_id LEFT JOIN accounts b ON t.to_account = b.account_id;
SELECT t.transfer_id FROM transfers t JOIN accounts a ON t.from_account = a.account_id AND t.to_account = a.parent_id;
SELECT s.order_id, a.owner FROM sales s JOIN accounts a ON s.customer_id = a.account_id;
SELECT s.order_id, a.owner FROM sales s JOIN accounts a ON s.order_id = a.account_id;
SELECT count(*) FROM sales s JOIN lineitem l ON s.order_id = l.l_orderkey;
SELECT u.id, s.total FROM undeclared u JOIN sales s ON s.order_id = u.id;
SELECT u.id, s.total FROM undeclared u LEFT JOIN sales s ON s.order_id = u.id;
SELECT u.id, c.name FROM undeclared u RIGHT JOIN customers c ON c.customer_id = u.id;
SELECT u.grp, count(*), sum(s.total) FROM sales s JOIN undeclared u ON u.id = s.customer_id GROUP BY u.grp;
SELECT s.order_id, p.product_id FROM sales s JOIN products p ON s.total BETWEEN p.price * 500 AND p.price * 505;
SELECT a.account_id, b.account_id FROM accounts a JOIN accounts b ON a.region = b.region AND a.account_id < b.account_id WHERE a.account_id < 15;
SELECT a.account_id, b.account_id FROM accounts a JOIN accounts b ON a.balance > b.balance AND a.balance < b.balance + 150;
SELECT e.user_key, m.n, count(*) FROM events e JOIN measurements m ON e.event_id = m.n GROUP BY 1, 2;
SELECT c.day, count(m.sensor) FROM calendar c LEFT JOIN measurements m ON m.taken = c.day GROUP BY c.day;
SELECT c.day, e.kind FROM calendar c JOIN events e ON e.happened::date - 820 = c.day;
SELECT s.order_id, i.line FROM sales s LEFT JOIN sale_items i ON s.order_id = i.order_id AND i.returned;
SELECT s.order_id, i.line FROM sales s LEFT JOIN sale_items i ON s.order_id = i.order_id WHERE i.returned;
SELECT s.order_id FROM sales s LEFT JOIN sale_items i ON s.order_id = i.order_id WHERE i.order_id IS NULL;
SELECT s.order_id, a.year, i.line FROM sales s LEFT JOIN archive.sales a ON a.order_id = s.order_id LEFT JOIN sale_items i ON i.order_id = a.order_id;
SELECT s.order_id, a.year, i.line FROM sales s LEFT JOIN (archive.sales a JOIN sale_items i ON i.order_id = a.order_id) ON a.order_id = s.order_id;
SELECT (s.order_id), a.total FROM (sales s INNER JOIN archive.sales a ON s.order_id = a.order_id) WHERE s.total > a.total;
SELECT s.order_id, x.n FROM sales s JOIN (VALUES (1, 'one'), (2, 'two'), (700, 'none')) AS x (id, n) ON x.id = s.order_id;
SELECT s.order_id, g FROM sales s JOIN generate_series(1, 10) g ON g = s.order_id;
SELECT g, s.status FROM generate_series(595, 605) g LEFT JOIN sales s ON g = s.order_id;
SELECT e.t, s.order_id FROM empty_facts e RIGHT JOIN sales s ON e.id = s.order_id WHERE s.order_id < 10;
SELECT e.t, s.order_id FROM sales s LEFT JOIN empty_lookup e ON e.id = s.order_id WHERE s.order_id < 10;
SELECT count(*) FROM sales s JOIN empty_lookup e ON e.id = s.order_id;
SELECT r.v, s.order_id FROM single_row r JOIN sales s ON r.id = s.order_id;
SELECT r.v, c.name FROM single_row r JOIN customers c ON c.customer_id = r.id;
SELECT c.name, r.v FROM customers c LEFT JOIN single_row r ON c.customer_id = r.id;
SELECT a.k, count(*) FROM skewed a JOIN skewed b ON a.k = b.k AND a.v = b.v GROUP BY a.k;
SELECT x.order_id, y.line FROM sales AS x (order_id, who) JOIN sale_items y ON x.order_id = y.order_id AND x.who = 5;
SELECT s FROM sales s WHERE s.order_id = 17;
SELECT s.order_id, i FROM sales s JOIN sale_items i USING (order_id) WHERE s.order_id < 5;
SELECT a.order_id FROM sales a JOIN sales b USING (customer_id) WHERE a.order_id < 30 AND b.order_id < 30 AND a.order_id <> b.order_id;
SELECT j.order_id, j.line FROM (sales JOIN sale_items USING (order_id)) AS j WHERE j.status = 'open' AND j.line = 2;
SELECT count(*) FROM sales TABLESAMPLE BERNOULLI (100);
SELECT count(*) FROM ONLY sales s JOIN ONLY sale_items i ON s.order_id = i.order_id;
SELECT s.order_id, i.line FROM sales s JOIN sale_items i ON (s.order_id, 1) = (i.order_id, i.line);
SELECT s.order_id FROM sales s JOIN sale_items i ON s.order_id IS NOT DISTINCT FROM i.order_id WHERE i.line = 5;
SELECT s.order_id FROM sales s JOIN sale_items i ON s.order_id = i.order_id OR s.customer_id = i.product_id WHERE s.order_id < 12 AND i.order_id < 12;
SELECT s.order_id, i.line FROM sales s JOIN sale_items i ON s.order_id::text = i.order_id::text WHERE s.order_id % 50 = 0;
SELECT c.customer_id, count(s.order_id) FROM customers c LEFT JOIN sales s ON s.customer_id = c.customer_id GROUP BY c.customer_id;
SELECT c.name, count(s.order_id), min(s.order_id), max(s.status) FROM customers c LEFT JOIN sales s ON s.customer_id = c.customer_id AND s.status <> 'open' GROUP BY c.name;
SELECT n, count(*) FROM (SELECT c.customer_id, count(s.status) FROM sales s RIGHT JOIN customers c ON s.customer_id = c.customer_id GROUP BY 1) AS x (id, n) GROUP BY n ORDER BY 1;
SELECT c.segment, sum(s.customer_id), sum(s.order_id) FROM customers c LEFT JOIN sales s ON s.customer_id = c.customer_id GROUP BY c.segment HAVING count(s.order_id) > 3;
SELECT sum(s.total), count(s.total) FROM customers c LEFT JOIN sales s ON s.customer_id = c.customer_id AND s.order_id < 0;
SELECT s.status, count(k.v), sum(k.v), min(k.seq) FROM sales s LEFT JOIN skewed k ON k.k = s.customer_id GROUP BY s.status;
SELECT c.name, count(k.seq) FROM customers c LEFT JOIN skewed k ON k.v = c.customer_id AND k.k = c.customer_id GROUP BY c.name ORDER BY count(k.seq) DESC, 1 LIMIT 7;
-- The condition of a FULL JOIN holds for neither side.
SELECT a.order_id, b.order_id FROM sales a FULL JOIN sales b ON a.order_id = b.order_id AND a.order_id = 5 WHERE coalesce(a.order_id, b.order_id) < 20;
SELECT a.order_id, b.order_id, i.line FROM sales a JOIN sales b ON a.customer_id = b.customer_id AND a.priority = b.priority FULL JOIN sale_items i ON a.order_id = i.order_id AND b.order_id = i.order_id WHERE coalesce(a.order_id, i.order_id) < 40;
SELECT s.order_id FROM sales s WHERE EXISTS (SELECT 1 FROM sales a FULL JOIN sale_items i ON a.order_id = i.order_id AND i.order_id = s.order_id WHERE a.priority = 2);
