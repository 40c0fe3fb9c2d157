SELECT format('collation %I.%I', n.nspname, c.collname) AS object, d.text AS definition,
       format('CREATE COLLATION %I.%I (%s)', n.nspname, c.collname, d.text) AS make
FROM pg_collation c
JOIN schemas n ON n.oid = c.collnamespace,
     to_jsonb(c) AS fields (value),
     concat_ws(', ',
         'provider = ' || CASE c.collprovider WHEN 'i' THEN 'icu' WHEN 'b' THEN 'builtin' ELSE 'libc' END,
         'deterministic = ' || c.collisdeterministic,
         'locale = ' || quote_literal(coalesce(fields.value->>'colllocale', fields.value->>'colliculocale',
                                               CASE WHEN c.collprovider = 'i' THEN c.collcollate END)),
         'lc_collate = ' || CASE WHEN c.collprovider = 'c' THEN quote_literal(c.collcollate) END,
         'lc_ctype = ' || CASE WHEN c.collprovider = 'c' THEN quote_literal(c.collctype) END,
         'rules = ' || quote_literal(fields.value->>'collicurules')) AS d (text)
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_collation'::regclass AND m.objid = c.oid)
ORDER BY c.oid
