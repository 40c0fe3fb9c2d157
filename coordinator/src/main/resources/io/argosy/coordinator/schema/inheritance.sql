-- A table has its columns and constraints by then, so that the columns keep their order. That some are there only
-- because the parent has them is said as pg_dump says it for pg_upgrade; of partitions PostgreSQL says it itself.

-- A partition's constraints and its table's key are evaluated when they come together. Both belong to the same role
-- then, who is no superuser if it can be helped, and get their owners back.
SELECT c.object,
       format('%s %s', CASE WHEN c.relispartition THEN 'partition of' ELSE 'inherits' END, p.name) AS part,
       pg_get_expr(c.relpartbound, c.oid) AS definition,
       CASE WHEN c.relispartition THEN
           CASE WHEN o.role IS NULL THEN ''
                ELSE format('GRANT USAGE, CREATE ON SCHEMA %I, %I TO %I; ALTER TABLE %s OWNER TO %3$I; '
                                || 'ALTER TABLE %5$s OWNER TO %3$I; SET LOCAL ROLE %3$I; ',
                            c.nspname, p.nspname, o.role, c.name, p.name) END
               || format('ALTER TABLE ONLY %s ATTACH PARTITION %s %s', p.name, c.name, pg_get_expr(c.relpartbound,
                   c.oid))
               || CASE WHEN o.role IS NULL THEN '' ELSE '; SET LOCAL ROLE NONE' END
       ELSE
           format('ALTER TABLE ONLY %s INHERIT %s', c.name, p.name)
               || coalesce('; UPDATE pg_catalog.pg_attribute SET attislocal = false WHERE attinhcount > 0 AND attrelid = '
                               || quote_literal(c.name) || '::pg_catalog.regclass AND attname IN ('
                               || (SELECT string_agg(quote_literal(a.attname), ', ') FROM pg_attribute a
                                   WHERE a.attrelid = c.oid AND NOT a.attislocal AND NOT a.attisdropped) || ')', '')
               || coalesce('; UPDATE pg_catalog.pg_constraint SET conislocal = false WHERE coninhcount > 0 AND conrelid = '
                               || quote_literal(c.name) || '::pg_catalog.regclass AND conname IN ('
                               || (SELECT string_agg(quote_literal(k.conname), ', ') FROM pg_constraint k
                                   WHERE k.conrelid = c.oid AND NOT k.conislocal AND k.contype IN ('c', 'n'))
                                       || ')', '')
       END AS make
FROM relations c
JOIN pg_inherits i ON i.inhrelid = c.oid
JOIN relations p ON p.oid = i.inhparent,
LATERAL (SELECT CASE WHEN NOT p.owner_is_superuser THEN p.owner WHEN NOT c.owner_is_superuser
    THEN c.owner END) AS o (role)
WHERE c.relkind IN ('r', 'p', 'f')
ORDER BY c.oid, i.inhseqno
