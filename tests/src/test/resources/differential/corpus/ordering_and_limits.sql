-- ORDER BY, NULLS FIRST/LAST, LIMIT, OFFSET, ties, and text order under collations.
--@ ordered
--@ strategy PUSHDOWN
SELECT * FROM sales ORDER BY order_id;
--@ ordered
SELECT order_id FROM sales ORDER BY order_id DESC LIMIT 10;
--@ ordered
SELECT order_id, total FROM sales ORDER BY total DESC, order_id LIMIT 10;
--@ ordered
SELECT order_id, total FROM sales ORDER BY total DESC NULLS LAST, order_id LIMIT 10 OFFSET 5;
--@ ordered
SELECT order_id, total FROM sales ORDER BY total NULLS FIRST, order_id DESC LIMIT 40;
--@ ordered
SELECT order_id FROM sales ORDER BY order_id OFFSET 590;
--@ ordered
SELECT order_id FROM sales ORDER BY order_id LIMIT 10 OFFSET 10000;
SELECT order_id FROM sales LIMIT 0;
SELECT order_id FROM sales ORDER BY order_id LIMIT 0 OFFSET 3;
--@ ordered
--@ strategy PUSHDOWN
SELECT order_id FROM sales ORDER BY order_id LIMIT ALL;
--@ ordered
SELECT order_id FROM sales ORDER BY order_id FETCH FIRST 4 ROWS ONLY;
--@ sorted-by 2
--@ strategy PUSHDOWN
SELECT order_id, priority FROM sales ORDER BY priority DESC FETCH FIRST 130 ROWS WITH TIES;
--@ strategy PUSHDOWN
SELECT priority, channel FROM sales ORDER BY priority, channel NULLS FIRST OFFSET 1 FETCH FIRST (2 * 2) ROWS WITH TIES;
--@ sorted-by 2
SELECT customer_id, count(*) FROM sales GROUP BY customer_id ORDER BY 2 DESC FETCH FIRST ROW WITH TIES;
SELECT name FROM customers WHERE customer_id IN (SELECT customer_id FROM sales ORDER BY priority FETCH FIRST 2 ROWS WITH TIES);
--@ ordered
--@ strategy PUSHDOWN
SELECT order_id FROM sales ORDER BY order_id LIMIT 2 * 3 OFFSET (1 + 1);
--@ error 2201W
SELECT order_id FROM sales ORDER BY order_id LIMIT 1 - 2;
--@ ordered
SELECT order_id FROM sales ORDER BY order_id LIMIT (SELECT 3 + 2);
--@ ordered
SELECT order_id FROM sales ORDER BY order_id LIMIT 2 * 3 OFFSET length('abc');
--@ sorted-by 2
SELECT order_id, status FROM sales ORDER BY status;
--@ sorted-by 2,3
SELECT order_id, channel, priority FROM sales ORDER BY channel, priority DESC;
--@ cut-ties 2
SELECT order_id, priority FROM sales ORDER BY priority LIMIT 200;
--@ cut-ties 2
SELECT order_id, channel FROM sales ORDER BY channel NULLS FIRST LIMIT 100 OFFSET 50;
--@ cut-ties 1
SELECT customer_id, total FROM sales ORDER BY customer_id DESC NULLS LAST LIMIT 77;
--@ shape
SELECT order_id FROM sales LIMIT 7;
--@ shape
SELECT order_id, status FROM sales WHERE priority = 2 OFFSET 3 LIMIT 11;
--@ ordered
SELECT status, count(*) FROM sales GROUP BY status ORDER BY count(*) DESC, status;
--@ ordered
SELECT customer_id, sum(total) AS t FROM sales GROUP BY customer_id ORDER BY t DESC NULLS LAST, customer_id LIMIT 5;
--@ ordered
SELECT customer_id FROM sales GROUP BY customer_id ORDER BY avg(total) DESC NULLS LAST, 1 LIMIT 5 OFFSET 2;
--@ ordered
SELECT order_id, -total AS total FROM sales WHERE total IS NOT NULL ORDER BY total, order_id LIMIT 5;
--@ ordered
SELECT order_id, total + 1 AS total FROM sales WHERE total IS NOT NULL ORDER BY sales.total DESC, order_id LIMIT 5;
--@ ordered
SELECT order_id AS id FROM sales ORDER BY (order_id % 7), id LIMIT 20;
--@ ordered
SELECT order_id FROM sales ORDER BY status || coalesce(channel, ''), order_id;
--@ ordered
SELECT s.order_id, i.line FROM sales s JOIN sale_items i USING (order_id) ORDER BY i.price DESC, 1, 2 LIMIT 15;
--@ ordered
SELECT s.order_id FROM sales s JOIN customers c USING (customer_id) ORDER BY c.name DESC, s.order_id LIMIT 15;
--@ ordered
SELECT ordered_at, order_id FROM sales ORDER BY 1, 2 LIMIT 20;
--@ ordered
SELECT placed, order_id FROM sales ORDER BY placed DESC, order_id LIMIT 60;
--@ ordered
SELECT id, word FROM words ORDER BY word, id;
--@ ordered
SELECT id, word FROM words ORDER BY word COLLATE "C", id;
--@ ordered
SELECT id, word FROM words ORDER BY word COLLATE "en-x-icu", id;
--@ ordered
SELECT id, word FROM words ORDER BY word COLLATE "de-x-icu" DESC NULLS LAST, id LIMIT 20;
--@ ordered
SELECT id, word FROM words ORDER BY word COLLATE pg_unicode_fast, id;
--@ ordered
SELECT id, fixed FROM words ORDER BY fixed, id;
--@ ordered
SELECT id, limited FROM words ORDER BY limited COLLATE "unicode" DESC, id;
--@ ordered
SELECT lower(word) AS w, count(*) FROM words GROUP BY w ORDER BY w;
--@ ordered
SELECT upper(word COLLATE "en-x-icu") AS w, count(*), min(id) FROM words GROUP BY 1 ORDER BY 1;
--@ ordered
SELECT DISTINCT word COLLATE "en-x-icu" AS w FROM words ORDER BY w LIMIT 30;
SELECT a.word, b.word FROM words a JOIN words b ON a.word COLLATE "en-x-icu" < b.word AND a.id < 6 AND b.id < 6;
SELECT id FROM words WHERE word < 'b';
SELECT id FROM words WHERE word COLLATE "en-x-icu" BETWEEN 'a' AND 'f';
SELECT id FROM words WHERE word LIKE '%\_%' OR word ILIKE 'Ä%' OR word ~ '^[[:upper:]]+$' OR word SIMILAR TO '(a|b)_*';
SELECT id, fixed = 'a', fixed || '|', length(fixed), limited || '|' FROM words WHERE fixed = 'a' OR limited = 'a';
SELECT id, length(word), octet_length(word), upper(word), initcap(word), reverse(word), left(word, 2), substr(word, 2), word = lower(word) FROM words;
--@ ordered
SELECT id, f8 FROM all_types ORDER BY f8 DESC, id LIMIT 15;
--@ ordered
SELECT id, num FROM all_types ORDER BY num DESC NULLS LAST, id;
--@ ordered
SELECT id, f4, d, ts FROM all_types ORDER BY ts DESC NULLS LAST, id LIMIT 10;
--@ ordered
SELECT id, m, b FROM all_types ORDER BY m DESC, b, id;
--@ ordered
SELECT id, iv FROM all_types ORDER BY iv, id;
--@ ordered
SELECT id, u FROM all_types ORDER BY u DESC NULLS LAST, id;
--@ ordered
SELECT id, ip, cash, bin, bits FROM all_types ORDER BY ip, cash DESC, id;
--@ ordered
SELECT id, ia, ta FROM all_types ORDER BY ta DESC, ia, id;
--@ ordered
SELECT id, r4, dr FROM all_types ORDER BY r4 DESC, id;
--@ ordered
SELECT id, jb FROM all_types ORDER BY jb DESC NULLS LAST, id;
--@ ordered
SELECT id, a FROM all_types ORDER BY a, id LIMIT 12;
--@ ordered
SELECT id, tm, tmtz FROM all_types ORDER BY tmtz, id LIMIT 12;
--@ ordered
SELECT sensor, taken, n FROM measurements ORDER BY sensor, taken DESC, n LIMIT 30;
--@ ordered
SELECT user_key, event_id FROM events ORDER BY user_key DESC, event_id LIMIT 30;
--@ ordered
SELECT order_id FROM sales ORDER BY total USING >, order_id LIMIT 33;
--@ ordered
SELECT id FROM empty_facts ORDER BY id LIMIT 5;
--@ ordered
SELECT id FROM undeclared ORDER BY grp NULLS FIRST, id DESC LIMIT 9;
--@ error 2201W
SELECT order_id FROM sales LIMIT -1;
--@ error 2201X
SELECT order_id FROM sales ORDER BY order_id OFFSET -1;
--@ error 42P10
SELECT DISTINCT status FROM sales ORDER BY total;
--@ error 42P21
SELECT word FROM words ORDER BY (word COLLATE "C") || (word COLLATE "en-x-icu");
-- The order of a sorted query is that of the query around it.
--@ ordered
--@ strategy PUSHDOWN
SELECT * FROM (SELECT order_id, total FROM sales ORDER BY total DESC NULLS LAST, order_id) s LIMIT 7;
--@ ordered
--@ strategy PUSHDOWN
SELECT s.total, upper(s.status) FROM (SELECT status, total, order_id AS id FROM sales ORDER BY status, 3 DESC) s WHERE s.total > 20 OFFSET 3 LIMIT 9;
--@ ordered
--@ strategy PUSHDOWN
SELECT * FROM (SELECT order_id, total FROM sales ORDER BY sales.total NULLS FIRST, sales.order_id) AS s (total, id);
--@ ordered
--@ strategy PUSHDOWN
WITH s AS (SELECT order_id, priority + 1 AS next FROM sales ORDER BY priority + 1 DESC, order_id) SELECT next, order_id FROM s LIMIT 20;
--@ ordered
SELECT id FROM (SELECT id, word FROM (SELECT id, word, fixed FROM words ORDER BY word COLLATE "C", id) a WHERE word <> '') b LIMIT 6;
--@ ordered
--@ strategy PUSHDOWN
SELECT n FROM (SELECT order_id, count(*) AS n, sum(quantity) FROM sale_items GROUP BY order_id ORDER BY n DESC, order_id) g LIMIT 10;
--@ ordered
SELECT * FROM (SELECT customer_id, count(*) AS n FROM sales GROUP BY customer_id ORDER BY n DESC, customer_id) g LIMIT 10;
--@ ordered
SELECT n FROM (SELECT status, count(*) AS n FROM sales GROUP BY status ORDER BY count(*) DESC, status) g WHERE n > 1;
--@ ordered
SELECT order_id FROM (SELECT order_id, status FROM sales ORDER BY total DESC, order_id) s LIMIT 5;
--@ ordered
SELECT * FROM (SELECT c.name, s.order_id FROM sales s JOIN customers c USING (customer_id) ORDER BY c.name, s.order_id) j LIMIT 12;
--@ ordered
SELECT * FROM (SELECT a.order_id, b.order_id AS other FROM sales a JOIN sales b ON a.customer_id = b.priority ORDER BY 2, 1) j LIMIT 12;
--@ ordered
SELECT * FROM (SELECT order_id FROM sales WHERE order_id < 30 UNION ALL SELECT order_id FROM sale_items ORDER BY 1) u LIMIT 25;
--@ ordered
SELECT order_id + 1 FROM (SELECT order_id FROM sales ORDER BY order_id DESC) s WHERE order_id IN (3, 4, 5, 6);
--@ sorted-by 1
SELECT DISTINCT ON (priority) priority, order_id IS NOT NULL FROM (SELECT order_id, priority FROM sales ORDER BY order_id) s ORDER BY priority;
SELECT array_agg(id) FROM (SELECT order_id AS id FROM sales ORDER BY total, order_id) s;
SELECT ARRAY(SELECT id FROM (SELECT order_id AS id, total FROM sales ORDER BY total, order_id) s LIMIT 6);
--@ ordered
--@ strategy PUSHDOWN
SELECT id FROM (SELECT id, word FROM (SELECT id, fixed AS word FROM words ORDER BY id DESC) a WHERE word <> '') b LIMIT 6;
--@ ordered
--@ strategy PUSHDOWN
SELECT order_id, total FROM dearest_sales;
--@ ordered
--@ strategy PUSHDOWN
SELECT order_id FROM dearest_sales WHERE status = 'open' LIMIT 5;

