-- A rule makes other statements out of one, and each node would do so by itself.
SELECT pg_catalog.format('rule %s', w.oid),
       pg_catalog.format('rule %I of the %s table %s cannot apply', w.rulename, p.kind, p.name),
       'Say in the statements what the rule would do, and drop or disable the rule.'
FROM pg_catalog.pg_rewrite w
JOIN placed p ON p.oid = w.ev_class
WHERE w.ev_enabled <> 'D'
