SELECT format('event trigger %I', e.evtname) AS object, d.text AS definition,
       format('CREATE EVENT TRIGGER %I %s', e.evtname, d.text)
           || CASE e.evtenabled WHEN 'D' THEN format('; ALTER EVENT TRIGGER %I DISABLE', e.evtname)
                                WHEN 'A' THEN format('; ALTER EVENT TRIGGER %I ENABLE ALWAYS', e.evtname)
                                WHEN 'R' THEN format('; ALTER EVENT TRIGGER %I ENABLE REPLICA', e.evtname)
                                ELSE '' END AS make
FROM pg_event_trigger e
JOIN pg_proc p ON p.oid = e.evtfoid
JOIN pg_namespace n ON n.oid = p.pronamespace,
     concat_ws(' ', 'ON', e.evtevent,
         'WHEN TAG IN (' || (SELECT string_agg(quote_literal(t), ', ') FROM unnest(e.evttags) t) || ')',
         format('EXECUTE FUNCTION %I.%I()', n.nspname, p.proname)) AS d (text)
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_event_trigger'::regclass AND m.objid = e.oid)
