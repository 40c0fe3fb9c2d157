-- Errors are PostgreSQL's: SQLSTATE, message and position.
--@ error 42703
SELECT nosuch FROM sales;
--@ error 42703
SELECT s.nosuch FROM sales s JOIN sale_items i ON s.order_id = i.order_id;
--@ error 42P01
SELECT * FROM nosuch;
--@ error 42P01
SELECT * FROM nosuch.sales;
--@ error 42P01
SELECT x.order_id FROM sales s;
--@ error 42P01
SELECT sales.order_id FROM sales s;
--@ error 22012
SELECT order_id / (order_id - 7) FROM sales;
--@ error 22012
SELECT 1 / 0;
--@ error 22012
SELECT sum(total) / (count(*) - 600) FROM sales;
--@ error 22012
SELECT order_id FROM sales WHERE 1 / (order_id - 77) > 0;
--@ error 22012
SELECT customer_id, 1 / (customer_id - 10) FROM customers;
--@ error 22P02
SELECT 'abc'::int;
--@ error 22P02
SELECT order_id FROM sales WHERE order_id = 'abc';
--@ error 22P02
SELECT comment::int FROM sales WHERE order_id = 1;
--@ error 22003
SELECT 2147483647 + 1;
--@ error 22003
SELECT 300::smallint * 300::smallint;
--@ error 22003
SELECT i8 * 2 FROM extremes WHERE id = 1;
--@ error 22003
SELECT f8 * 10 FROM extremes WHERE id = 1;
--@ error 22003
SELECT sum(i8)::bigint FROM extremes WHERE id IN (1, 3);
--@ error 22003
SELECT 12345.678::numeric(5, 2);
--@ error 22003
SELECT sum(f8 * 1.7) FROM (SELECT f8 FROM extremes WHERE id = 1 UNION ALL SELECT f8 FROM extremes WHERE id = 1) x;
--@ error 42702
SELECT order_id FROM sales s JOIN sale_items i ON s.order_id = i.order_id;
--@ error 42702
SELECT 1 FROM sales a, sales b WHERE total > 1;
--@ error 42712
SELECT 1 FROM sales, sales;
--@ error 42883
SELECT nosuch(order_id) FROM sales;
--@ error 42883
SELECT upper(status, 1) FROM sales;
--@ error 42883
SELECT order_id + status FROM sales;
--@ error 42883
SELECT order_id = status FROM sales;
--@ error 42601
SELECT FROM WHERE;
--@ error 42601
SELEC 1;
--@ error 42601
SELECT order_id, FROM sales;
--@ error 42601
SELECT * FROM sales ORDER BY;
--@ error 42601
SELECT * FROM sales GROUP BY status HAVING;
--@ error 42804
SELECT * FROM sales WHERE total;
--@ error 42804
SELECT CASE WHEN 1 THEN 2 END;
--@ error 42883
SELECT 1 FROM sales LIMIT 'a'::text::int + true;
--@ error 42P10
SELECT order_id FROM sales ORDER BY 5;
--@ error 42P10
SELECT order_id FROM sales GROUP BY 3;
--@ error 42883
SELECT order_id FROM sales WHERE status ~ 5;
--@ error 08P01
SELECT * FROM sales WHERE order_id = $1;
--@ error 22007
SELECT 'not a date'::date;
--@ error 22008
SELECT '2021-02-30'::date FROM sales;
--@ error 22008
SELECT date '9999-12-31' + 2147483647 FROM sales WHERE order_id = 1;
--@ error 22023
SELECT generate_series(1, 10, 0);
--@ error 2201E
SELECT ln(0::numeric) FROM sales;
--@ error 2201F
SELECT sqrt(-order_id::numeric) FROM sales;
--@ error 22011
SELECT substring(status FROM 1 FOR -1) FROM sales;
--@ error 2201B
SELECT status ~ '(' FROM sales;
--@ error 54000
SELECT chr(0) || status FROM sales;
--@ error 22P02
SELECT order_id, cast('abc' AS bit(2)) FROM sales;
--@ error 42846
SELECT order_id::date FROM sales;
--@ error 42846
SELECT payload::uuid FROM events;
--@ error 0A000
SELECT (SELECT sum(total) FROM sales FOR UPDATE);
--@ error 3F000
CREATE TABLE nosuch.t (a int);
--@ error 42P07
CREATE TABLE sales (a int);
--@ error 42704
DROP TYPE nosuch;
--@ error 42P01
DROP TABLE nosuch;
--@ error 42809
DROP VIEW sales;
--@ error 42704
SELECT 1::nosuchtype FROM sales;
--@ error 42704
SET nosuch = 1;
--@ error 22023
SET work_mem = 'much';
--@ error 26000
EXECUTE nosuch;
--@ error 34000
FETCH 1 FROM nosuch;
--@ error 25P01
ROLLBACK TO SAVEPOINT nosuch;
--@ error 42P18
SELECT ARRAY[];
--@ error 42P13
CREATE FUNCTION broken() RETURNS int LANGUAGE sql AS $$ SELECT 'x' $$;
--@ error 58P01
SELECT pg_read_file('nosuch');
-- The session is as good as new after all that.
SELECT count(*) FROM sales;
