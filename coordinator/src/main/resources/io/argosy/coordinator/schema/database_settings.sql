SELECT 'database' AS object,
       CASE WHEN s.setrole = 0 THEN format('setting %s', s.setting)
            ELSE format('setting %s of role %I', s.setting, r.rolname) END AS part,
       s.value AS definition, d.prefix || format('SET %s TO %s', s.name, s.sql) AS make,
       d.prefix || format('RESET %s', s.name) AS undo
FROM settings s
LEFT JOIN pg_roles r ON r.oid = s.setrole,
LATERAL (SELECT CASE WHEN s.setrole = 0 THEN format('ALTER DATABASE %I ', current_database())
                     ELSE format('ALTER ROLE %I IN DATABASE %I ', r.rolname, current_database()) END) AS d (prefix)
WHERE s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
