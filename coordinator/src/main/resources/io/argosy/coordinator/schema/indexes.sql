-- What is left of an index whose building has failed is neither copied nor compared.
SELECT c.object, pg_get_indexdef(c.oid) AS definition, pg_get_indexdef(c.oid) AS make
FROM relations c
JOIN pg_index i ON i.indexrelid = c.oid
WHERE (i.indisvalid OR c.relkind = 'I')
  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid AND k.contype IN ('p', 'u', 'x'))
ORDER BY c.oid
