-- Types in C, and ranges with a function that makes them canonical: their functions are there by now.
SELECT t.object, 'representation' AS part, d.text AS definition, format('CREATE TYPE %s (%s)', t.name, d.text) AS make
FROM types t
LEFT JOIN pg_type e ON e.oid = t.typelem,
     concat_ws(', ', 'INPUT = ' || t.typinput::text, 'OUTPUT = ' || t.typoutput::text,
         'RECEIVE = ' || NULLIF(t.typreceive::text, '-'), 'SEND = ' || NULLIF(t.typsend::text, '-'),
         'TYPMOD_IN = ' || NULLIF(t.typmodin::text, '-'), 'TYPMOD_OUT = ' || NULLIF(t.typmodout::text, '-'),
         'ANALYZE = ' || NULLIF(t.typanalyze::text, '-'), 'SUBSCRIPT = ' || NULLIF(t.typsubscript::text, '-'),
         'INTERNALLENGTH = ' || CASE WHEN t.typlen = -1 THEN 'VARIABLE' ELSE t.typlen::text END,
         CASE WHEN t.typbyval THEN 'PASSEDBYVALUE' END,
         'ALIGNMENT = ' || CASE t.typalign WHEN 'c' THEN 'char' WHEN 's' THEN 'int2' WHEN 'i' THEN 'int4'
             ELSE 'double' END,
         'STORAGE = ' || CASE t.typstorage WHEN 'p' THEN 'plain' WHEN 'm' THEN 'main' WHEN 'e' THEN 'external'
                                           ELSE 'extended' END,
         'CATEGORY = ' || quote_literal(t.typcategory::text), CASE WHEN t.typispreferred THEN 'PREFERRED = true' END,
         'DEFAULT = ' || quote_literal(t.typdefault),
         'ELEMENT = ' || format_type(e.oid, NULL),
         'DELIMITER = ' || quote_literal(t.typdelim::text), CASE WHEN t.typcollation <> 0
             THEN 'COLLATABLE = true' END) AS d (text)
WHERE t.typtype = 'b' AND t.typisdefined
UNION ALL
SELECT r.object, 'representation', NULL, format('CREATE TYPE %s AS RANGE (%s)', r.name, r.text)
FROM ranges r
WHERE r.rngcanonical <> 0
