-- Before there are tables: what a constraint is added to must not be in an array in a table.
SELECT t.object, 'default' AS part, d.text AS definition,
       format('ALTER DOMAIN %s SET DEFAULT %s', t.name, d.text) AS make
FROM types t, coalesce(pg_get_expr(t.typdefaultbin, 0), quote_literal(t.typdefault)) AS d (text)
WHERE t.typtype = 'd' AND d.text IS NOT NULL
UNION ALL
SELECT t.object, format('constraint %I', k.conname), d.text,
       t.as_owner || format('ALTER DOMAIN %s ADD CONSTRAINT %I %s', t.name, k.conname, d.text) || t.as_ourselves
FROM types t JOIN pg_constraint k ON k.contypid = t.oid, pg_get_constraintdef(k.oid) AS d (text)
