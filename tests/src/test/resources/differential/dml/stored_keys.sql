-- Keys that an assignment rounds, pads or truncates: a row is where its key is looked for, as it is stored.
CREATE SCHEMA stored_keys;
--@ setup
SET search_path = stored_keys, public;
CREATE TABLE padded (k char(10) PRIMARY KEY, v int);
CREATE TABLE rounded (k numeric(10, 2) PRIMARY KEY, v int);
CREATE TABLE exact (k numeric PRIMARY KEY, v int);
CREATE TABLE truncated (k varchar(3) PRIMARY KEY, v int);
CREATE TABLE seconds (k timestamp(0) PRIMARY KEY, v int);
--@ placement
SELECT create_distributed_table('padded', 'k');
--@ placement
SELECT create_distributed_table('rounded', 'k');
--@ placement
SELECT create_distributed_table('exact', 'k', colocate_with => 'rounded');
--@ placement
SELECT create_distributed_table('truncated', 'k');
--@ placement
SELECT create_distributed_table('seconds', 'k');
INSERT INTO padded VALUES ('abc', 1), ('abd', 2), ('a', 3), ('xyz  ', 4), ('b', 5);
INSERT INTO rounded VALUES (1.005, 1), (2.004, 2), (3.1, 3), (7.777, 4), (5, 5);
INSERT INTO exact VALUES (11.005, 1), (12.004, 2), (13.1, 3), (17.777, 4), (19.999, 5), (21.111, 6);
INSERT INTO truncated VALUES ('a  ', 1), ('ab ', 2), ('abc  ', 3), ('xyz', 4);
INSERT INTO seconds VALUES ('2020-01-01 00:00:00.6', 1), ('2020-01-02 00:00:00.4', 2), (timestamp '2020-01-03 10:00:00.7', 3);
--@ params text:pad, int:6
INSERT INTO padded VALUES ($1, $2);
--@ params text:cut, int:6
INSERT INTO truncated VALUES ($1, $2);
SELECT v FROM padded WHERE k = 'abc';
SELECT v FROM padded WHERE k = 'abd';
SELECT v FROM padded WHERE k = 'xyz';
SELECT v FROM padded WHERE k = 'pad';
SELECT v FROM padded WHERE k = 'abc'::char;
SELECT v FROM padded WHERE k = 'abc'::bpchar;
SELECT v FROM padded WHERE k = 'abc'::char(2);
SELECT v FROM rounded WHERE k = 1.01;
SELECT v FROM rounded WHERE k = 2.00;
SELECT v FROM rounded WHERE k = 7.78;
SELECT v FROM rounded WHERE k = 7.777;
SELECT v FROM truncated WHERE k = 'a  ';
SELECT v FROM truncated WHERE k = 'abc';
SELECT v FROM seconds WHERE k = '2020-01-01 00:00:01';
SELECT v FROM seconds WHERE k = '2020-01-02';
SELECT v FROM seconds WHERE k = timestamp '2020-01-03 10:00:01';
INSERT INTO rounded SELECT k, v + 10 FROM exact;
SELECT v FROM rounded WHERE k = 11.01;
SELECT v FROM rounded WHERE k = 12;
SELECT v FROM rounded WHERE k = 17.78;
SELECT v FROM rounded WHERE k = 20;
SELECT a.v, b.v FROM rounded a JOIN rounded b USING (k);
--@ error 22001
INSERT INTO truncated VALUES ('abcd', 9);
-- The distribution column gets another type, which may leave the rows as they are stored.
CREATE TABLE retyped (k text PRIMARY KEY, v int);
--@ placement
SELECT create_distributed_table('retyped', 'k');
INSERT INTO retyped SELECT chr(96 + i) || repeat(' ', i % 3), i FROM generate_series(1, 20) i;
ALTER TABLE retyped ALTER COLUMN k TYPE varchar;
SELECT v FROM retyped WHERE k = 'c';
INSERT INTO retyped VALUES ('zz', 30);
SELECT v FROM retyped WHERE k = 'd ';
ALTER TABLE retyped ALTER COLUMN k TYPE bpchar;
SELECT v FROM retyped WHERE k = 'd';
INSERT INTO retyped VALUES ('long key ', 31), ('L', 32);
INSERT INTO retyped SELECT 'long key of ' || i, 40 + i FROM generate_series(1, 5) i;
SELECT v FROM retyped WHERE k = 'long key';
--@ params text:long key of 3
SELECT v FROM retyped WHERE k = $1;
SELECT v FROM retyped WHERE k = 'L  ';
SELECT v FROM retyped WHERE k = 'e';
SELECT a.v, b.v FROM retyped a JOIN retyped b USING (k);
ALTER TABLE retyped ALTER COLUMN k TYPE text;
SELECT v FROM retyped WHERE k = 'zz';
ALTER TABLE retyped ALTER COLUMN k TYPE integer USING v;
SELECT v FROM retyped WHERE k = 7;
ALTER TABLE retyped ALTER COLUMN k TYPE bigint;
UPDATE retyped SET v = 0 WHERE k = 8;
SELECT k, v FROM retyped;
