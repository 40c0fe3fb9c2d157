SELECT format('foreign-data wrapper %I', w.fdwname) AS object, NULL AS part, d.text AS definition, NULL AS hidden,
       format('CREATE FOREIGN DATA WRAPPER %I %s', w.fdwname, d.text) AS make
FROM pg_foreign_data_wrapper w,
     concat_ws(' ', 'HANDLER ' || CASE WHEN w.fdwhandler <> 0 THEN w.fdwhandler::regproc::text END,
               'VALIDATOR ' || CASE WHEN w.fdwvalidator <> 0 THEN w.fdwvalidator::regproc::text END,
               'OPTIONS (' || (SELECT string_agg(format('%I %L', o.option_name, o.option_value), ', '
                   ORDER BY o.option_name)
                               FROM pg_options_to_table(w.fdwoptions) o) || ')') AS d (text)
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_foreign_data_wrapper'::regclass AND m.objid = w.oid)
UNION ALL
SELECT format('server %I', s.srvname), NULL, d.text, NULL, format('CREATE SERVER %I %s', s.srvname, d.text)
FROM pg_foreign_server s
JOIN pg_foreign_data_wrapper w ON w.oid = s.srvfdw,
     concat_ws(' ', 'TYPE ' || quote_literal(s.srvtype), 'VERSION ' || quote_literal(s.srvversion),
               format('FOREIGN DATA WRAPPER %I', w.fdwname),
               'OPTIONS (' || (SELECT string_agg(format('%I %L', o.option_name, o.option_value), ', '
                   ORDER BY o.option_name)
                               FROM pg_options_to_table(s.srvoptions) o) || ')') AS d (text)
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_foreign_server'::regclass AND m.objid = s.oid)
UNION ALL
SELECT format('server %I', s.srvname), 'user mapping for ' || d.role, NULL, d.text,
       format('CREATE USER MAPPING FOR %s SERVER %I ', d.role, s.srvname) || coalesce(d.text, '')
FROM pg_user_mapping u
JOIN pg_foreign_server s ON s.oid = u.umserver,
LATERAL (SELECT CASE WHEN u.umuser = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(u.umuser)) END AS role,
                'OPTIONS (' || (SELECT string_agg(format('%I %L', o.option_name, o.option_value), ', '
                    ORDER BY o.option_name)
                                FROM pg_options_to_table(u.umoptions) o) || ')' AS text) AS d
