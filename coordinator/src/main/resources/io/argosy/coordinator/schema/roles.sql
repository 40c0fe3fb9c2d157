-- A superuser of a server is its administrator's, who may have another password on each.
SELECT format('role %I', r.rolname) AS object, d.text AS definition,
       CASE WHEN r.rolsuper THEN NULL ELSE coalesce(r.rolpassword, 'none') END AS hidden,
       format('CREATE ROLE %I %s', r.rolname, d.text) || coalesce(' PASSWORD ' || quote_literal(r.rolpassword), '')
           AS make
FROM pg_authid r,
     concat_ws(' ', CASE WHEN r.rolsuper THEN 'SUPERUSER' ELSE 'NOSUPERUSER' END,
         CASE WHEN r.rolinherit THEN 'INHERIT' ELSE 'NOINHERIT' END,
         CASE WHEN r.rolcreaterole THEN 'CREATEROLE' ELSE 'NOCREATEROLE' END,
         CASE WHEN r.rolcreatedb THEN 'CREATEDB' ELSE 'NOCREATEDB' END,
         CASE WHEN r.rolcanlogin THEN 'LOGIN' ELSE 'NOLOGIN' END,
         CASE WHEN r.rolreplication THEN 'REPLICATION' ELSE 'NOREPLICATION' END,
         CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' ELSE 'NOBYPASSRLS' END,
         'CONNECTION LIMIT ' || r.rolconnlimit,
         'VALID UNTIL ' || quote_literal(r.rolvaliduntil)) AS d (text)
WHERE r.rolname !~ '^pg_'
ORDER BY r.oid
