-- The tables with a placement, for the rules that follow.
WITH placed AS (
    SELECT c.oid, c.oid::pg_catalog.regclass AS name, t.placement,
           CASE t.placement WHEN 'hash' THEN 'distributed' ELSE 'reference' END AS kind,
           t.distribution_column, t.colocation_group, g.key_type
    FROM argosy.tables t
    JOIN pg_catalog.pg_class c ON c.oid = t.relation
    LEFT JOIN argosy.colocation_groups g ON g.id = t.colocation_group
)
