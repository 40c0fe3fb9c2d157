-- Every type through the wire, and scalar expressions.
SELECT * FROM all_types;
SELECT * FROM all_types WHERE id = 58;
SELECT * FROM extremes;
SELECT i2 + i4, i4 * 3, i8 / 7, i2 % 5, -i4, abs(i4), i4 / 2.0, f4 + f8, f8 * 2, num * num2, num2 / 3 FROM all_types WHERE id < 50;
SELECT id, num::int, num2::bigint, f8::numeric, f4::float8, i8::text, t::varchar(3), vc::char(4), d::timestamp, ts::date, tstz::timestamp FROM all_types WHERE id < 50;
SELECT id, cast(1.5 AS int), cast(2.5 AS int), cast(-1.5 AS int), 2.5::float8::int, '12'::int, ' 7 '::int, 't'::bool, 1::bool, true::int FROM all_types WHERE id = 1;
SELECT (a).street, (a).zip, a FROM all_types WHERE (a).zip > 1050;
SELECT id, ROW(id, t, b), ROW(1, NULL) IS NULL, ROW(NULL, NULL) IS NULL FROM all_types WHERE id IN (1, 56);
SELECT id, (id, i4) < (5, 0), (id, b) = (3, true) FROM all_types WHERE id < 8;
SELECT id FROM all_types WHERE (id, i2) >= (50, 0);
SELECT id, CASE m WHEN 'sad' THEN 1 WHEN 'ok' THEN 2 END, m > 'sad', m::text FROM all_types;
SELECT id, coalesce(t, vc, 'none'), nullif(id % 3, 0), greatest(i2, i4, i8), least(num, num2, NULL) FROM all_types;
SELECT case when id > 30 then 'a' else 'bcd' end FROM all_types;
SELECT id FROM all_types WHERE b IS NOT TRUE AND i4 IS DISTINCT FROM NULL AND t IS NOT NULL;
SELECT id FROM all_types WHERE b IS UNKNOWN OR NOT b;
SELECT id FROM all_types WHERE num = 'NaN' OR f8 = 'NaN' OR f8 = '-Infinity';
SELECT id, f8, -f8, f8 = 0, 1 / nullif(f8, 0) FROM all_types WHERE id IN (58, 59, 60);
SELECT E'tab\there', 'it''s', $$dollar 'quoted'$$, $tag$a $$ b$tag$, U&'\00e4', 'con'
  'catenated', B'101', X'1F', 1_000_000, 0x1F, .5, 1e3, 'a' || NULL;
