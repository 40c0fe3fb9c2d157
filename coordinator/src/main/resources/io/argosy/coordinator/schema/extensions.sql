SELECT format('extension %I', e.extname) AS object,
       format('version %s in schema %I', e.extversion, n.nspname) AS definition,
       format('CREATE EXTENSION %I SCHEMA %I VERSION %L', e.extname, n.nspname, e.extversion) AS make
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
ORDER BY e.oid
