-- No body is looked at when a function is made, but of those that are parsed then.
SELECT p.object, d.text AS definition, d.text AS make
FROM functions p, pg_get_functiondef(p.oid) AS d (text)
WHERE p.prokind <> 'a'
ORDER BY p.oid
