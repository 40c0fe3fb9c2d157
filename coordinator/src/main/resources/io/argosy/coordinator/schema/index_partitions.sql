SELECT c.object, format('partition of %s', p.name) AS part,
       CASE WHEN c.owner = p.owner
            THEN c.as_owner || format('ALTER INDEX %s ATTACH PARTITION %s', p.name, c.name) || c.as_ourselves
            ELSE format('ALTER INDEX %s ATTACH PARTITION %s', p.name, c.name) END AS make
FROM relations c
JOIN pg_inherits i ON i.inhrelid = c.oid
JOIN relations p ON p.oid = i.inhparent
WHERE c.relkind IN ('i', 'I')
ORDER BY c.oid
