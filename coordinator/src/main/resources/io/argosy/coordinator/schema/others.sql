-- What is not made but only compared, besides whether it is there.
-- Triggers of foreign keys have a number for a name, and another one on each server.
SELECT c.object, format('constraint %I, trigger %s, state', k.conname, t.tgfoid::regproc) AS part,
       string_agg(t.tgenabled::text, ' ' ORDER BY t.tgenabled) AS definition
FROM relations c
JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgenabled <> 'O'
JOIN pg_constraint k ON k.oid = t.tgconstraint AND k.contype = 'f'
GROUP BY c.object, k.conname, t.tgfoid
UNION ALL
SELECT 'database', 'tablespace', quote_ident(t.spcname)
FROM pg_database d JOIN pg_tablespace t ON t.oid = d.dattablespace WHERE d.datname = current_database()
UNION ALL
SELECT 'database', 'encoding and locale',
       concat_ws(' ', pg_encoding_to_char(d.encoding), d.datcollate, d.datctype, to_jsonb(d)->>'datlocprovider',
                 coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale'), to_jsonb(d)->>'daticurules')
FROM pg_database d WHERE d.datname = current_database()
UNION ALL
SELECT i.type || ' ' || i.identity, format('security label of %I', l.provider), l.label
FROM pg_seclabel l, pg_identify_object(l.classoid, l.objoid, l.objsubid) AS i
WHERE i.schema IS DISTINCT FROM 'argosy' AND i.schema IS DISTINCT FROM 'argosy_stage' AND i.type <> 'large object'
