SELECT i.type || ' ' || i.identity AS object, d.text AS definition, format('CREATE CAST %s %s', d.types, d.text) AS make
FROM pg_cast c
LEFT JOIN (pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace) ON p.oid = c.castfunc,
LATERAL (
    SELECT format('(%s AS %s)', format_type(c.castsource, NULL), format_type(c.casttarget, NULL)) AS types,
           CASE c.castmethod WHEN 'f' THEN format('WITH FUNCTION %I.%I(%s)', n.nspname, p.proname,
                                                  oidvectortypes(p.proargtypes))
                             WHEN 'i' THEN 'WITH INOUT' ELSE 'WITHOUT FUNCTION' END
               || CASE c.castcontext WHEN 'i' THEN ' AS IMPLICIT' WHEN 'a' THEN ' AS ASSIGNMENT' ELSE '' END AS text
) AS d,
LATERAL pg_identify_object('pg_cast'::regclass, c.oid, 0) AS i
WHERE c.oid >= 16384
  -- That of a range to its multirange comes with the type.
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_cast'::regclass AND d.objid = c.oid AND d.deptype = 'i')
  AND NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_cast'::regclass AND m.objid = c.oid)
ORDER BY c.oid
