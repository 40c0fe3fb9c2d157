-- Functions that run a query, or read a table, that they are given as text, where nothing of it is distributed.
CREATE SCHEMA queries_as_text;
--@ setup
SET search_path = queries_as_text, public;
CREATE TABLE notes (k int PRIMARY KEY, v text, t tsvector);
INSERT INTO notes VALUES (1, 'one', 'a b'), (2, 'two', 'b c'), (3, NULL, 'b');
CREATE TABLE rates (k int PRIMARY KEY, v text);
INSERT INTO rates VALUES (1, 'r');
--@ placement
SELECT create_reference_table('rates');
CREATE TABLE replacements (t tsquery, s tsquery);
INSERT INTO replacements VALUES ('a', 'b | c');
SELECT * FROM ts_stat('SELECT t FROM queries_as_text.notes') ORDER BY word;
SELECT * FROM ts_stat('SELECT t FROM queries_as_text.notes', 'ab') ORDER BY word;
SELECT ts_rewrite('a & b'::tsquery, 'SELECT t, s FROM queries_as_text.replacements');
SELECT ts_rewrite('a & b'::tsquery, 'a'::tsquery, 'c'::tsquery);
SELECT query_to_xml('SELECT k, v FROM queries_as_text.notes ORDER BY k', true, false, '');
SELECT table_to_xml('queries_as_text.notes', true, false, '');
SELECT table_to_xmlschema('queries_as_text.notes', true, false, '');
SELECT query_to_xmlschema('SELECT k FROM queries_as_text.notes', true, false, '');
SELECT table_to_xml('queries_as_text.rates', true, false, '');
BEGIN;
DECLARE c CURSOR FOR SELECT k FROM notes ORDER BY k;
SELECT cursor_to_xml('c', 2, true, false, '');
SELECT cursor_to_xmlschema('c', true, false, '');
COMMIT;
