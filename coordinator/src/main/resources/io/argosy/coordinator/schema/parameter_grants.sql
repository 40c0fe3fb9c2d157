-- Since PostgreSQL 15.
SELECT 'role ' || g.name AS object, format('grants on parameter %s', p.parname) AS part,
       string_agg(a.privilege_type || CASE WHEN a.is_grantable THEN '*' ELSE '' END, ', ' ORDER BY a.privilege_type)
           AS definition,
       string_agg(format('GRANT %s ON PARAMETER %s TO %s', a.privilege_type, n.name, g.name)
                      || CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END, '; ') AS make
FROM pg_parameter_acl p,
     aclexplode(p.paracl) AS a,
     LATERAL (SELECT CASE WHEN a.grantee = 0 THEN 'PUBLIC'
         ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS name) AS g,
     LATERAL (SELECT string_agg(quote_ident(x), '.' ORDER BY i) AS name
              FROM unnest(string_to_array(p.parname, '.')) WITH ORDINALITY AS u (x, i)) AS n
GROUP BY g.name, p.parname
