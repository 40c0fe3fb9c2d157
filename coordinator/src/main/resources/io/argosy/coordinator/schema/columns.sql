-- Only compared: they are made with their table, view or type.
SELECT object, part,
       concat_ws(' ', type,
           CASE WHEN attgenerated = 's' THEN format('GENERATED ALWAYS AS (%s) STORED', expression)
                WHEN attgenerated = 'v' THEN format('GENERATED ALWAYS AS (%s) VIRTUAL', expression) END,
           CASE WHEN attinhcount > 0 AND NOT attislocal THEN 'inherited' END,
           'OPTIONS (' || (SELECT string_agg(format('%I %L', o.option_name, o.option_value), ', '
               ORDER BY o.option_name)
                           FROM pg_options_to_table(attfdwoptions) o) || ')') AS definition
FROM columns
UNION ALL
SELECT object, 'order of columns', string_agg(quote_ident(attname), ', ' ORDER BY attnum)
FROM columns
GROUP BY object
