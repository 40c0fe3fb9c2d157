-- What is made of functions that are not there before other functions.
SELECT i.type || ' ' || i.identity AS object, o.definition, o.make
FROM (
    SELECT 'pg_language'::regclass::oid AS classid, l.oid, d.text AS definition,
           format('CREATE %sLANGUAGE %I %s', CASE WHEN l.lanpltrusted THEN 'TRUSTED ' ELSE '' END, l.lanname,
               d.text) AS make
    FROM pg_language l,
         concat_ws(' ', 'HANDLER ' || l.lanplcallfoid::regproc::text,
             'INLINE ' || NULLIF(l.laninline::regproc::text, '-'),
             'VALIDATOR ' || NULLIF(l.lanvalidator::regproc::text, '-')) AS d (text)
    UNION ALL
    SELECT 'pg_am'::regclass, a.oid, d.text, format('CREATE ACCESS METHOD %I %s', a.amname, d.text)
    FROM pg_am a,
         concat_ws(' ', 'TYPE', CASE a.amtype WHEN 't' THEN 'TABLE' ELSE 'INDEX' END, 'HANDLER',
             a.amhandler) AS d (text)
    UNION ALL
    SELECT 'pg_conversion'::regclass, c.oid, d.text,
           format('CREATE %sCONVERSION %I.%I %s', CASE WHEN c.condefault THEN 'DEFAULT ' ELSE '' END, s.nspname,
               c.conname,
                  d.text)
    FROM pg_conversion c
    JOIN schemas s ON s.oid = c.connamespace,
         format('FOR %L TO %L FROM %s', pg_encoding_to_char(c.conforencoding), pg_encoding_to_char(c.contoencoding),
                c.conproc) AS d (text)
    UNION ALL
    SELECT 'pg_transform'::regclass, t.oid, d.text,
           format('CREATE TRANSFORM FOR %s LANGUAGE %I (%s)', format_type(t.trftype, NULL), l.lanname, d.text)
    FROM pg_transform t
    JOIN pg_language l ON l.oid = t.trflang,
         concat_ws(', ', 'FROM SQL WITH FUNCTION ' || NULLIF(t.trffromsql, 0)::regprocedure::text,
             'TO SQL WITH FUNCTION ' || NULLIF(t.trftosql, 0)::regprocedure::text) AS d (text)
    UNION ALL
    SELECT 'pg_ts_parser'::regclass, p.oid, d.text,
           format('CREATE TEXT SEARCH PARSER %I.%I (%s)', s.nspname, p.prsname, d.text)
    FROM pg_ts_parser p
    JOIN schemas s ON s.oid = p.prsnamespace,
         concat_ws(', ', 'START = ' || p.prsstart::text, 'GETTOKEN = ' || p.prstoken::text, 'END = ' || p.prsend::text,
             'LEXTYPES = ' || p.prslextype::text, 'HEADLINE = ' || NULLIF(p.prsheadline::text, '-')) AS d (text)
    UNION ALL
    SELECT 'pg_ts_template'::regclass, t.oid, d.text,
           format('CREATE TEXT SEARCH TEMPLATE %I.%I (%s)', s.nspname, t.tmplname, d.text)
    FROM pg_ts_template t
    JOIN schemas s ON s.oid = t.tmplnamespace,
         concat_ws(', ', 'INIT = ' || NULLIF(t.tmplinit::text, '-'), 'LEXIZE = ' || t.tmpllexize::text) AS d (text)
) AS o,
pg_identify_object(o.classid, o.oid, 0) AS i
WHERE o.oid >= 16384
  AND NOT EXISTS (SELECT FROM members m WHERE m.classid = o.classid AND m.objid = o.oid)
