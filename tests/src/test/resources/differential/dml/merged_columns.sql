-- A column that a join makes of two has the type to which both are converted, and is compared as such.
CREATE SCHEMA merged_columns;
--@ setup
SET search_path = merged_columns, public;
CREATE TABLE merged_days (id int PRIMARY KEY, d date, c char(5), n bigint);
--@ placement
SELECT create_distributed_table('merged_days', 'id');
CREATE TABLE merged_moments (id int PRIMARY KEY, d timestamp, c text, n float8);
--@ placement
SELECT create_distributed_table('merged_moments', 'id');
INSERT INTO merged_days SELECT i, date '2000-01-01' + i % 4, 'x' || i % 3, 9007199254740992 + i % 3 FROM generate_series(1, 24) i;
INSERT INTO merged_moments SELECT i, timestamp '2000-01-01' + i % 4 * interval '1 day', 'x' || i % 3, 9007199254740992 + i % 3 FROM generate_series(1, 12) i;
SELECT d, count(*) FROM merged_days JOIN merged_moments USING (d) WHERE d <= '2000-01-02 12:00' GROUP BY d;
SELECT d, count(*) FROM merged_days LEFT JOIN merged_moments USING (d) WHERE d < '2000-01-02 12:00' GROUP BY d;
SELECT d, count(*) FROM merged_moments RIGHT JOIN merged_days USING (d) WHERE d < '2000-01-02 12:00' GROUP BY d;
SELECT d, x.n FROM (SELECT d, count(*) AS n FROM merged_days GROUP BY d) x JOIN (SELECT DISTINCT d FROM merged_moments) y USING (d) WHERE d < '2000-01-02 12:00';
SELECT d FROM (SELECT DISTINCT * FROM (SELECT d FROM merged_days) x JOIN (SELECT d FROM merged_moments) y USING (d)) z WHERE d < '2000-01-02 12:00';
SELECT c, count(*) FROM merged_days JOIN merged_moments USING (c) WHERE c <> 'x1 ' GROUP BY c;
SELECT count(*) FROM merged_days JOIN merged_moments USING (n) WHERE n = 9007199254740993;
SELECT count(*) FROM (SELECT n FROM merged_days) x NATURAL JOIN (SELECT n FROM merged_moments) y WHERE n < 9007199254740993;
