SELECT format('publication %I', p.pubname) AS object, NULL AS part, d.text AS definition,
       format('CREATE PUBLICATION %I %s', p.pubname, d.text) AS make
FROM pg_publication p,
     concat_ws(' ', CASE WHEN p.puballtables THEN 'FOR ALL TABLES' END,
         format('WITH (publish = %L, publish_via_partition_root = %s',
                concat_ws(', ', CASE WHEN p.pubinsert THEN 'insert' END, CASE WHEN p.pubupdate THEN 'update' END,
                          CASE WHEN p.pubdelete THEN 'delete' END, CASE WHEN p.pubtruncate THEN 'truncate' END),
                p.pubviaroot::text)
             || CASE to_jsonb(p)->>'pubgencols' WHEN 's' THEN ', publish_generated_columns = stored' ELSE '' END
             || ')') AS d (text)
UNION ALL
-- For what is newer see publication_members.sql.
SELECT format('publication %I', p.pubname), format('table %I.%I', n.nspname, c.relname), NULL,
       format('ALTER PUBLICATION %I ADD TABLE ONLY %I.%I', p.pubname, n.nspname, c.relname)
FROM pg_publication p
JOIN pg_publication_rel r ON r.prpubid = p.oid
JOIN pg_class c ON c.oid = r.prrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE current_setting('server_version_num')::int < 150000
