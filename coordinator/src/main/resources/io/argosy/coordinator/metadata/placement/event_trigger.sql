-- DDL runs on every node, and fires event triggers on every node.
SELECT pg_catalog.format('event trigger %s', e.oid),
       pg_catalog.format('event trigger %I would run function %s on every node', e.evtname,
                         e.evtfoid::pg_catalog.regproc),
       'If the function comes to no tables but those that every node has, declare it safe first:'
       ' SELECT declare_function_safe(..).'
FROM pg_catalog.pg_event_trigger e
WHERE e.evtenabled <> 'D' AND NOT EXISTS (SELECT FROM argosy.safe_functions s WHERE s.function = e.evtfoid)
