SELECT format('schema %I', nspname) AS object, format('CREATE SCHEMA %I', nspname) AS make
FROM schemas s
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_namespace'::regclass AND m.objid = s.oid)
ORDER BY nspname