-- ORDER BY within parentheses and LIMIT behind them are of one query.
--@ ordered
(SELECT order_id FROM sales ORDER BY order_id) LIMIT 3;
--@ ordered
(SELECT order_id FROM sales ORDER BY order_id DESC) OFFSET 2 LIMIT 3;
--@ ordered
((SELECT order_id FROM sales ORDER BY order_id OFFSET 2)) FETCH FIRST 3 ROWS ONLY;
--@ ordered
(SELECT order_id FROM sales LIMIT 4000) ORDER BY order_id;
--@ ordered
(SELECT customer_id, count(*) FROM sales GROUP BY customer_id ORDER BY 2 DESC, 1) LIMIT 3;
--@ ordered
(SELECT order_id FROM sales UNION SELECT account_id FROM accounts ORDER BY order_id DESC) LIMIT 3;
--@ ordered
(WITH s AS (SELECT order_id FROM sales) SELECT order_id FROM s ORDER BY order_id DESC) LIMIT 3;
--@ ordered
WITH s AS (SELECT order_id FROM sales) (SELECT order_id FROM s ORDER BY order_id DESC) LIMIT 3;
SELECT sum(order_id) FROM ((SELECT order_id FROM sales ORDER BY order_id) LIMIT 3) q;
SELECT count(*) FROM sales WHERE order_id IN ((SELECT order_id FROM sales ORDER BY order_id) LIMIT 3);
SELECT ARRAY((SELECT order_id FROM sales ORDER BY order_id DESC) LIMIT 3);
SELECT (SELECT order_id FROM sales ORDER BY order_id DESC) FROM products WHERE false;
--@ ordered
(SELECT order_id FROM sales ORDER BY order_id) LIMIT 3 FOR UPDATE;

--@ ordered
--@ strategy PUSHDOWN
SELECT order_id FROM sales ORDER BY order_id OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY;
--@ ordered
--@ strategy PUSHDOWN
SELECT order_id FROM sales ORDER BY order_id OFFSET 1 ROW FETCH FIRST ROW ONLY;
--@ ordered
--@ strategy PUSHDOWN
SELECT order_id FROM sales ORDER BY order_id OFFSET (2 + 3) ROWS;
--@ ordered
--@ strategy PUSHDOWN
SELECT order_id FROM sales ORDER BY order_id DESC LIMIT NULL OFFSET 590;
--@ ordered
--@ strategy PUSHDOWN
TABLE sales ORDER BY order_id OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY;
--@ strategy PUSHDOWN
SELECT sum(order_id) FROM (TABLE sales) s;
TABLE accounts UNION ALL (TABLE accounts);
SELECT count(*) FROM accounts WHERE EXISTS (TABLE sales);
