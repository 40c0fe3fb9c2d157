-- What a role is given when others make objects. Without a schema it takes the place of PostgreSQL's own default.
, kinds (type, word) AS (
    VALUES ('r'::"char", 'TABLES'), ('S', 'SEQUENCES'), ('f', 'FUNCTIONS'), ('T', 'TYPES'), ('n', 'SCHEMAS'),
           ('L', 'LARGE OBJECTS')
),
entries AS (
    SELECT format('on %s by %I%s', lower(k.word), pg_get_userbyid(d.defaclrole),
                  CASE WHEN n.oid IS NULL THEN '' ELSE format(' in schema %I', n.nspname) END) AS part,
           format('ALTER DEFAULT PRIVILEGES FOR ROLE %I %s', pg_get_userbyid(d.defaclrole),
                  CASE WHEN n.oid IS NULL THEN '' ELSE format('IN SCHEMA %I ', n.nspname) END) AS prefix,
           quote_ident(pg_get_userbyid(d.defaclrole)) AS role, k.word, n.oid IS NOT NULL AS in_schema,
           a.is_grantable, string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type) AS privileges,
           CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee
    FROM pg_default_acl d
    JOIN kinds k ON k.type = d.defaclobjtype
    LEFT JOIN pg_namespace n ON n.oid = d.defaclnamespace
    LEFT JOIN LATERAL aclexplode(d.defaclacl) AS a ON true
    GROUP BY k.word, d.defaclrole, n.oid, n.nspname, a.grantee, a.is_grantable
)
SELECT 'default privileges' AS object, part,
       coalesce(string_agg(privileges || CASE WHEN is_grantable THEN '*' ELSE '' END || ' to ' || grantee,
                           '; ' ORDER BY grantee, is_grantable), 'none') AS definition,
       format('%sREVOKE ALL ON %s FROM PUBLIC, %s', prefix, word, role)
           || coalesce(string_agg(format('; %sGRANT %s ON %s TO %s', prefix, privileges, word, grantee)
                                      || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END, ''
                                  ORDER BY grantee, is_grantable) FILTER (WHERE privileges IS NOT NULL), '') AS make,
       coalesce(string_agg(DISTINCT format('%sREVOKE ALL ON %s FROM %s', prefix, word, grantee), '; ') || '; ', '')
           || CASE WHEN in_schema THEN format('%sREVOKE ALL ON %s FROM PUBLIC', prefix, word)
                   ELSE format('%sGRANT ALL ON %s TO %s', prefix, word, role)
                            || CASE WHEN word IN ('FUNCTIONS', 'TYPES')
                                    THEN format('; %sGRANT ALL ON %s TO PUBLIC', prefix, word) ELSE '' END
              END AS undo
FROM entries
GROUP BY part, prefix, word, role, in_schema