SELECT 1 AS "Mixed Case", 2 AS "select", 3 AS ümlaut, 4 "with ""quote""";
SELECT 1, 2 AS "?column?", 'x', true, NULL, now() IS NULL, count(*) FROM sales;
SELECT order_id AS a, customer_id AS a FROM sales WHERE order_id < 3;
SELECT FROM sales WHERE order_id < 4;
SELECT;
SELECT "Line Id", "Unit Price" * 2, "Note", "select" FROM "Order Lines" WHERE "select" = 2;
SELECT o."Line Id", sum(o."Unit Price") AS "Sum" FROM "Order Lines" AS o GROUP BY o."Line Id" HAVING sum("Unit Price") > 30;
SELECT t || vc || c5 || ch::text, length(c5), c5 = 'c1', c5::text || '|', ch = 'C' FROM all_types WHERE id < 20;
SELECT position('x' IN t), substring(t FROM 2 FOR 3), trim(both 't' FROM t), overlay(t PLACING 'XX' FROM 2), replace(t, 'e', 'E'), split_part(t, ' ', 2), lpad(t, 12, '*'), repeat(vc, 2), md5(t), format('%s-%I-%L', id, t, vc) FROM all_types WHERE id < 12;
SELECT regexp_replace(t, '(\d)', '<\1>'), regexp_match(vc, 'c(\d)'), t ~* 'TEXT', to_char(num, 'FM999,990.000'), to_char(d, 'YYYY-MM-DD Day'), to_number('1,234.5', '9,999.9') FROM all_types WHERE id < 15;
SELECT bin, encode(bin, 'hex'), length(bin), bin || '\xff'::bytea, get_byte(bin, 0) FROM all_types WHERE id < 10;
SELECT u, u::text, u = '00000000-0000-4000-9000-000000000004' FROM all_types WHERE id < 10;
SELECT ip, host(ip), masklen(ip), ip << '10.0.1.0/24', bits & B'0110', p, p[0], cash * 2, cash::numeric FROM all_types WHERE id < 20;
SELECT round(2.5), round(-2.5), round(2.5::float8), round(3.5::float8), trunc(-2.7), ceil(-2.1), floor(-2.1), sign(-3.0), mod(-7, 3), -7 % 3, -7 / 2, div(-7.0, 2), power(2, 0.5), sqrt(2::numeric), ln(10.0), exp(1.0), log(2.0, 64.0), cbrt(27), width_bucket(5.3, 0, 10, 5);
SELECT 1 / 3.0, 10.0 / 3, 1.00 * 2.000, 7::numeric / 2, 1e20::numeric / 3, 0.1::numeric + 0.2, 0.1::float8 + 0.2::float8, 100000000000000000000 * 10, 2 ^ 10, 5 / 2, 5 % 2, |/ 25.0, @ -5, 5 != 4;
SELECT 'NaN'::numeric + 1, 'Infinity'::numeric - 1, 'NaN'::numeric = 'NaN'::numeric, 'Infinity'::float8 > 1e308, 'NaN'::float8 > 'Infinity'::float8;
SELECT order_id IN (1, 2, NULL), order_id NOT IN (1, NULL), NULL = NULL, NULL AND false, NULL OR true FROM sales WHERE order_id < 4;
SELECT order_id, total BETWEEN 100 AND 50000, total NOT BETWEEN SYMMETRIC 50000 AND 100, status LIKE 's%', status NOT LIKE '%e_', status ILIKE 'OPEN' FROM sales WHERE order_id < 30;
SELECT pg_typeof(1), pg_typeof(1.0), pg_typeof('x'), pg_typeof(NULL), pg_typeof(1e3), pg_typeof(ARRAY[1.5]), pg_typeof(now()), pg_typeof(3000000000);
SELECT pg_typeof(total / 2), pg_typeof(priority * 2), pg_typeof(order_id + 1.5), pg_typeof(discount * 2::float8) FROM sales WHERE order_id = 1;
VALUES (1, 'a', NULL), (2, 'b', 3.5), (3, NULL, 4);
--@ ordered
VALUES (3), (1), (2) ORDER BY 1 DESC LIMIT 2;
TABLE countries;
--@ ordered
TABLE sales ORDER BY order_id LIMIT 3;
SELECT count(*), count(DISTINCT id) FROM all_types;
SELECT hashint8extended(5, 0), hashtextextended('abc', 0), hash_numeric(1.0);
--@ params int:5
SELECT * FROM sales WHERE order_id = ?;
--@ params bigint:17, text:open
SELECT order_id, line FROM sale_items JOIN sales USING (order_id) WHERE order_id = ? OR status = ? AND line = 1;
--@ params text:user-hot
SELECT count(*), max(event_id) FROM events WHERE user_key = ?;
--@ params uuid:00000000-0000-4000-8000-000000000005
SELECT * FROM measurements WHERE sensor = ?;
--@ params date:2022-02-11
SELECT * FROM calendar WHERE day = ?;
--@ params numeric:50000.5, null:text
SELECT order_id, total + ? AS more, coalesce(?, channel) FROM sales WHERE order_id < 20;
--@ params _int4:{3,5,7,900}
SELECT order_id, status FROM sales WHERE order_id = ANY (?);
--@ params null:int
SELECT count(*) FROM sales WHERE order_id = ?;
--@ params int:3, int:2
--@ ordered
SELECT order_id FROM sales ORDER BY order_id LIMIT ? OFFSET ?;
--@ params int:10
--@ repeat 8
SELECT * FROM all_types WHERE id < ?;
--@ params float8:0.5, bool:true, smallint:2
--@ repeat 8
SELECT order_id, total * ?, ? AND returned, priority + ? FROM sales JOIN sale_items USING (order_id) WHERE order_id < 50;
--@ params jsonb:{"k": 1}, timestamptz:2021-06-01 10:00+02, interval:3 days, inet:10.0.0.1, bytea:\x0aff
--@ repeat 7
SELECT ? || '{"a": 2}', ?, ?, ?, ?;
--@ params int:0
--@ error 22012
SELECT sum(order_id / ?) FROM sales;
--@ params text:abc
--@ error 22P02
SELECT * FROM sales WHERE order_id = ?::text::int;
