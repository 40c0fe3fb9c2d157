-- Metabase: its driver's checks, the scan of schemas, the sampling of columns, and the queries of its builder.
--@ setup
SET application_name = 'Metabase v0.50';
--@ setup
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
--@ setup
SET TIMEZONE TO 'Europe/Vienna';
SELECT current_setting('TIMEZONE');
--@ shape
SELECT to_char(current_timestamp, 'YYYY-MM-DD HH24:MI:SS.MS TZ');
--@ ordered
SELECT nspname FROM pg_namespace
  WHERE nspname !~ '^pg_|^argosy' AND has_schema_privilege(oid, 'USAGE') AND nspname IN ('archive', 'described', 'information_schema', 'public') ORDER BY 1;
--@ ordered
SELECT n.nspname AS "schema", c.relname AS "name",
    CASE c.relkind WHEN 'r' THEN 'TABLE' WHEN 'p' THEN 'PARTITIONED TABLE' WHEN 'v' THEN 'VIEW' WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE NULL END AS "type",
    d.description AS "description"
  FROM pg_catalog.pg_class AS c
  INNER JOIN pg_catalog.pg_namespace AS n ON c.relnamespace = n.oid
  LEFT JOIN pg_catalog.pg_description AS d ON c.oid = d.objoid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass
  WHERE c.relnamespace = n.oid AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'f', 'm')
    AND n.nspname IN ('described', 'archive') ORDER BY "type", "schema", "name";
WITH table_privileges AS (
    SELECT NULL AS role, t.schemaname AS schema, t.objectname AS table,
        pg_catalog.has_any_column_privilege(current_user, '"' || replace(t.schemaname, '"', '""') || '"' || '.' || '"' || replace(t.objectname, '"', '""') || '"', 'update') AS update,
        pg_catalog.has_any_column_privilege(current_user, '"' || replace(t.schemaname, '"', '""') || '"' || '.' || '"' || replace(t.objectname, '"', '""') || '"', 'select') AS select,
        pg_catalog.has_table_privilege(current_user, '"' || replace(t.schemaname, '"', '""') || '"' || '.' || '"' || replace(t.objectname, '"', '""') || '"', 'delete') AS delete
    FROM (
        SELECT schemaname, tablename AS objectname FROM pg_catalog.pg_tables
        UNION SELECT schemaname, viewname AS objectname FROM pg_views
        UNION SELECT schemaname, matviewname AS objectname FROM pg_matviews) t
    WHERE t.schemaname !~ '^pg_' AND t.schemaname <> 'information_schema' AND pg_catalog.has_schema_privilege(current_user, t.schemaname, 'usage')
        AND t.schemaname IN ('described', 'archive'))
  SELECT t.* FROM table_privileges t;
--@ ordered
SELECT c.column_name AS "name",
    CASE WHEN c.udt_schema IN ('public', 'pg_catalog') THEN format('%s', c.udt_name) ELSE format('"%s"."%s"', c.udt_schema, c.udt_name) END AS "database-type",
    c.ordinal_position - 1 AS "database-position", c.table_schema AS "table-schema", c.table_name AS "table-name",
    pk.column_name IS NOT NULL AS "pk?", COL_DESCRIPTION(CAST(CAST(format('%I.%I', CAST(c.table_schema AS TEXT), CAST(c.table_name AS TEXT)) AS REGCLASS) AS OID), c.ordinal_position) AS "field-comment",
    (column_default IS NULL OR LOWER(column_default) = 'null') AND is_nullable = 'NO' AND NOT ((column_default IS NOT NULL AND column_default LIKE '%nextval(%') OR is_identity <> 'NO') AS "database-required",
    (column_default IS NOT NULL AND column_default LIKE '%nextval(%') OR is_identity <> 'NO' AS "database-is-auto-increment"
  FROM information_schema.columns AS c
  LEFT JOIN (SELECT tc.table_schema, tc.table_name, kc.column_name FROM information_schema.table_constraints AS tc
      INNER JOIN information_schema.key_column_usage AS kc ON tc.constraint_name = kc.constraint_name AND tc.table_schema = kc.table_schema AND tc.table_name = kc.table_name
      WHERE tc.constraint_type = 'PRIMARY KEY') AS pk ON c.table_schema = pk.table_schema AND c.table_name = pk.table_name AND c.column_name = pk.column_name
  WHERE c.table_schema !~ '^information_schema|catalog_history|pg_' AND c.table_schema IN ('described')
  ORDER BY "table-schema", "table-name", "database-position";
