-- Power BI: Npgsql's loading of types, the navigator's information_schema, and the SQL that its folding writes.
SELECT version() LIKE 'PostgreSQL 18%';
SELECT ns.nspname, t.typname, t.typtype, t.typnotnull, t.elemtypoid::regtype::text
  FROM (
    SELECT typ.oid, typ.typnamespace, typ.typname, typ.typtype, typ.typrelid, typ.typnotnull, typ.relkind,
        elemtyp.oid AS elemtypoid, elemtyp.typname AS elemtypname, elemcls.relkind AS elemrelkind,
        CASE WHEN elemproc.proname = 'array_recv' THEN 'a' ELSE elemtyp.typtype END AS elemtyptype
    FROM (
      SELECT typ.oid, typnamespace, typname, typrelid, typnotnull, relkind, typelem AS elemoid,
          CASE WHEN proc.proname = 'array_recv' THEN 'a' ELSE typ.typtype END AS typtype,
          CASE
            WHEN proc.proname = 'array_recv' THEN typ.typelem
            WHEN typ.typtype = 'r' THEN rngsubtype
            WHEN typ.typtype = 'm' THEN (SELECT rngtypid FROM pg_range WHERE rngmultitypid = typ.oid)
            WHEN typ.typtype = 'd' THEN typ.typbasetype
          END AS elemtypoid
      FROM pg_type AS typ
      LEFT JOIN pg_class AS cls ON (cls.oid = typ.typrelid)
      LEFT JOIN pg_proc AS proc ON proc.oid = typ.typreceive
      LEFT JOIN pg_range ON (pg_range.rngtypid = typ.oid)
    ) AS typ
    LEFT JOIN pg_type AS elemtyp ON elemtyp.oid = elemtypoid
    LEFT JOIN pg_class AS elemcls ON (elemcls.oid = elemtyp.typrelid)
    LEFT JOIN pg_proc AS elemproc ON elemproc.oid = elemtyp.typreceive
  ) AS t
  JOIN pg_namespace AS ns ON (ns.oid = typnamespace)
  WHERE ns.nspname IN ('pg_catalog', 'described', 'public') AND (
    typtype IN ('b', 'r', 'm', 'e', 'd') OR
    (typtype = 'c' AND relkind = 'c') OR
    (typtype = 'p' AND typname IN ('record', 'void', 'unknown')) OR
    (typtype = 'a' AND (
      elemtyptype IN ('b', 'r', 'm', 'e', 'd') OR
      (elemtyptype = 'p' AND elemtypname IN ('record', 'void')) OR
      (elemtyptype = 'c' AND elemrelkind = 'c'))))
  ORDER BY CASE
    WHEN typtype IN ('b', 'e', 'p') THEN 0
    WHEN typtype = 'c' THEN 1
    WHEN typtype = 'r' THEN 2
    WHEN typtype = 'm' THEN 3
    WHEN typtype = 'd' AND elemtyptype <> 'a' THEN 4
    WHEN typtype = 'a' THEN 5
    WHEN typtype = 'd' AND elemtyptype = 'a' THEN 6
  END;
--@ ordered
SELECT typ.typname, att.attname, format_type(att.atttypid, att.atttypmod)
  FROM pg_type AS typ
  JOIN pg_namespace AS ns ON (ns.oid = typ.typnamespace)
  JOIN pg_class AS cls ON (cls.oid = typ.typrelid)
  JOIN pg_attribute AS att ON (att.attrelid = typ.typrelid)
  WHERE (typ.typtype = 'c' AND cls.relkind = 'c') AND attnum > 0 AND NOT attisdropped AND ns.nspname IN ('described', 'public')
  ORDER BY typ.typname, att.attnum;
--@ ordered
SELECT typname, enumlabel FROM pg_enum JOIN pg_type ON pg_type.oid = enumtypid WHERE typname IN ('state', 'mood') ORDER BY typname, enumsortorder;
--@ ordered
SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.tables
  WHERE TABLE_SCHEMA NOT IN ('information_schema', 'pg_catalog') AND table_schema IN ('described', 'archive') ORDER BY TABLE_SCHEMA, TABLE_NAME;
--@ ordered
--@ params text:described, text:orders
SELECT COLUMN_NAME, ORDINAL_POSITION, IS_NULLABLE,
    CASE WHEN (data_type LIKE '%unsigned%') THEN DATA_TYPE || ' unsigned' ELSE DATA_TYPE END AS DATA_TYPE
  FROM INFORMATION_SCHEMA.columns WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION;
