-- What belongs to users, for the queries of this folder, which go on where this text ends. Each has some of the columns
-- object, part, definition, make and undo: see Definition.java.

WITH schemas AS MATERIALIZED (
    SELECT n.* FROM pg_namespace n
    WHERE n.nspname NOT IN ('argosy', 'argosy_stage', 'information_schema') AND n.nspname NOT LIKE 'pg\_%'
),
members AS MATERIALIZED (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
-- Indexes of TOAST tables and the like are not in such a schema.
relations AS MATERIALIZED (
    SELECT c.*, s.nspname, r.rolname AS owner, r.rolsuper AS owner_is_superuser,
           format('%I.%I', s.nspname, c.relname) AS name,
           CASE c.relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'table' WHEN 'i' THEN 'index' WHEN 'I' THEN 'index'
                          WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view'
                          WHEN 'f' THEN 'foreign table' WHEN 'c' THEN 'composite type' END
               || format(' %I.%I', s.nspname, c.relname) AS object,
           -- A statement that may call users' functions is run by the owner, who must be able to reach his schema. What
           -- he is granted for it is taken back when the grants are set.
           CASE WHEN r.rolsuper THEN '' ELSE
               format('GRANT USAGE, CREATE ON SCHEMA %I TO %I; SET LOCAL ROLE %2$I; ', s.nspname, r.rolname)
               END AS as_owner,
           CASE WHEN r.rolsuper THEN '' ELSE '; SET LOCAL ROLE NONE' END AS as_ourselves
    FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace JOIN pg_roles r ON r.oid = c.relowner
    WHERE c.relpersistence <> 't' AND c.relkind <> 't'
      AND NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_class'::regclass AND m.objid = c.oid)
),
columns AS (
    SELECT c.object, c.name, c.relkind, c.relpersistence, a.*, to_jsonb(a) AS fields,
           format('column %I', a.attname) AS part,
           format_type(a.atttypid, a.atttypmod)
               || CASE WHEN a.attcollation <> t.typcollation AND a.attcollation <> 0
                       THEN (SELECT format(' COLLATE %I.%I', n.nspname, l.collname)
                             FROM pg_collation l JOIN pg_namespace n ON n.oid = l.collnamespace
                             WHERE l.oid = a.attcollation)
                       ELSE '' END AS type,
           pg_get_expr(d.adbin, d.adrelid) AS expression, t.typstorage
    FROM relations c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm', 'c')
),
types AS MATERIALIZED (
    SELECT t.*, to_jsonb(t) AS fields, s.nspname, format('%I.%I', s.nspname, t.typname) AS name,
           CASE WHEN t.typrelid <> 0 THEN 'composite type' ELSE 'type' END
               || format(' %I.%I', s.nspname, t.typname) AS object,
           CASE WHEN r.rolsuper THEN '' ELSE
               format('GRANT USAGE, CREATE ON SCHEMA %I TO %I; ALTER TYPE %1$I.%3$I OWNER TO %2$I; SET LOCAL ROLE %2$I; ',
                      s.nspname, r.rolname, t.typname)
               END AS as_owner,
           CASE WHEN r.rolsuper THEN '' ELSE '; SET LOCAL ROLE NONE' END AS as_ourselves
    FROM pg_type t JOIN schemas s ON s.oid = t.typnamespace JOIN pg_roles r ON r.oid = t.typowner
    WHERE (t.typrelid = 0 OR EXISTS (SELECT FROM relations c WHERE c.oid = t.typrelid AND c.relkind = 'c'))
      AND NOT EXISTS (SELECT FROM pg_type e WHERE e.typarray = t.oid)
      AND NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_type'::regclass AND m.objid = t.oid)
),
ranges AS (
    SELECT t.oid, t.object, t.name, r.rngcanonical, d.text
    FROM types t
    JOIN pg_range r ON r.rngtypid = t.oid
    JOIN pg_opclass o ON o.oid = r.rngsubopc
    JOIN pg_namespace n ON n.oid = o.opcnamespace
    JOIN pg_type m ON m.oid = r.rngmultitypid
    JOIN pg_namespace mn ON mn.oid = m.typnamespace,
         concat_ws(', ', 'subtype = ' || format_type(r.rngsubtype, NULL),
             format('subtype_opclass = %I.%I', n.nspname, o.opcname),
             'collation = ' || (SELECT format('%I.%I', ln.nspname, l.collname)
                                FROM pg_collation l JOIN pg_namespace ln ON ln.oid = l.collnamespace
                                WHERE l.oid = r.rngcollation),
             'canonical = ' || CASE WHEN r.rngcanonical <> 0 THEN r.rngcanonical::regproc::text END,
             'subtype_diff = ' || CASE WHEN r.rngsubdiff <> 0 THEN
                 (SELECT format('%I.%I', pn.nspname, p.proname)
                  FROM pg_proc p JOIN pg_namespace pn ON pn.oid = p.pronamespace WHERE p.oid = r.rngsubdiff) END,
             format('multirange_type_name = %I.%I', mn.nspname, m.typname)) AS d (text)
    WHERE t.typtype = 'r'
),
functions AS MATERIALIZED (
    SELECT p.*, s.nspname, i.type || ' ' || i.identity AS object
    FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace, pg_identify_object('pg_proc'::regclass, p.oid, 0) AS i
    WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_proc'::regclass AND m.objid = p.oid)
      -- Those that make ranges come with their type.
      AND NOT EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'i')
),
-- The lists of names among the settings are kept as one text, in which names are quoted where they need it.
settings AS (
    SELECT s.setdatabase, s.setrole, split_part(c, '=', 1) AS setting,
           (SELECT string_agg(quote_ident(x), '.' ORDER BY n)
            FROM unnest(string_to_array(split_part(c, '=', 1), '.')) WITH ORDINALITY AS u (x, n)) AS name,
           substr(c, strpos(c, '=') + 1) AS value,
           CASE WHEN lower(split_part(c, '=', 1)) IN ('local_preload_libraries', 'search_path',
               'session_preload_libraries',
                                                      'shared_preload_libraries', 'temp_tablespaces',
                                                      'unix_socket_directories')
                THEN coalesce((SELECT string_agg(quote_literal(coalesce(replace(m[1], '""', '"'), m[2])), ', ')
                               FROM regexp_matches(substr(c, strpos(c, '=') + 1),
                                                   '"((?:[^"]|"")*)"|([^\s,]+)', 'g') m), '''''')
                ELSE quote_literal(substr(c, strpos(c, '=') + 1)) END AS sql
    FROM pg_db_role_setting s, unnest(s.setconfig) c
),
-- What has an owner or grants, with the words that ALTER and GRANT have for it. Those of extensions are among them,
-- because they may have got other grants.
owned AS (
    SELECT 'pg_class'::regclass::oid AS classid, c.oid AS objid, c.relowner AS owner, c.relacl AS acl,
           CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char" AS acltype, c.relnamespace AS namespace,
           CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
                          WHEN 'f' THEN 'FOREIGN TABLE' WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END AS altered,
           CASE c.relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'c' THEN NULL ELSE 'TABLE' END AS granted
    FROM pg_class c WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'c') AND c.relpersistence <> 't'
    UNION ALL
    SELECT 'pg_proc'::regclass, oid, proowner, proacl, 'f', pronamespace, 'ROUTINE', 'ROUTINE' FROM pg_proc
    UNION ALL
    SELECT 'pg_type'::regclass, oid, typowner, typacl, 'T', typnamespace,
           CASE WHEN typtype <> 'c' THEN 'TYPE' END, 'TYPE'
    FROM pg_type t
    WHERE typtype <> 'm' AND NOT EXISTS (SELECT FROM pg_type e WHERE e.typarray = t.oid)
      AND (typrelid = 0 OR EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c'))
    UNION ALL
    SELECT 'pg_namespace'::regclass, oid, nspowner, nspacl, 'n', oid, 'SCHEMA', 'SCHEMA' FROM pg_namespace
    UNION ALL
    SELECT 'pg_language'::regclass, oid, lanowner, lanacl, 'l', NULL, 'LANGUAGE', CASE WHEN lanpltrusted
        THEN 'LANGUAGE' END
    FROM pg_language
    UNION ALL
    SELECT 'pg_foreign_data_wrapper'::regclass, oid, fdwowner, fdwacl, 'F', NULL, 'FOREIGN DATA WRAPPER',
           'FOREIGN DATA WRAPPER'
    FROM pg_foreign_data_wrapper
    UNION ALL
    SELECT 'pg_foreign_server'::regclass, oid, srvowner, srvacl, 'S', NULL, 'SERVER', 'FOREIGN SERVER'
        FROM pg_foreign_server
    UNION ALL
    SELECT 'pg_operator'::regclass, oid, oprowner, NULL, NULL, oprnamespace, 'OPERATOR', NULL
    FROM pg_operator WHERE oprcode <> 0
    UNION ALL
    SELECT 'pg_opclass'::regclass, oid, opcowner, NULL, NULL, opcnamespace, 'OPERATOR CLASS', NULL FROM pg_opclass
    UNION ALL
    SELECT 'pg_opfamily'::regclass, oid, opfowner, NULL, NULL, opfnamespace, 'OPERATOR FAMILY', NULL FROM pg_opfamily
    UNION ALL
    SELECT 'pg_collation'::regclass, oid, collowner, NULL, NULL, collnamespace, 'COLLATION', NULL FROM pg_collation
    UNION ALL
    SELECT 'pg_conversion'::regclass, oid, conowner, NULL, NULL, connamespace, 'CONVERSION', NULL FROM pg_conversion
    UNION ALL
    SELECT 'pg_ts_dict'::regclass, oid, dictowner, NULL, NULL, dictnamespace, 'TEXT SEARCH DICTIONARY', NULL
        FROM pg_ts_dict
    UNION ALL
    SELECT 'pg_ts_config'::regclass, oid, cfgowner, NULL, NULL, cfgnamespace, 'TEXT SEARCH CONFIGURATION', NULL
    FROM pg_ts_config
    UNION ALL
    SELECT 'pg_statistic_ext'::regclass, oid, stxowner, NULL, NULL, stxnamespace, 'STATISTICS', NULL
        FROM pg_statistic_ext
    UNION ALL
    SELECT 'pg_event_trigger'::regclass, oid, evtowner, NULL, NULL, NULL, 'EVENT TRIGGER', NULL FROM pg_event_trigger
    UNION ALL
    SELECT 'pg_publication'::regclass, oid, pubowner, NULL, NULL, NULL, 'PUBLICATION', NULL FROM pg_publication
)
