-- Before search_path is emptied: which of the relations that the statement's function depends on
-- are found by their bare names.
SELECT coalesce(json_agg(d.refobjid::text), '[]')
FROM (SELECT DISTINCT refobjid FROM pg_catalog.pg_depend
      WHERE classid = 'pg_catalog.pg_proc'::regclass
        AND objid = 'pg_temp.argosy_statement'::regproc
        AND refclassid = 'pg_catalog.pg_class'::regclass) d
WHERE pg_catalog.pg_table_is_visible(d.refobjid)
