-- Everything the planner wants to know about the statement that is the body of
-- pg_temp.argosy_statement, from the dependencies that PostgreSQL recorded for it. Runs under a
-- search_path without a user's objects, so that definitions come out qualified. PostgreSQL needs several times as long
-- to plan this as to run it, and keeps plans of functions in PL/pgSQL as long as a backend lives;
-- so nothing in it may be a constant that differs from statement to statement. PostgreSQL cannot know that few rows of
-- the catalogs matter, so it is told not to read them whole, by an index either, and that rows are what costs; such
-- costs must not make it compile.
CREATE OR REPLACE FUNCTION argosy.statement_facts() RETURNS json LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
    SET enable_nestloop = on SET enable_indexscan = on SET jit = off SET max_parallel_workers_per_gather = 0
    SET cpu_tuple_cost = 1 SET cpu_index_tuple_cost = 1 SET random_page_cost = 0.1 SET seq_page_cost = 0.1 AS $facts$
BEGIN
RETURN (
WITH RECURSIVE
-- The statement's function, which is looked for once.
statement AS MATERIALIZED (
    SELECT to_regproc('pg_temp.argosy_statement')::oid AS oid
),
-- The statement as PostgreSQL keeps it. What is appended makes that the text is decompressed once.
body AS MATERIALIZED (
    SELECT p.prosqlbody::text || '' AS tree FROM statement s JOIN pg_proc p ON p.oid = s.oid
),
-- Of what only reads much does not follow.
change AS MATERIALIZED (
    SELECT argosy.tree_changes_rows(b.tree) AS is_one FROM body b
),
-- What is reached from the statement (its function is the root) and from every user function it
-- calls (each a root of its own): through views always, through functions only below a function.
reach(root, class, oid) AS (
    SELECT s.oid, 'pg_proc'::regclass::oid, s.oid FROM statement s
  UNION
    SELECT next.root, next.class, next.oid
    FROM reach r
    CROSS JOIN LATERAL (
        SELECT d.refclassid, d.refobjid
        FROM pg_depend d
        WHERE r.class = 'pg_proc'::regclass AND d.classid = r.class AND d.objid = r.oid
          AND (r.oid = r.root OR r.root <> (SELECT s.oid FROM statement s))
          -- A constant of type regproc only names a function.
          AND (d.refclassid <> 'pg_proc'::regclass OR d.objid <> (SELECT s.oid FROM statement s)
            OR argosy.tree_calls((SELECT b.tree FROM body b), d.refobjid))
      UNION
        SELECT d.refclassid, d.refobjid
        FROM pg_rewrite w JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
        WHERE r.class = 'pg_class'::regclass AND w.ev_class = r.oid AND d.refobjid <> r.oid
          AND argosy.is_read_by_rules(r.oid)
    ) AS named(class, oid)
    -- An operator is its function, and a cast to a domain calls those of the domain's constraints.
    CROSS JOIN LATERAL (
        SELECT named.class, named.oid
      UNION ALL
        SELECT 'pg_proc'::regclass, o.oprcode FROM pg_operator o
        WHERE named.class = 'pg_operator'::regclass AND o.oid = named.oid AND o.oprcode >= 16384
      UNION ALL
        SELECT f.class, f.oid FROM argosy.reached(named.class, named.oid, false) f
        WHERE named.class = 'pg_type'::regclass AND f.class = 'pg_proc'::regclass
    ) AS reached(refclassid, refobjid)
    CROSS JOIN LATERAL (
        VALUES (r.root, reached.refclassid, reached.refobjid),
               (CASE WHEN reached.refclassid = 'pg_proc'::regclass THEN reached.refobjid ELSE r.root END,
                reached.refclassid, reached.refobjid)
    ) AS next(root, class, oid)
    WHERE next.class IN ('pg_class'::regclass, 'pg_proc'::regclass)
),
-- What the statement, or a view it reaches, depends on. Two questions, since PostgreSQL would read all of pg_depend for
-- one that has OR.
dependencies AS MATERIALIZED (
    SELECT d.refclassid AS class, d.refobjid AS oid, d.refobjsubid AS number
    FROM pg_depend d
    WHERE d.classid = 'pg_proc'::regclass AND d.objid = (SELECT s.oid FROM statement s)
  UNION
    SELECT d.refclassid, d.refobjid, d.refobjsubid
    FROM reach r
    JOIN pg_rewrite w ON w.ev_class = r.oid
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
    WHERE r.class = 'pg_class'::regclass AND argosy.is_read_by_rules(r.oid)
),
-- The columns among that.
used AS (
    SELECT d.oid, d.number FROM dependencies d WHERE d.class = 'pg_class'::regclass AND d.number > 0
),
relations AS (
    SELECT c.oid, json_build_object(
        'oid', c.oid::text,
        'schema', CASE WHEN n.oid = pg_my_temp_schema() THEN 'pg_temp' ELSE n.nspname END,
        'name', c.relname,
        'kind', c.relkind,
        'placement', CASE
            WHEN n.nspname IN ('pg_catalog', 'information_schema') THEN 'catalog'
            -- The metadata; a role called argosy has tables of its own in this schema.
            WHEN n.nspname = 'argosy' AND c.relname IN (
                'nodes', 'slot_map', 'slot_moves', 'colocation_groups', 'tables', 'placed_tables', 'safe_functions',
                'catalog_changes', 'coordinators', 'commit_records', 'mock_authentication', 'suspects',
                'transactions', 'activity', 'activity_records', 'stat_activity', 'locks', 'materialized_views',
                'matviews', 'statements', 'statement_records', 'statement_resources', 'resource_records',
                'statement_stages', 'stage_records', 'node_resources', 'node_resource_records', 'suspended_keys',
                'placed_names', 'lost_placements', 'placement_rules', 'node_states', 'node_state_records',
                'table_sizes') THEN 'catalog'
            WHEN c.relkind = 'v' THEN 'view'
            WHEN c.relkind = 'm' AND NOT EXISTS (SELECT FROM argosy.materialized_views v WHERE v.relation = c.oid)
                THEN 'replicated'
            ELSE coalesce(t.placement, 'single') END,
        'distributionColumn', (SELECT a.attname FROM pg_attribute a
                               WHERE a.attrelid = c.oid AND a.attnum = t.distribution_column),
        'colocationGroup', t.colocation_group,
        'keyType', (SELECT g.key_type FROM argosy.colocation_groups g WHERE g.id = t.colocation_group),
        'rows', CASE WHEN c.relkind = 'p'
                     THEN (SELECT coalesce(sum(greatest(l.reltuples, 0)), 0)
                           FROM pg_partition_tree(c.oid) p JOIN pg_class l ON l.oid = p.relid WHERE p.isleaf)
                     ELSE greatest(c.reltuples, 0) END,
        'partitions', (SELECT coalesce(json_agg(json_build_array(m.nspname, l.relname)), '[]')
                       FROM pg_partition_tree(c.oid) p
                       JOIN pg_class l ON l.oid = p.relid
                       JOIN pg_namespace m ON m.oid = l.relnamespace
                       WHERE c.relkind = 'p' AND p.relid <> c.oid),
        'systemColumns', (SELECT coalesce(json_agg(DISTINCT d.refobjsubid), '[]') FROM pg_depend d
                          WHERE d.classid = 'pg_proc'::regclass
                            AND d.objid = (SELECT s.oid FROM statement s)
                            AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid
                            AND d.refobjsubid < 0),
        'definition', CASE WHEN c.relkind = 'v' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
                           THEN pg_get_viewdef(c.oid) END,
        -- As WITH takes them.
        'viewOptions', (SELECT string_agg(o, ', ') FROM unnest(c.reloptions) o
                        WHERE c.relkind = 'v' AND o ~ '^(check_option|security_barrier)='),
        'columns', (SELECT coalesce(json_agg(json_build_object(
                        'name', a.attname,
                        -- Values that are equal under such a collation can be different to every other.
                        'type', format_type(a.atttypid, a.atttypmod) || coalesce(
                            (SELECT ' COLLATE ' || o.collnamespace::regnamespace || '.' || quote_ident(o.collname)
                             FROM pg_collation o
                             WHERE o.oid = a.attcollation AND NOT o.collisdeterministic), ''),
                        'notNull', a.attnotnull AND a.attnum <> ALL (unchecked.numbers),
                        'used', EXISTS (SELECT FROM used u WHERE u.oid = c.oid AND u.number = a.attnum),
                        -- A table's defaults are read where its rows are made.
                        'viewDefault', CASE WHEN c.relkind = 'v' AND a.atthasdef THEN (
                            SELECT pg_get_expr(f.adbin, f.adrelid) FROM pg_attrdef f
                            WHERE f.adrelid = c.oid AND f.adnum = a.attnum) END,
                        'generated', a.attgenerated <> '') ORDER BY a.attnum), '[]')
                    FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
        'indexes', (SELECT coalesce(json_agg(i.names), '[]')
                    FROM (SELECT array_agg(a.attname ORDER BY k.position) AS names
                          FROM pg_index x
                          JOIN pg_class ic ON ic.oid = x.indexrelid
                          JOIN pg_am m ON m.oid = ic.relam AND m.amname = 'btree'
                          CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY k(number, position)
                          JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.number
                          WHERE x.indrelid = c.oid AND x.indisvalid AND x.indpred IS NULL
                            AND x.indexprs IS NULL AND k.position <= x.indnkeyatts
                          GROUP BY x.indexrelid) i),
        -- Text that reads back as the same value under the session's settings, in the order of the type. First the
        -- column whose order is most that of the rows: a range of it is on the fewest pages.
        'histograms', (SELECT coalesce(json_agg(json_build_object(
                           'column', h.name, 'bounds', h.bounds)
                           ORDER BY h.correlation DESC NULLS LAST, h.name), '[]')
                       FROM (SELECT a.attname AS name, abs(s.correlation) AS correlation,
                                    (SELECT array_agg(quote_literal(b.value) || '::pg_catalog.'
                                                          || (SELECT y.typname FROM pg_type y WHERE y.oid = a.atttypid)
                                                      ORDER BY b.position)
                                     FROM unnest(s.histogram_bounds::text::text[])
                                          WITH ORDINALITY b(value, position)) AS bounds
                             FROM pg_attribute a
                             JOIN pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname
                                            AND s.attname = a.attname AND NOT s.inherited
                             WHERE t.placement = 'replicated' AND a.attrelid = c.oid
                               AND a.atttypid IN ('int2'::regtype, 'int4'::regtype, 'int8'::regtype,
                                                  'numeric'::regtype, 'date'::regtype,
                                                  'timestamp'::regtype, 'timestamptz'::regtype)
                               AND s.histogram_bounds IS NOT NULL
                               AND EXISTS (SELECT FROM pg_index x
                                           JOIN pg_class ic ON ic.oid = x.indexrelid
                                           JOIN pg_am m ON m.oid = ic.relam AND m.amname = 'btree'
                                           WHERE x.indrelid = c.oid AND x.indkey[0] = a.attnum
                                             AND x.indisvalid AND x.indpred IS NULL)) h),
        'uniqueKeys', (SELECT coalesce(json_agg(key.names ORDER BY key.indisprimary DESC, key.indexrelid), '[]')
                       FROM (SELECT i.indexrelid, i.indisprimary,
                                    json_agg(a.attname ORDER BY k.position) AS names
                             FROM pg_index i
                             CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k(number, position)
                             JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
                             WHERE i.indrelid = c.oid AND i.indisunique AND i.indimmediate AND i.indisvalid
                               AND i.indpred IS NULL AND i.indexprs IS NULL
                               AND k.position <= i.indnkeyatts
                             GROUP BY i.indexrelid, i.indisprimary
                             HAVING bool_and(a.attnotnull AND a.attnum <> ALL (unchecked.numbers))) key)
    ) AS fact
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN argosy.tables t ON t.relation = c.oid
    -- Columns that may have NULL in rows that were there before NOT NULL was said of them.
    CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(k.conkey[1]), '{}') AS numbers FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'n' AND NOT k.convalidated) AS unchecked
    WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')
      AND c.oid IN (SELECT r.oid FROM reach r WHERE r.class = 'pg_class'::regclass)
),
functions AS (
    SELECT p.oid, json_build_object(
        'schema', CASE WHEN n.oid = pg_my_temp_schema() THEN 'pg_temp' ELSE n.nspname END,
        'name', p.proname,
        'volatility', CASE p.prokind WHEN 'a' THEN argosy.volatility(p.oid) ELSE p.provolatile END,
        'aggregate', p.prokind = 'a',
        'declaredSafe', n.nspname IN ('pg_catalog', 'information_schema')
            OR argosy.is_declared_safe(p.oid)
            OR EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid
                       AND d.deptype = 'e'),
        'staysHome', p.provolatile <> 'i' AND argosy.stays_home('pg_proc'::regclass, p.oid),
        'changesSettings', EXISTS (SELECT FROM settings_changers c WHERE c.function = p.oid),
        -- What PostgreSQL's own functions, which are not IMMUTABLE, give to its body and to what that calls and reads.
        'builtins', CASE WHEN (p.provolatile <> 'i' OR p.prokind = 'a') AND NOT argosy.is_declared_safe(p.oid) THEN (
            SELECT json_agg(DISTINCT b.name)
            FROM (SELECT q.prosqlbody::text
                  FROM reach r JOIN pg_proc q ON q.oid = r.oid
                  WHERE r.root = p.oid AND r.class = 'pg_proc'::regclass AND q.prosqlbody IS NOT NULL
                    AND q.provolatile <> 'i' AND NOT argosy.is_declared_safe(q.oid)
                UNION ALL
                  SELECT w.ev_action::text
                  FROM reach r JOIN pg_rewrite w ON w.ev_class = r.oid
                  WHERE r.root = p.oid AND r.class = 'pg_class'::regclass AND argosy.is_read_by_rules(r.oid)) AS t(tree)
            CROSS JOIN LATERAL argosy.volatile_builtins(t.tree) AS b(name)) END,
        'inlinable', CASE WHEN argosy.is_inlinable(p.oid) THEN json_build_object(
            'oid', p.oid::text,
            'arguments', coalesce(p.proargnames, ARRAY[]::text[]),
            'types', (SELECT coalesce(json_agg(format_type(a.type, -1) ORDER BY a.number), '[]')
                      FROM unnest(p.proargtypes) WITH ORDINALITY AS a(type, number)),
            'type', format_type(p.prorettype, -1)) END,
        'reads', CASE WHEN NOT EXISTS (
                     SELECT FROM reach r JOIN pg_proc q ON q.oid = r.oid
                     WHERE r.root = p.oid AND r.class = 'pg_proc'::regclass
                       -- What it changes would be the rows of one node.
                       AND (q.prosqlbody IS NULL AND q.provolatile <> 'i'
                         OR argosy.tree_changes_rows(q.prosqlbody::text)
                         -- What it is given as text, or whole schemas, nobody knows of.
                         OR EXISTS (
                              SELECT FROM pg_proc b
                              WHERE b.pronamespace = 'pg_catalog'::regnamespace
                                AND b.proname IN ('query_to_xml', 'table_to_xml', 'schema_to_xml', 'database_to_xml',
                                                  'query_to_xml_and_xmlschema', 'table_to_xml_and_xmlschema',
                                                  'schema_to_xml_and_xmlschema', 'database_to_xml_and_xmlschema',
                                                  'ts_stat', 'ts_rewrite')
                                AND argosy.tree_calls(q.prosqlbody::text, b.oid))))
                 THEN (SELECT coalesce(json_agg(rel.fact), '[]')
                       FROM reach r JOIN relations rel ON rel.oid = r.oid
                       WHERE r.root = p.oid AND r.class = 'pg_class'::regclass) END
    ) AS fact
    FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE p.oid IN (SELECT r.oid FROM reach r WHERE r.class = 'pg_proc'::regclass)
),
-- By the statement itself, or by a view that it reads; not what these call in turn.
called AS (
    SELECT r.oid FROM reach r
    WHERE r.class = 'pg_proc'::regclass
      AND r.root = (SELECT s.oid FROM statement s)
      AND r.oid <> (SELECT s.oid FROM statement s)
      AND r.oid IS DISTINCT FROM to_regproc('pg_temp.argosy_parameter')
),
-- What changes settings of the session behind the statement's back. A body that is text is searched for the ways to
-- write it; the number of set_config, of which an aggregate may be made, is 2078.
settings_changers AS (
    SELECT 'function ' || p.oid::regprocedure AS name, p.oid AS function
    FROM pg_proc p
    WHERE p.oid <> (SELECT s.oid FROM statement s)
      AND p.oid IN (SELECT r.oid FROM reach r WHERE r.class = 'pg_proc'::regclass
                  UNION ALL
                    SELECT t.tgfoid FROM pg_trigger t
                    JOIN reach r ON r.class = 'pg_class'::regclass AND r.oid = t.tgrelid
                    WHERE NOT t.tgisinternal AND (SELECT c.is_one FROM change c))
      AND (argosy.tree_calls_set_config(p.prosqlbody::text)
        OR (SELECT 2078 IN (g.aggtransfn, g.aggfinalfn) FROM pg_aggregate g WHERE g.aggfnoid = p.oid)
        OR p.prosrc = 'set_limit' AND p.prolang IN (SELECT l.oid FROM pg_language l WHERE l.lanname = 'c')
        OR p.prolang NOT IN (SELECT l.oid FROM pg_language l WHERE l.lanname IN ('internal', 'c'))
           AND (argosy.text_sets(p.prosrc) OR p.prosrc ~* 'set_config|update\s+(only\s+)?(pg_catalog\s*\.\s*)?pg_settings|([''")]|\mexecute)\s*(set|reset|discard)\M'))
  UNION ALL
    SELECT 'relation ' || w.ev_class::regclass, NULL
    FROM pg_rewrite w
    WHERE w.ev_class IN (SELECT r.oid FROM reach r WHERE r.class = 'pg_class'::regclass)
      AND argosy.is_read_by_rules(w.ev_class)
      AND argosy.tree_calls_set_config(w.ev_action::text)
      AND (w.ev_type = '1' OR (SELECT strpos(b.tree, ':commandType ' || w.ev_type::text || ' ') > 0 FROM body b))
  UNION ALL
    SELECT 'relation ' || r.oid::regclass, NULL
    FROM reach r
    WHERE r.class = 'pg_class'::regclass
      -- Asked of each relation: PostgreSQL would answer EXISTS for all relations at once.
      AND ((SELECT bool_or(argosy.tree_calls_set_config(concat(o.polqual, o.polwithcheck)))
            FROM pg_policy o WHERE o.polrelid = r.oid)
        OR (SELECT c.is_one FROM change c) AND (
           (SELECT bool_or(argosy.tree_calls_set_config(d.adbin::text)) FROM pg_attrdef d WHERE d.adrelid = r.oid)
        OR (SELECT bool_or(argosy.tree_calls_set_config(k.conbin::text))
            FROM pg_constraint k WHERE k.conrelid = r.oid)))
)
SELECT json_build_object(
    'canonical', pg_get_function_sqlbody((SELECT s.oid FROM statement s)),
    'setsSettings', (SELECT argosy.tree_calls_set_config(b.tree) FROM body b),
    -- Of a function that is called its own facts tell.
    'settingsChanger', (SELECT min(c.name) FROM settings_changers c
                        WHERE c.function IS NULL OR c.function NOT IN (SELECT d.oid FROM called d)),
    'bundling', current_setting('argosy.bundling', true),
    -- Under the name of equality, what is not that of the type's order or hash.
    'comparesOtherwise', EXISTS (
        SELECT FROM dependencies d
        JOIN pg_operator o ON o.oid = d.oid AND o.oprname = '='
        WHERE d.class = 'pg_operator'::regclass AND d.oid >= 16384 AND NOT argosy.is_equality(o.oid)),
    -- By nextval and setval, or by a default or an identity column of what it changes.
    'takesNumbers', (SELECT argosy.tree_takes_numbers(b.tree) FROM body b)
        OR ((SELECT c.is_one FROM change c) AND EXISTS (
            SELECT FROM reach r
            WHERE r.class = 'pg_class'::regclass
              AND ((SELECT bool_or(argosy.tree_takes_numbers(d.adbin::text)) FROM pg_attrdef d WHERE d.adrelid = r.oid)
                OR (SELECT bool_or(a.attidentity <> '') FROM pg_attribute a WHERE a.attrelid = r.oid))))
        -- Or by a function, which may insert.
        OR EXISTS (SELECT FROM reach r JOIN pg_proc p ON p.oid = r.oid
                   WHERE r.class = 'pg_proc'::regclass AND r.root = (SELECT s.oid FROM statement s)
                     AND r.oid <> r.root AND r.oid >= 16384 AND p.provolatile = 'v'
                     AND (p.prosrc ~* '\m(nextval|insert|merge)\M' OR argosy.tree_takes_numbers(p.prosqlbody::text))),
    'usesPrimaryKey', EXISTS (SELECT FROM pg_depend d
                              WHERE d.classid = 'pg_proc'::regclass
                                AND d.objid = (SELECT s.oid FROM statement s)
                                AND d.refclassid = 'pg_constraint'::regclass),
    'relations', (SELECT coalesce(json_agg(rel.fact), '[]') FROM relations rel
                  WHERE rel.oid IN (SELECT r.oid FROM reach r
                                    WHERE r.class = 'pg_class'::regclass
                                      AND r.root = (SELECT s.oid FROM statement s))),
    'functions', (SELECT coalesce(json_agg(f.fact), '[]') FROM functions f
                  WHERE f.oid IN (SELECT d.oid FROM called d)),
    'effects', (SELECT CASE WHEN (SELECT c.is_one FROM change c) THEN (
                           SELECT argosy.effects(array_agg(c.relation), array_agg(c.event), array_agg(c.assigned))
                           FROM argosy.changes_in_tree(b.tree) c) END
                FROM body b),
    'policies', argosy.policy_effects())
);
END $facts$;
