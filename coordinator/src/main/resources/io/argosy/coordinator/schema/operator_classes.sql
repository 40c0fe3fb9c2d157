-- The operators and functions of a class are made with it, those that its family has besides are added to that.
, items AS (
    SELECT 'pg_amop'::regclass::oid AS classid, o.oid, o.amopfamily AS family,
           format('OPERATOR %s %s', o.amopstrategy, o.amopopr::regoperator)
               || CASE WHEN o.amoppurpose = 'o' THEN (SELECT format(' FOR ORDER BY %I.%I', n.nspname, f.opfname)
                                                      FROM pg_opfamily f JOIN pg_namespace n ON n.oid = f.opfnamespace
                                                      WHERE f.oid = o.amopsortfamily) ELSE '' END AS text
    FROM pg_amop o
    UNION ALL
    SELECT 'pg_amproc'::regclass, p.oid, p.amprocfamily,
           format('FUNCTION %s (%s, %s) %s', p.amprocnum, format_type(p.amproclefttype, NULL),
                  format_type(p.amprocrighttype, NULL), p.amproc::oid::regprocedure)
    FROM pg_amproc p
)
SELECT format('operator class %I.%I USING %I', s.nspname, c.opcname, a.amname) AS object, NULL AS part,
       d.text AS definition,
       format('CREATE OPERATOR CLASS %I.%I %sFOR TYPE %s', s.nspname, c.opcname,
              CASE WHEN c.opcdefault THEN 'DEFAULT ' ELSE '' END, d.text) AS make
FROM pg_opclass c
JOIN schemas s ON s.oid = c.opcnamespace
JOIN pg_am a ON a.oid = c.opcmethod
JOIN pg_opfamily f ON f.oid = c.opcfamily
JOIN pg_namespace n ON n.oid = f.opfnamespace,
     concat_ws(' ', format_type(c.opcintype, NULL), 'USING', quote_ident(a.amname),
         format('FAMILY %I.%I AS', n.nspname, f.opfname),
         concat_ws(', ', 'STORAGE ' || format_type(CASE WHEN c.opckeytype = 0 THEN c.opcintype
             ELSE c.opckeytype END, NULL),
             (SELECT string_agg(i.text, ', ' ORDER BY i.text)
              FROM items i
              JOIN pg_depend p ON p.classid = i.classid AND p.objid = i.oid AND p.refclassid = 'pg_opclass'::regclass
                              AND p.refobjid = c.oid AND p.deptype = 'i'))) AS d (text)
WHERE NOT EXISTS (SELECT FROM members m WHERE m.classid = 'pg_opclass'::regclass AND m.objid = c.oid)
UNION ALL
SELECT format('operator family %I.%I USING %I', s.nspname, f.opfname, a.amname), i.text, NULL,
       format('ALTER OPERATOR FAMILY %I.%I USING %I ADD %s', s.nspname, f.opfname, a.amname, i.text)
FROM pg_opfamily f
JOIN pg_namespace s ON s.oid = f.opfnamespace
JOIN pg_am a ON a.oid = f.opfmethod
JOIN items i ON i.family = f.oid AND i.oid >= 16384
WHERE NOT EXISTS (SELECT FROM pg_depend p WHERE p.classid = i.classid AND p.objid = i.oid AND p.deptype IN ('i', 'e')
                                            AND p.refclassid IN ('pg_opclass'::regclass, 'pg_extension'::regclass))
