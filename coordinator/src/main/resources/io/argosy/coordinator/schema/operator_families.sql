SELECT format('operator family %I.%I USING %I', s.nspname, f.opfname, a.amname) AS object,
       format('CREATE OPERATOR FAMILY %I.%I USING %I', s.nspname, f.opfname, a.amname) AS make
FROM pg_opfamily f
JOIN schemas s ON s.oid = f.opfnamespace
JOIN pg_am a ON a.oid = f.opfmethod
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_opfamily'::regclass AND m.objid = f.oid)
