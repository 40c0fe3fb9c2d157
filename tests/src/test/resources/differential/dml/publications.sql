-- What a publication says of all tables holds for Argosy's own, too, which every definition changes.
CREATE SCHEMA publications;
--@ setup
SET search_path = publications, public;
CREATE TABLE published_kinds (k int PRIMARY KEY, label text);
CREATE PUBLICATION of_everything FOR ALL TABLES;
CREATE TABLE published_later (k int PRIMARY KEY, v text);
INSERT INTO published_later VALUES (1, 'a'), (2, 'b');
UPDATE published_later SET v = 'c' WHERE k = 2;
CREATE TABLE published_without_key (v text);
INSERT INTO published_without_key VALUES ('a');
--@ error 55000
UPDATE published_without_key SET v = 'b';
ALTER PUBLICATION of_everything SET (publish = 'insert, update');
ALTER TABLE published_kinds ADD COLUMN w int;
DELETE FROM published_later;
DROP TABLE published_later, published_without_key;
ALTER PUBLICATION of_everything SET (publish = 'insert');
CREATE TABLE published_last (v text);
DROP TABLE published_last;
DROP PUBLICATION of_everything;
