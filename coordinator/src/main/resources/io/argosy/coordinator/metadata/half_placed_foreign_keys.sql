-- Foreign keys between a distributed table and one without a placement.
CREATE OR REPLACE FUNCTION argosy.half_placed_foreign_keys()
    RETURNS TABLE (message text, key text, relation text, schema text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.format('foreign key %I: place table %s too, so that its rows are where the key is checked',
                         k.conname,
                         CASE WHEN source.placement IS NULL THEN k.conrelid::pg_catalog.regclass
                              ELSE k.confrelid::pg_catalog.regclass END),
       k.conname, c.relname, n.nspname
FROM pg_catalog.pg_constraint k
JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN argosy.tables source ON source.relation = k.conrelid
LEFT JOIN argosy.tables target ON target.relation = k.confrelid
WHERE k.contype = 'f'
  AND ((source.placement IS NULL AND target.placement = 'hash')
       OR (source.placement = 'hash' AND target.placement IS NULL));
END;
