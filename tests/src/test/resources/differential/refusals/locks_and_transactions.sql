-- Locks and transactions
-- What PostgreSQL can promise about its own rows only.

CREATE TABLE stock (id int PRIMARY KEY, kind int, amount numeric);
--@ placement
SELECT create_distributed_table('stock', 'id');
INSERT INTO stock SELECT i, i % 4, i FROM generate_series(1, 40) i;

CREATE TABLE kinds (kind int PRIMARY KEY, label text);
--@ placement
SELECT create_reference_table('kinds');
INSERT INTO kinds SELECT i, 'kind ' || i FROM generate_series(0, 3) i;

--@ refused Locks of rows that are moved
--@ why Rows that are moved to be joined cannot be locked where they came from.
SELECT a.id, b.id FROM stock a JOIN stock b ON a.kind = b.kind WHERE a.id < b.id FOR UPDATE;

--@ refused Locks that a subquery of a change takes of another table
--@ why The change is computed from copies of the rows that it reads.
UPDATE kinds SET label = 'taken' WHERE kind IN (SELECT kind FROM stock WHERE amount > 30 LIMIT 1 FOR UPDATE);

--@ refused Locks of rows of distributed and replicated tables together
--@ why Who writes a replicated table locks its rows on the first node, where not all rows are joined.
SELECT * FROM stock JOIN kinds USING (kind) WHERE label = 'kind 1' FOR UPDATE;

BEGIN;
--@ refused Cursors that lock rows of distributed tables
--@ why A cursor reads what the nodes have answered when it was declared; one of PostgreSQL's leaves out what its
--@ why transaction has changed since.
DECLARE locking CURSOR FOR SELECT * FROM stock WHERE id = 1 FOR UPDATE;
ROLLBACK;

BEGIN ISOLATION LEVEL SERIALIZABLE;
--@ refused SERIALIZABLE over several nodes
--@ why Each node finds out only among its own transactions whether they can be put into an order. A transaction
--@ why that uses one node is run.
UPDATE stock SET amount = 0 WHERE kind = 1;
ROLLBACK;

BEGIN;
--@ refused Savepoint with a name that begins with argosy_
--@ why The coordinator has savepoints of its own in the transactions of its clients.
SAVEPOINT argosy_guard;
ROLLBACK;

BEGIN;
INSERT INTO stock VALUES (41);
--@ placement
--@ refused PREPARE TRANSACTION, COMMIT PREPARED and ROLLBACK PREPARED
--@ why They are how Argosy commits over several nodes, and would come in between.
PREPARE TRANSACTION 'mine';
ROLLBACK;

BEGIN ISOLATION LEVEL REPEATABLE READ;
--@ placement
--@ refused SET TRANSACTION SNAPSHOT
--@ why The name stands for a snapshot of one node.
SET TRANSACTION SNAPSHOT '00000003-0000001B-1';
ROLLBACK;
