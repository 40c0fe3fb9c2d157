-- An operator without a function is only a name in the definition of another one.
SELECT i.type || ' ' || i.identity AS object, d.text AS definition,
       format('CREATE OPERATOR %I.%s (%s)', s.nspname, o.oprname, d.text) AS make
FROM pg_operator o
JOIN schemas s ON s.oid = o.oprnamespace
LEFT JOIN (pg_operator c JOIN pg_namespace cn ON cn.oid = c.oprnamespace) ON c.oid = o.oprcom
LEFT JOIN (pg_operator g JOIN pg_namespace gn ON gn.oid = g.oprnamespace) ON g.oid = o.oprnegate,
LATERAL (
    SELECT concat_ws(', ', 'FUNCTION = ' || NULLIF(o.oprcode::text, '-'),
               'LEFTARG = ' || CASE WHEN o.oprleft <> 0 THEN format_type(o.oprleft, NULL) END,
               'RIGHTARG = ' || CASE WHEN o.oprright <> 0 THEN format_type(o.oprright, NULL) END,
               CASE WHEN c.oid IS NOT NULL THEN format('COMMUTATOR = OPERATOR(%I.%s)', cn.nspname, c.oprname) END,
               CASE WHEN g.oid IS NOT NULL THEN format('NEGATOR = OPERATOR(%I.%s)', gn.nspname, g.oprname) END,
               'RESTRICT = ' || NULLIF(o.oprrest::text, '-'), 'JOIN = ' || NULLIF(o.oprjoin::text, '-'),
               CASE WHEN o.oprcanhash THEN 'HASHES' END, CASE WHEN o.oprcanmerge THEN 'MERGES' END) AS text
) AS d,
LATERAL pg_identify_object('pg_operator'::regclass, o.oid, 0) AS i
WHERE o.oprcode <> 0
  AND NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_operator'::regclass AND m.objid = o.oid)
ORDER BY o.oid
