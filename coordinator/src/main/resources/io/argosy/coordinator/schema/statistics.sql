SELECT format('statistics object %I.%I', s.nspname, x.stxname) AS object, pg_get_statisticsobjdef(x.oid) AS definition,
       pg_get_statisticsobjdef(x.oid) AS make
FROM pg_statistic_ext x JOIN schemas s ON s.oid = x.stxnamespace
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_statistic_ext'::regclass AND m.objid = x.oid)
ORDER BY x.oid
