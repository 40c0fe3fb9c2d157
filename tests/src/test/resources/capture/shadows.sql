-- Makes, in the schemas before PostgreSQL's own in the search_path, something of every name that PostgreSQL has, of the
-- same types. Each says in the server's log that it was called, and fails.
SET search_path = pg_catalog;
SET check_function_bodies = off;
CREATE SCHEMA captured;
CREATE FUNCTION captured.note(what text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'captured %', what;
END $$;
CREATE FUNCTION captured.attempt(statement text) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    RETURN 1;
EXCEPTION WHEN OTHERS THEN
    RETURN 0;
END $$;

-- Functions that PL/pgSQL can be given the arguments of.
SELECT sum(captured.attempt(format(
    'CREATE FUNCTION public.%I(%s) RETURNS %s LANGUAGE plpgsql %s AS %L',
    p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid),
    CASE p.provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE' ELSE 'VOLATILE' END,
    format('BEGIN RAISE EXCEPTION %L; END', 'captured function ' || p.oid::regprocedure)))) AS functions
FROM pg_proc p
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind IN ('f', 'a', 'w')
  AND NOT '"any"'::regtype::oid = ANY (p.proargtypes);

-- The others can only be functions of PostgreSQL's own, of which this one always fails.
SELECT sum(captured.attempt(format(
    'CREATE FUNCTION public.%I(%s) RETURNS %s LANGUAGE internal AS ''trigger_in''',
    p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)))) AS functions_of_any
FROM pg_proc p
WHERE p.pronamespace = 'pg_catalog'::regnamespace AND '"any"'::regtype::oid = ANY (p.proargtypes);

SELECT sum(captured.attempt(format(
    'CREATE FUNCTION captured.operator_%s(%s) RETURNS %s LANGUAGE plpgsql IMMUTABLE AS %L;'
    'CREATE OPERATOR public.%s (%s RIGHTARG = %s, FUNCTION = captured.operator_%1$s)',
    o.oid, concat_ws(', ', nullif(o.oprleft, 0)::regtype, o.oprright::regtype), o.oprresult::regtype,
    format('BEGIN RAISE EXCEPTION %L; END', 'captured operator ' || o.oid::regoperator),
    o.oprname, 'LEFTARG = ' || nullif(o.oprleft, 0)::regtype || ',', o.oprright::regtype))) AS operators
FROM pg_operator o
WHERE o.oprnamespace = 'pg_catalog'::regnamespace;

SELECT sum(captured.attempt(format('CREATE DOMAIN mine.%I AS pg_catalog.%1$I CHECK (captured.note(%L))',
                                   y.typname, 'type ' || y.typname))) AS types
FROM pg_type y
WHERE y.typnamespace = 'pg_catalog'::regnamespace AND y.typtype IN ('b', 'r') AND y.typelem = 0;

SELECT sum(captured.attempt(format('CREATE VIEW mine.%I AS SELECT * FROM pg_catalog.%1$I WHERE captured.note(%L)',
                                   c.relname, 'relation ' || c.relname))) AS relations
FROM pg_class c
WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind IN ('r', 'v');
