-- Equal values must be on one node to be found there: the key includes the distribution column, compared as it is hashed.
SELECT pg_catalog.format('unique index %s', i.indexrelid),
       pg_catalog.format('unique index %s of the distributed table %s does not include the distribution column%s',
                         i.indexrelid::pg_catalog.regclass, p.name,
                         CASE WHEN p.distribution_column = ANY (i.indkey::pg_catalog.int2[])
                              THEN ' as a key that is compared like its hash' ELSE '' END),
       'Rows with equal values could be on different nodes. Include the distribution column in the key.'
FROM pg_catalog.pg_index i
JOIN placed p ON p.oid = i.indrelid
WHERE p.placement = 'hash' AND i.indisunique
  AND NOT EXISTS (
      SELECT FROM pg_catalog.generate_series(0, i.indnkeyatts - 1) AS key
      JOIN pg_catalog.pg_opclass o ON o.oid = i.indclass[key]
      LEFT JOIN pg_catalog.pg_collation l ON l.oid = i.indcollation[key]
      WHERE i.indkey[key] = p.distribution_column
        AND (o.opcnamespace = 'pg_catalog'::pg_catalog.regnamespace
          OR p.key_type = 'citext' AND o.opcdefault AND argosy.is_of_citext(o.opcintype))
        -- Text can be compared as if it were padded.
        AND (o.opcintype <> 'pg_catalog.bpchar'::pg_catalog.regtype OR p.key_type = 'character')
        AND l.collisdeterministic IS NOT FALSE)
