-- DBeaver: what it reads to fill its navigator and the pages of an object.
--@ setup
SET extra_float_digits = 3;
--@ setup
SET application_name = 'DBeaver 24.1.0 - Metadata <argosy>';
SELECT current_schema(), session_user;
SHOW search_path;
SELECT datname, datistemplate, datallowconn, datconnlimit FROM pg_catalog.pg_database db WHERE datname = current_database();
--@ params text:argosy
SELECT db.datname, pg_catalog.pg_encoding_to_char(db.encoding) FROM pg_catalog.pg_database db WHERE 1 = 1 AND datallowconn AND NOT datistemplate AND db.datname = ? ORDER BY db.datname;
SELECT name, setting FROM pg_catalog.pg_settings WHERE name = 'standard_conforming_strings';
SELECT string_agg(word, ',' ORDER BY word) FROM pg_catalog.pg_get_keywords()
  WHERE word <> ALL ('{a,abs,absolute,action,ada,add,admin,after,all,allocate,alter}'::text[]);
--@ ordered
SELECT n.nspname, d.description FROM pg_catalog.pg_namespace n
  LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid = n.oid AND d.objsubid = 0 AND d.classoid = 'pg_namespace'::regclass
  WHERE n.nspname IN ('archive', 'described', 'public', 'pg_catalog', 'information_schema') ORDER BY nspname;
--@ ordered
SELECT t.typname, t.typtype, t.typcategory, t.typlen, t.typnotnull, c.relkind,
    format_type(nullif(t.typbasetype, 0), t.typtypmod) AS base_type_name, d.description
  FROM pg_catalog.pg_type t
  LEFT OUTER JOIN pg_catalog.pg_type et ON et.oid = t.typelem
  LEFT OUTER JOIN pg_catalog.pg_class c ON c.oid = t.typrelid
  LEFT OUTER JOIN pg_catalog.pg_description d ON t.oid = d.objoid
  WHERE t.typname IS NOT NULL AND (c.relkind IS NULL OR c.relkind = 'c') AND (et.typcategory IS NULL OR et.typcategory <> 'C')
    AND t.typnamespace IN (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname IN ('described', 'pg_catalog'))
  ORDER BY t.typname, d.description;
--@ ordered
SELECT t.typname, e.enumlabel FROM pg_catalog.pg_enum e JOIN pg_catalog.pg_type t ON t.oid = e.enumtypid
  WHERE t.typnamespace = 'described'::regnamespace ORDER BY e.enumsortorder;
--@ ordered
SELECT c.relname, c.relkind, c.relpersistence, c.relhasindex, c.relhastriggers, c.relrowsecurity, c.relispartition, c.reloptions, d.description,
    pg_catalog.pg_get_expr(c.relpartbound, c.oid) AS partition_expr, pg_catalog.pg_get_partkeydef(c.oid) AS partition_key
  FROM pg_catalog.pg_class c
  LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0 AND d.classoid = 'pg_class'::regclass
  WHERE c.relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = 'described') AND c.relkind NOT IN ('i', 'I', 'c')
  ORDER BY c.relname;
--@ ordered
--@ params text:described.orders
SELECT c.relname, a.attname, a.attnum, a.attlen, a.atttypmod, a.attnotnull, a.atthasdef, a.attidentity, a.attgenerated, format_type(a.atttypid, a.atttypmod),
    pg_catalog.pg_get_expr(ad.adbin, ad.adrelid, true) AS def_value, dsc.description, dep.objid
  FROM pg_catalog.pg_attribute a
  INNER JOIN pg_catalog.pg_class c ON (a.attrelid = c.oid)
  LEFT OUTER JOIN pg_catalog.pg_attrdef ad ON (a.attrelid = ad.adrelid AND a.attnum = ad.adnum)
  LEFT OUTER JOIN pg_catalog.pg_description dsc ON (c.oid = dsc.objoid AND a.attnum = dsc.objsubid)
  LEFT OUTER JOIN pg_depend dep ON dep.refobjid = a.attrelid AND dep.deptype = 'i' AND dep.refobjsubid = a.attnum AND dep.classid = dep.refclassid
  WHERE NOT a.attisdropped AND c.oid = ?::text::regclass ORDER BY a.attnum;
--@ ordered
SELECT t.relname, c.conname, c.contype, c.conkey, c.confkey, c.confupdtype, c.confdeltype, c.confmatchtype, rt.relname AS refname, d.description,
    CASE WHEN c.contype = 'c' THEN "substring"(pg_get_constraintdef(c.oid), 7) ELSE NULL END AS consrc_copy
  FROM pg_catalog.pg_constraint c
  INNER JOIN pg_catalog.pg_class t ON t.oid = c.conrelid
  LEFT OUTER JOIN pg_catalog.pg_class rt ON rt.oid = c.confrelid
  LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0 AND d.classoid = 'pg_constraint'::regclass
  WHERE t.relnamespace = 'described'::regnamespace ORDER BY t.relname, c.conname;
