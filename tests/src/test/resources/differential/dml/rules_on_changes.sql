-- Rules ON UPDATE and ON DELETE of tables and views without a placement, beside placed ones.
CREATE SCHEMA rules_on_changes;
--@ setup
SET search_path = rules_on_changes, public;
CREATE TABLE goods (k int PRIMARY KEY, v text);
CREATE TABLE notes (k int PRIMARY KEY, v text);
CREATE TABLE history (what text, k int);
--@ placement
SELECT create_distributed_table('goods', 'k');
INSERT INTO goods SELECT g, 'v' || g FROM generate_series(1, 12) g;
INSERT INTO notes SELECT g, 'v' || g FROM generate_series(1, 6) g;
CREATE RULE told AS ON UPDATE TO notes DO ALSO INSERT INTO history VALUES ('update', NEW.k);
CREATE RULE kept AS ON DELETE TO notes WHERE OLD.k = 1 DO INSTEAD NOTHING;
UPDATE notes SET v = v || '!' WHERE k > 2;
DELETE FROM notes WHERE k < 3;
SELECT * FROM notes ORDER BY k;
SELECT * FROM history ORDER BY what, k;
CREATE VIEW written AS SELECT k, v FROM notes;
CREATE RULE changed AS ON UPDATE TO written
    DO INSTEAD UPDATE notes SET v = NEW.v WHERE k = OLD.k RETURNING notes.k, notes.v;
CREATE RULE gone AS ON DELETE TO written DO INSTEAD UPDATE notes SET v = 'gone' WHERE k = OLD.k;
UPDATE written SET v = 'z' WHERE k = 3 RETURNING *;
--@ params text:w, int:4
UPDATE written SET v = ? WHERE k = ?;
DELETE FROM written WHERE k = 5;
UPDATE written SET v = upper(v);
SELECT * FROM notes ORDER BY k;
SELECT what, count(*) FROM history GROUP BY what;