SELECT character_set_name FROM INFORMATION_SCHEMA.character_sets;
--@ params text:described, text:lines
SELECT pkcol.COLUMN_NAME AS PK_COLUMN_NAME, fkcol.TABLE_SCHEMA AS FK_TABLE_SCHEMA, fkcol.TABLE_NAME AS FK_TABLE_NAME, fkcol.COLUMN_NAME AS FK_COLUMN_NAME,
    fkcol.ORDINAL_POSITION AS ORDINAL, fkcon.CONSTRAINT_SCHEMA || '_' || fkcol.TABLE_NAME || '_' || 'orders' || '_' || fkcon.CONSTRAINT_NAME AS FK_NAME
  FROM (SELECT DISTINCT constraint_catalog, constraint_schema, unique_constraint_schema, constraint_name, unique_constraint_catalog, unique_constraint_name FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS) fkcon
  INNER JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE fkcol ON fkcon.CONSTRAINT_SCHEMA = fkcol.CONSTRAINT_SCHEMA AND fkcon.CONSTRAINT_NAME = fkcol.CONSTRAINT_NAME
  INNER JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE pkcol ON fkcon.UNIQUE_CONSTRAINT_SCHEMA = pkcol.CONSTRAINT_SCHEMA AND fkcon.UNIQUE_CONSTRAINT_NAME = pkcol.CONSTRAINT_NAME
  WHERE fkcol.TABLE_SCHEMA = ? AND fkcol.TABLE_NAME = ? AND pkcol.ORDINAL_POSITION = fkcol.ORDINAL_POSITION
  ORDER BY FK_NAME, fkcol.ORDINAL_POSITION;
--@ params text:described, text:orders
SELECT i.CONSTRAINT_SCHEMA || '_' || i.CONSTRAINT_NAME AS INDEX_NAME, ii.COLUMN_NAME, ii.ORDINAL_POSITION,
    CASE WHEN i.CONSTRAINT_TYPE = 'PRIMARY KEY' THEN 'Y' ELSE 'N' END AS PRIMARY_KEY
  FROM INFORMATION_SCHEMA.table_constraints i
  INNER JOIN INFORMATION_SCHEMA.key_column_usage ii
    ON i.CONSTRAINT_SCHEMA = ii.CONSTRAINT_SCHEMA AND i.CONSTRAINT_NAME = ii.CONSTRAINT_NAME AND i.TABLE_SCHEMA = ii.TABLE_SCHEMA AND i.TABLE_NAME = ii.TABLE_NAME
  WHERE i.TABLE_SCHEMA = ? AND i.TABLE_NAME = ? AND i.CONSTRAINT_TYPE IN ('PRIMARY KEY', 'UNIQUE');
SELECT routine_name, routine_type, data_type FROM information_schema.routines WHERE routine_schema = 'described';
SELECT constraint_name, check_clause FROM information_schema.check_constraints WHERE constraint_schema = 'described' AND constraint_name !~ '_not_null$';
-- DirectQuery
--@ cut-ties 1
SELECT "$Table"."order_id" AS "order_id", "$Table"."customer_id" AS "customer_id", "$Table"."status" AS "status", "$Table"."total" AS "total"
  FROM "public"."sales" "$Table" ORDER BY "order_id" LIMIT 1000;
--@ cut-ties 2
SELECT "rows"."status" AS "status", SUM("rows"."total") AS "a0"
  FROM (SELECT "_"."status", "_"."total" FROM "public"."sales" "_" WHERE "_"."channel" = 'web' AND "_"."channel" IS NOT NULL) "rows"
  GROUP BY "status" ORDER BY 2 DESC NULLS LAST LIMIT 1001;
SELECT "_"."category", "_"."a0" FROM (
    SELECT "rows"."category" AS "category", COUNT(DISTINCT "rows"."order_id") + MAX(CASE WHEN "rows"."order_id" IS NULL THEN 1 ELSE 0 END) AS "a0"
    FROM (SELECT "$Outer"."order_id", "$Inner"."category"
      FROM (SELECT "_"."order_id" AS "order_id", "_"."product_id" AS "product_id2" FROM "public"."sale_items" "_") "$Outer"
      LEFT OUTER JOIN "public"."products" "$Inner" ON ("$Outer"."product_id2" = "$Inner"."product_id" OR "$Outer"."product_id2" IS NULL AND "$Inner"."product_id" IS NULL)) "rows"
    GROUP BY "category") "_"
  WHERE NOT "_"."a0" IS NULL;
