-- What is remembered of tables by their names, on the first node. Names of tables that are placed, as they were when
-- somebody looked last.
CREATE TABLE IF NOT EXISTS argosy.placed_names (
    relation oid PRIMARY KEY,
    schema_name name NOT NULL,
    table_name name NOT NULL,
    distribution_column name
);
-- Names whose tables were placed and have been dropped or renamed since.
CREATE TABLE IF NOT EXISTS argosy.lost_placements (
    schema_name name NOT NULL,
    table_name name NOT NULL,
    relation oid NOT NULL,
    distribution_column name,
    PRIMARY KEY (schema_name, table_name)
);
-- How tables are to be placed that are made under a name, or get it.
CREATE TABLE IF NOT EXISTS argosy.placement_rules (
    schema_name name NOT NULL,
    table_name name NOT NULL,
    distribution_column name,
    colocate_with text NOT NULL DEFAULT 'default',
    declared_by name NOT NULL,
    -- The table that had the name when somebody looked last.
    relation oid,
    PRIMARY KEY (schema_name, table_name, declared_by)
);
COMMENT ON TABLE argosy.placement_rules IS
    'How tables of these names are placed when they are created; without a distribution column as reference tables.';
GRANT SELECT ON argosy.placement_rules TO PUBLIC;

-- Only rows that differ are touched: whoever defines something would wait for all others who do.
CREATE OR REPLACE FUNCTION argosy.note_names() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- Who renames a table twice means the first name.
    INSERT INTO argosy.lost_placements
    SELECT p.schema_name, p.table_name, p.relation, p.distribution_column
    FROM argosy.placed_names p
    LEFT JOIN pg_class c ON c.oid = p.relation
    LEFT JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE (n.nspname IS DISTINCT FROM p.schema_name OR c.relname IS DISTINCT FROM p.table_name)
      AND NOT EXISTS (SELECT FROM argosy.lost_placements l WHERE l.relation = p.relation)
    ON CONFLICT (schema_name, table_name) DO UPDATE
    SET relation = excluded.relation, distribution_column = excluded.distribution_column;
    DELETE FROM argosy.placed_names p
    WHERE NOT EXISTS (SELECT FROM argosy.tables t JOIN pg_class c ON c.oid = t.relation WHERE t.relation = p.relation);
    UPDATE argosy.placed_names p
    SET schema_name = n.nspname, table_name = c.relname, distribution_column = a.attname
    FROM argosy.tables t
    JOIN pg_class c ON c.oid = t.relation
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attribute a ON a.attrelid = t.relation AND a.attnum = t.distribution_column
    WHERE p.relation = t.relation
      AND (p.schema_name, p.table_name, p.distribution_column) IS DISTINCT FROM (n.nspname, c.relname, a.attname);
    INSERT INTO argosy.placed_names
    SELECT t.relation, n.nspname, c.relname, a.attname
    FROM argosy.tables t
    JOIN pg_class c ON c.oid = t.relation AND NOT c.relispartition
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attribute a ON a.attrelid = t.relation AND a.attnum = t.distribution_column
    WHERE NOT EXISTS (SELECT FROM argosy.placed_names p WHERE p.relation = t.relation)
    ON CONFLICT DO NOTHING;
    DELETE FROM argosy.lost_placements l USING argosy.placed_names p
    WHERE p.schema_name = l.schema_name AND p.table_name = l.table_name;
END $$;
SELECT argosy.note_names();

-- Tables without a placement whose names speak for one, each of them once: by a rule, or since an earlier one of the
-- name had one. A rule is for tables of those who are members of the role that has declared it; superusers declare for
-- all. Only who may place a table is told of it.
CREATE OR REPLACE FUNCTION argosy.follow_names()
    RETURNS TABLE (relation oid, name text, distribution_column name, colocate_with text, declared_by name)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    -- A block of code may run where nothing can be defined.
    IF current_setting('transaction_read_only')::boolean THEN
        RETURN;
    END IF;
    PERFORM argosy.note_names();
    IF NOT EXISTS (SELECT FROM argosy.placement_rules) AND NOT EXISTS (SELECT FROM argosy.lost_placements) THEN
        RETURN;
    END IF;
    RETURN QUERY
    WITH unplaced AS (
        SELECT c.oid, c.relowner, n.nspname, c.relname
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND NOT c.relispartition
          AND NOT EXISTS (SELECT FROM argosy.tables t WHERE t.relation = c.oid)
          AND pg_has_role(session_user, c.relowner, 'USAGE')
    ),
    ruled AS (
        UPDATE argosy.placement_rules r SET relation = u.oid
        FROM unplaced u, pg_roles d
        WHERE u.nspname = r.schema_name AND u.relname = r.table_name AND r.relation IS DISTINCT FROM u.oid
          AND d.rolname = r.declared_by AND (d.rolsuper OR pg_has_role(u.relowner, d.oid, 'MEMBER'))
        RETURNING u.oid, u.relowner, u.nspname, u.relname, r.distribution_column, r.colocate_with, r.declared_by
    ),
    returned AS (
        DELETE FROM argosy.lost_placements l USING unplaced u
        WHERE u.nspname = l.schema_name AND u.relname = l.table_name
        RETURNING u.oid, u.nspname, u.relname, l.distribution_column
    )
    (SELECT DISTINCT ON (r.oid) r.oid, format('%I.%I', r.nspname, r.relname), r.distribution_column, r.colocate_with,
            r.declared_by
     FROM ruled r
     -- One's own rule first.
     ORDER BY r.oid, r.declared_by = pg_get_userbyid(r.relowner) DESC, r.declared_by)
    UNION ALL
    SELECT t.oid, format('%I.%I', t.nspname, t.relname), t.distribution_column, NULL, NULL
    FROM returned t WHERE NOT EXISTS (SELECT FROM ruled r WHERE r.oid = t.oid);
