SELECT c.object, d.text AS definition,
       CASE c.relkind WHEN 'v' THEN format('CREATE VIEW %s AS %s', c.name, d.text)
                      ELSE format('CREATE MATERIALIZED VIEW %s USING %I AS %s WITH NO DATA', c.name, m.amname, d.text)
       END AS make
FROM relations c
LEFT JOIN pg_am m ON m.oid = c.relam,
LATERAL (SELECT rtrim(pg_get_viewdef(c.oid), ';') AS text WHERE c.relkind IN ('v', 'm')) AS d
ORDER BY c.oid
