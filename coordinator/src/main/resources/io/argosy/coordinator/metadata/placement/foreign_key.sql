-- Rows that refer to each other must be on one node, where the key is checked.
SELECT pg_catalog.format('foreign key %s', k.oid),
       pg_catalog.format('foreign key %I from %s to %s cannot be kept',
                         k.conname, k.conrelid::pg_catalog.regclass, k.confrelid::pg_catalog.regclass),
       CASE WHEN source.placement = 'hash' AND target.placement = 'hash'
            THEN 'Distribute both tables by the columns of the foreign key, colocated.'
            WHEN source.placement IS NULL OR target.placement IS NULL AND source.placement = 'hash'
            THEN 'Rows of which it has not been checked would be missed. Place both tables first.'
            WHEN target.placement = 'hash'
            THEN 'A reference table or a table without placement cannot refer to a distributed one.'
            ELSE pg_catalog.format('Place table %1$s first: SELECT create_reference_table(%1$L).',
                                   k.confrelid::pg_catalog.regclass) END
FROM pg_catalog.pg_constraint k
LEFT JOIN placed source ON source.oid = k.conrelid
LEFT JOIN placed target ON target.oid = k.confrelid
WHERE k.contype = 'f'
  AND NOT coalesce(
      target.placement = 'replicated'
      -- Between a distributed table and one that has no placement yet, each node checks what it
      -- has: too strict until the other one is placed too, but never wrong.
      OR (source.placement IS NULL AND target.placement IS NULL)
      OR (source.placement = 'hash' AND target.placement IS NULL AND k.convalidated)
      OR (source.placement IS NULL AND target.placement = 'hash' AND k.convalidated)
      OR (source.placement = 'hash' AND target.placement = 'hash'
          AND source.colocation_group = target.colocation_group
          AND EXISTS (SELECT FROM pg_catalog.generate_subscripts(k.conkey, 1) AS pair
                      WHERE k.conkey[pair] = source.distribution_column
                        AND k.confkey[pair] = target.distribution_column)), false)
