-- Operators of the user's own, which could be meant where the types of PostgreSQL's are not given exactly.
CREATE SCHEMA own_operators;
--@ setup
SET search_path = own_operators, public;
CREATE FUNCTION common_bits(numeric, integer) RETURNS integer LANGUAGE sql IMMUTABLE RETURN $1::integer & $2;
CREATE OPERATOR & (LEFTARG = numeric, RIGHTARG = integer, PROCEDURE = common_bits);
CREATE TABLE goods (k int PRIMARY KEY, v text);
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.v := NEW.v || '!'; RETURN NEW; END $$;
--@ placement
SELECT create_distributed_table('goods', 'k');
--@ placement
SELECT declare_function_safe('stamp()');
CREATE TRIGGER a1 BEFORE INSERT OR UPDATE ON goods FOR EACH ROW EXECUTE FUNCTION stamp();
INSERT INTO goods VALUES (1, 'a'), (2, 'b'), (3, 'c') RETURNING *;
UPDATE goods SET v = v || (6.0 & k) RETURNING *;
CREATE INDEX ON goods (v);
SELECT k, 7.0 & k FROM goods ORDER BY k;
