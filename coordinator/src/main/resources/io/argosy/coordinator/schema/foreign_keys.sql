-- Those that a partition has from its table, and those to the partitions of a table, are made with the table's own. The
-- tables are planned for, with what their indexes call.
SELECT c.object, format('constraint %I', k.conname) AS part, d.text AS definition,
       CASE WHEN c.owner_is_superuser THEN ''
            ELSE format('GRANT USAGE ON SCHEMA %I TO %I; GRANT REFERENCES ON TABLE %1$I.%3$I TO %2$I; ', n.nspname,
                c.owner,
                        r.relname) || c.as_owner END
           || format('ALTER TABLE %s%s ADD CONSTRAINT %I %s', CASE c.relkind WHEN 'p' THEN '' ELSE 'ONLY ' END, c.name,
                     k.conname, d.text)
           || c.as_ourselves AS make
FROM relations c
JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0
JOIN pg_class r ON r.oid = k.confrelid
JOIN pg_namespace n ON n.oid = r.relnamespace, pg_get_constraintdef(k.oid) AS d (text)
ORDER BY k.oid
