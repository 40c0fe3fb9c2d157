-- Rules, triggers and policies. A trigger of a partitioned table makes those of its partitions.
SELECT c.object, format('rule %I', r.rulename) AS part, pg_get_ruledef(r.oid) AS definition, pg_get_ruledef(r.oid)
    AS make
FROM relations c JOIN pg_rewrite r ON r.ev_class = c.oid
WHERE r.rulename <> '_RETURN' OR c.relkind NOT IN ('v', 'm')
UNION ALL
SELECT c.object, format('trigger %I', t.tgname), pg_get_triggerdef(t.oid), pg_get_triggerdef(t.oid)
FROM relations c JOIN pg_trigger t ON t.tgrelid = c.oid
WHERE NOT t.tgisinternal AND t.tgparentid = 0
UNION ALL
SELECT c.object, format('policy %I', p.polname), d.text,
       format('CREATE POLICY %I ON %s %s', p.polname, c.name, d.text)
FROM relations c
JOIN pg_policy p ON p.polrelid = c.oid,
     concat_ws(' ', CASE WHEN p.polpermissive THEN 'AS PERMISSIVE' ELSE 'AS RESTRICTIVE' END,
         'FOR ' || CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd'
             THEN 'DELETE'
                                 ELSE 'ALL' END,
         'TO ' || (SELECT string_agg(r.name, ', ' ORDER BY r.name)
                   FROM unnest(p.polroles) u (role),
                        LATERAL (SELECT CASE WHEN u.role = 0 THEN 'PUBLIC'
                                             ELSE quote_ident(pg_get_userbyid(u.role)) END AS name) AS r),
         'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
         'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') AS d (text)
