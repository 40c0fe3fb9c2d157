SELECT p.object, d.text AS definition,
       format('CREATE AGGREGATE %I.%I (%s) (%s)', p.nspname, p.proname,
              CASE WHEN p.pronargs = 0 THEN '*' ELSE pg_get_function_arguments(p.oid) END, d.text) AS make
FROM functions p
JOIN pg_aggregate a ON a.aggfnoid = p.oid
LEFT JOIN pg_operator o ON o.oid = a.aggsortop
LEFT JOIN pg_namespace n ON n.oid = o.oprnamespace,
     concat_ws(', ',
         'SFUNC = ' || NULLIF(a.aggtransfn::text, '-'),
         'STYPE = ' || format_type(a.aggtranstype, NULL),
         'SSPACE = ' || NULLIF(a.aggtransspace, 0),
         'FINALFUNC = ' || NULLIF(a.aggfinalfn::text, '-'),
         CASE WHEN a.aggfinalextra THEN 'FINALFUNC_EXTRA' END,
         'FINALFUNC_MODIFY = ' || CASE a.aggfinalmodify WHEN 'r' THEN 'READ_ONLY' WHEN 's' THEN 'SHAREABLE'
                                       ELSE 'READ_WRITE' END,
         'COMBINEFUNC = ' || NULLIF(a.aggcombinefn::text, '-'),
         'SERIALFUNC = ' || NULLIF(a.aggserialfn::text, '-'),
         'DESERIALFUNC = ' || NULLIF(a.aggdeserialfn::text, '-'),
         'INITCOND = ' || quote_literal(a.agginitval),
         'MSFUNC = ' || NULLIF(a.aggmtransfn::text, '-'),
         'MINVFUNC = ' || NULLIF(a.aggminvtransfn::text, '-'),
         'MSTYPE = ' || CASE WHEN a.aggmtranstype <> 0 THEN format_type(a.aggmtranstype, NULL) END,
         'MSSPACE = ' || NULLIF(a.aggmtransspace, 0),
         'MFINALFUNC = ' || NULLIF(a.aggmfinalfn::text, '-'),
         CASE WHEN a.aggmfinalextra THEN 'MFINALFUNC_EXTRA' END,
         'MFINALFUNC_MODIFY = ' || CASE WHEN a.aggmfinalfn = 0 THEN NULL WHEN a.aggmfinalmodify = 'r' THEN 'READ_ONLY'
                                        WHEN a.aggmfinalmodify = 's' THEN 'SHAREABLE' ELSE 'READ_WRITE' END,
         'MINITCOND = ' || quote_literal(a.aggminitval),
         CASE WHEN o.oid IS NOT NULL THEN format('SORTOP = OPERATOR(%I.%s)', n.nspname, o.oprname) END,
         'PARALLEL = ' || CASE p.proparallel WHEN 's' THEN 'SAFE' WHEN 'r' THEN 'RESTRICTED' ELSE 'UNSAFE' END,
         CASE WHEN a.aggkind = 'h' THEN 'HYPOTHETICAL' END) AS d (text)
ORDER BY p.oid
