-- Rows for which their own node has found nothing in its part of a table, so that only the others are asked: keys that are
-- NULL or repeat, conditions on more than the key, several tables, rows of the table on one node only, and on none.
SELECT count(*) FROM customer WHERE c_acctbal > 5000 AND NOT EXISTS (SELECT * FROM orders WHERE o_custkey = c_custkey);
SELECT c_custkey FROM customer WHERE c_acctbal > 5000 AND NOT EXISTS (SELECT * FROM orders WHERE o_custkey = c_custkey AND o_totalprice > c_acctbal * 20);
SELECT c_nationkey, count(*) FROM customer WHERE c_acctbal > (SELECT avg(c_acctbal) FROM customer WHERE c_acctbal > 0) AND NOT EXISTS (SELECT 1 FROM orders WHERE o_custkey = c_custkey) GROUP BY c_nationkey;
SELECT count(*), sum(c_acctbal) FROM customer WHERE NOT EXISTS (SELECT 1 FROM orders WHERE o_custkey = c_custkey) AND NOT EXISTS (SELECT 1 FROM lineitem WHERE l_suppkey = c_nationkey AND l_quantity > 49);
SELECT count(*) FROM customer WHERE NOT EXISTS (SELECT 1 FROM orders WHERE o_custkey = c_custkey) AND EXISTS (SELECT 1 FROM lineitem WHERE l_partkey = c_custkey);
SELECT s.order_id FROM sales s WHERE s.total > 100 AND NOT EXISTS (SELECT 1 FROM transfers t WHERE t.to_account = s.customer_id);
SELECT s.order_id FROM sales s WHERE NOT EXISTS (SELECT 1 FROM skewed k WHERE k.v = s.customer_id);
SELECT count(*) FROM skewed a WHERE NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = a.v AND s.status = 'open');
SELECT count(*) FROM skewed a WHERE a.v > (SELECT min(v) FROM skewed WHERE v > 2) AND NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = a.v);
SELECT count(*) FROM accounts a WHERE NOT EXISTS (SELECT 1 FROM transfers t WHERE t.to_account = a.parent_id AND t.amount > 10);
SELECT s.customer_id, count(*) FROM sales s WHERE NOT EXISTS (SELECT 1 FROM sale_items i WHERE i.product_id = s.customer_id) GROUP BY s.customer_id;
SELECT count(*) FROM sales s WHERE NOT EXISTS (SELECT 1 FROM sales o WHERE o.customer_id = s.customer_id AND o.total > s.total);
SELECT count(*) FROM sales s WHERE NOT EXISTS (SELECT 1 FROM transfers t WHERE t.to_account = s.customer_id AND t.amount < 0);
