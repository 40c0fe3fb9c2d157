-- What PostgreSQL runs because of a statement besides what the statement says, as its catalogs tell.

-- The functions here are in PL/pgSQL for the sake of speed: their queries are planned once in a backend's life.
-- PostgreSQL would rather read a catalog once than look into it for each of what it takes for many rows. OFFSET 0 keeps
-- it from that.

-- A declaration holds for the text that the function had when it was declared.
CREATE OR REPLACE FUNCTION argosy.function_digest(function oid) RETURNS text
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT md5(concat_ws(' ', p.prolang, p.prosrc, p.probin, p.prosqlbody::text))
            FROM pg_proc p WHERE p.oid = function);
END $$;
CREATE OR REPLACE FUNCTION argosy.is_declared_safe(target oid) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN EXISTS (SELECT FROM argosy.safe_functions s
                   WHERE s.function = target
                     AND (s.definition IS NULL OR s.definition = argosy.function_digest(target)))
        OR target IN ('argosy.pg_terminate_backend(text[],integer,bigint)'::regprocedure::oid,
                      'argosy.pg_cancel_backend(text[],integer)'::regprocedure::oid,
                      'argosy.pg_blocking_pids(integer,integer)'::regprocedure::oid,
                      'argosy.pg_log_backend_memory_contexts(integer,integer)'::regprocedure::oid,
                      'argosy.pg_get_viewdef(oid)'::regprocedure::oid,
                      'argosy.pg_get_viewdef(oid,boolean)'::regprocedure::oid,
                      'argosy.pg_get_viewdef(oid,integer)'::regprocedure::oid,
                      'argosy.pg_get_viewdef(text)'::regprocedure::oid,
                      'argosy.pg_get_viewdef(text,boolean)'::regprocedure::oid);
END $$;

-- The trigger functions of PostgreSQL's own that touch nothing but their row.
CREATE OR REPLACE FUNCTION argosy.is_known_trigger_function(function oid) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN function IN ('pg_catalog.suppress_redundant_updates_trigger'::regproc::oid,
                        'pg_catalog.tsvector_update_trigger'::regproc::oid,
                        'pg_catalog.tsvector_update_trigger_column'::regproc::oid);
END $$;

-- Trees are long, and read several times for every new statement. To find a word costs a tenth of what a regular
-- expression does.

