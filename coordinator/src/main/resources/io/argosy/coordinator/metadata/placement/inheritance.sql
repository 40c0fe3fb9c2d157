-- A statement about the parent is about the children, too, and nobody looks for their rows on other nodes: partitions
-- are placed as their partitioned table is.
SELECT pg_catalog.format('inheritance of %s and %s', i.inhrelid, i.inhparent),
       CASE WHEN parent.relkind = 'p'
            THEN pg_catalog.format('table %s cannot be a partition of table %s: they are not placed alike',
                                   i.inhrelid::pg_catalog.regclass, i.inhparent::pg_catalog.regclass)
            ELSE pg_catalog.format('table %s cannot be a child of table %s: %s is placed on the nodes',
                                   i.inhrelid::pg_catalog.regclass, i.inhparent::pg_catalog.regclass,
                                   coalesce(above.name, below.name)) END,
       CASE WHEN parent.relkind = 'p'
            THEN 'Distribute both by the same column, colocated; or make both reference tables. detach_table takes the'
                 ' placement from a table.'
            ELSE 'Tables with children, and these themselves, can only be without a placement. detach_table takes it'
                 ' from a table.' END
FROM pg_catalog.pg_inherits i
JOIN pg_catalog.pg_class parent ON parent.oid = i.inhparent
LEFT JOIN placed above ON above.oid = i.inhparent
LEFT JOIN placed below ON below.oid = i.inhrelid
WHERE (above.oid IS NOT NULL OR below.oid IS NOT NULL)
  AND NOT coalesce(
      parent.relkind = 'p' AND above.placement = below.placement
      AND above.colocation_group IS NOT DISTINCT FROM below.colocation_group
      AND (SELECT a.attname FROM pg_catalog.pg_attribute a
           WHERE a.attrelid = above.oid AND a.attnum = above.distribution_column)
          IS NOT DISTINCT FROM
          (SELECT a.attname FROM pg_catalog.pg_attribute a
           WHERE a.attrelid = below.oid AND a.attnum = below.distribution_column), false)
