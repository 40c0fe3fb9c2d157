-- As for unique indexes: rows that exclude each other must be on one node, so they must have the same distribution key.
SELECT pg_catalog.format('exclusion constraint %s', k.oid),
       pg_catalog.format('exclusion constraint %I of the distributed table %s cannot be kept', k.conname, p.name),
       'It would hold on each node only, unless it includes the distribution column WITH =.'
FROM pg_catalog.pg_constraint k
JOIN pg_catalog.pg_index i ON i.indexrelid = k.conindid
JOIN placed p ON p.oid = k.conrelid
WHERE k.contype = 'x' AND p.placement = 'hash'
  AND NOT EXISTS (
      SELECT FROM pg_catalog.generate_subscripts(k.conexclop, 1) AS key
      JOIN pg_catalog.pg_operator o ON o.oid = k.conexclop[key]
      LEFT JOIN pg_catalog.pg_collation l ON l.oid = i.indcollation[key - 1]
      WHERE i.indkey[key - 1] = p.distribution_column
        AND o.oprname = '='
        AND (o.oprnamespace = 'pg_catalog'::pg_catalog.regnamespace
          OR argosy.is_of_citext(o.oprleft) AND argosy.is_equality(o.oid))
        AND l.collisdeterministic IS NOT FALSE)
