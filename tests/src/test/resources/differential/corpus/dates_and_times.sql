-- Dates, times, intervals, time zones, and the clock's one value per statement.
SELECT date_trunc('month', ordered_at), count(*) FROM sales GROUP BY 1;
SELECT date_trunc('day', placed, 'America/New_York'), count(*) FROM sales GROUP BY 1;
SELECT extract(dow FROM ordered_at), extract(epoch FROM placed), extract(week FROM ordered_at), extract(isoyear FROM ordered_at), date_part('hour', placed) FROM sales WHERE order_id < 40;
SELECT order_id, placed AT TIME ZONE 'Asia/Tokyo', ordered_at AT TIME ZONE 'Europe/Vienna', placed::date, placed - ordered_at::timestamptz FROM sales WHERE order_id < 40;
SELECT happened, happened AT TIME ZONE 'Europe/Berlin', (happened AT TIME ZONE 'Europe/Berlin')::date FROM events WHERE happened BETWEEN '2024-03-31 00:00+00' AND '2024-03-31 06:00+00';
SELECT (happened AT TIME ZONE 'Europe/Berlin')::date AS day, count(*), min(value) FROM events GROUP BY day;
SELECT d + 1, d - date '2000-01-01', ts + interval '1 month', ts - ts::date, age(ts, timestamp '1999-12-31'), d + tm, iv * 2, iv / 3, justify_interval(iv), tstz + iv FROM all_types WHERE id < 50;
SELECT id, isfinite(d), d > 'now'::date, ts = 'infinity', extract(year FROM d) FROM all_types WHERE id IN (58, 59, 60);
SELECT (d, ts::date) OVERLAPS (date '2000-03-01', date '2000-03-05'), make_date(2024, 2, 29), make_interval(days => 10), to_timestamp(0), to_date('05 Dec 2000', 'DD Mon YYYY') FROM all_types WHERE id < 12;
SELECT g::date, count(s.order_id) FROM generate_series(timestamp '2021-01-01', '2021-02-01', '3 days') g LEFT JOIN sales s ON s.ordered_at >= g AND s.ordered_at < g + interval '3 days' GROUP BY 1;
SELECT g, extract(epoch FROM g) FROM generate_series(timestamptz '2024-03-30 22:00+00', '2024-03-31 04:00+00', '1 hour') g;
SELECT day, weekday FROM calendar WHERE day BETWEEN date '2022-02-26' AND date '2022-03-02';
SELECT day FROM calendar WHERE day = date '2022-02-01' + interval '3 days';
SELECT day, day + interval '1 month' - interval '1 day' FROM calendar WHERE extract(day FROM day) = 1;
SELECT weekday, count(*), min(day), max(day) - min(day), bool_or(holiday) FROM calendar GROUP BY weekday;
SELECT date_bin('5 days', day::timestamp, timestamp '2022-01-01'), count(*) FROM calendar GROUP BY 1;
SELECT sum(ordered_at - timestamp '2021-01-01'), avg(ordered_at - timestamp '2021-01-01'), max(ordered_at) - min(ordered_at) FROM sales;
SELECT interval '1 year 2 months' = interval '14 months', interval '30 days' = interval '1 month', '1 day'::interval > '23 hours', time '10:00' + interval '15 hours', timetz '10:00+02' AT TIME ZONE 'UTC';
SELECT count(DISTINCT now()), count(DISTINCT statement_timestamp()), count(DISTINCT current_timestamp), count(DISTINCT current_date), count(DISTINCT localtime) FROM sales;
SELECT count(*) FROM (SELECT now() AS t FROM sales UNION SELECT now() FROM accounts UNION SELECT now()) x;
SELECT count(*) FROM sales WHERE ordered_at > now();
SELECT count(*) FROM sales WHERE ordered_at < current_date - interval '1 year' * 0;
SELECT count(*) FROM sales WHERE now() = (SELECT now());
SELECT now() = transaction_timestamp(), clock_timestamp() >= now(), statement_timestamp() >= now(), 'now'::timestamptz >= now();
--@ shape
SELECT now(), current_date, current_time, localtimestamp, clock_timestamp();
--@ shape
SELECT order_id, random(), gen_random_uuid() FROM sales;
SELECT count(DISTINCT r) > 590 FROM (SELECT random() AS r FROM sales) x;
SELECT count(*) FROM sales WHERE random() < 2;
SELECT count(DISTINCT (SELECT random())) FROM sales;
SELECT count(*) FROM sales WHERE random() < 0;
--@ setup
SET TimeZone = 'America/Sao_Paulo';
SELECT placed, placed::date, ordered_at::timestamptz FROM sales WHERE order_id < 40;
SELECT date_trunc('day', placed), count(*) FROM sales GROUP BY 1;
SELECT count(*) FROM sales WHERE placed >= '2021-06-01';
SELECT tstz, tstz::text, tmtz, extract(timezone FROM tstz) FROM all_types;
SHOW TimeZone;
--@ setup
SET DateStyle = 'SQL, DMY';
--@ setup
SET IntervalStyle = 'iso_8601';
SELECT ordered_at::text, placed::text, '03/04/2021'::date::text FROM sales WHERE order_id < 10;
SELECT iv::text, d::text FROM all_types;
SELECT min(ordered_at)::text || ' to ' || max(ordered_at)::text, count(*) FROM sales WHERE ordered_at < '05/02/2021';
SHOW DateStyle;
RESET DateStyle;
RESET ALL;
SHOW IntervalStyle;
SELECT placed::text FROM sales WHERE order_id = 5;
