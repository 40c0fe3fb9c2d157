-- What is said of relations and columns only when it is not as usual.
SELECT c.object, o.prefix || 'options' AS part,
       (SELECT string_agg(x, ', ' ORDER BY x) FROM unnest(o.options) x) AS definition,
       format('ALTER %s %s SET (%s)', o.altered, c.name,
              (SELECT string_agg(o.prefix || format('%I = %L', split_part(x, '=', 1), substr(x, strpos(x, '=') + 1)),
                                 ', ')
               FROM unnest(o.options) x)) AS make,
       format('ALTER %s %s RESET (%s)', o.altered, c.name,
              (SELECT string_agg(o.prefix || format('%I', split_part(x, '=', 1)), ', ')
               FROM unnest(o.options) x)) AS undo
FROM relations c
LEFT JOIN pg_class t ON t.oid = c.reltoastrelid,
LATERAL (SELECT c.reloptions, '', CASE WHEN c.relkind IN ('i', 'I') THEN 'INDEX' WHEN c.relkind = 'v' THEN 'VIEW'
                                       WHEN c.relkind = 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END
         UNION ALL
         SELECT t.reloptions, 'toast.', CASE WHEN c.relkind = 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END
) AS o (options, prefix, altered)
WHERE o.options <> '{}'
UNION ALL
SELECT c.object, 'tablespace', quote_ident(s.spcname),
       format('ALTER %s %s SET TABLESPACE %I', o.altered, c.name, s.spcname),
       format('ALTER %s %s SET TABLESPACE pg_default', o.altered, c.name)
FROM relations c
JOIN pg_tablespace s ON s.oid = c.reltablespace,
LATERAL (SELECT CASE WHEN c.relkind IN ('i', 'I') THEN 'INDEX' WHEN c.relkind = 'm' THEN 'MATERIALIZED VIEW'
                     ELSE 'TABLE' END) AS o (altered)
UNION ALL
SELECT c.object, 'row security', NULL, format('ALTER TABLE ONLY %s ENABLE ROW LEVEL SECURITY', c.name),
       format('ALTER TABLE ONLY %s DISABLE ROW LEVEL SECURITY', c.name)
FROM relations c WHERE c.relrowsecurity
UNION ALL
SELECT c.object, 'row security of the owner', NULL, format('ALTER TABLE ONLY %s FORCE ROW LEVEL SECURITY', c.name),
       format('ALTER TABLE ONLY %s NO FORCE ROW LEVEL SECURITY', c.name)
FROM relations c WHERE c.relforcerowsecurity
UNION ALL
SELECT c.object, 'replica identity',
       CASE c.relreplident WHEN 'n' THEN 'NOTHING' WHEN 'f' THEN 'FULL' ELSE format('USING INDEX %I', x.relname) END,
       format('ALTER TABLE ONLY %s REPLICA IDENTITY %s', c.name,
              CASE c.relreplident WHEN 'n' THEN 'NOTHING' WHEN 'f' THEN 'FULL'
                                  ELSE format('USING INDEX %I', x.relname) END),
       format('ALTER TABLE ONLY %s REPLICA IDENTITY DEFAULT', c.name)
FROM relations c
LEFT JOIN (pg_index i JOIN pg_class x ON x.oid = i.indexrelid) ON i.indrelid = c.oid AND i.indisreplident
WHERE c.relkind IN ('r', 'p', 'm') AND c.relreplident <> 'd'
UNION ALL
SELECT c.object, 'clustered', format('ON %I', x.relname),
       format('ALTER TABLE %s CLUSTER ON %I', c.name, x.relname), format('ALTER TABLE %s SET WITHOUT CLUSTER', c.name)
FROM relations c JOIN pg_index i ON i.indrelid = c.oid AND i.indisclustered JOIN pg_class x ON x.oid = i.indexrelid
UNION ALL
SELECT c.object, 'typed table', format_type(c.reloftype, NULL),
       format('ALTER TABLE ONLY %s OF %s', c.name, format_type(c.reloftype, NULL)),
       format('ALTER TABLE ONLY %s NOT OF', c.name)
FROM relations c WHERE c.reloftype <> 0
UNION ALL
SELECT c.object, format('trigger %I, state', t.tgname), s.text,
       format('ALTER TABLE ONLY %s %s TRIGGER %I', c.name, s.text, t.tgname),
       format('ALTER TABLE ONLY %s ENABLE TRIGGER %I', c.name, t.tgname)
