-- Foreign keys that are out of the way while the rows of their tables move, until their transaction ends at the latest.
CREATE TABLE IF NOT EXISTS argosy.suspended_keys (
    source oid NOT NULL,
    name name NOT NULL,
    target oid NOT NULL,
    definition text NOT NULL,
    comment text,
    PRIMARY KEY (source, name)
);
GRANT SELECT ON argosy.suspended_keys TO PUBLIC;
-- With its schema, so that it means the same wherever it is made again.
CREATE OR REPLACE FUNCTION argosy.suspend_key(key oid) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM argosy.require_owner((SELECT conrelid FROM pg_constraint WHERE oid = key));
    INSERT INTO argosy.suspended_keys
    SELECT k.conrelid, k.conname, k.confrelid, pg_get_constraintdef(k.oid), obj_description(k.oid, 'pg_constraint')
    FROM pg_constraint k WHERE k.oid = key AND k.contype = 'f';
END $$;
CREATE OR REPLACE FUNCTION argosy.resume_key(key_source oid, key_name name) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM argosy.require_owner(key_source);
    DELETE FROM argosy.suspended_keys s WHERE s.source = key_source AND s.name = key_name;
END $$;
-- The foreign keys from and to a table that its owner can drop and make again as they were.
CREATE OR REPLACE FUNCTION argosy.keys_of(placed_relation oid)
    RETURNS TABLE (key text, name text, source text, target text, source_placement text, target_placement text,
                   itself boolean, refers boolean, acts boolean, late boolean, not_null text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT k.oid::pg_catalog.text, pg_catalog.quote_ident(k.conname),
       pg_catalog.format('%I.%I', sn.nspname, s.relname), pg_catalog.format('%I.%I', tn.nspname, t.relname),
       source.placement, target.placement, k.conrelid = k.confrelid, k.conrelid = $1,
       k.confdeltype IN ('c', 'n', 'd'), k.condeferrable OR NOT k.convalidated,
       (SELECT pg_catalog.string_agg(pg_catalog.format('%I IS NOT NULL', a.attname), ' AND ')
        FROM pg_catalog.pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey))
FROM pg_catalog.pg_constraint k
JOIN pg_catalog.pg_class s ON s.oid = k.conrelid
JOIN pg_catalog.pg_namespace sn ON sn.oid = s.relnamespace
JOIN pg_catalog.pg_class t ON t.oid = k.confrelid
JOIN pg_catalog.pg_namespace tn ON tn.oid = t.relnamespace
LEFT JOIN argosy.tables source ON source.relation = k.conrelid
LEFT JOIN argosy.tables target ON target.relation = k.confrelid
WHERE k.contype = 'f' AND $1 IN (k.conrelid, k.confrelid)
  AND k.conparentid = 0 AND s.relkind = 'r' AND t.relkind = 'r'
  AND pg_catalog.pg_has_role(s.relowner, 'USAGE')
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_trigger g WHERE g.tgconstraint = k.oid AND g.tgenabled <> 'O')
ORDER BY k.oid;
END;
-- Those that are out of the way, and what they wait for.
CREATE OR REPLACE FUNCTION argosy.suspended_keys()
    RETURNS TABLE (source oid, name text, source_name text, definition text, comment text, placed boolean, message text,
                   hint text)
    LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT k.source, pg_catalog.quote_ident(k.name), pg_catalog.format('%I.%I', n.nspname, c.relname), k.definition, k.comment,
       source.placement IS NOT NULL AND target.placement IS NOT NULL,
       pg_catalog.format('foreign key %I from %s to %s cannot be kept: table %s has no placement yet', k.name,
                         k.source::pg_catalog.regclass, k.target::pg_catalog.regclass,
                         CASE WHEN source.placement IS NULL THEN k.source ELSE k.target END::pg_catalog.regclass),
       CASE WHEN target.placement IS NULL
            THEN pg_catalog.format('Place table %1$s first: SELECT create_reference_table(%1$L).'
                                   ' Or place both tables in one transaction, so that their rows move together.',
                                   k.target::pg_catalog.regclass)
            ELSE pg_catalog.format('Place both tables in one transaction, table %1$s first: BEGIN;'
                                   ' SELECT create_distributed_table(%1$L, ..);'
                                   ' SELECT create_distributed_table(%2$L, .., colocate_with => %1$L); COMMIT.'
                                   ' Or place table %1$s with create_reference_table.',
                                   k.target::pg_catalog.regclass, k.source::pg_catalog.regclass) END
FROM argosy.suspended_keys k
JOIN pg_catalog.pg_class c ON c.oid = k.source
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN argosy.tables source ON source.relation = k.source
LEFT JOIN argosy.tables target ON target.relation = k.target
ORDER BY k.source, k.name;
END;
