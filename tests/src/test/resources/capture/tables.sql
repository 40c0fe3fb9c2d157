CREATE SCHEMA mine

CREATE TABLE mine.goods (k int PRIMARY KEY, v int, w varchar(10))

SELECT create_distributed_table('mine.goods', 'k')

CREATE TABLE mine.parts (k int, p int, n bigint, d date DEFAULT current_date, PRIMARY KEY (k, p))

SELECT create_distributed_table('mine.parts', 'k', colocate_with => 'mine.goods')

CREATE TABLE mine.named (k varchar(10) PRIMARY KEY, v int)

SELECT create_distributed_table('mine.named', 'k')

CREATE TABLE mine.kinds (k int PRIMARY KEY, label varchar(10))

SELECT create_reference_table('mine.kinds')

CREATE TABLE mine.loose (k int PRIMARY KEY, v int)

INSERT INTO mine.goods SELECT i, i % 7, 'w' || i FROM generate_series(1, 100) i

INSERT INTO mine.parts SELECT 1 + i % 100, i, i * 10 FROM generate_series(1, 300) i

INSERT INTO mine.named SELECT 'n' || i, i FROM generate_series(1, 50) i

INSERT INTO mine.kinds SELECT i, 'kind ' || i FROM generate_series(0, 6) i

INSERT INTO mine.loose SELECT i, i FROM generate_series(1, 20) i

CREATE VIEW mine.seen AS SELECT g.k, g.w, p.n FROM mine.goods g JOIN mine.parts p ON p.k = g.k

CREATE FUNCTION mine.stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$

SELECT declare_function_safe('mine.stamp()')

ANALYZE mine.goods, mine.parts, mine.kinds
