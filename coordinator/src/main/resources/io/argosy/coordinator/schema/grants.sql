-- An entry of an access list says who has got what from whom, and an asterisk that he may pass it on. They are given in
-- the order in which they were, so that who passes something on has it by then.
, granted AS MATERIALIZED (
    SELECT i.type || ' ' || i.identity AS object, o.granted || ' ' || i.identity AS target, o.owner,
           coalesce(o.acl, acldefault(o.acltype, o.owner)) AS acl
    FROM owned o, pg_identify_object(o.classid, o.objid, 0) AS i
    WHERE o.granted IS NOT NULL
      AND (o.namespace IN (SELECT oid FROM schemas) OR o.namespace IS NULL AND o.objid >= 16384
           -- What PostgreSQL itself has is as initdb has made it, where it has grants from then.
           OR o.objid < 16384 AND (o.acl IS NOT NULL
                                   OR EXISTS (SELECT FROM pg_init_privs p WHERE p.classoid = o.classid
                                              AND p.objoid = o.objid AND p.objsubid = 0)))
    UNION ALL
    SELECT 'database', format('DATABASE %I', datname), datdba, coalesce(datacl, acldefault('d', datdba))
    FROM pg_database WHERE datname = current_database()
),
entries AS (
    SELECT g.object, g.target, g.owner, a.grantor, a.grantee, a.is_grantable, min(a.position) AS position,
           string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type) AS privileges,
           CASE WHEN a.grantee = g.owner THEN 'the owner' WHEN a.grantee = 0 THEN 'PUBLIC'
                ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee_shown,
           CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee_name,
           quote_ident(pg_get_userbyid(a.grantor)) AS grantor_name
    FROM granted g,
         aclexplode(g.acl) WITH ORDINALITY AS a (grantor, grantee, privilege_type, is_grantable, position)
    GROUP BY g.object, g.target, g.owner, a.grantor, a.grantee, a.is_grantable
),
made AS (
    SELECT e.object,
           string_agg(e.privileges || CASE WHEN e.is_grantable THEN '*' ELSE '' END || ' to ' || e.grantee_shown
                          || CASE WHEN e.grantor = e.owner THEN '' ELSE ' by ' || e.grantor_name END,
                      '; ' ORDER BY e.grantee_shown, e.grantor_name, e.is_grantable) AS shown,
           string_agg(CASE WHEN e.grantor = e.owner THEN '' ELSE '; SET LOCAL ROLE ' || e.grantor_name END
                          || format('; GRANT %s ON %s TO %s', e.privileges, e.target, e.grantee_name)
                          || CASE WHEN e.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
                          || CASE WHEN e.grantor = e.owner THEN '' ELSE '; SET LOCAL ROLE NONE' END,
                      '' ORDER BY e.position) AS statements,
           string_agg(DISTINCT format('REVOKE ALL ON %s FROM %s CASCADE', e.target, e.grantee_name), '; ')
               FILTER (WHERE e.grantee NOT IN (0, e.owner)) AS undo
    FROM entries e GROUP BY e.object
)
SELECT g.object, 'grants' AS part, coalesce(m.shown, 'none') AS definition,
       format('REVOKE ALL ON %s FROM PUBLIC; REVOKE ALL ON %1$s FROM %I', g.target, pg_get_userbyid(g.owner))
           || coalesce(m.statements, '') AS make,
       coalesce(m.undo, '') AS undo
FROM granted g LEFT JOIN made m ON m.object = g.object
