-- Few rows that have been moved ask which of them have a partner among partitioned rows: keys that are NULL, repeat,
-- or are of another integer type, more conditions than the key, more than one partner.
SELECT c.customer_id FROM customers c WHERE c.credit > 100 AND NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id);
SELECT c.name FROM customers c WHERE c.vip AND EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.status = 'open' AND s.total > 10);
SELECT c.name FROM customers c LEFT JOIN empty_lookup l ON l.id = c.customer_id WHERE EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id AND s.customer_id > 3);
SELECT a.account_id FROM accounts a WHERE a.balance > 100 AND EXISTS (SELECT 1 FROM accounts c WHERE c.parent_id = a.account_id);
SELECT a.account_id FROM accounts a WHERE a.balance > 100 AND EXISTS (SELECT 1 FROM accounts c WHERE c.account_id = a.parent_id);
SELECT accounts.account_id FROM accounts WHERE region = 2 AND NOT EXISTS (SELECT 1 FROM accounts accounts WHERE accounts.parent_id = account_id);
SELECT u.id FROM undeclared u WHERE EXISTS (SELECT 1 FROM skewed s WHERE s.v = u.id);
SELECT u.id FROM undeclared u WHERE NOT EXISTS (SELECT 1 FROM skewed s WHERE s.v = u.id AND s.seq = u.id);
SELECT s.order_id FROM sales s WHERE s.total > 900 AND EXISTS (SELECT 1 FROM sale_items i WHERE i.product_id = s.customer_id AND i.quantity > 3);
SELECT s.order_id FROM sales s WHERE s.total > 900 AND EXISTS (SELECT 1 FROM sale_items i WHERE i.product_id = s.order_id);
SELECT c.day FROM calendar c WHERE c.holiday AND EXISTS (SELECT 1 FROM sale_items i WHERE i.shipped = c.day);
SELECT c.day FROM calendar c WHERE c.holiday AND NOT EXISTS (SELECT 1 FROM measurements m WHERE m.taken = c.day AND m.n > 2);
SELECT c.country, count(*) FROM customers c WHERE EXISTS (SELECT 1 FROM sales s, empty_facts e WHERE s.customer_id = c.customer_id AND e.id = s.customer_id) GROUP BY c.country;
SELECT c.country, count(*) FROM customers c WHERE EXISTS (SELECT 1 FROM sales s JOIN transfers t ON t.to_account = s.customer_id WHERE s.customer_id = c.customer_id) GROUP BY c.country;
SELECT count(*) FROM customers c WHERE c.credit > (SELECT avg(credit) FROM customers WHERE country = 'FR') AND c.country = 'FR' AND NOT EXISTS (SELECT 1 FROM sales s WHERE s.customer_id = c.customer_id);
SELECT count(*) FROM words w WHERE EXISTS (SELECT 1 FROM events e WHERE e.user_key = w.word);
SELECT count(*) FROM skewed s WHERE s.k = 3 AND EXISTS (SELECT 1 FROM skewed x WHERE x.v = s.seq AND x.k = s.v);