--@ ordered
SELECT fk_ns.nspname AS "fk-table-schema", fk_table.relname AS "fk-table-name", fk_column.attname AS "fk-column-name",
    pk_ns.nspname AS "pk-table-schema", pk_table.relname AS "pk-table-name", pk_column.attname AS "pk-column-name"
  FROM pg_constraint AS c
  INNER JOIN pg_class AS fk_table ON c.conrelid = fk_table.oid
  INNER JOIN pg_namespace AS fk_ns ON c.connamespace = fk_ns.oid
  INNER JOIN pg_attribute AS fk_column ON c.conrelid = fk_column.attrelid
  INNER JOIN pg_class AS pk_table ON c.confrelid = pk_table.oid
  INNER JOIN pg_namespace AS pk_ns ON pk_table.relnamespace = pk_ns.oid
  INNER JOIN pg_attribute AS pk_column ON c.confrelid = pk_column.attrelid
  WHERE fk_ns.nspname = 'described' AND c.contype = 'f'::char AND fk_column.attnum = ANY (c.conkey) AND pk_column.attnum = ANY (c.confkey)
  ORDER BY fk_ns.nspname, fk_table.relname, fk_column.attname;
--@ ordered
SELECT tmp.table_schema, tmp.table_name, trim(BOTH '"' FROM pg_catalog.pg_get_indexdef(tmp.ci_oid, tmp.pos, false)) AS field_name
  FROM (SELECT n.nspname AS table_schema, ct.relname AS table_name, ci.oid AS ci_oid, (information_schema._pg_expandarray(i.indkey)).n AS pos
    FROM pg_catalog.pg_class AS ct
    JOIN pg_catalog.pg_namespace AS n ON ct.relnamespace = n.oid
    JOIN pg_catalog.pg_index AS i ON ct.oid = i.indrelid
    JOIN pg_catalog.pg_class AS ci ON ci.oid = i.indexrelid
    WHERE pg_catalog.pg_get_expr(i.indpred, i.indrelid) IS NULL AND n.nspname = 'described') AS tmp
  ORDER BY 1, 2, 3;
SELECT nspname, typname FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
  WHERE t.oid IN (SELECT DISTINCT enumtypid FROM pg_enum) AND nspname IN ('described', 'public');
SELECT TRUE AS "_" FROM "described"."orders" WHERE 1 <> 1 LIMIT 0;
--@ cut-ties 1
SELECT "public"."sales"."order_id" AS "order_id", SUBSTRING("public"."sales"."comment", 1, 1234) AS "substring1", "public"."sales"."status" AS "status"
  FROM "public"."sales" ORDER BY 1 LIMIT 10000;
SELECT count(*) AS "count", COUNT(DISTINCT "public"."sales"."customer_id"), MIN("public"."sales"."ordered_at"), MAX("public"."sales"."total") FROM "public"."sales";
--@ ordered
SELECT DATE_TRUNC('month', "source"."placed" AT TIME ZONE 'Europe/Vienna') AS "placed", SUM("source"."total") AS "sum"
  FROM (SELECT "public"."sales"."placed" AS "placed", "public"."sales"."total" AS "total" FROM "public"."sales") AS "source"
  GROUP BY DATE_TRUNC('month', "source"."placed" AT TIME ZONE 'Europe/Vienna') ORDER BY 1 ASC;
--@ params text:open
SELECT "public"."sales"."channel" AS "channel", "Customers"."country" AS "Customers__country", COUNT(*) AS "count"
  FROM "public"."sales" LEFT JOIN "public"."customers" AS "Customers" ON "public"."sales"."customer_id" = "Customers"."customer_id"
  WHERE "public"."sales"."status" = ? GROUP BY "public"."sales"."channel", "Customers"."country";
--@ cut-ties 1
SELECT FLOOR((("public"."sales"."total" - 0) / 10000.0)) * 10000.0 + 0 AS "total", COUNT(*) AS "count" FROM "public"."sales"
  WHERE "public"."sales"."ordered_at" >= DATE_TRUNC('year', timestamp '2021-06-01') AND "public"."sales"."ordered_at" < timestamp '2023-01-01'
  GROUP BY FLOOR((("public"."sales"."total" - 0) / 10000.0)) * 10000.0 + 0 ORDER BY 1 ASC LIMIT 2000;
