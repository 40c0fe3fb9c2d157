-- Primary keys, UNIQUE and EXCLUDE.
SELECT c.object, format('constraint %I', k.conname) AS part,
       d.text || CASE WHEN k.coninhcount > 0 AND NOT k.conislocal THEN ' inherited' ELSE '' END AS definition,
       format('ALTER TABLE ONLY %s ADD CONSTRAINT %I %s', c.name, k.conname, d.text) AS make
FROM relations c
JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype IN ('p', 'u', 'x'), pg_get_constraintdef(k.oid) AS d (text)
ORDER BY k.oid
