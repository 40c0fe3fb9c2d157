-- Changes of partitioned tables by parameters: a plan that is made with no values shows no partition.
CREATE SCHEMA parameters_of_partitions;
--@ setup
SET search_path = parameters_of_partitions, public;
CREATE TABLE parted_sales (id int NOT NULL, region text NOT NULL, amount int, PRIMARY KEY (id, region)) PARTITION BY LIST (region);
CREATE TABLE parted_north PARTITION OF parted_sales FOR VALUES IN ('north');
CREATE TABLE parted_south PARTITION OF parted_sales FOR VALUES IN ('south', 'east');
CREATE TABLE parted_rest PARTITION OF parted_sales DEFAULT;
--@ placement
SELECT create_distributed_table('parted_sales', 'id');
INSERT INTO parted_sales SELECT g, (ARRAY['north', 'south', 'east', 'west'])[1 + g % 4], g FROM generate_series(1, 40) g;
CREATE VIEW parted_view AS SELECT * FROM parted_sales WHERE amount > 0 WITH CHECK OPTION;
CREATE VIEW parted_totals AS SELECT region, sum(amount) AS total FROM parted_sales GROUP BY region;

--@ params text:north
UPDATE parted_view SET amount = amount + 1 WHERE region = ? RETURNING id, amount;
--@ params text:south, int:30
--@ error 44000
UPDATE parted_view SET amount = -1 WHERE region = ? AND id > ?;
--@ params text:east
DELETE FROM parted_view WHERE region = ? AND id < 10 RETURNING id;
--@ params text:north, int:5
MERGE INTO parted_view t USING (VALUES (?::text, ?::int)) s (region, by) ON t.region = s.region AND t.id < 20
WHEN MATCHED THEN UPDATE SET amount = t.amount + s.by;
PREPARE raise_parted AS UPDATE parted_view SET amount = $2 WHERE region = $1 RETURNING *;
EXECUTE raise_parted ('west', 7);
EXECUTE raise_parted ('south', 8);
EXECUTE raise_parted ('nowhere', 8);
--@ params text:north
SELECT *, rank() OVER (ORDER BY amount, id) FROM parted_sales WHERE region = ?;
--@ params text:north
SELECT s.id, t.total FROM parted_sales s JOIN parted_totals t USING (region) WHERE s.region = ? AND s.amount > (SELECT avg(amount) FROM parted_sales WHERE region = s.region);
--@ params text:east, text:west
INSERT INTO parted_sales SELECT id + 100, ?, count(*) OVER () FROM parted_sales WHERE region = ?;
--@ params text:east
UPDATE parted_sales SET amount = (SELECT count(*) FROM parted_sales b WHERE b.region = ?) WHERE id = 103;
--@ params text:south
DELETE FROM parted_sales WHERE amount = (SELECT max(amount) FROM parted_sales WHERE region = ?);
SELECT region, count(*), sum(amount) FROM parted_sales GROUP BY region;
DEALLOCATE raise_parted;
