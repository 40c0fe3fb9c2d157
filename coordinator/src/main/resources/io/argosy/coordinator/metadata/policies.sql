-- Policies of row security, and the other expressions that PostgreSQL evaluates because of a table.

-- What a type is made of: what its values are checked by, and the types of its parts.
CREATE OR REPLACE FUNCTION argosy.type_parts(type oid) RETURNS TABLE (class oid, oid oid)
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
RETURN QUERY
    SELECT 'pg_constraint'::regclass::oid, k.oid FROM pg_constraint k WHERE k.contypid = $1 AND k.contype = 'c'
  UNION ALL
    SELECT 'pg_type'::regclass::oid, part.oid
    FROM pg_type t
    CROSS JOIN LATERAL (
        SELECT t.typbasetype
      UNION ALL
        SELECT t.typelem
      UNION ALL
        SELECT r.rngsubtype FROM pg_range r WHERE t.oid IN (r.rngtypid, r.rngmultitypid)
      UNION ALL
        SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
    ) AS part(oid)
    WHERE t.oid = $1 AND part.oid >= 16384;
END $$;

-- The relations and functions that an object comes to: through views always, through functions if that is wanted. A
-- table's own policies and expressions depend on the table, which only policies can read.
CREATE OR REPLACE FUNCTION argosy.reached(start_class oid, start oid, into_functions boolean)
    RETURNS TABLE (class oid, oid oid) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
RETURN QUERY
    WITH RECURSIVE part(class, oid) AS (
        SELECT start_class, start
      UNION
        SELECT next.class, next.oid
        FROM part p
        CROSS JOIN LATERAL (
            SELECT d.refclassid AS class, d.refobjid AS oid
            FROM pg_depend d
            WHERE d.classid = p.class AND d.objid = p.oid
              AND (p.class IN ('pg_constraint'::regclass, 'pg_policy'::regclass, 'pg_attrdef'::regclass)
                OR p.class = 'pg_proc'::regclass AND into_functions)
              AND (d.refclassid <> 'pg_class'::regclass
                OR p.class = 'pg_proc'::regclass
                OR p.class = 'pg_policy'::regclass
                   AND (SELECT y.polrelid <> d.refobjid
                            OR concat(y.polqual, y.polwithcheck) ~ (':relid ' || d.refobjid || ' ')
                        FROM pg_policy y WHERE y.oid = p.oid))
          UNION ALL
            SELECT d.refclassid, d.refobjid
            FROM pg_class c
            JOIN pg_rewrite w ON w.ev_class = c.oid
            JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refobjid <> c.oid
            WHERE p.class = 'pg_class'::regclass AND c.oid = p.oid AND c.relkind = 'v'
          UNION ALL
            SELECT 'pg_proc'::regclass, o.oprcode FROM pg_operator o
            WHERE p.class = 'pg_operator'::regclass AND o.oid = p.oid
          UNION ALL
            SELECT t.class, t.oid FROM argosy.type_parts(p.oid) t WHERE p.class = 'pg_type'::regclass
        ) AS next
        WHERE next.class IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_operator'::regclass,
                             'pg_constraint'::regclass, 'pg_type'::regclass)
          AND next.oid >= 16384
    )
    SELECT p.class, p.oid FROM part p
    WHERE p.class IN ('pg_class'::regclass, 'pg_proc'::regclass) AND (p.class, p.oid) <> (start_class, start);
END $$;

-- How volatile a function is. PostgreSQL does not say it of aggregates, which are as volatile as what they call.
CREATE OR REPLACE FUNCTION argosy.volatility(function oid) RETURNS "char"
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE p.prokind WHEN 'a' THEN (
               -- i, s and v are in the order of the alphabet.
               SELECT max(q.provolatile::text) FROM pg_aggregate a
               JOIN pg_proc q ON q.oid IN (a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn, a.aggdeserialfn,
                                           a.aggmtransfn, a.aggminvtransfn, a.aggmfinalfn)
               WHERE a.aggfnoid = p.oid)::"char" ELSE p.provolatile END
    FROM pg_proc p WHERE p.oid = $1 $$;

