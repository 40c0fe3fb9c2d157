-- Constraints and defaults of domains come later, when there are functions. A type in C is made from the outside in:
-- its name, its functions, and then what it is.
SELECT object, definition, make FROM (
    SELECT t.oid, t.object,
           (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder)
            FROM pg_enum e WHERE e.enumtypid = t.oid) AS definition,
           format('CREATE TYPE %s AS ENUM (%s)', t.name,
                  (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder)
                   FROM pg_enum e WHERE e.enumtypid = t.oid)) AS make
    FROM types t WHERE t.typtype = 'e'
    UNION ALL
    SELECT t.oid, t.object, NULL,
           format('CREATE TYPE %s AS (%s)', t.name,
                  (SELECT string_agg(format('%I %s', c.attname, c.type), ', ' ORDER BY c.attnum)
                   FROM columns c WHERE c.attrelid = t.typrelid))
    FROM types t WHERE t.typtype = 'c'
    UNION ALL
    SELECT t.oid, t.object, d.text, format('CREATE DOMAIN %s AS %s', t.name, d.text)
    FROM types t
    JOIN pg_type b ON b.oid = t.typbasetype,
         concat_ws(' ', format_type(t.typbasetype, t.typtypmod),
             CASE WHEN t.typcollation <> b.typcollation THEN
                 (SELECT format('COLLATE %I.%I', n.nspname, l.collname)
                  FROM pg_collation l JOIN pg_namespace n ON n.oid = l.collnamespace WHERE l.oid = t.typcollation) END,
             CASE WHEN t.typnotnull AND NOT EXISTS (SELECT FROM pg_constraint k
                                                    WHERE k.contypid = t.oid AND k.contype = 'n')
                  THEN 'NOT NULL' END) AS d (text)
    WHERE t.typtype = 'd'
    UNION ALL
    SELECT r.oid, r.object, r.text,
           CASE WHEN r.rngcanonical = 0 THEN format('CREATE TYPE %s AS RANGE (%s)', r.name, r.text)
                ELSE format('CREATE TYPE %s', r.name) END
    FROM ranges r
    UNION ALL
    SELECT t.oid, t.object, NULL, format('CREATE TYPE %s', t.name)
    FROM types t WHERE t.typtype IN ('b', 'p')
) AS all_types
ORDER BY oid
