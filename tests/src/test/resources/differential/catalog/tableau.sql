-- Tableau: psqlODBC's catalog functions, the checks of temporary tables, cursors of Declare/Fetch, and queries of its sheets.
--@ setup
SET DateStyle = 'ISO';
--@ setup
SET extra_float_digits = 2;
--@ setup
SET client_encoding = 'UTF8';
SHOW max_identifier_length;
SELECT current_schema();
SELECT typname, typinput = 'array_in'::regproc AS is_array FROM pg_type WHERE typname IN ('lo', 'int4', '_int4');
-- SQLTables
--@ ordered
SELECT relname, nspname, relkind FROM pg_catalog.pg_class c, pg_catalog.pg_namespace n
  WHERE relkind IN ('r', 'v', 'm', 'f', 'p') AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'pg_temp_1')
    AND nspname IN ('described', 'archive') AND n.oid = relnamespace ORDER BY nspname, relname;
--@ ordered
SELECT NULL, NULL, NULL, nspname FROM pg_catalog.pg_namespace n WHERE nspname = E'described' ORDER BY nspname;
-- SQLColumns
--@ ordered
SELECT n.nspname, c.relname, a.attname, t.typname, a.attnum, a.attlen, a.atttypmod, a.attnotnull, c.relhasrules, c.relkind, pg_get_expr(d.adbin, d.adrelid),
    CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE 0 END, t.typtypmod, 0, attidentity, c.relhassubclass
  FROM (((pg_catalog.pg_class c INNER JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND c.relname = E'orders' AND n.nspname = E'described')
    INNER JOIN pg_catalog.pg_attribute a ON (NOT a.attisdropped) AND a.attnum > 0 AND a.attrelid = c.oid)
    INNER JOIN pg_catalog.pg_type t ON t.oid = a.atttypid)
    LEFT OUTER JOIN pg_attrdef d ON a.atthasdef AND d.adrelid = a.attrelid AND d.adnum = a.attnum
  ORDER BY n.nspname, c.relname, attnum;
-- SQLPrimaryKeys
--@ ordered
SELECT ta.attname, ia.attnum, ic.relname, n.nspname, tc.relname
  FROM pg_catalog.pg_attribute ta, pg_catalog.pg_attribute ia, pg_catalog.pg_class tc, pg_catalog.pg_index i, pg_catalog.pg_namespace n, pg_catalog.pg_class ic
  WHERE tc.relname = E'lines' AND n.nspname = E'described' AND tc.oid = i.indrelid AND n.oid = tc.relnamespace AND i.indisprimary = 't' AND ia.attrelid = i.indexrelid
    AND ta.attrelid = i.indrelid AND ta.attnum = i.indkey[ia.attnum - 1] AND (NOT ta.attisdropped) AND (NOT ia.attisdropped) AND ic.oid = i.indexrelid
  ORDER BY ia.attnum;
-- SQLForeignKeys
SELECT 'argosy'::name AS "PKTABLE_CAT", n2.nspname AS "PKTABLE_SCHEM", c2.relname AS "PKTABLE_NAME", a2.attname AS "PKCOLUMN_NAME",
    'argosy'::name AS "FKTABLE_CAT", n1.nspname AS "FKTABLE_SCHEM", c1.relname AS "FKTABLE_NAME", a1.attname AS "FKCOLUMN_NAME", i::int2 AS "KEY_SEQ",
    CASE ref.confupdtype WHEN 'c' THEN 0::int2 WHEN 'n' THEN 2::int2 WHEN 'd' THEN 4::int2 WHEN 'r' THEN 1::int2 ELSE 3::int2 END AS "UPDATE_RULE",
    CASE ref.confdeltype WHEN 'c' THEN 0::int2 WHEN 'n' THEN 2::int2 WHEN 'd' THEN 4::int2 WHEN 'r' THEN 1::int2 ELSE 3::int2 END AS "DELETE_RULE",
    ref.conname AS "FK_NAME", cn.conname AS "PK_NAME",
    CASE WHEN ref.condeferrable THEN CASE WHEN ref.condeferred THEN 5::int2 ELSE 6::int2 END ELSE 7::int2 END AS "DEFERRABLITY"
  FROM ((((((((SELECT cn.oid, conrelid, conkey, confrelid, confkey, generate_series(array_lower(conkey, 1), array_upper(conkey, 1)) AS i, confupdtype, confdeltype, conname, condeferrable, condeferred
      FROM pg_catalog.pg_constraint cn, pg_catalog.pg_class c, pg_catalog.pg_namespace n
      WHERE contype = 'f' AND conrelid = c.oid AND relname = E'lines' AND n.oid = c.relnamespace AND n.nspname = E'described') ref
    INNER JOIN pg_catalog.pg_class c1 ON c1.oid = ref.conrelid)
    INNER JOIN pg_catalog.pg_namespace n1 ON n1.oid = c1.relnamespace)
    INNER JOIN pg_catalog.pg_attribute a1 ON a1.attrelid = c1.oid AND a1.attnum = conkey[i])
    INNER JOIN pg_catalog.pg_class c2 ON c2.oid = ref.confrelid)
    INNER JOIN pg_catalog.pg_namespace n2 ON n2.oid = c2.relnamespace)
    INNER JOIN pg_catalog.pg_attribute a2 ON a2.attrelid = c2.oid AND a2.attnum = confkey[i])
    LEFT OUTER JOIN pg_catalog.pg_constraint cn ON cn.conrelid = ref.confrelid AND cn.contype = 'p')
  ORDER BY ref.oid, ref.i;
