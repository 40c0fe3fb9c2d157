-- As grants.sql. By default there are none.
, entries AS (
    SELECT i.type || ' ' || i.identity AS object, format('column %I, grants', a.attname) AS part,
           i.identity AS target,
           e.grantor, e.grantee, e.is_grantable, min(e.position) AS position,
           array_agg(e.privilege_type ORDER BY e.privilege_type) AS privileges, a.attname,
           CASE WHEN e.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(e.grantee)) END AS grantee_name,
           CASE WHEN e.grantor <> c.relowner THEN quote_ident(pg_get_userbyid(e.grantor)) END AS grantor_name
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attacl IS NOT NULL AND NOT a.attisdropped,
         pg_identify_object('pg_class'::regclass, c.oid, 0) AS i,
         aclexplode(a.attacl) WITH ORDINALITY AS e (grantor, grantee, privilege_type, is_grantable, position)
    WHERE c.relnamespace IN (SELECT oid FROM schemas UNION SELECT 'pg_catalog'::regnamespace)
        AND c.relpersistence <> 't'
    GROUP BY i.type, i.identity, a.attname, c.relowner, e.grantor, e.grantee, e.is_grantable
)
SELECT object, part,
       string_agg(array_to_string(privileges, ', ') || CASE WHEN is_grantable THEN '*' ELSE '' END || ' to '
           || grantee_name
                      || coalesce(' by ' || grantor_name, ''),
                  '; ' ORDER BY grantee_name, grantor_name, is_grantable) AS definition,
       string_agg(coalesce('SET LOCAL ROLE ' || grantor_name || '; ', '')
                      || 'GRANT ' || (SELECT string_agg(format('%s (%I)', p, attname), ', ') FROM unnest(privileges) p)
                      || ' ON TABLE ' || target || ' TO ' || grantee_name
                      || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
                      || CASE WHEN grantor_name IS NULL THEN '' ELSE '; SET LOCAL ROLE NONE' END,
                  '; ' ORDER BY position) AS make,
       string_agg(format('REVOKE ALL (%I) ON TABLE %s FROM %s CASCADE', attname, target, grantee_name), '; ') AS undo
FROM entries
GROUP BY object, part
