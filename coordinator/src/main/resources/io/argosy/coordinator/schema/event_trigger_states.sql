SELECT format('event trigger %I', e.evtname) AS object, 'state' AS part, e.evtenabled AS definition
FROM pg_event_trigger e
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_event_trigger'::regclass AND m.objid = e.oid)
