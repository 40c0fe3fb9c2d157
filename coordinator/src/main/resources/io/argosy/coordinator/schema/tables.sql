-- Everything that can be added later is, because it may use functions, which may use tables.
, listed AS (
    SELECT a.attrelid, bool_or(a.attgenerated <> '') AS has_generated,
           string_agg(
               format('%I %s', a.attname, a.type)
                   || CASE a.attgenerated WHEN 's' THEN format(' GENERATED ALWAYS AS (%s) STORED', a.expression)
                                          WHEN 'v' THEN format(' GENERATED ALWAYS AS (%s) VIRTUAL', a.expression)
                                          ELSE '' END
                   || coalesce(' OPTIONS (' || (SELECT string_agg(format('%I %L', o.option_name, o.option_value), ', ')
                                                FROM pg_options_to_table(a.attfdwoptions) o) || ')', ''),
               ', ' ORDER BY a.attnum) AS text
    FROM columns a GROUP BY a.attrelid
)
SELECT c.object, d.kind || d.ending AS definition,
       CASE WHEN d.calls THEN c.as_owner ELSE '' END
           || format('CREATE %s %s (%s)%s', d.kind, c.name, l.text, d.ending)
           || CASE WHEN d.calls THEN c.as_ourselves ELSE '' END AS make
FROM relations c
LEFT JOIN listed l ON l.attrelid = c.oid
LEFT JOIN pg_foreign_table f ON f.ftrelid = c.oid
LEFT JOIN pg_foreign_server s ON s.oid = f.ftserver
LEFT JOIN pg_am m ON m.oid = c.relam
LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid,
LATERAL (
    SELECT CASE WHEN c.relkind = 'f' THEN 'FOREIGN TABLE' WHEN c.relpersistence = 'u' THEN 'UNLOGGED TABLE'
                ELSE 'TABLE' END AS kind,
           CASE WHEN c.relkind = 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(c.oid) ELSE '' END
               || coalesce(' SERVER ' || quote_ident(s.srvname), '')
               || coalesce(' OPTIONS (' || (SELECT string_agg(format('%I %L', o.option_name, o.option_value), ', ')
                                            FROM pg_options_to_table(f.ftoptions) o) || ')', '')
               || coalesce(' USING ' || quote_ident(m.amname), '') AS ending,
           p.partexprs IS NOT NULL OR coalesce(l.has_generated, false) AS calls
) AS d
WHERE c.relkind IN ('r', 'p', 'f')
ORDER BY c.oid
