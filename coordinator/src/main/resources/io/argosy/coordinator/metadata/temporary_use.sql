-- Which of the session's temporary objects the statement's function uses, by itself, through temporary views and
-- functions, and as the types of columns. Under the session's own search_path.
CREATE OR REPLACE FUNCTION argosy.temporary_use()
    RETURNS TABLE (oid oid, name text, visible boolean, described text) LANGUAGE sql STABLE
BEGIN ATOMIC
WITH RECURSIVE reach(class, oid) AS (
    SELECT d.refclassid, d.refobjid
    FROM pg_catalog.pg_depend d
    WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
      AND d.objid = pg_catalog.to_regproc('pg_temp.argosy_statement')
  UNION
    SELECT next.class, next.oid
    FROM reach r
    CROSS JOIN LATERAL (
        SELECT d.refclassid AS class, d.refobjid AS oid
        FROM pg_catalog.pg_rewrite w
        JOIN pg_catalog.pg_depend d
          ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid
        WHERE r.class = 'pg_catalog.pg_class'::pg_catalog.regclass AND w.ev_class = r.oid
      UNION
        SELECT d.refclassid, d.refobjid
        FROM pg_catalog.pg_depend d
        WHERE r.class = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.classid = r.class AND d.objid = r.oid
      UNION
        SELECT 'pg_catalog.pg_type'::pg_catalog.regclass, a.atttypid
        FROM pg_catalog.pg_attribute a
        WHERE r.class = 'pg_catalog.pg_class'::pg_catalog.regclass AND a.attrelid = r.oid AND a.attnum > 0
          AND NOT a.attisdropped
      UNION
        SELECT r.class, y.typelem
        FROM pg_catalog.pg_type y
        WHERE r.class = 'pg_catalog.pg_type'::pg_catalog.regclass AND y.oid = r.oid AND y.typelem <> 0
    ) AS next
),
own(class, oid, name, visible) AS (
    SELECT c.tableoid, c.oid, c.relname, pg_catalog.pg_table_is_visible(c.oid)
    FROM pg_catalog.pg_class c WHERE c.relnamespace = pg_catalog.pg_my_temp_schema()
  UNION ALL
    SELECT y.tableoid, y.oid, y.typname, pg_catalog.pg_type_is_visible(y.oid)
    FROM pg_catalog.pg_type y WHERE y.typnamespace = pg_catalog.pg_my_temp_schema()
  UNION ALL
    SELECT p.tableoid, p.oid, NULL, false
    FROM pg_catalog.pg_proc p
    WHERE p.pronamespace = pg_catalog.pg_my_temp_schema()
      AND p.oid IS DISTINCT FROM pg_catalog.to_regproc('pg_temp.argosy_statement')
      AND p.oid IS DISTINCT FROM pg_catalog.to_regproc('pg_temp.argosy_certified')
      AND p.oid IS DISTINCT FROM pg_catalog.to_regproc('pg_temp.argosy_parameter')
  UNION ALL
    SELECT o.tableoid, o.oid, NULL, false
    FROM pg_catalog.pg_operator o WHERE o.oprnamespace = pg_catalog.pg_my_temp_schema()
  UNION ALL
    SELECT c.tableoid, c.oid, NULL, false
    FROM pg_catalog.pg_collation c WHERE c.collnamespace = pg_catalog.pg_my_temp_schema()
  UNION ALL
    SELECT t.tableoid, t.oid, NULL, false
    FROM pg_catalog.pg_ts_config t WHERE t.cfgnamespace = pg_catalog.pg_my_temp_schema()
  UNION ALL
    SELECT t.tableoid, t.oid, NULL, false
    FROM pg_catalog.pg_ts_dict t WHERE t.dictnamespace = pg_catalog.pg_my_temp_schema()
)
SELECT o.oid, o.name, o.visible,
       CASE WHEN o.class <> 'pg_catalog.pg_class'::pg_catalog.regclass
            THEN pg_catalog.pg_describe_object(o.class, o.oid, 0) END
FROM own o JOIN reach r ON r.class = o.class AND r.oid = o.oid
ORDER BY o.name, o.oid;
END;
