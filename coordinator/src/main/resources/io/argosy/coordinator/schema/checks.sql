-- NOT NULL and CHECK. Before PostgreSQL 18, NOT NULL of a table is not a constraint with a name.
SELECT c.object, c.part || ', not null' AS part, NULL AS definition,
       format('ALTER TABLE ONLY %s ALTER COLUMN %I SET NOT NULL', c.name, c.attname) AS make
FROM columns c
WHERE c.attnotnull AND c.relkind IN ('r', 'p', 'f')
  AND NOT EXISTS (SELECT FROM pg_constraint k
                  WHERE k.conrelid = c.attrelid AND k.contype = 'n' AND k.conkey = ARRAY[c.attnum])
UNION ALL
SELECT c.object, format('constraint %I', k.conname),
       d.text || CASE WHEN k.coninhcount > 0 AND NOT k.conislocal THEN ' inherited' ELSE '' END,
       CASE k.contype WHEN 'c' THEN c.as_owner ELSE '' END
           || format('ALTER TABLE ONLY %s ADD CONSTRAINT %I %s', c.name, k.conname, d.text)
           || CASE k.contype WHEN 'c' THEN c.as_ourselves ELSE '' END
FROM relations c
JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype IN ('n', 'c'), pg_get_constraintdef(k.oid) AS d (text)
