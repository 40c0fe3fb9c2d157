-- Why the rows of a table cannot be on several nodes; $1 is its object id.
CREATE OR REPLACE FUNCTION argosy.placeable(placed_relation oid) RETURNS TABLE (message text, hint text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT pg_catalog.format('its %s calls function %s, which may see a part of the rows on each node',
                         CASE e.effect ->> 'evaluated'
                             WHEN 'check' THEN pg_catalog.format('CHECK constraint %I', e.effect ->> 'name')
                             WHEN 'domain' THEN pg_catalog.format('domain %I', e.effect ->> 'name')
                             ELSE pg_catalog.format('generated column %I', e.effect ->> 'name') END,
                         e.effect ->> 'function'),
       'Declare the function IMMUTABLE if it reads no table, write its body with BEGIN ATOMIC over reference tables'
       ' only, or declare it safe.'
FROM argosy.expression_effects($1::pg_catalog.oid, 4) AS e(effect)
WHERE e.effect ->> 'evaluated' <> 'default'
UNION ALL
SELECT 'its policies apply to the role that places it',
       'Use a role to which they do not apply, or ALTER TABLE .. NO FORCE ROW LEVEL SECURITY first.'
WHERE pg_catalog.row_security_active($1::pg_catalog.oid)
LIMIT 1;
END;
