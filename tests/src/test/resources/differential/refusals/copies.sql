-- COPY

CREATE TABLE stock (id int PRIMARY KEY, kind int);
--@ placement
SELECT create_distributed_table('stock', 'id');
INSERT INTO stock SELECT i, i % 4 FROM generate_series(1, 40) i;

--@ refused COPY with a file or a program of the server
--@ why There are several servers, and none of them is where the client takes the coordinator to be.
COPY stock TO '/dev/null';

