-- Sequences of identity columns are made with the column.
SELECT c.object, d.text || CASE c.relpersistence WHEN 'u' THEN ' UNLOGGED' ELSE '' END AS definition,
       CASE WHEN NOT EXISTS (SELECT FROM pg_depend i
                             WHERE i.classid = 'pg_class'::regclass AND i.objid = c.oid AND i.deptype = 'i')
            THEN format('CREATE %sSEQUENCE %s %s',
                        CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END, c.name, d.text) END AS make
FROM relations c
JOIN pg_sequence s ON s.seqrelid = c.oid,
     format('AS %s START WITH %s INCREMENT BY %s MINVALUE %s MAXVALUE %s CACHE %s %sCYCLE',
            format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache,
            CASE WHEN s.seqcycle THEN '' ELSE 'NO ' END) AS d (text)
ORDER BY c.oid
