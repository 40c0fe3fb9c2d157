SELECT format('role %I', r.rolname) AS object, format('setting %s', s.setting) AS part, s.value AS definition,
       format('ALTER ROLE %I SET %s TO %s', r.rolname, s.name, s.sql) AS make
FROM settings s JOIN pg_roles r ON r.oid = s.setrole
WHERE s.setdatabase = 0 AND r.rolname !~ '^pg_'
UNION ALL
SELECT format('role %I', r.rolname), 'comment', quote_literal(d.description),
       format('COMMENT ON ROLE %I IS %L', r.rolname, d.description)
FROM pg_shdescription d JOIN pg_roles r ON d.classoid = 'pg_authid'::regclass AND d.objoid = r.oid
WHERE r.rolname !~ '^pg_'
