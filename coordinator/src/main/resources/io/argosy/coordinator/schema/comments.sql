-- The objects of PostgreSQL's own have the comments that they are born with.
SELECT i.type || ' ' || i.identity AS object, 'comment' AS part, quote_literal(d.description) AS definition,
       format('COMMENT ON %s IS %L', t.name, d.description) AS make,
       format('COMMENT ON %s IS NULL', t.name) AS undo
FROM pg_description d,
     pg_identify_object(d.classoid, d.objoid, d.objsubid) AS i,
     pg_identify_object_as_address(d.classoid, d.objoid, d.objsubid) AS a,
     LATERAL (
         SELECT CASE
             WHEN i.type LIKE '% column' THEN 'COLUMN ' || i.identity
             WHEN i.type = 'table constraint' THEN 'CONSTRAINT ' || i.identity
             WHEN i.type = 'domain constraint' THEN
                 format('CONSTRAINT %I ON DOMAIN %s', a.object_args[1], a.object_names[1])
             WHEN i.type IN ('function', 'procedure', 'aggregate') THEN 'ROUTINE ' || i.identity
             WHEN i.type = 'composite type' THEN 'TYPE ' || i.identity
             WHEN i.type = 'statistics object' THEN 'STATISTICS ' || i.identity
             WHEN i.type = 'transform' THEN 'TRANSFORM ' || i.identity
             ELSE upper(replace(i.type, '-', ' ')) || ' ' || i.identity END AS name
     ) AS t
WHERE (d.objoid >= 16384
       OR d.classoid = 'pg_namespace'::regclass AND d.objoid IN (SELECT oid FROM schemas))
  AND i.type <> 'large object'
  AND i.schema IS DISTINCT FROM 'argosy' AND i.schema IS DISTINCT FROM 'argosy_stage'
  AND NOT (i.type = 'schema' AND i.identity IN ('argosy', 'argosy_stage'))
  AND i.identity !~ ' on argosy(_stage)?\.' AND i.identity !~ '^argosy(_stage)?\.'
  AND i.schema IS DISTINCT FROM 'pg_temp' AND i.schema IS DISTINCT FROM 'pg_toast'
  AND NOT EXISTS (SELECT FROM members m WHERE m.classid = d.classoid AND m.objid = d.objoid)
UNION ALL
SELECT 'database', 'comment', quote_literal(s.description),
       format('COMMENT ON DATABASE %I IS %L', d.datname, s.description),
       format('COMMENT ON DATABASE %I IS NULL', d.datname)
FROM pg_database d JOIN pg_shdescription s ON s.classoid = 'pg_database'::regclass AND s.objoid = d.oid
WHERE d.datname = current_database()
