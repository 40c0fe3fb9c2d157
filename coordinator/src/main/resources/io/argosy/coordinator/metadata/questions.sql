-- Questions of the coordinator's that are asked under the session's own search_path, where what is of the role's, or of
-- anybody's who may create in its schemas, could stand for PostgreSQL's functions and operators. So their names are
-- resolved here, when the functions are made; what they print follows the search_path of who asks.

-- The views among relations that PostgreSQL would read with their owner's rights, to other rows than the role itself can
-- read of the tables that they are made of. Columns are those that are read, beside them the relations that have them.
CREATE OR REPLACE FUNCTION argosy.views_read_by_owners(relations oid[], relations_of_columns oid[], columns name[])
    RETURNS SETOF name LANGUAGE sql STABLE
BEGIN ATOMIC
WITH RECURSIVE reach(view, oid) AS (
    SELECT oid, oid FROM pg_catalog.pg_class WHERE oid = ANY (relations) AND relkind = 'v'
  UNION
    SELECT r.view, d.refobjid
    FROM reach r
    JOIN pg_catalog.pg_rewrite w ON w.ev_class = r.oid
    JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid
    WHERE d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
)
SELECT v.relname
FROM pg_catalog.pg_class v JOIN pg_catalog.pg_roles o ON o.oid = v.relowner
WHERE v.oid = ANY (relations) AND v.relkind = 'v' AND o.rolname <> current_user
  AND NOT pg_catalog.concat(v.reloptions) ~* 'security_invoker=(?!f|n|of|0)'
  AND EXISTS (
      SELECT FROM pg_catalog.pg_class t
      WHERE t.oid = ANY (relations) AND t.relkind <> 'v'
        AND t.oid IN (SELECT r.oid FROM reach r WHERE r.view = v.oid)
        AND (EXISTS (SELECT FROM unnest(relations_of_columns, columns) AS used(oid, name)
                     JOIN pg_catalog.pg_attribute a ON a.attrelid = used.oid AND a.attname = used.name
                     WHERE a.attrelid = t.oid
                       AND NOT pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT'))
          OR t.relrowsecurity AND (pg_catalog.row_security_active(t.oid) OR NOT (
               o.rolsuper OR o.rolbypassrls OR NOT t.relforcerowsecurity
                 AND pg_catalog.pg_has_role(o.oid, t.relowner, 'USAGE')))))
ORDER BY v.oid;
END;

-- The columns of a table that has been made of a query: name, type, collation, and whether their order is that of bytes.
CREATE OR REPLACE FUNCTION argosy.columns_of_query(query regclass)
    RETURNS TABLE (name name, type text, collation_name text, ordered_as_bytes boolean) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
       CASE WHEN a.attcollation <> t.typcollation
            THEN pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.collname) END,
       pg_catalog.getdatabaseencoding() = 'UTF8' AND pg_catalog.pg_client_encoding() = 'UTF8'
       AND CASE coalesce(nullif(c.collprovider, 'd'), (pg_catalog.to_jsonb(d) ->> 'datlocprovider')::pg_catalog."char", 'c')
           WHEN 'b' THEN true
           WHEN 'c' THEN CASE WHEN c.collprovider = 'c' THEN c.collcollate ELSE d.datcollate END
                         IN ('C', 'POSIX')
           ELSE false END
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace
JOIN pg_catalog.pg_database d ON d.datname = pg_catalog.current_database()
WHERE a.attrelid = query AND a.attnum > 0
ORDER BY a.attnum;
END;

-- The columns of a table: their names, and as SQL their types and the collations that these do not have themselves.
CREATE OR REPLACE FUNCTION argosy.typed_columns(target regclass)
    RETURNS TABLE (number smallint, name text, type text, collation_clause text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT a.attnum, pg_catalog.quote_ident(a.attname), pg_catalog.format_type(a.atttypid, a.atttypmod),
       CASE WHEN a.attcollation <> t.typcollation
            THEN ' COLLATE ' || pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.collname)
            ELSE '' END
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation
LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace
WHERE a.attrelid = target AND a.attnum > 0;
END;

-- A query without values that has the columns of a table.
CREATE OR REPLACE FUNCTION argosy.nulls_of_columns(target regclass) RETURNS text LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT 'SELECT ' || coalesce(pg_catalog.string_agg(
    'CAST(NULL AS ' || c.type || ')' || c.collation_clause || ' AS ' || c.name, ', ' ORDER BY c.number), '')
FROM argosy.typed_columns(target) c;
END;

