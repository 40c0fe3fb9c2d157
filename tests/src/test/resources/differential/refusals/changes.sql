-- Changes of rows

CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric);
CREATE TABLE owners (id int PRIMARY KEY);
CREATE TABLE owned (id int PRIMARY KEY REFERENCES owners ON DELETE CASCADE);
--@ placement
SELECT create_distributed_table('stock', 'id');
--@ placement
SELECT create_distributed_table('owners', 'id');
--@ placement
SELECT create_distributed_table('owned', 'id', colocate_with => 'owners');
INSERT INTO stock SELECT i, i % 4, i FROM generate_series(1, 40) i;
INSERT INTO owners SELECT generate_series(1, 20);

--@ refused ON CONFLICT in WITH or into a view
--@ why Such a statement runs once over copies, which have only the rows that it reads.
WITH new AS (INSERT INTO stock (id) VALUES (1) ON CONFLICT DO NOTHING RETURNING id) SELECT * FROM new;

--@ refused Change of a distribution column that foreign keys with actions refer to
--@ why The row is deleted on one node and inserted on another, and the action would follow.
UPDATE owners SET id = id + 100;
