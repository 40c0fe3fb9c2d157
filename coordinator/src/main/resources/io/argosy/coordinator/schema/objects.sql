-- Every object of every kind, only compared, so that nothing is overlooked that has no query of its own.
, objects AS (
    SELECT 'pg_class'::regclass::oid AS classid, oid FROM relations
    UNION ALL SELECT 'pg_type'::regclass, oid FROM types WHERE typrelid = 0
    UNION ALL SELECT 'pg_proc'::regclass, oid FROM functions
    UNION ALL SELECT 'pg_collation'::regclass, oid FROM pg_collation WHERE oid >= 16384
    UNION ALL SELECT 'pg_conversion'::regclass, oid FROM pg_conversion WHERE oid >= 16384
    UNION ALL SELECT 'pg_cast'::regclass, oid FROM pg_cast WHERE oid >= 16384
    UNION ALL SELECT 'pg_operator'::regclass, oid FROM pg_operator WHERE oid >= 16384 AND oprcode <> 0
    UNION ALL SELECT 'pg_opfamily'::regclass, oid FROM pg_opfamily WHERE oid >= 16384
    UNION ALL SELECT 'pg_opclass'::regclass, oid FROM pg_opclass WHERE oid >= 16384
    UNION ALL SELECT 'pg_amop'::regclass, oid FROM pg_amop WHERE oid >= 16384
    UNION ALL SELECT 'pg_amproc'::regclass, oid FROM pg_amproc WHERE oid >= 16384
    UNION ALL SELECT 'pg_am'::regclass, oid FROM pg_am WHERE oid >= 16384
    UNION ALL SELECT 'pg_language'::regclass, oid FROM pg_language
    UNION ALL SELECT 'pg_transform'::regclass, oid FROM pg_transform
    UNION ALL SELECT 'pg_ts_parser'::regclass, oid FROM pg_ts_parser WHERE oid >= 16384
    UNION ALL SELECT 'pg_ts_template'::regclass, oid FROM pg_ts_template WHERE oid >= 16384
    UNION ALL SELECT 'pg_ts_dict'::regclass, oid FROM pg_ts_dict WHERE oid >= 16384
    UNION ALL SELECT 'pg_ts_config'::regclass, oid FROM pg_ts_config WHERE oid >= 16384
    UNION ALL SELECT 'pg_foreign_data_wrapper'::regclass, oid FROM pg_foreign_data_wrapper
    UNION ALL SELECT 'pg_foreign_server'::regclass, oid FROM pg_foreign_server
    UNION ALL SELECT 'pg_statistic_ext'::regclass, oid FROM pg_statistic_ext
    UNION ALL SELECT 'pg_event_trigger'::regclass, oid FROM pg_event_trigger
    UNION ALL SELECT 'pg_publication'::regclass, oid FROM pg_publication
    -- What a table of an extension has been given since.
    UNION ALL SELECT 'pg_trigger'::regclass, t.oid FROM pg_trigger t JOIN members m ON m.objid = t.tgrelid
              WHERE m.classid = 'pg_class'::regclass AND NOT t.tgisinternal
    UNION ALL SELECT 'pg_rewrite'::regclass, r.oid FROM pg_rewrite r JOIN members m ON m.objid = r.ev_class
              WHERE m.classid = 'pg_class'::regclass
    UNION ALL SELECT 'pg_policy'::regclass, p.oid FROM pg_policy p JOIN members m ON m.objid = p.polrelid
              WHERE m.classid = 'pg_class'::regclass
    UNION ALL SELECT 'pg_constraint'::regclass, k.oid FROM pg_constraint k JOIN members m ON m.objid = k.conrelid
              WHERE m.classid = 'pg_class'::regclass AND k.conparentid = 0
)
SELECT i.type || ' ' || i.identity AS object
FROM objects o, pg_identify_object(o.classid, o.oid, 0) AS i
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = o.classid AND m.objid = o.oid)
  AND i.schema IS DISTINCT FROM 'argosy' AND i.schema IS DISTINCT FROM 'argosy_stage'