-- The same as a function that returns records is told of them.
CREATE OR REPLACE FUNCTION argosy.columns_of(target regclass) RETURNS text LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.string_agg(c.name || ' ' || c.type || c.collation_clause, ', ' ORDER BY c.number)
FROM argosy.typed_columns(target) c;
END;

-- What to say of a foreign key between two tables of which only one is distributed, and which has no placement.
CREATE OR REPLACE FUNCTION argosy.half_placed_pair(one_table text, other_table text) RETURNS TABLE (message text, unplaced regclass)
    LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.format('foreign key from %s to %s: only one of them is distributed', s, t),
       CASE WHEN source.placement IS NULL THEN s ELSE t END
FROM (VALUES (pg_catalog.to_regclass($1), pg_catalog.to_regclass($2))) AS pair (s, t)
LEFT JOIN argosy.tables source ON source.relation = s
LEFT JOIN argosy.tables target ON target.relation = t
JOIN pg_catalog.pg_class c ON c.oid = CASE WHEN source.placement IS NULL THEN s ELSE t END
WHERE c.relpersistence <> 't' AND s IS NOT NULL AND t IS NOT NULL
  AND 'hash' IN (source.placement, target.placement)
  AND (source.placement IS NULL OR target.placement IS NULL);
END;

-- The names of the session's temporary objects, their schema, and whether that comes first.
CREATE OR REPLACE FUNCTION argosy.temporary_names() RETURNS TABLE (what text, name text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT 'path', (pg_catalog.current_schema() LIKE 'pg\_temp\_%')::pg_catalog.text
UNION ALL SELECT 'schema', nspname::pg_catalog.text FROM pg_catalog.pg_namespace
WHERE oid = pg_catalog.pg_my_temp_schema()
UNION ALL SELECT 'name', relname FROM pg_catalog.pg_class
WHERE relnamespace = pg_catalog.pg_my_temp_schema()
UNION ALL SELECT 'name', typname FROM pg_catalog.pg_type
WHERE typnamespace = pg_catalog.pg_my_temp_schema()
UNION ALL SELECT 'name', s.stxname FROM pg_catalog.pg_statistic_ext s
JOIN pg_catalog.pg_class c ON c.oid = s.stxrelid
WHERE pg_catalog.pg_my_temp_schema() IN (c.relnamespace, s.stxnamespace);
END;

-- Distributed tables with triggers that may change a row before it is stored, and none that looks at its owner then. Of
-- partitions that is their table, which hands its triggers on.
CREATE OR REPLACE FUNCTION argosy.outdated_owner_triggers() RETURNS TABLE (relation text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.format('%I.%I', n.nspname, c.relname)
FROM pg_catalog.pg_trigger g
JOIN pg_catalog.pg_class c ON c.oid = g.tgrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE g.tgfoid = 'argosy.refuse_misplaced_row'::pg_catalog.regproc AND g.tgparentid = 0
  AND pg_catalog.strpos(pg_catalog.pg_get_triggerdef(g.oid), 'slot_owner(') = 0;
END;

-- The tables of a placement. Rows of partitions are their table's.
DROP FUNCTION IF EXISTS argosy.distributed_tables();
CREATE OR REPLACE FUNCTION argosy.tables_placed(placed text) RETURNS TABLE (relation oid, name text)
    LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT t.relation, pg_catalog.format('%I.%I', n.nspname, c.relname)
FROM argosy.tables t
JOIN pg_catalog.pg_class c ON c.oid = t.relation
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE t.placement = placed AND NOT c.relispartition;
END;

-- The replicated tables to which rows of others refer.
CREATE OR REPLACE FUNCTION argosy.referenced_replicas() RETURNS TABLE (name text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT DISTINCT pg_catalog.format('%I.%I', n.nspname, c.relname) AS name
FROM argosy.tables t
JOIN pg_catalog.pg_constraint k ON k.conrelid = t.relation AND k.contype = 'f'
JOIN argosy.tables r ON r.relation = k.confrelid AND r.placement = 'replicated'
JOIN pg_catalog.pg_class c ON c.oid = r.relation
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE t.placement = 'hash'
ORDER BY name;
END;

-- What runs for rows that are stored or deleted even where PostgreSQL is told that they only come from elsewhere.
DROP FUNCTION IF EXISTS argosy.slot_move_obstacle();
CREATE OR REPLACE FUNCTION argosy.obstacle_of_rows(placed text) RETURNS TABLE (message text, hint text)
    LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.format('trigger %I of table %s would fire', g.tgname, t.relation),
       'Until the rows have moved: ALTER TABLE .. ENABLE TRIGGER .., without ALWAYS and REPLICA.'
FROM argosy.tables t JOIN pg_catalog.pg_trigger g ON g.tgrelid = t.relation
WHERE t.placement = placed AND g.tgenabled IN ('A', 'R')
UNION ALL
SELECT pg_catalog.format('rule %I of table %s would apply', r.rulename, t.relation),
       'Until the rows have moved: ALTER TABLE .. ENABLE RULE .., without ALWAYS and REPLICA.'
FROM argosy.tables t JOIN pg_catalog.pg_rewrite r ON r.ev_class = t.relation
WHERE t.placement = placed AND r.ev_enabled IN ('A', 'R')
LIMIT 1;
END;

CREATE OR REPLACE FUNCTION argosy.existing_node(node text) RETURNS text
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF node IS NOT NULL AND NOT EXISTS (SELECT FROM argosy.nodes n WHERE n.name = node) THEN
        RAISE EXCEPTION 'there is no node %', quote_literal(node)
            USING ERRCODE = '42704', HINT = 'SELECT name FROM argosy.nodes tells their names.';
    END IF;
    RETURN node;
END $$;

-- Which slots would move so that all nodes have as many, or those others that one which is to be drained has; so many
-- at a time.
CREATE OR REPLACE FUNCTION argosy.rebalance_plan(drained text DEFAULT NULL, batch integer DEFAULT 16)
    RETURNS TABLE (slots integer[], source text, target text) LANGUAGE sql STABLE
BEGIN ATOMIC
WITH named AS MATERIALIZED (
    SELECT argosy.existing_node(drained) AS name
),
owned AS (
    SELECT o.slot::pg_catalog.int4 - 1 AS slot, o.owner,
           pg_catalog.row_number() OVER (PARTITION BY o.owner ORDER BY o.slot) AS number
    FROM argosy.slot_map m CROSS JOIN LATERAL pg_catalog.unnest(m.owners) WITH ORDINALITY AS o(owner, slot)
),
counted AS (
    SELECT n.position, n.name, (SELECT pg_catalog.count(*) FROM owned o WHERE o.owner = n.position) AS slots
    FROM argosy.nodes n
),
-- Where the slots cannot be divided evenly, who has the most keeps one more.
wanted AS (
    SELECT c.position, c.name, c.slots,
           CASE WHEN c.name IS NOT DISTINCT FROM d.name THEN 0
                ELSE 1024 / k.nodes + CASE WHEN pg_catalog.row_number() OVER (
                         ORDER BY c.name IS NOT DISTINCT FROM d.name, c.slots DESC, c.position) <= 1024 % k.nodes
                     THEN 1 ELSE 0 END END AS wanted
    FROM counted c
    CROSS JOIN named d
    CROSS JOIN (SELECT pg_catalog.count(*) AS nodes FROM argosy.nodes n CROSS JOIN named d
                WHERE n.name IS DISTINCT FROM d.name) k
    WHERE k.nodes > 0
),
given AS (
    SELECT o.slot, w.name, pg_catalog.row_number() OVER (ORDER BY w.position, o.slot) AS number
    FROM owned o JOIN wanted w ON w.position = o.owner
    WHERE o.number > w.wanted
),
taken AS (
    SELECT w.name, pg_catalog.row_number() OVER (ORDER BY w.position, g.number) AS number
    FROM wanted w CROSS JOIN LATERAL pg_catalog.generate_series(1, w.wanted - w.slots) AS g(number)
),
moves AS (
    SELECT g.slot, g.name AS source, t.name AS target,
           (pg_catalog.row_number() OVER (PARTITION BY g.name, t.name ORDER BY g.slot) - 1)
               / greatest(batch, 1) AS number
    FROM given g JOIN taken t ON t.number = g.number
)
SELECT pg_catalog.array_agg(m.slot ORDER BY m.slot), m.source, m.target
FROM moves m
GROUP BY m.source, m.target, m.number
ORDER BY m.number, m.source, m.target;
END;
GRANT EXECUTE ON FUNCTION argosy.rebalance_plan(text, integer) TO PUBLIC;

CREATE OR REPLACE FUNCTION argosy.tables_without_owner_trigger()
    RETURNS TABLE (relation text, distribution_column text, type text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), pg_catalog.quote_ident(a.attname),
       argosy.key_type(a.atttypid)
FROM argosy.tables t
JOIN pg_catalog.pg_class c ON c.oid = t.relation
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = t.distribution_column
WHERE t.placement = 'hash' AND NOT c.relispartition AND pg_catalog.has_table_privilege(c.oid, 'TRIGGER')
    AND EXISTS (SELECT FROM pg_catalog.pg_trigger g
              WHERE (g.tgrelid = c.oid
                  OR g.tgrelid IN (SELECT p.relid FROM pg_catalog.pg_partition_tree(c.oid) p))
                AND NOT g.tgisinternal AND g.tgenabled <> 'D'
                AND g.tgtype::pg_catalog.int4 & 2 <> 0 AND g.tgtype::pg_catalog.int4 & 20 <> 0)
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger g
                  WHERE g.tgrelid = c.oid
                    AND g.tgfoid = 'argosy.refuse_misplaced_row'::pg_catalog.regproc)
ORDER BY c.oid;
END;

-- The columns that a table has got: name, type, and whether each row has a value of its own.
CREATE OR REPLACE FUNCTION argosy.added_columns(altered_relation oid, columns_before integer)
    RETURNS TABLE (name name, definition text, per_row boolean)
    LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT a.attname,
       pg_catalog.concat_ws(' COLLATE ', pg_catalog.format_type(a.atttypid, a.atttypmod),
                            CASE WHEN a.attcollation <> y.typcollation
                                 THEN a.attcollation::pg_catalog.regcollation END),
       a.attidentity <> '' OR coalesce(d.adbin, y.typdefaultbin)::pg_catalog.text ~ '\{NEXTVALUEEXPR '
       OR EXISTS (SELECT FROM pg_catalog.regexp_matches(coalesce(d.adbin, y.typdefaultbin)::pg_catalog.text,
                                                        ':(?:op)?funcid (\d+)', 'g') f
                  JOIN pg_catalog.pg_proc p ON p.oid = f[1]::pg_catalog.oid WHERE p.provolatile = 'v')
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > $2::pg_catalog.int4 AND NOT a.attisdropped
ORDER BY a.attnum;
END;

-- A function in their defaults of which nobody knows what it sees.
CREATE OR REPLACE FUNCTION argosy.unknown_in_added_columns(altered_relation oid, columns_before integer) RETURNS SETOF text
    LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.format('function %s may see one node''s rows only', p.oid::pg_catalog.regprocedure)
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
CROSS JOIN pg_catalog.regexp_matches(coalesce(d.adbin, y.typdefaultbin)::pg_catalog.text,
                                     ':(?:op)?funcid (\d+)', 'g') f
JOIN pg_catalog.pg_proc p ON p.oid = f[1]::pg_catalog.oid
WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > $2::pg_catalog.int4 AND NOT a.attisdropped
  AND a.attgenerated = '' AND p.provolatile <> 'i'
  AND p.pronamespace <> 'pg_catalog'::pg_catalog.regnamespace
  AND NOT EXISTS (SELECT FROM argosy.safe_functions s WHERE s.function = p.oid)
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend e
                  WHERE e.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
                    AND e.objid = p.oid AND e.deptype = 'e')
LIMIT 1;
END;

-- Why a check of a table gives other values on other nodes.
CREATE OR REPLACE FUNCTION argosy.depending_on_node(altered_relation regclass) RETURNS SETOF text
    LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT 'the time or the user is asked for'
FROM pg_catalog.pg_constraint k
WHERE k.contype = 'c' AND k.conrelid = $1::pg_catalog.regclass
  AND k.conbin::pg_catalog.text ~ '\{SQLVALUEFUNCTION '
UNION ALL
SELECT pg_catalog.format('what function %s gives depends on the node', p.oid::pg_catalog.regprocedure)
FROM pg_catalog.pg_constraint k
CROSS JOIN pg_catalog.regexp_matches(k.conbin::pg_catalog.text, ':(?:op)?funcid (\d+)', 'g') f
JOIN pg_catalog.pg_proc p ON p.oid = f[1]::pg_catalog.oid
WHERE k.contype = 'c' AND k.conrelid = $1::pg_catalog.regclass AND p.provolatile <> 'i'
  AND CASE WHEN p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace
           THEN p.proname ~ '^(now|transaction_timestamp|statement_timestamp|nextval|currval|lastval|setval'
                            '|pg_.*|inet_.*|txid_.*|has_.*|to_reg.*|lo_.*|current_.*|.*_to_xml.*|ts_.*)$'
           ELSE NOT EXISTS (SELECT FROM argosy.safe_functions s WHERE s.function = p.oid)
            AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
                            WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
                              AND d.objid = p.oid AND d.deptype = 'e') END
LIMIT 1;
END;
