-- ON CONFLICT and RETURNING that compute and read, over all placements. Every table of the schema is compared at the end.
CREATE SCHEMA conflicts;
--@ setup
SET search_path = conflicts, public;
CREATE TABLE items (id int PRIMARY KEY, amount int DEFAULT 77, note text DEFAULT 'none', doubled int GENERATED ALWAYS AS (amount * 2) STORED, parts int[], made timestamptz DEFAULT now());
CREATE TABLE copied (id int PRIMARY KEY, amount int DEFAULT 77, note text DEFAULT 'none', doubled int GENERATED ALWAYS AS (amount * 2) STORED, email text UNIQUE);
CREATE TABLE far (id int, w int);
CREATE TABLE alone (id int PRIMARY KEY, w int);
--@ placement
SELECT create_distributed_table('items', 'id');
--@ placement
SELECT create_reference_table('copied');
--@ placement
SELECT create_distributed_table('far', 'w');
INSERT INTO items (id, amount) SELECT i, i * 10 FROM generate_series(1, 8) i;
INSERT INTO copied (id, amount, email) SELECT i, i * 10, 'e' || i FROM generate_series(1, 8) i;
INSERT INTO far SELECT i % 5, i FROM generate_series(1, 20) i;
INSERT INTO alone SELECT i, i FROM generate_series(1, 9) i;
INSERT INTO items (id, amount) VALUES (1, 1), (2, 2), (3, 3), (20, 4) ON CONFLICT ON CONSTRAINT items_pkey DO UPDATE SET amount = (SELECT count(*) FROM far), id = excluded.id RETURNING id, amount, doubled;
INSERT INTO items (id, amount) VALUES (1, 1), (2, 2), (3, 3), (21, 4) ON CONFLICT (id) DO UPDATE SET amount = DEFAULT, note = DEFAULT RETURNING id, amount, note;
INSERT INTO items (id, amount) VALUES (1, 1), (2, 2), (3, 3) ON CONFLICT (id) DO UPDATE SET (amount, note) = (SELECT count(*), excluded.amount::text FROM far WHERE w <> items.id) RETURNING id, amount, note;
INSERT INTO items (id, amount) VALUES (1, 1), (2, 2), (3, 3), (22, 4) ON CONFLICT (id) DO UPDATE SET amount = excluded.doubled, made = now() RETURNING id, amount, made = now(), (xmax = 0) AS inserted;
INSERT INTO items (id, amount) VALUES (1, 1), (2, 2), (23, 4) ON CONFLICT (id) DO UPDATE SET parts[2] = excluded.amount RETURNING id, parts;
--@ error 21000
INSERT INTO items (id, amount) VALUES (1, 1), (2, 2), (1, 3) ON CONFLICT (id) DO UPDATE SET amount = excluded.amount + 200;
--@ error 21000
INSERT INTO items (id, amount) VALUES (95, 1), (96, 2), (95, 3) ON CONFLICT (id) DO UPDATE SET amount = excluded.amount + (SELECT count(*) FROM far);
INSERT INTO items (id, amount) VALUES (95, 1), (96, 2), (95, 3) ON CONFLICT (id) DO NOTHING RETURNING id, amount, (SELECT count(*) FROM items);
--@ error 21000
INSERT INTO items (id, amount) SELECT w % 3, w FROM far ON CONFLICT (id) DO UPDATE SET amount = excluded.amount;
INSERT INTO items (id, amount) SELECT w, w FROM far ON CONFLICT (id) DO UPDATE SET amount = excluded.amount + (SELECT max(w) FROM far) RETURNING id, amount;
WITH best AS (SELECT max(w) AS w FROM far) INSERT INTO items (id, amount) SELECT 4, w FROM best ON CONFLICT (id) DO UPDATE SET amount = excluded.amount + (SELECT w FROM best) RETURNING id, amount, (SELECT w FROM best);
INSERT INTO items (id, amount, note) VALUES (97, DEFAULT, (SELECT max(w)::text FROM far)), (98, 4, DEFAULT) RETURNING id, amount, note;
--@ params int:5, int:100
INSERT INTO items (id, amount) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET amount = $2 + (SELECT count(*) FROM far WHERE far.w > $1) RETURNING id, amount, $1 + $2;
INSERT INTO copied (id, amount) VALUES (1, 1), (2, 2), (3, 3), (20, 4) ON CONFLICT (id) DO UPDATE SET amount = (SELECT count(*) FROM far), note = 'x' RETURNING id, amount, doubled;
INSERT INTO copied (id, email) VALUES (50, 'e1'), (51, 'e2'), (52, 'new') ON CONFLICT (email) DO UPDATE SET amount = (SELECT sum(w) FROM alone WHERE alone.id < copied.id + 2) RETURNING id, amount, email;
INSERT INTO copied (id, amount) VALUES (1, 1), (2, 2) ON CONFLICT (id) DO UPDATE SET amount = 5 WHERE copied.id IN (SELECT far.id FROM far) AND excluded.amount > 1 RETURNING *;
INSERT INTO copied (id, amount) VALUES (60, 1), (61, 2) RETURNING id, (SELECT count(*) FROM copied), (SELECT sum(w) FROM far);
INSERT INTO alone VALUES (1, 1), (10, 2) ON CONFLICT (id) DO UPDATE SET w = (SELECT sum(items.amount) FROM items WHERE items.id <= excluded.id) RETURNING id, w;
INSERT INTO alone VALUES (1, 1), (2, 2) ON CONFLICT (id) DO UPDATE SET w = -1 WHERE excluded.w + alone.w > (SELECT min(far.w) FROM far) RETURNING id, w, (SELECT count(*) FROM items);
UPDATE items SET made = NULL;
-- The same where the session's own backend says what they mean: in a session with temporary tables, and behind writes and changes of the catalog.
CREATE TEMPORARY TABLE own (id int PRIMARY KEY, w int);
INSERT INTO own VALUES (1, 1);
WITH best AS (SELECT max(w) AS w FROM far) INSERT INTO own VALUES (1, 2), (2, 2) ON CONFLICT (id) DO UPDATE SET w = (SELECT w FROM best) RETURNING *;
WITH best AS (SELECT max(w) AS w FROM far) INSERT INTO items (id, amount) VALUES (1, 2), (200, 2) ON CONFLICT (id) DO UPDATE SET amount = (SELECT w FROM best) RETURNING id, amount;
WITH best AS (SELECT max(w) AS w FROM far) INSERT INTO copied (id, amount) VALUES (1, 2), (200, 2) ON CONFLICT (id) DO UPDATE SET amount = (SELECT w FROM best) RETURNING id, amount;
BEGIN;
INSERT INTO items (id, amount) VALUES (201, 1);
WITH best AS (SELECT max(w) AS w FROM far) INSERT INTO items (id, amount) VALUES (201, 2), (202, 2) ON CONFLICT (id) DO UPDATE SET amount = (SELECT w FROM best) RETURNING id, amount;
WITH best AS (SELECT max(w) AS w FROM far) INSERT INTO copied (id, amount) VALUES (201, 2), (1, 2) ON CONFLICT (id) DO UPDATE SET amount = (SELECT w FROM best) RETURNING id, amount;
COMMIT;
DROP TABLE own;
DISCARD TEMP;
BEGIN;
ALTER TABLE far ADD COLUMN more int;
WITH best AS (SELECT max(w) AS w FROM far) INSERT INTO items (id, amount) VALUES (201, 2), (203, 2) ON CONFLICT (id) DO UPDATE SET amount = (SELECT w + 1 FROM best) RETURNING id, amount;
COMMIT;
UPDATE items SET made = NULL;