END $$;

CREATE OR REPLACE FUNCTION argosy.declare_placement(
    table_name text, distribution_column text, colocate_with text DEFAULT 'default') RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'declare_placement must be called through the coordinator' USING ERRCODE = '55000';
END $$;
CREATE OR REPLACE FUNCTION argosy.declare_reference(table_name text) RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'declare_reference must be called through the coordinator' USING ERRCODE = '55000';
END $$;
CREATE OR REPLACE FUNCTION argosy.forget_placement_rule(table_name text) RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'forget_placement_rule must be called through the coordinator' USING ERRCODE = '55000';
END $$;
-- A table need not be there yet.
CREATE OR REPLACE FUNCTION argosy.forget_placement_rule_arguments(table_name text) RETURNS json
    LANGUAGE sql STABLE
    RETURN (SELECT json_build_object('schema', coalesce(part[cardinality(part) - 1], current_schema()),
                                     'name', part[cardinality(part)])
            FROM parse_ident(table_name) AS part);
CREATE OR REPLACE FUNCTION argosy.declare_reference_arguments(table_name text) RETURNS json
    LANGUAGE sql STABLE RETURN argosy.forget_placement_rule_arguments(table_name);
CREATE OR REPLACE FUNCTION argosy.declare_placement_arguments(
    table_name text, distribution_column text, colocate_with text DEFAULT 'default') RETURNS json
    LANGUAGE sql STABLE
    RETURN (argosy.forget_placement_rule_arguments(table_name)::jsonb
            || jsonb_build_object(
                   'column', distribution_column,
                   'colocateWith', CASE WHEN colocate_with IN ('default', 'none') THEN colocate_with
                                        ELSE coalesce((SELECT format('%I.%I', n.nspname, c.relname)
                                                       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                                                       WHERE c.oid = to_regclass(colocate_with)), colocate_with) END))::json;

-- Who may make tables in a schema says how his own are placed, and those of his members.
CREATE OR REPLACE FUNCTION argosy.record_placement_rule(
    in_schema text, of_table text, by_column text, beside text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    declaring name := coalesce(nullif(current_setting('role'), 'none'), session_user);
    existing oid := to_regclass(format('%I.%I', in_schema, of_table));
BEGIN
    IF to_regnamespace(quote_ident(in_schema)) IS NULL THEN
        RAISE EXCEPTION 'schema "%" does not exist', in_schema USING ERRCODE = '3F000';
    END IF;
    IF NOT has_schema_privilege(declaring, in_schema, 'CREATE') THEN
        RAISE EXCEPTION 'permission denied for schema %', in_schema USING ERRCODE = '42501';
    END IF;
    IF existing IS NOT NULL THEN
        PERFORM argosy.require_owner(existing);
    END IF;
    INSERT INTO argosy.placement_rules VALUES (in_schema, of_table, by_column, beside, declaring, existing)
    ON CONFLICT (schema_name, table_name, declared_by) DO UPDATE
    SET distribution_column = excluded.distribution_column, colocate_with = excluded.colocate_with,
        relation = excluded.relation;
END $$;
CREATE OR REPLACE FUNCTION argosy.delete_placement_rule(in_schema text, of_table text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM argosy.placement_rules r USING pg_roles d
    WHERE r.schema_name = in_schema AND r.table_name = of_table
      AND d.rolname = r.declared_by AND pg_has_role(session_user, d.oid, 'USAGE');
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no placement rule of yours for table %', format('%I.%I', in_schema, of_table)
            USING ERRCODE = '42704', HINT = 'argosy.placement_rules lists them.';
    END IF;
END $$;