FROM relations c
JOIN pg_trigger t ON t.tgrelid = c.oid,
LATERAL (SELECT CASE t.tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'A' THEN 'ENABLE ALWAYS'
    ELSE 'ENABLE REPLICA' END) AS s (text)
WHERE t.tgenabled <> 'O' AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.oid = t.tgconstraint AND k.contype = 'f')
UNION ALL
SELECT c.object, format('rule %I, state', r.rulename), s.text,
       format('ALTER TABLE %s %s RULE %I', c.name, s.text, r.rulename),
       format('ALTER TABLE %s ENABLE RULE %I', c.name, r.rulename)
FROM relations c
JOIN pg_rewrite r ON r.ev_class = c.oid,
LATERAL (SELECT CASE r.ev_enabled WHEN 'D' THEN 'DISABLE' WHEN 'A' THEN 'ENABLE ALWAYS'
    ELSE 'ENABLE REPLICA' END) AS s (text)
WHERE r.ev_enabled <> 'O'
UNION ALL
SELECT a.object, a.part || ', storage', s.text,
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STORAGE %s', a.name, a.attname, s.text),
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STORAGE %s', a.name, a.attname,
              CASE a.typstorage WHEN 'p' THEN 'PLAIN' WHEN 'm' THEN 'MAIN' WHEN 'e' THEN 'EXTERNAL' ELSE 'EXTENDED' END)
FROM columns a,
LATERAL (SELECT CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'm' THEN 'MAIN' WHEN 'e' THEN 'EXTERNAL'
                                  ELSE 'EXTENDED' END) AS s (text)
WHERE a.attstorage <> a.typstorage AND a.relkind IN ('r', 'p', 'f', 'm')
UNION ALL
SELECT a.object, a.part || ', compression', s.text,
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET COMPRESSION %s', a.name, a.attname, s.text),
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET COMPRESSION DEFAULT', a.name, a.attname)
FROM columns a, LATERAL (SELECT CASE a.attcompression WHEN 'p' THEN 'pglz' ELSE 'lz4' END) AS s (text)
WHERE a.attcompression <> '' AND a.relkind IN ('r', 'p', 'f', 'm')
UNION ALL
SELECT a.object, a.part || ', statistics target', a.fields->>'attstattarget',
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STATISTICS %s', a.name, a.attname, a.fields->>'attstattarget'),
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STATISTICS -1', a.name, a.attname)
FROM columns a WHERE a.fields->>'attstattarget' <> '-1' AND a.relkind IN ('r', 'p', 'f', 'm')
UNION ALL
SELECT c.object, format('column %s, statistics target', a.attnum), to_jsonb(a)->>'attstattarget',
       format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS %s', c.name, a.attnum, to_jsonb(a)->>'attstattarget'),
       format('ALTER INDEX %s ALTER COLUMN %s SET STATISTICS -1', c.name, a.attnum)
FROM relations c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relkind IN ('i', 'I') AND a.attnum > 0 AND to_jsonb(a)->>'attstattarget' <> '-1'
UNION ALL
SELECT a.object, a.part || ', options', string_agg(x, ', ' ORDER BY x),
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET (%s)', a.name, a.attname,
              string_agg(format('%I = %L', split_part(x, '=', 1), substr(x, strpos(x, '=') + 1)), ', ')),
       format('ALTER TABLE ONLY %s ALTER COLUMN %I RESET (%s)', a.name, a.attname,
              string_agg(quote_ident(split_part(x, '=', 1)), ', '))
-- PostgreSQL knows no others that can be said of a column.
FROM columns a, unnest(a.attoptions) x WHERE x LIKE 'n\_distinct%'
GROUP BY a.object, a.part, a.name, a.attname
UNION ALL
SELECT format('statistics object %I.%I', s.nspname, x.stxname), 'statistics target', to_jsonb(x)->>'stxstattarget',
       format('ALTER STATISTICS %I.%I SET STATISTICS %s', s.nspname, x.stxname, to_jsonb(x)->>'stxstattarget'),
       format('ALTER STATISTICS %I.%I SET STATISTICS -1', s.nspname, x.stxname)
FROM pg_statistic_ext x JOIN schemas s ON s.oid = x.stxnamespace
WHERE to_jsonb(x)->>'stxstattarget' <> '-1'
  AND NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_statistic_ext'::regclass AND m.objid = x.oid)
