-- What else would happen if rows of a table were inserted on a node, and deleted on another if $2; $1 is its object id.
CREATE OR REPLACE FUNCTION argosy.move_rules(moved oid, with_triggers boolean)
    RETURNS TABLE (message text, hint text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.format('foreign key %I of table %s has an action that would follow',
                         k.conname, k.conrelid::pg_catalog.regclass),
       'Drop the foreign key, place both tables, and add it again.'
FROM pg_catalog.pg_constraint k
WHERE k.contype = 'f' AND $2::pg_catalog.bool AND k.confrelid = $1::pg_catalog.oid AND k.confdeltype IN ('c', 'n', 'd')
UNION ALL
SELECT pg_catalog.format('trigger %I would fire', t.tgname),
       'Disable it until the rows have moved: ALTER TABLE .. DISABLE TRIGGER ..'
FROM pg_catalog.pg_trigger t
-- Bits 2 and 3: on INSERT, on DELETE.
WHERE t.tgrelid = $1::pg_catalog.oid AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A')
  AND (t.tgtype::pg_catalog.int4 & 4 <> 0 OR $2::pg_catalog.bool AND t.tgtype::pg_catalog.int4 & 8 <> 0)
  AND t.tgfoid <> 'argosy.refuse_misplaced_row'::pg_catalog.regproc
UNION ALL
SELECT pg_catalog.format('rule %I would apply', r.rulename),
       'Disable it until the rows have moved: ALTER TABLE .. DISABLE RULE ..'
FROM pg_catalog.pg_rewrite r
-- 3 is INSERT, 4 is DELETE.
WHERE r.ev_class = $1::pg_catalog.oid AND r.ev_enabled IN ('O', 'A') AND (r.ev_type = '3' OR $2::pg_catalog.bool AND r.ev_type = '4')
LIMIT 1;
END;
