-- What no node can keep or run by itself, given where the rows live: constraints, triggers and rules, one a row.
WITH placed AS (
    SELECT c.oid, c.oid::pg_catalog.regclass AS name, coalesce(t.placement, 'single') AS placement,
           CASE t.placement WHEN 'hash' THEN 'distributed' ELSE 'reference' END AS kind,
           t.distribution_column, t.colocation_group
    FROM pg_catalog.pg_class c LEFT JOIN argosy.tables t ON t.relation = c.oid
    WHERE c.relkind IN ('r', 'p')
)
SELECT pg_catalog.format('unique index %s of the distributed table %s does not include the distribution column',
                         i.indexrelid::pg_catalog.regclass, p.name),
       'Rows with equal values could be on different nodes. Include the distribution column in the key.'
FROM pg_catalog.pg_index i JOIN placed p ON p.oid = i.indrelid
WHERE p.placement = 'hash' AND i.indisunique
  AND NOT (p.distribution_column = ANY ((i.indkey::pg_catalog.int2[])[0:i.indnkeyatts - 1]))
UNION ALL
SELECT pg_catalog.format('exclusion constraint %I of the distributed table %s cannot be kept', k.conname, p.name),
       'It would hold on each node only.'
FROM pg_catalog.pg_constraint k JOIN placed p ON p.oid = k.conrelid
WHERE k.contype = 'x' AND p.placement = 'hash'
UNION ALL
SELECT pg_catalog.format('foreign key %I from %s to %s cannot be kept', k.conname, source.name, target.name),
       CASE WHEN source.placement = 'hash' AND target.placement = 'hash'
            THEN 'Distribute both tables by the columns of the foreign key, colocated.'
            WHEN target.placement = 'hash'
            THEN 'A reference table or a table without placement cannot refer to a distributed one.'
            ELSE 'Declare the table that is referred to with create_reference_table first.' END
FROM pg_catalog.pg_constraint k
JOIN placed source ON source.oid = k.conrelid
JOIN placed target ON target.oid = k.confrelid
WHERE k.contype = 'f'
  AND NOT (target.placement = 'replicated'
           -- Between a distributed table and one that has no placement yet, each node checks what it
           -- has: too strict until the other one is placed too, but never wrong.
           OR (source.placement IN ('single', 'hash') AND target.placement = 'single')
           OR (source.placement = 'single' AND target.placement = 'hash')
           OR (source.placement = 'hash' AND target.placement = 'hash'
               AND source.colocation_group = target.colocation_group
               AND EXISTS (SELECT FROM pg_catalog.generate_subscripts(k.conkey, 1) AS pair
                           WHERE k.conkey[pair] = source.distribution_column
                             AND k.confkey[pair] = target.distribution_column)))
UNION ALL
SELECT pg_catalog.format('trigger %I of the %s table %s cannot run on each node: ', g.tgname, p.kind, p.name)
           || CASE WHEN g.tgoldtable IS NOT NULL OR g.tgnewtable IS NOT NULL
                   THEN 'it wants all rows of a statement'
                   WHEN g.tgtype & 1 = 0 THEN 'it fires once for a statement, which several nodes run'
                   ELSE pg_catalog.format('function %s may see one node''s rows only', g.tgfoid::pg_catalog.regproc) END,
       CASE WHEN g.tgoldtable IS NOT NULL OR g.tgnewtable IS NOT NULL OR g.tgtype & 1 = 0
            THEN 'Make it a trigger FOR EACH ROW without transition tables, or disable it.'
            ELSE 'If the function touches nothing but its row, reads reference tables only and gives the same values'
                 ' on every node, declare it safe first: SELECT declare_function_safe(..).' END
FROM pg_catalog.pg_trigger g
JOIN placed p ON p.oid = g.tgrelid
WHERE p.placement <> 'single' AND NOT g.tgisinternal AND g.tgenabled <> 'D'
  AND (g.tgtype & 1 = 0 OR g.tgoldtable IS NOT NULL OR g.tgnewtable IS NOT NULL
    OR NOT (argosy.is_known_trigger_function(g.tgfoid)
            -- A function that has been replaced since is refused by the statements that would run it.
            OR EXISTS (SELECT FROM argosy.safe_functions s WHERE s.function = g.tgfoid)))
UNION ALL
SELECT pg_catalog.format('rule %I of the %s table %s cannot apply', w.rulename, p.kind, p.name),
       'Say in the statements what the rule would do, and drop or disable the rule.'
FROM pg_catalog.pg_rewrite w
JOIN placed p ON p.oid = w.ev_class
WHERE p.placement <> 'single' AND w.ev_enabled <> 'D'
LIMIT 1
