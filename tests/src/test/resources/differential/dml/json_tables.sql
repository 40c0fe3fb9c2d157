-- JSON_TABLE in all its forms, over columns of tables of every placement.
CREATE SCHEMA json_tables;
--@ setup
SET search_path = json_tables, public;
CREATE TABLE goods (k int PRIMARY KEY, j jsonb);
CREATE TABLE copies (k int PRIMARY KEY, j jsonb);
CREATE TABLE notes (k int PRIMARY KEY, j jsonb);
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT create_reference_table('copies');
INSERT INTO notes SELECT g, jsonb_build_object('id', g, 'tags', jsonb_build_array('a' || g, 'b' || g), 'parts',
    jsonb_build_array(jsonb_build_object('n', g, 'sub', jsonb_build_array(1, 2)), jsonb_build_object('n', g + 1)))
    FROM generate_series(1, 6) g;
INSERT INTO notes VALUES (7, '[1, "x", null]'), (8, 'null'), (9, '{"id": "no number", "tags": "one"}');
INSERT INTO goods SELECT * FROM notes;
INSERT INTO copies SELECT * FROM notes;
SELECT k, t.* FROM goods, JSON_TABLE(j, '$.tags[*]' COLUMNS (o FOR ORDINALITY, tag text PATH '$')) t;
SELECT k, t.* FROM goods g, JSON_TABLE(g.j, '$' COLUMNS (id int PATH '$.id' DEFAULT 0 ON EMPTY NULL ON ERROR,
    has boolean EXISTS PATH '$.tags', NESTED PATH '$.parts[*]' COLUMNS (n int PATH '$.n',
    NESTED PATH '$.sub[*]' COLUMNS (s int PATH '$')), NESTED PATH '$.tags[*]' COLUMNS (tag text PATH '$'))) t;
SELECT k, t.* FROM copies, JSON_TABLE(j, '$.parts[*]' AS root COLUMNS (n int PATH '$.n', whole jsonb FORMAT JSON PATH '$',
    w jsonb PATH '$.sub[*]' WITH CONDITIONAL WRAPPER, q text PATH '$.n' KEEP QUOTES)) t;
SELECT k, t.* FROM goods g, JSON_TABLE(g.j, '$.tags[*] ? (@ starts with $p)' PASSING 'a' AS p COLUMNS (tag text PATH '$')) t;
SELECT g.k, t.* FROM goods g JOIN copies c USING (k), JSON_TABLE(g.j, '$.parts[*] ? (@.n > $least)'
    PASSING c.k AS least COLUMNS (n int PATH '$.n')) t;
SELECT k, t.* FROM goods, JSON_TABLE(j, '$.id' COLUMNS (id int PATH '$' NULL ON ERROR)) t;
--@ error 22P02
SELECT k, t.* FROM goods, JSON_TABLE(j, '$.id' COLUMNS (id int PATH '$' ERROR ON ERROR) ERROR ON ERROR) t;
SELECT k, t.* FROM notes, JSON_TABLE(j, 'strict $.nothing[*]' COLUMNS (x text PATH '$') EMPTY ON ERROR) t;
--@ error 2203A
SELECT k, t.* FROM goods, JSON_TABLE(j, 'strict $.nothing[*]' COLUMNS (x text PATH '$') ERROR ON ERROR) t;
SELECT k, t.* FROM goods, JSON_TABLE(j, '$' COLUMNS (x jsonb PATH '$.nothing' EMPTY ARRAY ON EMPTY, y jsonb PATH '$.tags'
    WITHOUT WRAPPER)) t WHERE k < 4;
CREATE VIEW tagged AS SELECT k, t.tag FROM goods, JSON_TABLE(j, '$.tags[*]' COLUMNS (tag text PATH '$')) t;
SELECT tag, count(*) FROM tagged GROUP BY tag ORDER BY tag;
UPDATE goods SET j = j || jsonb_build_object('count', t.n)
    FROM (SELECT c.k, count(*) AS n FROM copies c, JSON_TABLE(c.j, '$.tags[*]' COLUMNS (x text PATH '$')) y GROUP BY c.k) t
    WHERE t.k = goods.k;
DELETE FROM copies WHERE EXISTS (SELECT FROM JSON_TABLE(j, '$.parts[*]' COLUMNS (n int PATH '$.n')) t WHERE t.n = 3);
INSERT INTO copies SELECT k + 100, to_jsonb(t) FROM goods, JSON_TABLE(j, '$.parts[*]' COLUMNS (n int PATH '$.n')) t WHERE n = 2;
SELECT sum(t.n) FROM goods, JSON_TABLE(j, '$.parts[*]' COLUMNS (n int PATH '$.n')) t;
SELECT * FROM goods ORDER BY k;
SELECT * FROM copies ORDER BY k;
