SELECT format('text search dictionary %I.%I', s.nspname, d.dictname) AS object, NULL AS part, t.text AS definition,
       format('CREATE TEXT SEARCH DICTIONARY %I.%I (%s)', s.nspname, d.dictname, t.text) AS make
FROM pg_ts_dict d
JOIN schemas s ON s.oid = d.dictnamespace
JOIN pg_ts_template l ON l.oid = d.dicttemplate
JOIN pg_namespace ln ON ln.oid = l.tmplnamespace,
     concat_ws(', ', format('TEMPLATE = %I.%I', ln.nspname, l.tmplname), d.dictinitoption) AS t (text)
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_ts_dict'::regclass AND m.objid = d.oid)
UNION ALL
SELECT format('text search configuration %I.%I', s.nspname, c.cfgname), NULL, t.text,
       format('CREATE TEXT SEARCH CONFIGURATION %I.%I (%s)', s.nspname, c.cfgname, t.text)
FROM pg_ts_config c
JOIN schemas s ON s.oid = c.cfgnamespace
JOIN pg_ts_parser p ON p.oid = c.cfgparser
JOIN pg_namespace pn ON pn.oid = p.prsnamespace,
     format('PARSER = %I.%I', pn.nspname, p.prsname) AS t (text)
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_ts_config'::regclass AND m.objid = c.oid)
UNION ALL
SELECT format('text search configuration %I.%I', s.nspname, c.cfgname), format('mapping for %I', k.alias), t.text,
       format('ALTER TEXT SEARCH CONFIGURATION %I.%I ADD MAPPING FOR %I WITH %s', s.nspname, c.cfgname, k.alias, t.text)
FROM pg_ts_config c
JOIN schemas s ON s.oid = c.cfgnamespace,
LATERAL (SELECT m.maptokentype, string_agg(format('%I.%I', n.nspname, d.dictname), ', ' ORDER BY m.mapseqno)
         FROM pg_ts_config_map m JOIN pg_ts_dict d ON d.oid = m.mapdict JOIN pg_namespace n ON n.oid = d.dictnamespace
         WHERE m.mapcfg = c.oid GROUP BY m.maptokentype) AS t (token, text),
LATERAL ts_token_type(c.cfgparser) AS k
WHERE k.tokid = t.token
  AND NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_ts_config'::regclass AND m.objid = c.oid)
