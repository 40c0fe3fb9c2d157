-- A trigger fires where its row is, and its function sees that node only.
SELECT pg_catalog.format('trigger %s', g.oid),
       pg_catalog.format('trigger %I of the %s table %s cannot run on each node: ', g.tgname, g.kind, g.name)
           || CASE WHEN g.tgoldtable IS NOT NULL OR g.tgnewtable IS NOT NULL
                   THEN 'it wants all rows of a statement'
                   WHEN g.tgtype::pg_catalog.int4 & 1 = 0 THEN 'it fires once for a statement, which several nodes run'
                   WHEN argosy.may_notify(g.tgfoid)
                   THEN pg_catalog.format('function %s notifies, which is heard on the home node only',
                                          g.tgfoid::pg_catalog.regproc)
                   ELSE pg_catalog.format('function %s may see one node''s rows only', g.tgfoid::pg_catalog.regproc) END,
       CASE WHEN g.tgoldtable IS NOT NULL OR g.tgnewtable IS NOT NULL OR g.tgtype::pg_catalog.int4 & 1 = 0
            THEN 'Make it a trigger FOR EACH ROW without transition tables, or disable it.'
            WHEN argosy.may_notify(g.tgfoid)
            THEN 'Drop or disable the trigger, and NOTIFY in the transaction that writes.'
            ELSE 'If the function touches nothing but its row, reads reference tables only and gives the same values'
                 ' on every node, declare it safe first: SELECT declare_function_safe(..).' END
FROM (
    SELECT g.tgname, g.tgrelid, g.tgfoid, g.tgtype, g.tgoldtable, g.tgnewtable, p.name, p.kind, g.oid
    FROM pg_catalog.pg_trigger g
    JOIN placed p ON p.oid = g.tgrelid
    WHERE NOT g.tgisinternal AND g.tgenabled <> 'D'
      AND g.tgfoid <> 'argosy.refuse_misplaced_row'::pg_catalog.regproc
    -- To look into a function takes long: only those of these triggers.
    OFFSET 0
) AS g
WHERE g.tgtype::pg_catalog.int4 & 1 = 0 OR g.tgoldtable IS NOT NULL OR g.tgnewtable IS NOT NULL
   OR argosy.may_notify(g.tgfoid)
   OR NOT (argosy.is_known_trigger_function(g.tgfoid)
           -- A function that has been replaced since is refused by the statements that would run it.
           OR EXISTS (SELECT FROM argosy.safe_functions s WHERE s.function = g.tgfoid))
