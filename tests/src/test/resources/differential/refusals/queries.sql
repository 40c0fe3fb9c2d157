-- Queries

CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric);
CREATE TABLE kinds (kind int, label text);
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_distributed_table('kinds', 'label');
INSERT INTO stock SELECT i, i % 4, i FROM generate_series(1, 40) i;
INSERT INTO kinds SELECT i, 'kind ' || i FROM generate_series(0, 3) i;

--@ refused System columns of distributed tables whose rows are moved
--@ why A row that was moved has other system columns than where it lies.
SELECT a.ctid, b.ctid FROM stock a JOIN stock b USING (kind) WHERE a.amount < b.amount;

CREATE TABLE readings (sensor int NOT NULL, taken date) PARTITION BY RANGE (taken);
CREATE TABLE readings_2024 PARTITION OF readings FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
--@ placement
SELECT create_distributed_table('readings', 'sensor');
INSERT INTO readings SELECT i, '2024-02-03' FROM generate_series(1, 40) i;
--@ refused System columns of distributed partitioned tables
--@ why A partition has another number on each node. Read the partitions by their names.
SELECT tableoid::regclass, count(*) FROM readings GROUP BY 1;

--@ refused ONLY before a distributed partitioned table
--@ why Its copy has the rows that are in its partitions, where ONLY asks for none.
SELECT count(*) FROM ONLY readings;

--@ refused Rows beside JOIN .. USING .. AS over distributed tables
--@ why PostgreSQL's own text of such a row has lost the names of its columns.
SELECT row_to_json(matched) FROM stock JOIN kinds USING (kind) AS matched;

CREATE MATERIALIZED VIEW totals AS SELECT kind, sum(amount) FROM stock GROUP BY kind;
CREATE ROLE refusals_owner;
GRANT USAGE, CREATE ON SCHEMA refusals_queries TO refusals_owner;
GRANT SELECT ON stock TO refusals_owner;
ALTER MATERIALIZED VIEW totals OWNER TO refusals_owner;
--@ refused REFRESH of a materialized view over distributed tables by others than its owner
--@ why PostgreSQL computes it with the owner's rights, whoever asks for it.
REFRESH MATERIALIZED VIEW totals;
DROP OWNED BY refusals_owner;
DROP ROLE refusals_owner;

CREATE TABLE placed_later (id int PRIMARY KEY);
CREATE MATERIALIZED VIEW of_placed_later AS SELECT count(*) FROM placed_later;
--@ placement
SELECT create_distributed_table('placed_later', 'id');
--@ refused REFRESH of a materialized view that is older than the placement of its tables
--@ why The home node would compute it of its own rows.
REFRESH MATERIALIZED VIEW of_placed_later;

CREATE ROLE refusals_reader;
CREATE VIEW labels AS SELECT k.label, s.amount FROM stock s JOIN kinds k USING (kind);
GRANT USAGE ON SCHEMA refusals_queries TO refusals_reader;
GRANT SELECT ON labels TO refusals_reader;
SET ROLE refusals_reader;
--@ refused View read with its owner's rights, where rows are moved
--@ why The rows of its tables are moved in steps that run with the rights of the role.
SELECT * FROM labels;
RESET ROLE;
DROP OWNED BY refusals_reader;
DROP ROLE refusals_reader;

CREATE TABLE granted (id int, rights aclitem);
--@ placement
SELECT create_distributed_table('granted', 'id');
--@ refused Values without a binary form, where rows are moved
--@ why Rows go from node to node in the binary form of their values, which those of type aclitem do not have.
INSERT INTO granted SELECT i, 'postgres=r/postgres' FROM generate_series(1, 10) i;
