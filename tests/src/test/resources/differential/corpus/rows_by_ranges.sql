-- Partitioned rows that meet replicated ones on a column with an index, by whose ranges both can be divided: keys that are
-- NULL, repeat, lie outside of all there are, or are of another integer type; outer joins, IN and NOT IN, groups.
SELECT c.name, count(*) FROM customers c JOIN sales s ON s.customer_id = c.customer_id GROUP BY c.name;
SELECT c.name, s.order_id FROM customers c LEFT JOIN sales s ON s.customer_id = c.customer_id AND s.total > 500;
SELECT c.name, s.order_id FROM customers c RIGHT JOIN sales s ON s.customer_id = c.customer_id WHERE s.total > 900;
SELECT c.name, s.order_id FROM customers c FULL JOIN (SELECT * FROM sales WHERE total > 900) s ON s.customer_id = c.customer_id;
SELECT c.name FROM customers c WHERE c.customer_id IN (SELECT s.customer_id FROM sales s WHERE s.status = 'open');
SELECT c.name FROM customers c WHERE c.customer_id NOT IN (SELECT s.customer_id FROM sales s WHERE s.status = 'open');
SELECT c.name FROM customers c WHERE c.customer_id NOT IN (SELECT s.customer_id FROM sales s WHERE s.customer_id IS NOT NULL);
SELECT c.name FROM customers c WHERE NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.total > c.credit);
SELECT p.name FROM products p WHERE p.price < (SELECT avg(i.price) FROM sale_items i WHERE i.product_id = p.product_id);
SELECT p.name, (SELECT count(*) FROM sale_items i WHERE i.product_id = p.product_id) FROM products p;
SELECT p.category, count(DISTINCT i.order_id) FROM products p LEFT JOIN sale_items i ON i.product_id = p.product_id GROUP BY p.category;
SELECT p.product_id FROM products p JOIN accounts a ON a.parent_id = p.product_id JOIN transfers t ON t.to_account = p.product_id;
SELECT p.product_id FROM products p WHERE EXISTS (SELECT 1 FROM sales s WHERE s.order_id = p.product_id) AND p.product_id NOT IN (SELECT v FROM skewed WHERE v IS NOT NULL);
SELECT c.customer_id, x.n FROM customers c LEFT JOIN (SELECT customer_id, count(*) AS n FROM sales GROUP BY customer_id) x ON x.customer_id = c.customer_id;
SELECT c.customer_id, x.n FROM customers c JOIN (SELECT v, count(*) AS n FROM skewed GROUP BY v) x ON x.v = c.customer_id;
SELECT p_brand, sum(l_quantity) FROM part, lineitem WHERE p_partkey = l_partkey AND l_quantity < (SELECT avg(l_quantity) FROM lineitem WHERE l_partkey = p_partkey) GROUP BY p_brand;
SELECT c_custkey FROM customer WHERE c_custkey NOT IN (SELECT o_custkey FROM orders WHERE o_custkey IS NOT NULL);
SELECT ps_suppkey FROM partsupp WHERE ps_availqty > (SELECT sum(l_quantity) FROM lineitem WHERE l_partkey = ps_partkey AND l_suppkey = ps_suppkey);
SELECT c_custkey, rank() OVER (ORDER BY count(o_orderkey) DESC, c_custkey) FROM customer LEFT JOIN orders ON o_custkey = c_custkey GROUP BY c_custkey;
SELECT s_suppkey FROM supplier UNION SELECT l_suppkey FROM lineitem WHERE l_quantity > 49;
SELECT s_suppkey FROM supplier EXCEPT SELECT l_suppkey FROM lineitem WHERE l_quantity > 49;