--@ ordered
SELECT tc.relname AS tabrelname, c.relname, i.indkey::text AS keys, i.indisunique, i.indisprimary, i.indnkeyatts, i.indoption::text, am.amname, dsc.description,
    pg_catalog.pg_get_expr(i.indpred, i.indrelid) AS pred_expr, pg_catalog.pg_get_expr(i.indexprs, i.indrelid, true) AS expr, pg_get_indexdef(i.indexrelid)
  FROM pg_catalog.pg_index i
  INNER JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
  INNER JOIN pg_catalog.pg_class tc ON tc.oid = i.indrelid
  INNER JOIN pg_catalog.pg_am am ON am.oid = c.relam
  LEFT OUTER JOIN pg_catalog.pg_description dsc ON i.indexrelid = dsc.objoid
  WHERE tc.relnamespace = 'described'::regnamespace ORDER BY tabrelname, c.relname;
--@ ordered
SELECT p.proname, p.prokind, p.provolatile, p.proretset, p.pronargs, p.proargnames, p.proargmodes, pg_get_function_identity_arguments(p.oid),
    pg_catalog.pg_get_expr(p.proargdefaults, 0) AS arg_defaults, l.lanname, format_type(p.prorettype, NULL), d.description
  FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_language l ON l.oid = p.prolang
  LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid = p.oid
  WHERE p.pronamespace = 'described'::regnamespace ORDER BY p.proname;
SELECT pg_get_functiondef('described.add'::regproc), pg_get_functiondef('described.upper_note'::regproc), pg_get_functiondef('described.nothing'::regproc);
--@ ordered
SELECT x.tgname, x.tgenabled, x.tgtype, t.relname, p.proname, pg_catalog.pg_get_triggerdef(x.oid), d.description
  FROM pg_catalog.pg_trigger x
  INNER JOIN pg_catalog.pg_class t ON t.oid = x.tgrelid
  LEFT OUTER JOIN pg_catalog.pg_proc p ON p.oid = x.tgfoid
  LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid = x.oid AND d.objsubid = 0
  WHERE t.relnamespace = 'described'::regnamespace AND NOT x.tgisinternal ORDER BY x.tgname;
SELECT schemaname, sequencename, start_value, min_value, max_value, increment_by, cycle, cache_size, data_type FROM pg_catalog.pg_sequences WHERE schemaname = 'described';
SELECT s.last_value, s.is_called FROM described.numbers s;
SELECT pg_get_viewdef('described.totals'::regclass, true), pg_get_viewdef('described.labels'::regclass, true);
--@ ordered
SELECT i.inhseqno, c.relname, p.relname FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid JOIN pg_catalog.pg_class p ON p.oid = i.inhparent
  WHERE c.relnamespace = 'described'::regnamespace ORDER BY 1, 2;
SELECT rolname, rolsuper, rolcanlogin FROM pg_catalog.pg_roles a WHERE a.rolname = 'postgres';
--@ ordered
SELECT DISTINCT dep.deptype, dep.classid::regclass::text, cl.relkind, attr.attname, n.nspname, cl.relname
  FROM pg_catalog.pg_depend dep
  LEFT JOIN pg_catalog.pg_class cl ON dep.objid = cl.oid
  LEFT JOIN pg_catalog.pg_attribute attr ON dep.objid = attr.attrelid AND dep.objsubid = attr.attnum
  LEFT JOIN pg_catalog.pg_namespace n ON cl.relnamespace = n.oid
  WHERE dep.refobjid = 'described.kinds'::regclass ORDER BY 1, 2, 3, 4, 5, 6;
--@ shape
SELECT c.relname, pg_catalog.pg_total_relation_size(c.oid) AS total_rel_size, pg_catalog.pg_relation_size(c.oid) AS rel_size
  FROM pg_catalog.pg_class c WHERE c.relnamespace = 'described'::regnamespace AND c.relkind IN ('r', 'm');
--@ ordered
SELECT x."Ordered At", x.id, x.discount FROM described.orders x ORDER BY x.id LIMIT 200;
SELECT count(*) FROM (SELECT x.* FROM sales x) dbvrcnt;
--@ cut-ties 1
SELECT x.order_id, x.status, x.placed FROM public.sales x ORDER BY 1 DESC LIMIT 200;