-- PostgreSQL's own functions in a tree that are not IMMUTABLE, by their names; those of a cast to a type that names
-- objects, too, and the catalogs that it reads, which pg_depend does not have. PostgreSQL would read all rows of a
-- catalog whose numbers are in a range, so it is the numbers of the tree that are compared.
CREATE OR REPLACE FUNCTION argosy.volatile_builtins(tree text) RETURNS SETOF name
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT p.proname
    FROM regexp_matches(tree, ':(?:op)?funcid (\d+)', 'g') AS m
    JOIN pg_proc p ON p.oid = m[1]::oid
    WHERE m[1]::oid < 16384 AND p.provolatile <> 'i'
  UNION
    -- In the order of SQLValueFunctionOp; behind these it names roles and schemas.
    SELECT (ARRAY['current_date', 'current_time', 'current_time', 'current_timestamp', 'current_timestamp', 'localtime',
                  'localtime', 'localtimestamp', 'localtimestamp'])[m[1]::integer + 1]
    FROM regexp_matches(tree, '{SQLVALUEFUNCTION :op ([0-8]) ', 'g') AS m
  UNION
    SELECT 'to_' || t.typname
    FROM regexp_matches(tree, ':resulttype (\d+)', 'g') AS m
    JOIN pg_type t ON t.oid = m[1]::oid
    WHERE m[1]::oid < 16384 AND t.typname LIKE 'reg%'
  UNION
    SELECT c.relname
    FROM regexp_matches(tree, ':relid (\d+)', 'g') AS m
    JOIN pg_class c ON c.oid = m[1]::oid
    WHERE m[1]::oid < 16384 $$;

