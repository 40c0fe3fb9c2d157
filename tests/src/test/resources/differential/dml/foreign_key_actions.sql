-- What foreign keys do to referring tables of every placement.
CREATE SCHEMA foreign_key_actions;
--@ setup
SET search_path = foreign_key_actions, public;
CREATE TABLE owners (id int PRIMARY KEY);
CREATE TABLE kinds (id int PRIMARY KEY, grp int);
CREATE TABLE owned (id int PRIMARY KEY REFERENCES owners ON DELETE CASCADE, v text);
CREATE TABLE of_kind (id int PRIMARY KEY, kind int REFERENCES kinds ON DELETE CASCADE ON UPDATE CASCADE);
CREATE TABLE by_kind (kind int REFERENCES kinds ON DELETE CASCADE ON UPDATE CASCADE, n int, PRIMARY KEY (kind, n));
CREATE TABLE kept (id int PRIMARY KEY, kind int REFERENCES kinds ON DELETE SET NULL);
CREATE TABLE sub_kinds (id int PRIMARY KEY, kind int REFERENCES kinds ON DELETE SET NULL);
--@ placement
SELECT create_reference_table('kinds');
--@ placement
SELECT create_reference_table('sub_kinds');
--@ placement
SELECT create_distributed_table('owners', 'id');
--@ placement
SELECT create_distributed_table('owned', 'id', colocate_with => 'owners');
--@ placement
SELECT create_distributed_table('of_kind', 'id', colocate_with => 'owners');
--@ placement
SELECT create_distributed_table('by_kind', 'kind', colocate_with => 'owners');
INSERT INTO owners SELECT generate_series(1, 9);
INSERT INTO kinds SELECT g, g % 2 FROM generate_series(1, 9) g;
INSERT INTO owned SELECT id, 'c' FROM owners;
INSERT INTO of_kind SELECT g, g FROM generate_series(1, 9) g;
INSERT INTO by_kind SELECT g, g FROM generate_series(1, 9) g;
INSERT INTO kept SELECT g, g FROM generate_series(1, 9) g;
INSERT INTO sub_kinds SELECT g, g FROM generate_series(1, 9) g;
DELETE FROM owners WHERE id = 1;
DELETE FROM owners WHERE id IN (SELECT id + 1 FROM kinds WHERE id < 3);
WITH x AS (DELETE FROM owners WHERE id = 4 RETURNING id) SELECT * FROM x;
MERGE INTO owners USING (VALUES (5)) v (id) ON v.id = owners.id WHEN MATCHED THEN DELETE;
DELETE FROM kinds WHERE id = 1;
DELETE FROM kinds WHERE grp = 0 AND id < 5 RETURNING *;
DELETE FROM kinds WHERE id IN (SELECT id FROM owners WHERE id = 6);
UPDATE kinds SET grp = 5 WHERE id = 7;
