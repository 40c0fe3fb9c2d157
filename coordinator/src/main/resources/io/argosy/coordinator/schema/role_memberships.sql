-- Since PostgreSQL 16 a membership has more options, and holds only as long as who granted it may grant it. What the
-- superuser of initdb has granted is granted so on the new server.
SELECT format('role %I', m.rolname) AS object, format('member of %I', g.rolname) AS part,
       string_agg(d.text || coalesce(d.granted_by, ''), '; ' ORDER BY d.text, d.granted_by) AS definition,
       string_agg(format('GRANT %I TO %I', g.rolname, m.rolname) || coalesce(' WITH ' || NULLIF(d.text, ''), '')
                      || coalesce(d.granted_by, ''), '; ' ORDER BY a.grantor <> 10, d.text) AS make
FROM pg_auth_members a
JOIN pg_roles g ON g.oid = a.roleid
JOIN pg_roles m ON m.oid = a.member,
     to_jsonb(a) AS fields (value),
LATERAL (
    SELECT CASE WHEN fields.value ? 'inherit_option'
                THEN format('ADMIN %s, INHERIT %s, SET %s', a.admin_option::text, fields.value->>'inherit_option',
                            fields.value->>'set_option')
                WHEN a.admin_option THEN 'ADMIN OPTION' ELSE '' END AS text,
           CASE WHEN fields.value ? 'inherit_option' AND a.grantor <> 10
                THEN format(' GRANTED BY %I', pg_get_userbyid(a.grantor)) END AS granted_by
) AS d
WHERE m.rolname !~ '^pg_'
GROUP BY g.rolname, m.rolname
