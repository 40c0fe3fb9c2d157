-- A statement about the parent is about the children, too, and nobody looks for their rows on other nodes.
SELECT pg_catalog.format('inheritance of %s and %s', i.inhrelid, i.inhparent),
       pg_catalog.format('table %s cannot be %s %s %s: %s is placed on the nodes',
                         i.inhrelid::pg_catalog.regclass,
                         CASE WHEN parent.relkind = 'p' THEN 'a partition of' ELSE 'a child of' END,
                         CASE WHEN parent.relkind = 'p' THEN 'partitioned table' ELSE 'table' END,
                         i.inhparent::pg_catalog.regclass, p.name),
       'Tables with children or partitions, and these themselves, can only be without a placement. detach_table'
       ' takes it from a table.'
FROM pg_catalog.pg_inherits i
JOIN placed p ON p.oid IN (i.inhrelid, i.inhparent)
JOIN pg_catalog.pg_class parent ON parent.oid = i.inhparent
