-- What is evaluated for a row is evaluated where the row is, and a function that it calls sees that node only.
SELECT pg_catalog.format('%s %s of %s', e.effect ->> 'evaluated', e.effect ->> 'name', p.oid),
       pg_catalog.format('%s of the %s table %s calls function %s, which may see one node''s rows only',
                         CASE e.effect ->> 'evaluated'
                             WHEN 'check' THEN pg_catalog.format('CHECK constraint %I', e.effect ->> 'name')
                             WHEN 'domain' THEN pg_catalog.format('a column of domain %I', e.effect ->> 'name')
                             ELSE pg_catalog.format('generated column %I', e.effect ->> 'name') END,
                         p.kind, p.name, e.effect ->> 'function'),
       'Declare the function IMMUTABLE if it reads no table, write its body with BEGIN ATOMIC over reference tables'
       ' only, or declare it safe.'
FROM (
    SELECT * FROM placed WHERE oid IN (SELECT relation FROM argosy.tables_that_call_functions())
    -- To look into an expression takes long: only those of these tables.
    OFFSET 0
) AS p
CROSS JOIN LATERAL argosy.expression_effects(p.oid, 4) AS e(effect)
WHERE e.effect ->> 'evaluated' <> 'default'
