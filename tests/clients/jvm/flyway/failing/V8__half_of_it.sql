CREATE TABLE stock.half (id integer);
ALTER TABLE sales.orders ADD COLUMN half integer;
INSERT INTO stock.half VALUES ('one');
