-- A sequence of a column has the owner of its table.
SELECT i.type || ' ' || i.identity AS object, 'owner' AS part, quote_ident(pg_get_userbyid(o.owner)) AS definition,
       format('ALTER %s %s OWNER TO %I', o.altered, i.identity, pg_get_userbyid(o.owner)) AS make, '' AS undo
FROM owned o, pg_identify_object(o.classid, o.objid, 0) AS i
WHERE o.altered IS NOT NULL
  AND (o.namespace IS NULL OR o.namespace IN (SELECT oid FROM schemas))
  AND (o.objid >= 16384 OR i.type = 'schema')
  AND NOT EXISTS (SELECT FROM members m WHERE m.classid = o.classid AND m.objid = o.objid)
  AND NOT (o.altered = 'SEQUENCE' AND EXISTS (SELECT FROM pg_depend d
                                              WHERE d.classid = o.classid AND d.objid = o.objid
                                                  AND d.deptype IN ('a', 'i')
                                                AND d.refclassid = o.classid))
UNION ALL
SELECT 'database', 'owner', quote_ident(pg_get_userbyid(datdba)),
       format('ALTER DATABASE %I OWNER TO %I', datname, pg_get_userbyid(datdba)), ''
FROM pg_database WHERE datname = current_database()