-- SQLStatistics
--@ ordered
SELECT c.relname, i.indkey::text, i.indisunique, i.indisclustered, a.amname, c.relhasrules, n.nspname, i.indoption::text
  FROM pg_catalog.pg_index i, pg_catalog.pg_class c, pg_catalog.pg_class d, pg_catalog.pg_am a, pg_catalog.pg_namespace n
  WHERE d.relname = E'orders' AND n.nspname = E'described' AND n.oid = d.relnamespace AND d.oid = i.indrelid AND i.indexrelid = c.oid AND c.relam = a.oid
  ORDER BY i.indisprimary DESC, i.indisunique, n.nspname, c.relname;
-- SQLProcedures and SQLProcedureColumns
--@ ordered
SELECT proname, proretset, prorettype::regtype::text, pronargs, proargtypes::text, proargmodes, proargnames
  FROM pg_catalog.pg_namespace n, pg_catalog.pg_proc p WHERE p.pronamespace = n.oid AND (NOT proretset) AND nspname LIKE E'described' ORDER BY proname;
-- SQLSpecialColumns
SELECT c.relhasrules, c.relkind, c.relhassubclass FROM pg_catalog.pg_namespace u, pg_catalog.pg_class c WHERE u.oid = c.relnamespace AND c.relname = E'orders' AND u.nspname = E'described';
-- Whether it may make temporary tables, and how.
CREATE LOCAL TEMPORARY TABLE "#Tableau_01_Connect" ("COL" INTEGER) ON COMMIT PRESERVE ROWS;
INSERT INTO "#Tableau_01_Connect" VALUES (1);
SELECT "COL" FROM "#Tableau_01_Connect";
DROP TABLE "#Tableau_01_Connect";
SELECT 1 AS "x" INTO TEMP "#Tableau_02_CheckSelectInto";
DROP TABLE "#Tableau_02_CheckSelectInto";
CREATE LOCAL TEMPORARY TABLE "#Tableau_03_Filter" ("X__alias__0" TEXT) ON COMMIT PRESERVE ROWS;
INSERT INTO "#Tableau_03_Filter" VALUES ('open'), ('paid'), (NULL);
SELECT "sales"."channel" AS "channel", SUM("sales"."total") AS "sum:total:ok"
  FROM "public"."sales" "sales" INNER JOIN "#Tableau_03_Filter" "t0" ON ("sales"."status" IS NOT DISTINCT FROM "t0"."X__alias__0") GROUP BY 1;
SELECT COUNT(DISTINCT "t0"."X__alias__0") FROM "#Tableau_03_Filter" "t0";
DROP TABLE "#Tableau_03_Filter";
-- Declare/Fetch
BEGIN;
DECLARE "SQL_CUR0x5616" CURSOR WITH HOLD FOR SELECT "sales"."order_id" AS "order_id", "sales"."status" AS "status" FROM "public"."sales" "sales" ORDER BY 1;
--@ ordered
FETCH 100 IN "SQL_CUR0x5616";
COMMIT;
--@ ordered
FETCH 1000 IN "SQL_CUR0x5616";
CLOSE "SQL_CUR0x5616";
BEGIN;
SAVEPOINT _EXEC_SVP_0x5616;
--@ error 42703
SELECT nosuch FROM "public"."sales";
ROLLBACK TO _EXEC_SVP_0x5616;
RELEASE _EXEC_SVP_0x5616;
SELECT COUNT(*) FROM "public"."sales";
COMMIT;
-- Sheets
SELECT * FROM (SELECT * FROM "public"."sales" "TableauSQL") "TableauSQL" LIMIT 0;
SELECT SUM(1) AS "cnt:sales:ok" FROM "public"."sales" "sales" HAVING (COUNT(1) > 0);
SELECT "sales"."status" AS "status" FROM "public"."sales" "sales" GROUP BY 1;
SELECT DATE_TRUNC('QUARTER', CAST("sales"."ordered_at" AS DATE)) AS "tqr:ordered_at:ok", CAST(EXTRACT(YEAR FROM "sales"."ordered_at") AS INTEGER) AS "yr:ordered_at:ok",
    AVG(CAST("sales"."total" AS DOUBLE PRECISION)) AS "avg:total:ok", STDDEV_SAMP("sales"."total") AS "std:total:ok"
  FROM "public"."sales" "sales" GROUP BY 1, 2;
SELECT "customers"."country" AS "country", SUM("t0"."X_measure__0") AS "sum"
  FROM "public"."sales" "sales"
  INNER JOIN "public"."customers" "customers" ON ("sales"."customer_id" = "customers"."customer_id")
  INNER JOIN (SELECT "sales"."customer_id" AS "customer_id", MAX("sales"."total") AS "X_measure__0" FROM "public"."sales" "sales" GROUP BY 1) "t0"
    ON ("sales"."customer_id" IS NOT DISTINCT FROM "t0"."customer_id")
  GROUP BY 1;
SELECT MIN("t0"."__measure__1") AS "min", MAX("t0"."__measure__1") AS "max"
  FROM (SELECT SUM("sale_items"."quantity") AS "__measure__1" FROM "public"."sale_items" "sale_items" GROUP BY "sale_items"."product_id") "t0" HAVING (COUNT(1) > 0);
