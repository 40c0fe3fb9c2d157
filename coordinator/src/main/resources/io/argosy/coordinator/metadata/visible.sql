-- Before search_path is changed: which of the relations that the statement's function depends on
-- are found by their bare names, whether it uses anything that may be temporary, its text as it is
-- printed for the session, and that search_path.
CREATE OR REPLACE FUNCTION argosy.visible_dependencies()
    RETURNS TABLE (visible text, temporary boolean, statement text, path text) LANGUAGE sql STABLE
BEGIN ATOMIC
SELECT coalesce(json_agg(d.refobjid::text) FILTER (
           WHERE d.refclassid = 'pg_catalog.pg_class'::regclass AND pg_catalog.pg_table_is_visible(d.refobjid)), '[]')::text,
       coalesce(bool_or(CASE d.refclassid
           WHEN 'pg_catalog.pg_class'::regclass
           THEN (SELECT c.relnamespace FROM pg_catalog.pg_class c WHERE c.oid = d.refobjid)
           WHEN 'pg_catalog.pg_type'::regclass
           THEN (SELECT y.typnamespace FROM pg_catalog.pg_type y WHERE y.oid = d.refobjid)
           WHEN 'pg_catalog.pg_proc'::regclass
           THEN (SELECT p.pronamespace FROM pg_catalog.pg_proc p WHERE p.oid = d.refobjid)
           WHEN 'pg_catalog.pg_operator'::regclass
           THEN (SELECT o.oprnamespace FROM pg_catalog.pg_operator o WHERE o.oid = d.refobjid)
           WHEN 'pg_catalog.pg_collation'::regclass
           THEN (SELECT c.collnamespace FROM pg_catalog.pg_collation c WHERE c.oid = d.refobjid)
           WHEN 'pg_catalog.pg_ts_config'::regclass
           THEN (SELECT t.cfgnamespace FROM pg_catalog.pg_ts_config t WHERE t.oid = d.refobjid)
           WHEN 'pg_catalog.pg_ts_dict'::regclass
           THEN (SELECT t.dictnamespace FROM pg_catalog.pg_ts_dict t WHERE t.oid = d.refobjid)
           END = pg_catalog.pg_my_temp_schema()), false),
       pg_catalog.pg_get_function_sqlbody(pg_catalog.to_regproc('pg_temp.argosy_statement')),
       pg_catalog.current_setting('search_path')
FROM (SELECT DISTINCT refclassid, refobjid FROM pg_catalog.pg_depend
      WHERE classid = 'pg_catalog.pg_proc'::regclass
        AND objid = pg_catalog.to_regproc('pg_temp.argosy_statement')) d;
END;
