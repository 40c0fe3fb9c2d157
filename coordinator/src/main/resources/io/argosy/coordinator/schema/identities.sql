-- Since PostgreSQL 17 a partition has the identity columns of its table, and is given them with it.
SELECT c.object, c.part || ', identity' AS part,
       CASE c.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END AS definition,
       CASE WHEN s.oid IS NOT NULL THEN
           format('ALTER TABLE %s ALTER COLUMN %I ADD GENERATED %s AS IDENTITY'
                      || ' (SEQUENCE NAME %s START WITH %s INCREMENT BY %s MINVALUE %s MAXVALUE %s CACHE %s %sCYCLE)',
                  c.name, c.attname, CASE c.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END, s.name,
                  q.seqstart, q.seqincrement, q.seqmin, q.seqmax, q.seqcache,
                  CASE WHEN q.seqcycle THEN '' ELSE 'NO ' END)
               || CASE WHEN s.relpersistence = c.relpersistence THEN ''
                       ELSE format('; ALTER SEQUENCE %s SET %s', s.name,
                                   CASE s.relpersistence WHEN 'u' THEN 'UNLOGGED' ELSE 'LOGGED' END) END END AS make
FROM columns c
LEFT JOIN (pg_depend d JOIN relations s ON s.oid = d.objid AND s.relkind = 'S' JOIN pg_sequence q ON q.seqrelid = s.oid)
    ON d.classid = 'pg_class'::regclass AND d.deptype = 'i' AND d.refclassid = 'pg_class'::regclass
    AND d.refobjid = c.attrelid AND d.refobjsubid = c.attnum
WHERE c.attidentity <> ''
UNION ALL
SELECT s.object, 'owned by', format('%s.%I', t.name, t.attname),
       CASE WHEN d.deptype = 'a' THEN
           format('ALTER TABLE ONLY %s OWNER TO %I; ALTER SEQUENCE %s OWNER TO %2$I; ALTER SEQUENCE %3$s OWNED BY %1$s.%4$I',
                  t.name, s.owner, s.name, t.attname) END
FROM relations s
JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype IN ('a', 'i')
                AND d.refclassid = 'pg_class'::regclass
JOIN columns t ON t.attrelid = d.refobjid AND t.attnum = d.refobjsubid
WHERE s.relkind = 'S'
