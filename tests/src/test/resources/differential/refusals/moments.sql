-- Constants such as 'now'
-- PostgreSQL replaces 'now', 'today', 'tomorrow' and 'yesterday' by the time at which it reads them.

CREATE TABLE events (id int, at timestamptz);
--@ placement
SELECT create_distributed_table('events', 'id');
INSERT INTO events SELECT i, now() FROM generate_series(1, 9) i;

--@ refused Such a constant in CREATE or ALTER of a table, view or domain
--@ why Each node would keep the time at which it has read it.
CREATE TABLE noted (id int, at timestamptz DEFAULT 'now');

BEGIN READ ONLY;
--@ refused Such a constant in a READ ONLY transaction, over several nodes
--@ why The time of the transaction is asked of PostgreSQL in a way that it does not allow there.
SELECT count(*) FROM events WHERE at < 'now';
ROLLBACK;