-- Whether a parsed tree has a query that changes rows: 2 to 5 are its commands.
CREATE OR REPLACE FUNCTION argosy.tree_changes_rows(tree text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN strpos(tree, ':commandType 2 ') > 0 OR strpos(tree, ':commandType 3 ') > 0
        OR strpos(tree, ':commandType 4 ') > 0 OR strpos(tree, ':commandType 5 ') > 0;

-- Whether a parsed tree calls a function, rather than to name it in a constant.
CREATE OR REPLACE FUNCTION argosy.tree_calls(tree text, function oid) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN strpos(tree, ':funcid ' || function::text || ' ') > 0
        OR strpos(tree, ':aggfnoid ' || function::text || ' ') > 0
        OR strpos(tree, ':winfnoid ' || function::text || ' ') > 0
        OR strpos(tree, ':tsmhandler ' || function::text || ' ') > 0;

-- Whether a parsed tree calls set_config, whose number that is.
CREATE OR REPLACE FUNCTION argosy.tree_calls_set_config(tree text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN strpos(tree, ':funcid 2078 ') > 0;

-- Whether a parsed tree calls nextval or setval, or takes the next number of an identity column.
CREATE OR REPLACE FUNCTION argosy.tree_takes_numbers(tree text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN strpos(tree, ':funcid 1574 ') > 0 OR strpos(tree, ':funcid 1576 ') > 0
        OR strpos(tree, ':funcid 1765 ') > 0 OR strpos(tree, '{NEXTVALUEEXPR ') > 0;

-- The relations that the queries of a parsed tree change, and how: i, u or d. What only locks rows counts as u.
-- The columns that an UPDATE assigns are numbers in an array written as text.
CREATE OR REPLACE FUNCTION argosy.changes_in_tree(tree text)
    RETURNS TABLE (relation oid, event "char", assigned text)
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT DISTINCT m[1]::oid, rights.event::"char",
           -- A set of numbers, each 7 above the column's, after the smallest of system columns.
           CASE WHEN rights.event = 'u'
                THEN (SELECT array_agg(c.number::int - 7) FROM regexp_split_to_table(trim(m[3]), ' ') AS c(number)
                      WHERE c.number <> '')::text END
    -- To split the text before spares matching it whole.
    FROM string_to_table(tree, ':relid ') part
    CROSS JOIN regexp_matches(part, '^(\d+) [^{}]*:requiredPerms (\d+)[^{}]*:updatedCols \(b([ 0-9]*)\)') m
    JOIN (VALUES ('i', 1), ('u', 4), ('d', 8)) AS rights(event, bit) ON m[2]::bigint & rights.bit <> 0;
END $$;

-- The words of a text, in lower case.
CREATE OR REPLACE FUNCTION argosy.words(body text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_split_to_array(lower(body), '[^[:alnum:]_$]+');

-- Whether a text may run SQL that is made of text, which may do anything.
CREATE OR REPLACE FUNCTION argosy.runs_text(body text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN strpos(lower(body), 'u&') > 0
        OR argosy.words(body) && ARRAY['execute', 'query_to_xml', 'query_to_xml_and_xmlschema', 'query_to_xmlschema',
            'cursor_to_xml', 'cursor_to_xmlschema', 'table_to_xml', 'table_to_xml_and_xmlschema', 'table_to_xmlschema',
            'schema_to_xml', 'schema_to_xml_and_xmlschema', 'schema_to_xmlschema', 'database_to_xml',
            'database_to_xml_and_xmlschema', 'database_to_xmlschema', 'ts_stat', 'ts_rewrite'];

-- What users have made that code can name, in lower case.
CREATE OR REPLACE FUNCTION argosy.user_objects() RETURNS TABLE (class oid, object oid, name text)
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT 'pg_class'::regclass::oid, c.oid, lower(c.relname) FROM pg_class c
    WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND c.oid >= 16384
  UNION ALL
    SELECT 'pg_proc'::regclass::oid, p.oid, lower(p.proname) FROM pg_proc p WHERE p.oid >= 16384
  UNION ALL
    SELECT 'pg_type'::regclass::oid, y.oid, lower(y.typname) FROM pg_type y WHERE y.oid >= 16384 AND y.typtype = 'd'
  UNION ALL
    SELECT 'pg_operator'::regclass::oid, o.oid, o.oprname FROM pg_operator o WHERE o.oid >= 16384
$$;

-- Whether a function, or one that it names, tells who listens: they hear the home node, and a function of a row runs where
-- the row is. Of two words of the same name either is meant.
CREATE OR REPLACE FUNCTION argosy.may_notify(start oid) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
RETURN (SELECT count(*) > 1 FROM argosy.nodes) AND (
    WITH RECURSIVE seen(function) AS (
        SELECT start
      UNION
        SELECT called.oid
        FROM seen s
        CROSS JOIN LATERAL (
            SELECT argosy.words(f.prosrc) AS words, f.prosqlbody::text AS tree FROM pg_proc f WHERE f.oid = s.function
            OFFSET 0) AS f
        JOIN pg_proc called ON called.oid >= 16384
                           AND CASE WHEN f.tree IS NULL THEN lower(called.proname) = ANY (f.words)
                                    ELSE argosy.tree_calls(f.tree, called.oid) END
        WHERE called.pronamespace <> 'argosy'::regnamespace
    )
    SELECT coalesce(bool_or(
        CASE WHEN f.prosqlbody IS NULL
             THEN argosy.words(f.prosrc) && ARRAY['notify', 'pg_notify', 'triggered_change_notification']
             ELSE argosy.tree_calls(f.prosqlbody::text, 'pg_catalog.pg_notify'::regproc) END), false)
    FROM seen s JOIN pg_proc f ON f.oid = s.function);
END $$;

-- Whether a text has a name: as one of its words, or anywhere if it is no word.
CREATE OR REPLACE FUNCTION argosy.is_named(body text, words text[], name text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN name = ANY (words) OR name !~ '^[[:alnum:]_$]+$' AND strpos(body, name) > 0;

-- A text in which quoted names stand as they are called.
CREATE OR REPLACE FUNCTION argosy.names_in(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(replace(body, '""', '"'));

-- What a function or rule may come to. A function's text is taken to touch every relation and to call every function
-- of which it has the name, as a word.
CREATE OR REPLACE FUNCTION argosy.code_reach(start_class oid, start oid) RETURNS TABLE (class oid, object oid)
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
RETURN QUERY
WITH RECURSIVE own AS (SELECT o.class, o.object, o.name FROM argosy.user_objects() o),
seen(class, oid) AS (
    SELECT start_class, start
  UNION
    -- A cast is nowhere named.
    SELECT 'pg_proc'::regclass::oid, c.castfunc FROM pg_cast c WHERE c.oid >= 16384 AND c.castfunc <> 0
  UNION
    SELECT next.class, next.oid
    FROM seen s
    CROSS JOIN LATERAL (
        SELECT o.class, o.object
        FROM (SELECT argosy.names_in(p.prosrc) AS text, argosy.words(p.prosrc) AS words
              FROM pg_proc p
              WHERE s.class = 'pg_proc'::regclass AND p.oid = s.oid AND p.prosqlbody IS NULL
              OFFSET 0) AS f
        JOIN own o ON argosy.is_named(f.text, f.words, o.name)
      UNION ALL
        SELECT d.refclassid, d.refobjid
        FROM (SELECT s.class, s.oid WHERE s.class IN ('pg_proc'::regclass, 'pg_rewrite'::regclass)
            UNION ALL
              SELECT 'pg_rewrite'::regclass, w.oid FROM pg_rewrite w
              WHERE s.class = 'pg_class'::regclass AND w.ev_class = s.oid AND argosy.is_read_by_rules(s.oid)
            UNION ALL
              SELECT 'pg_attrdef'::regclass, a.oid FROM pg_attrdef a
              WHERE s.class = 'pg_class'::regclass AND a.adrelid = s.oid
            UNION ALL
              SELECT 'pg_constraint'::regclass, k.oid FROM pg_constraint k
              WHERE s.class = 'pg_class'::regclass AND k.conrelid = s.oid AND k.contype = 'c'
            UNION ALL
              SELECT 'pg_policy'::regclass, p.oid FROM pg_policy p
              WHERE s.class = 'pg_class'::regclass AND p.polrelid = s.oid
            UNION ALL
              SELECT 'pg_constraint'::regclass, k.oid FROM pg_constraint k
              WHERE s.class = 'pg_type'::regclass AND k.contypid = s.oid) AS part(class, oid)
        JOIN pg_depend d ON d.classid = part.class AND d.objid = part.oid
        WHERE d.refclassid IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_operator'::regclass)
      UNION ALL
        SELECT 'pg_proc'::regclass, o.oprcode FROM pg_operator o
        WHERE s.class = 'pg_operator'::regclass AND o.oid = s.oid
      UNION ALL
        -- The types of columns, parameters and results; of arrays and domains what they are made of.
        SELECT CASE WHEN y.typrelid <> 0 THEN 'pg_class'::regclass ELSE 'pg_type'::regclass END,
               CASE WHEN y.typrelid <> 0 THEN y.typrelid ELSE y.oid END
        FROM (SELECT a.atttypid FROM pg_attribute a WHERE s.class = 'pg_class'::regclass AND a.attrelid = s.oid
            UNION ALL
              SELECT unnest(p.prorettype || coalesce(p.proallargtypes, p.proargtypes::oid[])) FROM pg_proc p
              WHERE s.class = 'pg_proc'::regclass AND p.oid = s.oid
            UNION ALL
              SELECT unnest(ARRAY[t.typelem, t.typbasetype]) FROM pg_type t
              WHERE s.class = 'pg_type'::regclass AND t.oid = s.oid) AS used(type)
        JOIN pg_type y ON y.oid = used.type
        WHERE used.type >= 16384
      UNION ALL
        SELECT 'pg_proc'::regclass, g.tgfoid FROM pg_trigger g
        WHERE s.class = 'pg_class'::regclass AND g.tgrelid = s.oid AND NOT g.tgisinternal AND g.tgenabled <> 'D'
      UNION ALL
        SELECT 'pg_class'::regclass, g.tgconstrrelid FROM pg_trigger g
        WHERE s.class = 'pg_class'::regclass AND g.tgrelid = s.oid AND g.tgconstrrelid <> 0
      UNION ALL
        SELECT 'pg_class'::regclass, i.inhrelid FROM pg_inherits i
        WHERE s.class = 'pg_class'::regclass AND i.inhparent = s.oid
    ) AS next(class, oid)
    -- What is declared safe, or tells by itself that it reads nothing, is not looked into.
    WHERE NOT (s.class = 'pg_proc'::regclass AND s.oid <> start
               AND (s.oid < 16384 OR argosy.is_declared_safe(s.oid)
                    OR EXISTS (SELECT FROM pg_proc p WHERE p.oid = s.oid AND p.provolatile = 'i')))
)
SELECT s.class, s.oid FROM seen s;
END $$;

-- Whether a function or rule may come to a table that other nodes have rows of. What builds SQL as text may do anything.
CREATE OR REPLACE FUNCTION argosy.may_see_placed(start_class oid, start oid) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
IF NOT EXISTS (SELECT FROM argosy.tables) THEN
    RETURN false;
END IF;
RETURN (
WITH seen(class, oid) AS MATERIALIZED (SELECT r.class, r.object FROM argosy.code_reach(start_class, start) r),
opaque AS (
    SELECT s.oid AS function FROM seen s
    WHERE s.class = 'pg_proc'::regclass
      AND NOT EXISTS (SELECT FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
                      WHERE p.oid = s.oid AND l.lanname IN ('plpgsql', 'sql')
                        AND (p.prosqlbody IS NOT NULL OR NOT argosy.runs_text(p.prosrc)))
)
SELECT EXISTS (SELECT FROM seen s JOIN argosy.tables t ON t.relation = s.oid WHERE s.class = 'pg_class'::regclass)
    OR EXISTS (SELECT FROM opaque f JOIN pg_proc p ON p.oid = f.function
               WHERE p.oid >= 16384 AND (p.oid = start OR p.provolatile <> 'i')
                 AND NOT argosy.is_declared_safe(p.oid)
                 AND (p.oid = start OR NOT EXISTS (SELECT FROM pg_depend d
                                 WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')))
);
END $$;

-- Whether a function can be run where the home node runs a statement: it comes to no table that other nodes have rows
-- of, defines nothing that other nodes had to know, and leaves nothing in its session. Only what can be read is: SQL and
-- PL/pgSQL that does not build SQL as text. A trigger may tell who listens: they hear the home node, which has written.
CREATE OR REPLACE FUNCTION argosy.stays_home(start_class oid, start oid) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
RETURN (
WITH seen AS MATERIALIZED (SELECT r.class, r.object FROM argosy.code_reach(start_class, start) r)
SELECT NOT EXISTS (SELECT FROM seen s JOIN argosy.tables t ON t.relation = s.object WHERE s.class = 'pg_class'::regclass)
   AND NOT EXISTS (
    SELECT FROM seen s
    JOIN pg_proc p ON p.oid = s.object
    JOIN pg_language l ON l.oid = p.prolang
    WHERE s.class = 'pg_proc'::regclass AND p.oid >= 16384
      AND (p.oid = start OR p.provolatile <> 'i' AND NOT EXISTS (
               SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'))
      AND NOT argosy.is_declared_safe(p.oid)
      AND (l.lanname NOT IN ('plpgsql', 'sql')
        OR CASE WHEN p.prosqlbody IS NULL
                THEN argosy.text_leaves_home(
                         CASE WHEN p.prorettype = 'trigger'::regtype
                              THEN regexp_replace(p.prosrc, '\m(pg_)?notify\M', '', 'gi') ELSE p.prosrc END,
                         l.lanname = 'sql')
                  OR EXISTS (SELECT FROM argosy.tables) AND argosy.runs_text(p.prosrc)
                ELSE EXISTS (SELECT FROM pg_proc b
                             WHERE b.pronamespace = 'pg_catalog'::regnamespace
                               AND b.proname = ANY (argosy.functions_of_sessions())
                               AND argosy.tree_calls(p.prosqlbody::text, b.oid)) END))
);
END $$;

-- What PostgreSQL keeps for a session, which here has no backend of its own, and what speaks of other sessions.
CREATE OR REPLACE FUNCTION argosy.functions_of_sessions() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ARRAY['setseed', 'set_config', 'set_limit', 'pg_advisory_lock', 'pg_advisory_lock_shared',
        'pg_try_advisory_lock', 'pg_try_advisory_lock_shared', 'pg_advisory_unlock', 'pg_advisory_unlock_shared',
        'pg_advisory_unlock_all', 'pg_export_snapshot', 'pg_backend_pid', 'pg_listening_channels', 'pg_terminate_backend',
        'pg_cancel_backend', 'pg_notify', 'current_query', 'currval', 'lastval', 'lo_import', 'lo_export'];

-- Whether a body that is text has SET, RESET or DISCARD where a statement begins, with its comments or without them: a
-- comment may stand before a statement, and what looks like one may be a part of a string.
CREATE OR REPLACE FUNCTION argosy.text_sets(body text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    statement text := '(^|[;$>]|\m(begin|then|else|loop|do))\s*(set|reset|discard)\M';
BEGIN
    RETURN body ~* statement
        OR regexp_replace(regexp_replace(body, '--[^\n]*', ' ', 'g'), '/\*.*?\*/', ' ', 'g') ~* statement;
END $$;

-- Whether a body that is text may do what other nodes had to know, or what concerns the session: a word in it is taken
-- for a statement, wherever it stands.
CREATE OR REPLACE FUNCTION argosy.text_leaves_home(body text, is_sql boolean) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    words text[] := argosy.words(body);
BEGIN
RETURN strpos(lower(body), 'u&') > 0
    OR words && argosy.functions_of_sessions()
    OR words && ARRAY['execute', 'create', 'temp', 'temporary', 'listen', 'unlisten', 'notify', 'prepare', 'deallocate',
                      'discard', 'copy', 'savepoint', 'commit', 'rollback']
    -- SELECT .. INTO makes a table in SQL, and sets a variable in PL/pgSQL.
    OR is_sql AND (SELECT count(*) FROM regexp_matches(body, '\minto\M', 'gi'))
                  > (SELECT count(*) FROM regexp_matches(body, '\m(insert|merge)\s+into\M', 'gi'))
    OR words && ARRAY['alter', 'drop', 'grant', 'revoke', 'reassign', 'reindex', 'refresh', 'vacuum', 'cluster']
    OR body ~* '\m(comment\s+on|security\s+label|import\s+foreign|load\s+)\M'
    OR argosy.text_sets(body);
END $$;

CREATE OR REPLACE FUNCTION argosy.printed_name(class oid, object oid) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
    RETURN CASE class WHEN 'pg_class'::regclass THEN object::regclass::text
                      WHEN 'pg_proc'::regclass THEN object::regproc::text
                      WHEN 'pg_type'::regclass THEN object::regtype::text
                      ELSE object::regoperator::text END;

-- What is in the way of a block of code, or a CALL, that is to be run on the home node as it is: by the names in its
-- text. Null if nothing is.
CREATE OR REPLACE FUNCTION argosy.block_obstacle(body text) RETURNS text
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    words text[] := argosy.words(body);
BEGIN
IF argosy.text_leaves_home(body, false) OR EXISTS (SELECT FROM argosy.tables) AND argosy.runs_text(body) THEN
    RETURN 'a statement of its text';
END IF;
RETURN (
    SELECT min(argosy.printed_name(o.class, o.object)) FROM (
        SELECT o.class, o.object FROM argosy.user_objects() o
        WHERE (o.class = 'pg_operator'::regclass OR argosy.is_named(argosy.names_in(body), words, o.name))
          AND NOT EXISTS (SELECT FROM pg_proc p
                          WHERE o.class = 'pg_proc'::regclass AND p.oid = o.object
                            AND (p.provolatile = 'i' OR argosy.is_declared_safe(p.oid)
                              OR EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
                                                                   AND d.objid = p.oid AND d.deptype = 'e')))
      UNION ALL
        -- A cast is nowhere named, nor is what an operator calls.
        SELECT 'pg_proc'::regclass, p.oid FROM pg_cast c JOIN pg_proc p ON p.oid = c.castfunc
        WHERE c.oid >= 16384 AND p.oid >= 16384 AND p.provolatile <> 'i'
    ) AS o(class, object)
    WHERE NOT argosy.stays_home(o.class, o.object));
END $$;

-- A relation, and where its rows are.
CREATE OR REPLACE FUNCTION argosy.relation_placement(target oid) RETURNS json
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT json_build_object(
        'schema', CASE WHEN n.oid = pg_my_temp_schema() THEN 'pg_temp' ELSE n.nspname END,
        'name', c.relname,
        'placement', CASE WHEN c.relkind = 'v' THEN 'view' ELSE coalesce(t.placement, 'single') END,
        'colocationGroup', t.colocation_group,
        'distributionColumn', (SELECT a.attname FROM pg_attribute a
                               WHERE a.attrelid = c.oid AND a.attnum = t.distribution_column))
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN argosy.tables t ON t.relation = c.oid
    WHERE c.oid = target);
END $$;

-- What changes of relations set off: events[n], which is i, u, d or t (TRUNCATE), happens to targets[n]. An UPDATE
-- assigns the columns assigned[n], which are an array as text; null if they are not known.
CREATE OR REPLACE FUNCTION argosy.effects(targets oid[], events "char"[], assigned text[]) RETURNS json
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
-- Most tables set off nothing, which is found out in a moment.
IF NOT EXISTS (
    SELECT FROM pg_class c
    WHERE c.oid = ANY (targets)
      AND (c.oid < 16384 OR c.relkind = 'v' OR c.relhasrules OR c.relhassubclass
        OR c.relhastriggers AND EXISTS (
               SELECT FROM pg_trigger g LEFT JOIN pg_constraint k ON k.oid = g.tgconstraint
               WHERE g.tgrelid = c.oid
                 AND (NOT g.tgisinternal
                   OR k.confrelid = c.oid AND (k.confdeltype IN ('c', 'n', 'd') OR k.confupdtype IN ('c', 'n', 'd'))))
        OR argosy.may_call_functions(c.oid))
) THEN
    RETURN '[]';
END IF;
RETURN (
WITH RECURSIVE changed(relation, event, assigned) AS (
    SELECT t.relation, t.event, t.assigned::smallint[] FROM unnest(targets, events, assigned) AS t(relation, event, assigned)
  UNION
    SELECT next.relation, next.event, next.assigned
    FROM (SELECT c.relation, c.event,
                 -- A trigger can assign other columns than the statement.
                 CASE WHEN NOT EXISTS (SELECT FROM pg_trigger g
                                       WHERE g.tgrelid = c.relation AND NOT g.tgisinternal AND g.tgenabled <> 'D'
                                         AND g.tgtype & 2 <> 0 AND g.tgtype & 16 <> 0)
                      THEN c.assigned END AS assigned
          FROM changed c) AS c
    JOIN pg_class r ON r.oid = c.relation
    CROSS JOIN LATERAL (
        -- A view that PostgreSQL updates by itself is one of something.
        SELECT d.refobjid, c.event, NULL::smallint[]
        FROM pg_rewrite w
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
                        AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.oid
        WHERE r.relkind = 'v' AND w.ev_class = r.oid AND w.ev_type = '1'
          AND NOT EXISTS (SELECT FROM pg_trigger g
                          WHERE g.tgrelid = r.oid AND g.tgtype & 64 <> 0
                            AND g.tgtype & CASE c.event WHEN 'i' THEN 4 WHEN 'd' THEN 8 ELSE 16 END <> 0)
      UNION ALL
        SELECT a.relation, a.event, a.assigned::smallint[]
        FROM pg_rewrite w
        CROSS JOIN LATERAL argosy.changes_in_tree(w.ev_action::text) AS a
        WHERE r.relhasrules AND w.ev_class = r.oid AND w.ev_enabled <> 'D'
          AND w.ev_type = CASE c.event WHEN 'u' THEN '2' WHEN 'i' THEN '3' WHEN 'd' THEN '4' END
      UNION ALL
        SELECT k.conrelid, (CASE WHEN c.event = 't' THEN 't' WHEN c.event = 'd' AND k.confdeltype = 'c' THEN 'd'
                                 ELSE 'u' END)::"char", k.conkey
        FROM pg_trigger g JOIN pg_constraint k ON k.oid = g.tgconstraint
        WHERE r.relhastriggers AND g.tgrelid = r.oid AND k.contype = 'f' AND k.confrelid = r.oid
          AND (c.event = 'd' AND k.confdeltype IN ('c', 'n', 'd')
            OR c.event = 'u' AND k.confupdtype IN ('c', 'n', 'd')
               AND (c.assigned IS NULL OR k.confkey && c.assigned))
      UNION ALL
        SELECT i.inhrelid, e.event::"char", NULL
        FROM pg_inherits i
        -- A row that is updated may go to another partition.
        JOIN unnest(CASE WHEN c.event = 'u' THEN ARRAY['u', 'i', 'd'] ELSE ARRAY[c.event::text] END) AS e(event) ON true
        WHERE r.relhassubclass AND i.inhparent = r.oid
    ) AS next(relation, event, assigned)
),
changed_tables AS (
    SELECT c.relation, bit_or(CASE c.event WHEN 'i' THEN 4 WHEN 'd' THEN 8 WHEN 'u' THEN 16 ELSE 32 END) AS bits
    FROM changed c
    GROUP BY c.relation
)
SELECT coalesce(json_agg(e.effect), '[]')
FROM (
    SELECT json_build_object(
        'kind', 'trigger',
        'relation', argosy.relation_placement(g.tgrelid),
        'name', g.tgname,
        'timing', CASE WHEN g.tgtype & 64 <> 0 THEN 'instead' WHEN g.tgtype & 2 <> 0 THEN 'before' ELSE 'after' END,
        'eachRow', g.tgtype & 1 <> 0,
        'transitionTables', g.tgoldtable IS NOT NULL OR g.tgnewtable IS NOT NULL,
        'function', p.pronamespace::regnamespace || '.' || quote_ident(p.proname),
        -- What the trigger makes of the distribution column is looked at.
        'guarded', g.tgtype & 20 = 0 OR EXISTS (SELECT FROM pg_trigger o
                           WHERE o.tgrelid = g.tgrelid AND o.tgfoid = 'argosy.refuse_misplaced_row'::regproc),
        'safe', condition.safe AND (argosy.is_known_trigger_function(p.oid) OR argosy.is_declared_safe(p.oid)),
        'seesPlaced', NOT condition.safe OR argosy.may_see_placed('pg_proc'::regclass, p.oid)) AS effect
    FROM changed_tables c
    JOIN pg_class r ON r.oid = c.relation AND r.relhastriggers
    JOIN pg_trigger g ON g.tgrelid = r.oid
    JOIN pg_proc p ON p.oid = g.tgfoid
    -- The condition in WHEN calls functions, too.
    CROSS JOIN LATERAL (
        SELECT NOT EXISTS (
            SELECT FROM pg_depend d
            LEFT JOIN pg_operator o ON d.refclassid = 'pg_operator'::regclass AND o.oid = d.refobjid
            JOIN pg_proc f ON f.oid = CASE WHEN d.refclassid = 'pg_proc'::regclass THEN d.refobjid ELSE o.oprcode END
            WHERE d.classid = 'pg_trigger'::regclass AND d.objid = g.oid AND g.tgqual IS NOT NULL
              AND f.oid >= 16384 AND f.oid <> g.tgfoid AND f.provolatile <> 'i'
              AND NOT argosy.is_declared_safe(f.oid)) AS safe) AS condition
    WHERE NOT g.tgisinternal AND g.tgenabled <> 'D' AND g.tgtype & c.bits <> 0
      AND g.tgfoid <> 'argosy.refuse_misplaced_row'::regproc
  UNION ALL
    SELECT json_build_object(
        'kind', 'rule',
        'relation', argosy.relation_placement(w.ev_class),
        'name', w.rulename,
        'seesPlaced', argosy.may_see_placed('pg_rewrite'::regclass, w.oid))
    FROM changed_tables c
    JOIN pg_class r ON r.oid = c.relation AND r.relhasrules
    CROSS JOIN LATERAL (SELECT * FROM pg_rewrite w WHERE w.ev_class = r.oid OFFSET 0) AS w
    WHERE w.ev_enabled <> 'D'
      AND (w.ev_type = '2' AND c.bits & 16 <> 0 OR w.ev_type = '3' AND c.bits & 4 <> 0
        OR w.ev_type = '4' AND c.bits & 8 <> 0)
  UNION ALL
    SELECT json_build_object(
        'kind', 'foreignKeyAction',
        'relation', argosy.relation_placement(k.conrelid),
        'name', k.conname,
        'referenced', argosy.relation_placement(k.confrelid),
        -- A key that is only deleted with its row, or that its row's node gets from the same key there, stays right.
        'changesKey', t.distribution_column = ANY (k.conkey)
            AND (f.deletes AND k.confdeltype IN ('n', 'd')
              OR f.updates AND (k.confupdtype IN ('n', 'd')
                   OR k.confupdtype = 'c' AND NOT EXISTS (
                          SELECT FROM argosy.tables p
                          WHERE p.relation = k.confrelid AND p.colocation_group = t.colocation_group))))
    FROM (SELECT k.oid, bool_or(c.event = 'd') AS deletes, bool_or(c.event = 'u') AS updates
          FROM changed c
          CROSS JOIN LATERAL (SELECT k.*
                              FROM pg_trigger g JOIN pg_constraint k ON k.oid = g.tgconstraint
                              WHERE g.tgrelid = c.relation OFFSET 0) AS k
          WHERE k.contype = 'f' AND k.confrelid = c.relation AND (c.event = 'd' AND k.confdeltype IN ('c', 'n', 'd')
             OR c.event = 'u' AND k.confupdtype IN ('c', 'n', 'd')
                AND (c.assigned IS NULL OR k.confkey && c.assigned
                  OR EXISTS (SELECT FROM pg_trigger b
                             WHERE b.tgrelid = c.relation AND NOT b.tgisinternal AND b.tgenabled <> 'D'
                               AND b.tgtype & 2 <> 0 AND b.tgtype & 16 <> 0)))
          GROUP BY k.oid) AS f
    CROSS JOIN LATERAL (SELECT * FROM pg_constraint k WHERE k.oid = f.oid OFFSET 0) AS k
    LEFT JOIN argosy.tables t ON t.relation = k.conrelid
  UNION ALL
    SELECT x.effect FROM changed_tables c CROSS JOIN LATERAL argosy.expression_effects(c.relation, c.bits) AS x(effect)
    WHERE c.bits & 20 <> 0
  UNION ALL
    SELECT json_build_object(
        'kind', 'inheritanceChild',
        'relation', argosy.relation_placement(i.inhrelid),
        'name', r.relname)
    FROM changed_tables c
    JOIN pg_class r ON r.oid = c.relation AND r.relhassubclass
    JOIN pg_inherits i ON i.inhparent = r.oid
    -- Partitions are placed as their table is.
    WHERE r.relkind <> 'p' AND EXISTS (SELECT FROM argosy.tables t WHERE t.relation IN (i.inhrelid, i.inhparent))
  UNION ALL
    SELECT json_build_object(
        'kind', 'catalogChange',
        'relation', argosy.relation_placement(r.oid),
        'name', r.relname)
    FROM changed_tables c
    JOIN pg_class r ON r.oid = c.relation
    -- Large objects are on the home node.
    WHERE c.relation < 16384 AND r.relkind = 'r' AND r.oid <> 'pg_largeobject'::regclass
      AND (SELECT count(*) FROM argosy.nodes) > 1
) AS e(effect)
);
END $$;

-- What is in the way of a block of definitions that is to be run on every node. It reads system catalogs only, which are
-- the same everywhere, so it must name neither a table with rows of other nodes nor a function of a user's.
CREATE OR REPLACE FUNCTION argosy.definition_obstacle(body text) RETURNS text
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    words text[] := argosy.words(body);
BEGIN
IF argosy.runs_text(body) OR words && argosy.functions_of_sessions() THEN
    RETURN 'a call in its text';
END IF;
RETURN (
    SELECT min(argosy.printed_name(o.class, o.object)) FROM argosy.user_objects() o
    WHERE argosy.is_named(argosy.names_in(body), words, o.name)
      AND CASE o.class WHEN 'pg_class'::regclass THEN argosy.may_see_placed(o.class, o.object)
                       WHEN 'pg_proc'::regclass THEN EXISTS (
                           SELECT FROM pg_proc p WHERE p.oid = o.object AND p.provolatile <> 'i'
                                                   AND NOT argosy.is_declared_safe(p.oid))
                       ELSE false END);
END $$;