-- Whether the body of a function can take the place of a call, if it is one expression: PostgreSQL's inline_function asks
-- for less. An argument brings its collation with it, and a call has that of its arguments.
CREATE OR REPLACE FUNCTION argosy.is_inlinable(function oid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT p.prokind = 'f' AND p.prosqlbody IS NOT NULL
       AND NOT (p.proretset OR p.proisstrict OR p.prosecdef) AND p.proconfig IS NULL AND p.proargmodes IS NULL
       AND p.prosqlbody::text !~ '{(SUBLINK|AGGREF|WINDOWFUNC|GROUPINGFUNC) |:hasTargetSRFs true'
       AND NOT EXISTS (SELECT FROM unnest(p.proargtypes || p.prorettype) AS u(type) JOIN pg_type t ON t.oid = u.type
                       WHERE t.typcollation <> 0)
       AND (p.provolatile = 'v' OR NOT EXISTS (
              SELECT FROM regexp_matches(p.prosqlbody::text, ':(?:op)?funcid (\d+)', 'g') AS m
              JOIN pg_proc q ON q.oid = m[1]::oid
              WHERE q.provolatile = 'v'))
    FROM pg_proc p WHERE p.oid = $1 $$;

-- Whether a function's own body is all that is known of it, and that is not enough.
CREATE OR REPLACE FUNCTION argosy.is_opaque(function oid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT p.oid >= 16384 AND argosy.volatility(p.oid) <> 'i' AND NOT argosy.is_declared_safe(p.oid)
       AND NOT EXISTS (SELECT FROM pg_depend d
                       WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
       AND (p.prosqlbody IS NULL OR argosy.tree_changes_rows(p.prosqlbody::text))
    FROM pg_proc p WHERE p.oid = $1 $$;

-- Whether a function gives the same on every node: it may read replicated tables.
CREATE OR REPLACE FUNCTION argosy.is_same_everywhere(function oid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT argosy.volatility(p.oid) = 'i' OR argosy.is_declared_safe(p.oid)
        OR NOT argosy.is_opaque(p.oid) AND NOT EXISTS (
             SELECT FROM argosy.reached('pg_proc'::regclass, p.oid, true) r
             LEFT JOIN pg_class c ON r.class = 'pg_class'::regclass AND c.oid = r.oid
             WHERE r.class = 'pg_proc'::regclass AND argosy.is_opaque(r.oid)
                OR r.class = 'pg_class'::regclass AND c.relkind <> 'v'
                   AND (c.relkind <> 'm' OR EXISTS (SELECT FROM argosy.materialized_views v WHERE v.relation = r.oid))
                   AND NOT EXISTS (SELECT FROM argosy.tables t WHERE t.relation = r.oid AND t.placement = 'replicated'))
    FROM pg_proc p WHERE p.oid = $1 $$;

-- The functions that an object calls and that may give something else on each node, the first of them by name.
CREATE OR REPLACE FUNCTION argosy.unsafe_functions(start_class oid, start oid) RETURNS TABLE (oid oid, name text)
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
RETURN QUERY
    SELECT p.oid, p.pronamespace::regnamespace || '.' || quote_ident(p.proname)
    FROM argosy.reached(start_class, start, false) r JOIN pg_proc p ON p.oid = r.oid
    WHERE r.class = 'pg_proc'::regclass AND NOT argosy.is_same_everywhere(p.oid)
    ORDER BY 2;
END $$;

-- The tables of which constraints, defaults or types of columns may call functions of a user's, some more than once.
CREATE OR REPLACE FUNCTION argosy.tables_that_call_functions() RETURNS TABLE (relation oid) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT d.refobjid
FROM pg_catalog.pg_depend d
JOIN pg_catalog.pg_depend f
  ON f.classid = d.classid AND f.objid = d.objid
 AND f.refclassid IN ('pg_catalog.pg_proc'::pg_catalog.regclass, 'pg_catalog.pg_operator'::pg_catalog.regclass,
                      'pg_catalog.pg_type'::pg_catalog.regclass)
WHERE d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
  AND d.classid IN ('pg_catalog.pg_constraint'::pg_catalog.regclass, 'pg_catalog.pg_attrdef'::pg_catalog.regclass)
UNION ALL
SELECT a.attrelid
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
WHERE a.attnum > 0 AND t.oid >= 16384 AND (t.typtype IN ('d', 'c', 'r', 'm') OR t.typelem <> 0);
END;

CREATE OR REPLACE FUNCTION argosy.may_call_functions(relation oid) RETURNS boolean
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
RETURN EXISTS (SELECT FROM argosy.tables_that_call_functions() t WHERE t.relation = may_call_functions.relation);
END $$;

-- What PostgreSQL evaluates for rows that are inserted (bit 4) or updated (bit 16), where it calls such functions.
CREATE OR REPLACE FUNCTION argosy.expression_effects(relation oid, bits integer) RETURNS SETOF json
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
RETURN QUERY
    WITH RECURSIVE types(class, oid) AS (
        SELECT 'pg_type'::regclass::oid, a.atttypid FROM pg_attribute a
        WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid >= 16384
      UNION
        SELECT p.class, p.oid FROM types t CROSS JOIN LATERAL argosy.type_parts(t.oid) p
        WHERE t.class = 'pg_type'::regclass
    ),
    expressions(class, oid, kind, name) AS (
        SELECT 'pg_constraint'::regclass::oid, k.oid, 'check', k.conname
        FROM pg_constraint k WHERE k.conrelid = $1 AND k.contype = 'c'
      UNION ALL
        SELECT 'pg_attrdef'::regclass, d.oid, CASE a.attgenerated WHEN '' THEN 'default' ELSE 'generated' END, a.attname
        FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
        WHERE d.adrelid = $1
      UNION ALL
        SELECT t.class, t.oid, 'domain', y.typname
        FROM types t
        JOIN pg_constraint k ON k.oid = t.oid
        JOIN pg_type y ON y.oid = k.contypid
        WHERE t.class = 'pg_constraint'::regclass
    )
    SELECT json_build_object(
        'kind', 'expression',
        'relation', argosy.relation_placement($1),
        'name', e.name,
        'evaluated', e.kind,
        'function', (array_agg(f.name))[1],
        'seesPlaced', bool_or(argosy.may_see_placed('pg_proc'::regclass, f.oid)))
    FROM expressions e CROSS JOIN LATERAL argosy.unsafe_functions(e.class, e.oid) f
    WHERE $2 & 20 <> 0
      AND EXISTS (SELECT FROM pg_depend d
                  WHERE d.classid = e.class AND d.objid = e.oid
                    AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass))
    GROUP BY e.class, e.oid, e.kind, e.name;
END $$;

-- The policies that apply to what the statement that is the body of pg_temp.argosy_statement reads and changes. What it
-- comes to through views is read with the rights of their owners.
CREATE OR REPLACE FUNCTION argosy.policy_effects() RETURNS json
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    statement oid := to_regproc('pg_temp.argosy_statement');
BEGIN
IF NOT EXISTS (SELECT FROM pg_policy) THEN
    RETURN '[]';
END IF;
RETURN (
WITH RECURSIVE targets(relation, event) AS (
    SELECT c.relation, c.event
    FROM pg_proc p CROSS JOIN LATERAL argosy.changes_in_tree(p.prosqlbody::text) c
    WHERE p.oid = statement
),
session(role) AS (
    SELECT o.oid FROM pg_roles o WHERE o.rolname = current_user
),
reads(class, oid, role) AS (
    SELECT 'pg_proc'::regclass::oid, statement, s.role FROM session s
  UNION
    SELECT next.class, next.oid, next.role
    FROM reads r
    CROSS JOIN session s
    CROSS JOIN LATERAL (
        SELECT d.refclassid AS class, d.refobjid AS oid, CASE WHEN p.prosecdef THEN p.proowner ELSE r.role END AS role
        FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
        WHERE r.class = 'pg_proc'::regclass AND p.oid = r.oid
      UNION ALL
        SELECT d.refclassid, d.refobjid,
               CASE WHEN d.refclassid = 'pg_proc'::regclass OR concat(v.reloptions) ~* 'security_invoker=(?!f|n|of|0)'
                    THEN s.role ELSE v.relowner END
        FROM pg_class v
        JOIN pg_rewrite w ON w.ev_class = v.oid
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refobjid <> v.oid
        WHERE r.class = 'pg_class'::regclass AND v.oid = r.oid AND v.relkind = 'v'
      UNION ALL
        SELECT 'pg_policy'::regclass, y.oid, r.role
        FROM pg_class c
        JOIN pg_policy y ON y.polrelid = c.oid
        JOIN pg_roles o ON o.oid = r.role
        WHERE r.class = 'pg_class'::regclass AND c.oid = r.oid AND c.relrowsecurity
          AND NOT o.rolsuper AND NOT o.rolbypassrls
          AND (c.relforcerowsecurity OR NOT pg_has_role(o.oid, c.relowner, 'USAGE'))
          AND EXISTS (SELECT FROM unnest(y.polroles) AS named(role)
                      WHERE CASE WHEN named.role = 0 THEN true ELSE pg_has_role(o.oid, named.role, 'USAGE') END)
      UNION ALL
        SELECT p.class, p.oid, r.role FROM argosy.reached(r.class, r.oid, false) p
        WHERE r.class = 'pg_policy'::regclass
    ) AS next
    WHERE next.class IN ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_policy'::regclass) AND next.oid >= 16384
),
-- What is changed through a view may be any table that the view comes to.
changed(relation, event) AS (
    SELECT t.relation, t.event FROM targets t
  UNION
    SELECT p.oid, t.event
    FROM targets t
    CROSS JOIN LATERAL (SELECT * FROM pg_class c WHERE c.oid = t.relation OFFSET 0) AS c
    CROSS JOIN LATERAL (SELECT * FROM pg_rewrite w WHERE w.ev_class = c.oid OFFSET 0) AS w
    CROSS JOIN LATERAL (SELECT * FROM pg_depend d
                        WHERE d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid OFFSET 0) AS d
    CROSS JOIN LATERAL (SELECT d.refobjid UNION ALL
                        SELECT x.oid FROM argosy.reached('pg_class'::regclass, d.refobjid, false) x
                        WHERE x.class = 'pg_class'::regclass) AS p(oid)
    WHERE c.relkind = 'v' AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> c.oid
)
SELECT coalesce(json_agg(json_build_object(
    'relation', argosy.relation_placement(y.polrelid),
    'name', y.polname,
    'sameForAll', y.polcmd = '*' AND y.polqual IS NOT NULL AND y.polwithcheck IS NULL,
    'changed', EXISTS (SELECT FROM changed c WHERE c.relation = y.polrelid),
    'function', (SELECT f.name FROM argosy.unsafe_functions('pg_policy'::regclass, y.oid) f LIMIT 1),
    'seesPlaced', EXISTS (SELECT FROM argosy.unsafe_functions('pg_policy'::regclass, y.oid) f
                          WHERE argosy.may_see_placed('pg_proc'::regclass, f.oid)),
    'reads', (SELECT coalesce(json_agg(argosy.relation_placement(r.oid)), '[]')
              FROM argosy.reached('pg_policy'::regclass, y.oid, false) r JOIN pg_class c ON c.oid = r.oid
              WHERE r.class = 'pg_class'::regclass AND c.relkind <> 'v'),
    'callsReaders', EXISTS (SELECT FROM argosy.reached('pg_policy'::regclass, y.oid, false) r
                            JOIN pg_proc p ON p.oid = r.oid
                            WHERE r.class = 'pg_proc'::regclass AND r.oid >= 16384 AND p.provolatile <> 'i'),
    -- PostgreSQL's own functions.
    'stable', coalesce(to_json(own.functions -> 's'), '[]'),
    'volatiles', coalesce(to_json(own.functions -> 'v'), '[]'),
    'conditions', array_remove(ARRAY[pg_get_expr(y.polqual, y.polrelid), pg_get_expr(y.polwithcheck, y.polrelid)],
                               NULL))), '[]')
FROM pg_policy y
CROSS JOIN LATERAL (
    SELECT jsonb_object_agg(called.volatility, called.names) AS functions
    FROM (SELECT q.provolatile AS volatility, jsonb_agg(DISTINCT q.proname) AS names
          FROM (SELECT concat(y.polqual, y.polwithcheck)
              UNION ALL
                SELECT w.ev_action::text
                FROM argosy.reached('pg_policy'::regclass, y.oid, false) r JOIN pg_rewrite w ON w.ev_class = r.oid
                WHERE r.class = 'pg_class'::regclass) AS text(tree)
          CROSS JOIN regexp_matches(text.tree, ':(?:op)?funcid (\d+)', 'g') AS m
          JOIN pg_proc q ON q.oid = m[1]::oid
          WHERE q.oid < 16384
          GROUP BY q.provolatile) AS called
) AS own
WHERE y.oid IN (SELECT r.oid FROM reads r WHERE r.class = 'pg_policy'::regclass)
  AND (y.polcmd IN ('r', '*')
    OR EXISTS (SELECT FROM changed c
               WHERE c.relation = y.polrelid
                 AND y.polcmd = CASE c.event WHEN 'i' THEN 'a' WHEN 'u' THEN 'w' ELSE 'd' END)));
END $$;
