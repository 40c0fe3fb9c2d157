-- Since PostgreSQL 15.
SELECT format('publication %I', p.pubname) AS object, format('table %I.%I', n.nspname, c.relname) AS part,
       d.text AS definition,
       format('ALTER PUBLICATION %I ADD TABLE ONLY %I.%I %s', p.pubname, n.nspname, c.relname, d.text) AS make
FROM pg_publication p
JOIN pg_publication_rel r ON r.prpubid = p.oid
JOIN pg_class c ON c.oid = r.prrelid
JOIN pg_namespace n ON n.oid = c.relnamespace,
     concat_ws(' ',
         '(' || (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attname) FROM pg_attribute a
                 WHERE a.attrelid = c.oid AND a.attnum = ANY (r.prattrs)) || ')',
         'WHERE (' || pg_get_expr(r.prqual, c.oid) || ')') AS d (text)
UNION ALL
SELECT format('publication %I', p.pubname), format('schema %I', n.nspname), NULL,
       format('ALTER PUBLICATION %I ADD TABLES IN SCHEMA %I', p.pubname, n.nspname)
FROM pg_publication_namespace r
JOIN pg_publication p ON p.oid = r.pnpubid
JOIN pg_namespace n ON n.oid = r.pnnspid
