-- By the hash of this column rows are looked for: it must be there, never NULL, and have the hash of its group.
SELECT pg_catalog.format('%s distribution column of %s', broken.how, p.oid), broken.by, broken.hint
FROM placed p
JOIN pg_catalog.pg_attribute a ON a.attrelid = p.oid AND a.attnum = p.distribution_column
LEFT JOIN (
    -- To look into a type takes long: once for all columns of it.
    SELECT used.type, argosy.key_type(used.type)
    FROM (SELECT DISTINCT a.atttypid AS type
          FROM placed p
          JOIN pg_catalog.pg_attribute a ON a.attrelid = p.oid AND a.attnum = p.distribution_column) AS used
    OFFSET 0
) AS k ON k.type = a.atttypid
LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
CROSS JOIN LATERAL (
    SELECT 'dropped', pg_catalog.format('the distribution column of table %s cannot be dropped', p.name),
           'Create another table with the columns that are wanted, place it, and INSERT .. SELECT the rows.'
    WHERE a.attisdropped
  UNION ALL
    SELECT 'nullable',
           pg_catalog.format('distribution column %I of table %s cannot lose its NOT NULL', a.attname, p.name),
           'A row without a distribution key has no node to live on.'
    WHERE NOT a.attisdropped AND NOT a.attnotnull
  UNION ALL
    SELECT 'changed',
           pg_catalog.format('distribution column %I of table %s has the type %s, but its hash is that of type %s',
                             a.attname, p.name, pg_catalog.format_type(a.atttypid, NULL), p.key_type),
           'Create another table with that type, place it, and INSERT .. SELECT the rows.'
    WHERE NOT a.attisdropped AND k.key_type IS DISTINCT FROM p.key_type
  UNION ALL
    SELECT 'collated',
           pg_catalog.format('the collation of distribution column %I of table %s is not deterministic',
                             a.attname, p.name),
           'Equal values could have different hashes. Use another collation.'
    WHERE NOT l.collisdeterministic
  UNION ALL
    SELECT 'generated',
           pg_catalog.format('distribution column %I of table %s cannot be a generated column', a.attname, p.name),
           'Compute it in the statement that inserts the row.'
    WHERE a.attgenerated <> ''
) AS broken(how, by, hint)
