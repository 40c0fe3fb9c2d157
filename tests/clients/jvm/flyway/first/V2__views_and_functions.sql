ALTER TABLE sales.orders ADD goods bigint REFERENCES stock.goods (id);
CREATE SEQUENCE stock.deliveries START 10 INCREMENT 5;

CREATE VIEW stock.value AS SELECT sum(price * left_over) AS total FROM stock.goods;
CREATE MATERIALIZED VIEW stock.names AS SELECT name FROM stock.goods;

CREATE FUNCTION stock.total() RETURNS numeric LANGUAGE sql STABLE AS 'SELECT total FROM stock.value';
CREATE FUNCTION stock.loud_message() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  NEW.message := upper(NEW.message);
  RETURN NEW;
END
$body$;
CREATE PROCEDURE stock.note(what text) LANGUAGE plpgsql AS $$ BEGIN INSERT INTO stock.log (message) VALUES (what); END $$;
CREATE AGGREGATE stock.product(numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');
CREATE TRIGGER loud_message BEFORE INSERT ON stock.log FOR EACH ROW EXECUTE FUNCTION stock.loud_message();

DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['paper', 'glue'] LOOP
    INSERT INTO stock.goods (name, price) VALUES (wanted, 2.25);
  END LOOP;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'seller') THEN
    CREATE ROLE seller;
  END IF;
  RAISE NOTICE 'there are % goods', (SELECT count(*) FROM stock.goods);
END
$$;

CALL stock.note('made views');
GRANT USAGE ON SCHEMA stock TO seller;
GRANT SELECT ON ALL TABLES IN SCHEMA stock TO seller;
