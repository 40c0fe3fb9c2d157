-- A table as the placement statements want to know it; $1 is its object id.
CREATE OR REPLACE FUNCTION argosy.table_facts(described_relation oid) RETURNS json LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT json_build_object(
    'oid', c.oid::text,
    'schema', n.nspname,
    'name', c.relname,
    'kind', c.relkind,
    'placement', t.placement,
    'colocationGroup', t.colocation_group,
    'keyType', g.key_type,
    'distributionColumn', (SELECT k.attname FROM pg_catalog.pg_attribute k
                           WHERE k.attrelid = c.oid AND k.attnum = t.distribution_column),
    'inherits', EXISTS (SELECT FROM pg_catalog.pg_inherits i
                        JOIN pg_catalog.pg_class parent ON parent.oid = i.inhparent
                        WHERE c.oid IN (i.inhrelid, i.inhparent) AND parent.relkind <> 'p'),
    'partitionOf', (SELECT i.inhparent::pg_catalog.regclass FROM pg_catalog.pg_inherits i
                    WHERE c.relispartition AND i.inhrelid = c.oid),
    'partitions', (SELECT coalesce(json_agg(p.relid::pg_catalog.oid::text ORDER BY p.level, p.relid), '[]')
                   FROM pg_catalog.pg_partition_tree(c.oid) p WHERE p.relid <> c.oid),
    'triggered', EXISTS (SELECT FROM pg_catalog.pg_trigger g WHERE g.tgrelid = c.oid AND NOT g.tgisinternal),
    'rowSecurity', c.relrowsecurity,
    'readable', pg_catalog.has_table_privilege(c.oid, 'SELECT'),
    'lockable', CASE t.placement
        WHEN 'replicated' THEN pg_catalog.has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE')
        ELSE pg_catalog.has_any_column_privilege(c.oid, 'UPDATE') END,
    'deletable', pg_catalog.has_table_privilege(c.oid, 'DELETE'),
    'nextGroup', (SELECT coalesce(max(id), 0) + 1 FROM argosy.colocation_groups),
    'groupsByType', (SELECT coalesce(json_object_agg(key_type, id), '{}')
                     FROM (SELECT key_type, min(id) AS id FROM argosy.colocation_groups GROUP BY key_type) k),
    'columns', (SELECT coalesce(json_agg(json_build_object(
                    'name', a.attname,
                    'type', pg_catalog.format_type(a.atttypid, NULL),
                    'declaredType', pg_catalog.format_type(a.atttypid, a.atttypmod),
                    'storedType', argosy.stored_type(a.atttypid, a.atttypmod),
                    'keyType', argosy.key_type(a.atttypid),
                    'notNull', a.attnotnull,
                    'generated', a.attgenerated <> '',
                    'identity', a.attidentity,
                    'defaultExpression', CASE
                        WHEN pg_catalog.has_sequence_privilege(q.oid, 'USAGE, UPDATE')
                             AND pg_catalog.has_schema_privilege(q.relnamespace, 'USAGE') THEN
                            pg_catalog.format('pg_catalog.nextval(%L::pg_catalog.regclass)', q.name)
                        WHEN a.attidentity <> '' THEN
                            'argosy.next_identity(' || c.oid || '::pg_catalog.oid::pg_catalog.regclass, ' || a.attnum
                            || '::pg_catalog.int2)'
                        WHEN a.attgenerated = '' THEN coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), y.typdefault) END,
                    'varies', a.attidentity <> '' OR a.attgenerated = '' AND (
                        coalesce(d.adbin, y.typdefaultbin)::text ~ '\{(SQLVALUEFUNCTION|NEXTVALUEEXPR|COERCEVIAIO|XMLEXPR) '
                        OR EXISTS (SELECT FROM pg_catalog.regexp_matches(
                                       coalesce(d.adbin, y.typdefaultbin)::text, ':(?:op)?funcid (\d+)', 'g') f
                                   JOIN pg_catalog.pg_proc p ON p.oid = f[1]::pg_catalog.oid
                                   WHERE p.provolatile <> 'i')),
                    'insertable', pg_catalog.has_column_privilege(c.oid, a.attnum, 'INSERT'),
                    'updatable', pg_catalog.has_column_privilege(c.oid, a.attnum, 'UPDATE'),
                    'collation', CASE WHEN a.attcollation <> y.typcollation
                        THEN pg_catalog.quote_ident(s.nspname) || '.' || pg_catalog.quote_ident(l.collname) END,
                    'deterministic', coalesce(l.collisdeterministic, true)) ORDER BY a.attnum), '[]')
                FROM pg_catalog.pg_attribute a
                JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
                LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
                LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
                LEFT JOIN pg_catalog.pg_namespace s ON s.oid = l.collnamespace
                LEFT JOIN LATERAL (
                    SELECT f.oid, f.relnamespace, pg_catalog.format('%I.%I', m.nspname, f.relname) AS name
                    FROM pg_catalog.pg_class f
                    JOIN pg_catalog.pg_namespace m ON m.oid = f.relnamespace
                    WHERE a.attidentity <> '' AND f.oid = argosy.identity_sequence(c.oid, a.attname)) q ON true
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped))
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN argosy.tables t ON t.relation = c.oid
LEFT JOIN argosy.colocation_groups g ON g.id = t.colocation_group
WHERE c.oid = $1::pg_catalog.oid;
END;
