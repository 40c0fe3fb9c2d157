-- Triggers, rules and actions
-- PostgreSQL runs them on each node by themselves, where they see the rows of one node.

CREATE TABLE orders (id int PRIMARY KEY, customer int, note text);
CREATE TABLE customers (id int PRIMARY KEY, name text);
CREATE TABLE orders_of (customer int REFERENCES customers ON UPDATE CASCADE, n int, PRIMARY KEY (customer, n));
CREATE TABLE journal (what text);
CREATE TABLE places (id int PRIMARY KEY);
--@ placement
SELECT create_reference_table('customers');
--@ placement
SELECT create_distributed_table('orders', 'id');
--@ placement
SELECT create_distributed_table('orders_of', 'customer');
INSERT INTO customers VALUES (1, 'one'), (2, 'two');
INSERT INTO orders SELECT i, i % 2 + 1, 'note' FROM generate_series(1, 20) i;
INSERT INTO orders_of VALUES (1, 1), (2, 1);
CREATE FUNCTION number_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.note := (SELECT count(*) FROM orders);
  RETURN NEW;
END $$;
CREATE FUNCTION write_down() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal VALUES (TG_OP);
  RETURN NULL;
END $$;
CREATE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal SELECT count(*) FROM orders;
  RETURN NULL;
END $$;
CREATE FUNCTION move_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.id := NEW.id + 1; RETURN NEW; END $$;
CREATE FUNCTION announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', NEW.id::text);
  RETURN NULL;
END $$;
--@ placement
SELECT declare_function_safe('announce()');
CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN NULL; END $$;
CREATE TABLE moved (id int PRIMARY KEY);
--@ placement
SELECT create_distributed_table('moved', 'id');
--@ placement
SELECT declare_function_safe('move_on()');
CREATE TRIGGER move_on BEFORE INSERT ON moved FOR EACH ROW EXECUTE FUNCTION move_on();
CREATE TABLE told (id int PRIMARY KEY);
CREATE TRIGGER counted AFTER INSERT OR TRUNCATE ON told EXECUTE FUNCTION count_orders();
CREATE VIEW places_and_orders AS SELECT places.id, orders.note FROM places JOIN orders ON places.id = orders.id;
CREATE TRIGGER written INSTEAD OF INSERT ON places_and_orders FOR EACH ROW EXECUTE FUNCTION write_down();
CREATE RULE logged AS ON DELETE TO places DO ALSO INSERT INTO journal VALUES ('gone');
CREATE VIEW all_customers AS SELECT * FROM customers;
CREATE RULE renamed AS ON INSERT TO all_customers DO INSTEAD UPDATE customers SET name = NEW.name WHERE id = NEW.id;

--@ refused Trigger of a distributed table whose function is not declared safe
--@ why The function is opaque: it may read or change rows of which each node has a part. The owner declares with
--@ why `declare_function_safe` that it touches nothing but its row, reads reference tables only, writes colocated
--@ why tables by the same key only, and gives the same values on every node.
CREATE TRIGGER numbered BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION number_orders();

--@ refused Trigger of a reference table whose function is not declared safe
--@ why It fires on every copy, and the copies must stay equal.
CREATE TRIGGER numbered BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION write_down();

--@ refused Statement trigger of a distributed or reference table
--@ why It would fire on every node that runs a part of the statement.
CREATE TRIGGER told AFTER INSERT ON orders EXECUTE FUNCTION write_down();

--@ refused Transition tables of a distributed or reference table
--@ why They would have the rows of one node.
CREATE TRIGGER summed AFTER INSERT ON orders REFERENCING NEW TABLE AS new FOR EACH ROW EXECUTE FUNCTION write_down();

--@ refused Trigger of a distributed or reference table that notifies
--@ why Who listens hears the home node, and the trigger fires on the nodes that have the rows.
CREATE TRIGGER announced AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION announce();

--@ refused Event trigger whose function is not declared safe
--@ why DDL runs on every node, and fires it on every node.
CREATE EVENT TRIGGER watched ON ddl_command_start EXECUTE FUNCTION watch();

--@ refused Rule of a distributed or reference table
--@ why A rule makes other statements of one, on the node.
CREATE RULE logged AS ON INSERT TO customers DO ALSO INSERT INTO journal VALUES (NEW.name);

--@ refused Trigger of a table without placement that comes to a distributed table
--@ why It fires on the home node, which has a part of the rows. A function whose text has none of the names of such
--@ why tables, and does not make SQL of text, may run.
INSERT INTO told VALUES (1);

--@ refused TRUNCATE that fires such a trigger
--@ why It would see one node's rows.
TRUNCATE told;

--@ refused Trigger that gives a row another distribution key
--@ why The row would be on a node that does not own it.
INSERT INTO moved SELECT generate_series(1, 20);

--@ refused Statement that is computed over copies of a table with triggers
--@ why The triggers would not see what they may change.
MERGE INTO moved USING (VALUES (50), (60)) v (id) ON v.id = moved.id WHEN NOT MATCHED THEN INSERT VALUES (v.id);

--@ refused INSTEAD OF trigger of a view in a statement over distributed tables
--@ why What stands in the place of the change runs on the home node.
INSERT INTO places_and_orders SELECT id, note FROM orders;

--@ refused Rule that applies to a statement over distributed tables
--@ why It would have to be planned as a part of the statement.
DELETE FROM places USING orders WHERE orders.id = places.id;

--@ refused Rule of a view that changes a reference table
--@ why It would change one copy.
INSERT INTO all_customers VALUES (1, 'first');

--@ refused Action of a foreign key that changes the distribution column
--@ why The referring rows would have to move to other nodes.
UPDATE customers SET id = 10 WHERE id = 1;
