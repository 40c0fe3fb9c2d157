-- Argosy's metadata, the same on every node. Everything the coordinator knows can be rebuilt from it.
CREATE SCHEMA IF NOT EXISTS argosy;
GRANT USAGE ON SCHEMA argosy TO PUBLIC;

-- A transaction that has touched a temporary table cannot be prepared, so in transactions that
-- write the tables of stages are here. They are dropped before their transaction ends.
CREATE SCHEMA IF NOT EXISTS argosy_stage;
GRANT USAGE, CREATE ON SCHEMA argosy_stage TO PUBLIC;
COMMENT ON SCHEMA argosy_stage IS 'Tables of stages while a transaction runs; nobody sees those of another one.';
-- What is there and can be seen was left behind: the transaction that makes a table drops it, too.
DO $$
DECLARE
    statement text;
BEGIN
    FOR statement IN
        SELECT pg_catalog.format('DROP TABLE argosy_stage.%I CASCADE', c.relname)
        FROM pg_catalog.pg_class c
        WHERE c.relnamespace OPERATOR(pg_catalog.=) 'argosy_stage'::pg_catalog.regnamespace
          AND c.relkind OPERATOR(pg_catalog.=) 'r'
    LOOP
        EXECUTE statement;
    END LOOP;
END $$;

CREATE TABLE IF NOT EXISTS argosy.nodes (
    position integer PRIMARY KEY,
    name text NOT NULL UNIQUE,
    self boolean NOT NULL
);
COMMENT ON TABLE argosy.nodes IS 'The nodes of the cluster in their order; self is true for this node.';

-- One row, so that a transaction sees that there is a later version of it than its snapshot shows.
CREATE TABLE IF NOT EXISTS argosy.slot_map (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    moves bigint NOT NULL,
    owners smallint[] NOT NULL CHECK (pg_catalog.cardinality(owners) OPERATOR(pg_catalog.=) 1024)
);
COMMENT ON TABLE argosy.slot_map IS 'The positions of the nodes that own the slots of keys, and how often slots have moved.';
CREATE OR REPLACE FUNCTION argosy.note_even_slots(nodes integer) RETURNS void
    LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO argosy.slot_map (moves, owners)
    SELECT 0, array_agg(slot * nodes / 1024 ORDER BY slot) FROM generate_series(0, 1023) AS slot
    -- ON CONFLICT would wait for a move that is in doubt, which a coordinator that starts is to end.
    HAVING NOT EXISTS (SELECT FROM argosy.slot_map)
$$;
REVOKE ALL ON FUNCTION argosy.note_even_slots(integer) FROM PUBLIC;
-- Slots do not move until the transaction ends: what it places, nobody else sees yet.
CREATE OR REPLACE FUNCTION argosy.hold_slots() RETURNS TABLE (moves bigint, owners smallint[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(71812432347993);
    IF EXISTS (SELECT FROM argosy.slot_map WHERE currtid2('argosy.slot_map', ctid) <> ctid) THEN
        RAISE serialization_failure USING MESSAGE = 'could not serialize access due to slots that have moved';
    END IF;
    RETURN QUERY SELECT m.moves, m.owners FROM argosy.slot_map m;
END $$;
-- The same with how many nodes there are by then.
CREATE OR REPLACE FUNCTION argosy.held_map() RETURNS TABLE (moves bigint, owners smallint[], nodes bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM argosy.hold_slots();
    RETURN QUERY SELECT m.moves, m.owners, (SELECT count(*) FROM argosy.nodes) FROM argosy.slot_map m;
END $$;
-- No node joins until the transaction ends: what it defines, or empties, is to be so there, too. Only on the home node,
-- where nothing is ever in doubt; the lock is one that nobody else may have.
CREATE OR REPLACE FUNCTION argosy.hold_nodes(known integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    LOCK TABLE argosy.nodes IN ROW SHARE MODE;
    IF EXISTS (SELECT FROM argosy.slot_map WHERE currtid2('argosy.slot_map', ctid) <> ctid) THEN
        RAISE serialization_failure USING MESSAGE = 'could not serialize access due to slots that have moved';
    END IF;
    IF known <> (SELECT count(*) FROM argosy.nodes) THEN
        PERFORM argosy.refuse_catalog();
    END IF;
END $$;
-- For who adds a node, first of all: one at a time.
CREATE OR REPLACE FUNCTION argosy.begin_join() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(71812432347994) THEN
        RAISE lock_not_available USING MESSAGE = 'another node is joining', HINT = 'Add this one when that has joined.';
    END IF;
END $$;
REVOKE ALL ON FUNCTION argosy.begin_join() FROM PUBLIC;
-- For who adds a node, at the end.
CREATE OR REPLACE FUNCTION argosy.lock_nodes(known integer) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    LOCK TABLE argosy.nodes IN EXCLUSIVE MODE;
    IF known <> (SELECT count(*) FROM argosy.nodes) THEN
        PERFORM argosy.refuse_catalog();
    END IF;
END $$;
REVOKE ALL ON FUNCTION argosy.lock_nodes(integer) FROM PUBLIC;
-- The same where there is one node. Functions of users may write rows of any table there, behind the guard of their
-- statement, which asks this table first: those that have, are waited for, and the others wait.
CREATE OR REPLACE FUNCTION argosy.lock_statements() RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    LOCK TABLE argosy.catalog_changes IN ACCESS EXCLUSIVE MODE;
END $$;
REVOKE ALL ON FUNCTION argosy.lock_statements() FROM PUBLIC;
-- For who moves slots. It is no lock of the table, which a move that is in doubt would keep from a coordinator that
-- starts and is to end it.
CREATE OR REPLACE FUNCTION argosy.lock_slots() RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp
AS 'SELECT pg_advisory_xact_lock(71812432347993)';
REVOKE ALL ON FUNCTION argosy.lock_slots() FROM PUBLIC;
-- For who locks tables that others write and wait behind it: all of them in so many milliseconds, or none, in this
-- order. LOCK TABLE alone would wait that long for each table, and for each partition. Says which table was in the way.
CREATE OR REPLACE FUNCTION argosy.lock_tables(tables text[], lock_mode text, patience integer) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    due timestamptz := clock_timestamp() + patience * interval '1 ms';
    locked text;
    part regclass;
BEGIN
    FOREACH locked IN ARRAY tables LOOP
        PERFORM argosy.lock_until(due, locked, lock_mode);
        FOR part IN SELECT p.relid FROM pg_partition_tree(locked::regclass) p WHERE p.level > 0 ORDER BY p.relid LOOP
            PERFORM argosy.lock_until(due, part::text, lock_mode);
        END LOOP;
    END LOOP;
EXCEPTION
    WHEN lock_not_available THEN
        RAISE lock_not_available USING TABLE = locked, MESSAGE = format('could not obtain lock on table %s', locked);
END $$;
REVOKE ALL ON FUNCTION argosy.lock_tables(text[], text, integer) FROM PUBLIC;
CREATE OR REPLACE FUNCTION argosy.lock_until(due timestamptz, locked text, lock_mode text) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM set_config(
        'lock_timeout', greatest(1, floor(extract(epoch FROM due - clock_timestamp()) * 1000)::integer)::text, true);
    EXECUTE format('LOCK TABLE ONLY %s IN %s MODE', locked, lock_mode);
END $$;
REVOKE ALL ON FUNCTION argosy.lock_until(timestamptz, text, text) FROM PUBLIC;
CREATE OR REPLACE FUNCTION argosy.slot_owner(slot bigint) RETURNS integer
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT owners[slot + 1] FROM argosy.slot_map);
END $$;

CREATE TABLE IF NOT EXISTS argosy.colocation_groups (
    id integer PRIMARY KEY,
    key_type text NOT NULL
);
COMMENT ON TABLE argosy.colocation_groups IS 'Tables of one group keep rows with equal keys on the same node.';

CREATE TABLE IF NOT EXISTS argosy.tables (
    relation regclass PRIMARY KEY,
    placement text NOT NULL CHECK (placement IN ('hash', 'replicated')),
    distribution_column smallint,
    colocation_group integer REFERENCES argosy.colocation_groups,
    CHECK ((placement = 'hash') = (distribution_column IS NOT NULL AND colocation_group IS NOT NULL))
);
COMMENT ON TABLE argosy.tables IS 'Where the rows of a table live; tables that are not listed live on the first node.';

-- The same as people read it.
CREATE OR REPLACE VIEW argosy.placed_tables AS
    SELECT t.relation AS table_name,
           CASE t.placement WHEN 'hash' THEN 'distributed' ELSE 'reference' END AS table_type,
           a.attname AS distribution_column, t.colocation_group
    FROM argosy.tables t
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) t.relation
    LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) t.relation
                                       AND a.attnum OPERATOR(pg_catalog.=) t.distribution_column;
COMMENT ON VIEW argosy.placed_tables IS 'Which tables are distributed, by which column, and which have a copy on every node.';
GRANT SELECT ON argosy.placed_tables TO PUBLIC;

CREATE TABLE IF NOT EXISTS argosy.safe_functions (
    function regprocedure PRIMARY KEY
);
ALTER TABLE argosy.safe_functions ADD COLUMN IF NOT EXISTS definition text;
COMMENT ON TABLE argosy.safe_functions IS
    'Functions whose owners have declared that they give the same result on every node, and a digest of what they were then.';

-- By name, since users can have tables here, too: a role called argosy finds this schema first ("$user").
GRANT SELECT ON argosy.nodes, argosy.slot_map, argosy.colocation_groups, argosy.tables, argosy.safe_functions TO PUBLIC;

-- How often the catalog of this node has changed, so that whoever has read it knows whether it is still what it was.
-- A transaction that has changed it counts that in a row that no other transaction has, so that none waits for another
-- one and the sum is never what it was before; rolled back, it does not count.
CREATE TABLE IF NOT EXISTS argosy.catalog_changes (changes bigint NOT NULL) WITH (fillfactor = 50);
INSERT INTO argosy.catalog_changes SELECT 0 FROM pg_catalog.generate_series(1, 8)
WHERE NOT EXISTS (SELECT FROM argosy.catalog_changes);
-- A publication FOR ALL TABLES wants to know which row an UPDATE changes. Only once: it waits for all who read it.
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_catalog.pg_class
               WHERE oid = 'argosy.catalog_changes'::pg_catalog.regclass AND relreplident <> 'f') THEN
        ALTER TABLE argosy.catalog_changes REPLICA IDENTITY FULL;
    END IF;
END $$;
COMMENT ON TABLE argosy.catalog_changes IS
    'The sum is the version of the catalog on this node, which coordinators have in mind when they plan.';
GRANT SELECT ON argosy.catalog_changes TO PUBLIC;
CREATE OR REPLACE FUNCTION argosy.catalog_version() RETURNS bigint
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT sum(changes)::bigint FROM argosy.catalog_changes);
END $$;
-- In a transaction with a snapshot of its own, a row that has changed since cannot be locked. It is passed over: where a
-- row has gone, its last version tells (currtid2). What a new row adds is not told to those who have a snapshot.
CREATE OR REPLACE FUNCTION argosy.raise_catalog(by bigint) RETURNS bigint
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    chosen tid;
BEGIN
    FOR chosen IN SELECT ctid FROM argosy.catalog_changes
                  WHERE currtid2('argosy.catalog_changes', ctid) = ctid LOOP
        BEGIN
            PERFORM FROM argosy.catalog_changes WHERE ctid = chosen FOR UPDATE SKIP LOCKED;
            IF FOUND THEN
                UPDATE argosy.catalog_changes SET changes = changes + by WHERE ctid = chosen;
                RETURN argosy.catalog_version();
            END IF;
        EXCEPTION WHEN serialization_failure THEN
            NULL;
        END;
    END LOOP;
    INSERT INTO argosy.catalog_changes VALUES (by);
    RETURN argosy.catalog_version();
END $$;
REVOKE ALL ON FUNCTION argosy.raise_catalog(bigint) FROM PUBLIC;
CREATE OR REPLACE FUNCTION argosy.change_catalog() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN argosy.raise_catalog(1);
END $$;
-- Slots have moved. That counts for so much that the version of a node's catalog tells how often it has happened.
CREATE OR REPLACE FUNCTION argosy.note_moved_slots(moved integer[], new_owner integer) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE argosy.slot_map SET moves = moves + 1, owners = (
        SELECT array_agg(CASE WHEN o.slot - 1 = ANY (moved) THEN new_owner ELSE o.owner END ORDER BY o.slot)
        FROM unnest(owners) WITH ORDINALITY AS o(owner, slot));
    PERFORM argosy.raise_catalog(1::bigint << 40);
END $$;
REVOKE ALL ON FUNCTION argosy.note_moved_slots(integer[], integer) FROM PUBLIC;
-- The moves of slots, on the home node.
CREATE TABLE IF NOT EXISTS argosy.slot_moves (
    moved_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    source text NOT NULL,
    target text NOT NULL,
    slots integer NOT NULL,
    rows bigint NOT NULL,
    lock_seconds double precision NOT NULL,
    move_seconds double precision NOT NULL
);
GRANT SELECT ON argosy.slot_moves TO PUBLIC;
COMMENT ON TABLE argosy.slot_moves IS 'How many slots have moved from node to node, when, and how long it took.';
COMMENT ON COLUMN argosy.slot_moves.moved_at IS 'When the rows were on the other node, just before the commit.';
COMMENT ON COLUMN argosy.slot_moves.slots IS 'How many slots moved.';
COMMENT ON COLUMN argosy.slot_moves.rows IS 'How many rows of all distributed tables moved with them.';
COMMENT ON COLUMN argosy.slot_moves.lock_seconds IS 'How long it took until the locks were there, with pauses in which writers went on.';
COMMENT ON COLUMN argosy.slot_moves.move_seconds IS 'How long the locks were held before the commit; writers on the node that gave the slots waited.';
-- A node has joined, behind the others. It owns no slots yet; whoever looks for rows is to know of it, as of a move.
CREATE OR REPLACE FUNCTION argosy.note_joined_node(joined text, joined_position integer) RETURNS void
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF joined_position <> (SELECT count(*) FROM argosy.nodes) THEN
        PERFORM argosy.refuse_catalog();
    END IF;
    IF joined_position = 1 THEN
        -- From now on the others are without rows.
        INSERT INTO argosy.materialized_views SELECT c.oid FROM pg_class c WHERE c.relkind = 'm' ON CONFLICT DO NOTHING;
    END IF;
    INSERT INTO argosy.nodes VALUES (joined_position, joined, false);
    UPDATE argosy.slot_map SET moves = moves + 1;
    PERFORM argosy.raise_catalog(1::bigint << 40);
END $$;
REVOKE ALL ON FUNCTION argosy.note_joined_node(text, integer) FROM PUBLIC;
-- What a statement comes to that is based on an older version of the catalog.
DROP FUNCTION IF EXISTS argosy.require_catalog(bigint);
DROP FUNCTION IF EXISTS argosy.require_current_catalog(bigint);
CREATE OR REPLACE FUNCTION argosy.refuse_catalog() RETURNS boolean
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'the catalog has changed' USING ERRCODE = 'AR001';
END $$;

-- The coordinator takes these calls over; on a node itself they only say so.
CREATE OR REPLACE FUNCTION argosy.create_distributed_table(
    table_name regclass, distribution_column text, distribution_type text DEFAULT 'hash',
    colocate_with text DEFAULT 'default') RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'create_distributed_table must be called through the coordinator' USING ERRCODE = '55000';
END $$;
CREATE OR REPLACE FUNCTION argosy.create_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'create_reference_table must be called through the coordinator' USING ERRCODE = '55000';
END $$;
CREATE OR REPLACE FUNCTION argosy.attach_distributed_table(
    table_name regclass, distribution_column text, colocate_with text DEFAULT 'default',
    move boolean DEFAULT false) RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'attach_distributed_table must be called through the coordinator' USING ERRCODE = '55000';
END $$;
CREATE OR REPLACE FUNCTION argosy.attach_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'attach_reference_table must be called through the coordinator' USING ERRCODE = '55000';
END $$;
CREATE OR REPLACE FUNCTION argosy.detach_table(table_name regclass) RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'detach_table must be called through the coordinator' USING ERRCODE = '55000';
END $$;
CREATE OR REPLACE FUNCTION argosy.declare_function_safe(function regprocedure) RETURNS void LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'declare_function_safe must be called through the coordinator' USING ERRCODE = '55000';
END $$;

CREATE OR REPLACE FUNCTION argosy.move_slots(slots integer[], node text) RETURNS bigint LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'move_slots must be called through the coordinator' USING ERRCODE = '55000';
END $$;

CREATE OR REPLACE FUNCTION argosy.add_node(node text) RETURNS integer LANGUAGE plpgsql
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'add_node must be called through the coordinator' USING ERRCODE = '55000';
END $$;

-- The arguments of those calls, with names and defaults resolved by PostgreSQL.
CREATE OR REPLACE FUNCTION argosy.create_distributed_table_arguments(
    table_name regclass, distribution_column text, distribution_type text DEFAULT 'hash',
    colocate_with text DEFAULT 'default') RETURNS json LANGUAGE sql STABLE
    RETURN json_build_object('table', table_name::oid::text, 'column', distribution_column,
                             'type', distribution_type, 'colocateWith', colocate_with,
                             'colocateTable', CASE WHEN colocate_with NOT IN ('default', 'none')
                                                   THEN colocate_with::regclass::oid::text END);
CREATE OR REPLACE FUNCTION argosy.create_reference_table_arguments(table_name regclass) RETURNS json
    LANGUAGE sql STABLE
    RETURN json_build_object('table', table_name::oid::text);
CREATE OR REPLACE FUNCTION argosy.attach_distributed_table_arguments(
    table_name regclass, distribution_column text, colocate_with text DEFAULT 'default',
    move boolean DEFAULT false) RETURNS json LANGUAGE sql STABLE
    RETURN (argosy.create_distributed_table_arguments(
                table_name, distribution_column, colocate_with => colocate_with)::jsonb
            || jsonb_build_object('move', move))::json;
CREATE OR REPLACE FUNCTION argosy.attach_reference_table_arguments(table_name regclass) RETURNS json
    LANGUAGE sql STABLE
    RETURN json_build_object('table', table_name::oid::text);
CREATE OR REPLACE FUNCTION argosy.detach_table_arguments(table_name regclass) RETURNS json
    LANGUAGE sql STABLE
    RETURN json_build_object('table', table_name::oid::text);
CREATE OR REPLACE FUNCTION argosy.declare_function_safe_arguments(function regprocedure) RETURNS json
    LANGUAGE sql STABLE
    RETURN json_build_object('function', (pg_catalog.pg_identify_object(
        'pg_catalog.pg_proc'::pg_catalog.regclass, function, 0)).identity);

CREATE OR REPLACE FUNCTION argosy.move_slots_arguments(slots integer[], node text) RETURNS json
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    target integer := (SELECT n.position FROM argosy.nodes n WHERE n.name = node);
    wrong integer := (SELECT min(s.slot) FROM unnest(slots) AS s(slot) WHERE s.slot NOT BETWEEN 0 AND 1023);
BEGIN
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        RAISE EXCEPTION 'must be superuser to move slots' USING ERRCODE = '42501';
    END IF;
    PERFORM argosy.existing_node(node);
    IF wrong IS NOT NULL THEN
        RAISE EXCEPTION 'there is no slot %', wrong USING ERRCODE = '22023', HINT = 'Slots are numbered from 0 to 1023.';
    END IF;
    RETURN CASE WHEN num_nulls(slots, node) = 0 AND array_position(slots, NULL) IS NULL
                THEN json_build_object('slots', array_to_json(slots), 'node', target) END;
END $$;

CREATE OR REPLACE FUNCTION argosy.add_node_arguments(node text) RETURNS json
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        RAISE EXCEPTION 'must be superuser to add nodes' USING ERRCODE = '42501';
    END IF;
    IF EXISTS (SELECT FROM argosy.nodes n WHERE n.name = node) THEN
        RAISE EXCEPTION 'node % is a member of the cluster already', quote_literal(node) USING ERRCODE = '42710';
    END IF;
    RETURN CASE WHEN node IS NOT NULL THEN json_build_object('node', node) END;
END $$;

-- Roles change the metadata only through these, and only for tables that they own. Where pg_temp is not named it
-- comes first: a temporary table could stand for a catalog then.
CREATE OR REPLACE FUNCTION argosy.require_owner(target regclass) RETURNS void LANGUAGE plpgsql STABLE
    SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(session_user, (SELECT relowner FROM pg_class WHERE oid = target), 'USAGE') THEN
        RAISE EXCEPTION 'must be owner of table %', (SELECT relname FROM pg_class WHERE oid = target)
            USING ERRCODE = '42501';
    END IF;
END $$;
CREATE OR REPLACE FUNCTION argosy.record_placement(
    table_name text, new_placement text, column_name text, group_id integer, group_type text)
    RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    target regclass := table_name::regclass;
    number smallint;
BEGIN
    PERFORM argosy.require_owner(target);
    PERFORM argosy.hold_slots();
    IF column_name IS NOT NULL THEN
        SELECT attnum INTO number FROM pg_attribute WHERE attrelid = target AND attname = column_name;
        INSERT INTO argosy.colocation_groups VALUES (group_id, group_type) ON CONFLICT DO NOTHING;
    END IF;
    INSERT INTO argosy.tables VALUES (target, new_placement, number,
                                      CASE WHEN column_name IS NOT NULL THEN group_id END);
END $$;
CREATE OR REPLACE FUNCTION argosy.forget_placement(table_name text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM argosy.require_owner(table_name::regclass);
    DELETE FROM argosy.tables WHERE relation = table_name::regclass;
END $$;
-- Partitions that have been made or attached since are placed as their partitioned table is.
CREATE OR REPLACE FUNCTION argosy.place_partitions() RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    -- A move of slots locks the partitions that it finds.
    SELECT argosy.hold_slots();
    WITH RECURSIVE added(relation, placement, column_name, colocation_group) AS (
        SELECT i.inhrelid, t.placement, a.attname, t.colocation_group
        FROM argosy.tables t
        JOIN pg_class c ON c.oid = t.relation AND c.relkind = 'p'
        LEFT JOIN pg_attribute a ON a.attrelid = t.relation AND a.attnum = t.distribution_column
        JOIN pg_inherits i ON i.inhparent = t.relation
        WHERE NOT EXISTS (SELECT FROM argosy.tables o WHERE o.relation = i.inhrelid)
      UNION ALL
        SELECT i.inhrelid, p.placement, p.column_name, p.colocation_group
        FROM added p JOIN pg_inherits i ON i.inhparent = p.relation
        WHERE NOT EXISTS (SELECT FROM argosy.tables o WHERE o.relation = i.inhrelid)
    )
    INSERT INTO argosy.tables
    SELECT p.relation, p.placement,
           (SELECT a.attnum FROM pg_attribute a WHERE a.attrelid = p.relation AND a.attname = p.column_name),
           p.colocation_group
    FROM added p $$;
-- Materialized views whose rows are on the home node alone. Where nodes have parts of what they read, their definition
-- there reads moved rows, and this is the one that was given.
CREATE TABLE IF NOT EXISTS argosy.materialized_views (
    relation oid PRIMARY KEY,
    definition text
);
GRANT SELECT ON argosy.materialized_views TO PUBLIC;
CREATE OR REPLACE FUNCTION argosy.record_materialized_view(name text, definition text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = name::regclass AND c.relkind = 'm'
                                            AND pg_has_role(session_user, c.relowner, 'USAGE')) THEN
        RAISE EXCEPTION 'must be owner of materialized view %', name USING ERRCODE = '42501';
    END IF;
    INSERT INTO argosy.materialized_views VALUES (name::regclass, definition)
    ON CONFLICT (relation) DO UPDATE SET definition = excluded.definition;
END $$;
-- The rules of a materialized view run when it is refreshed, and not when it is read.
CREATE OR REPLACE FUNCTION argosy.is_read_by_rules(relation oid) RETURNS boolean
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = relation AND c.relkind = 'm') $$;
CREATE OR REPLACE FUNCTION argosy.moved_rows() RETURNS SETOF record
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY EXECUTE 'SELECT * FROM pg_temp.argosy_moved_rows';
EXCEPTION WHEN undefined_table THEN
    RAISE EXCEPTION 'the rows of this materialized view are on several nodes'
        USING ERRCODE = '0A000', HINT = 'Refresh it through a coordinator, as its owner.';
END $$;
CREATE OR REPLACE FUNCTION argosy.qualified_definition(view regclass) RETURNS text
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$ SELECT pg_get_viewdef(view::oid) $$;
CREATE OR REPLACE FUNCTION argosy.forget_dropped_tables() RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DELETE FROM argosy.tables t WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = t.relation);
    DELETE FROM argosy.materialized_views v WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = v.relation);
    DELETE FROM argosy.safe_functions s WHERE NOT EXISTS (SELECT FROM pg_proc p WHERE p.oid = s.function) $$;
CREATE OR REPLACE FUNCTION argosy.record_safe_function(function_name text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(session_user,
                       (SELECT proowner FROM pg_proc WHERE oid = function_name::regprocedure), 'USAGE') THEN
        RAISE EXCEPTION 'must be owner of function %', function_name USING ERRCODE = '42501';
    END IF;
    INSERT INTO argosy.safe_functions (function, definition)
    VALUES (function_name::regprocedure, argosy.function_digest(function_name::regprocedure))
    ON CONFLICT (function) DO UPDATE SET definition = excluded.definition;
END $$;

-- What numbers an identity column: of a partition, the sequence of the table that it is a part of in the end, unless it
-- was attached with one of its own, which it could be up to PostgreSQL 16. Found without names, which a role may have no
-- right to look up.
CREATE OR REPLACE FUNCTION argosy.identity_sequence(relation oid, column_name name) RETURNS oid
    LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT d.objid
    FROM pg_attribute a
    JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
                    AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
    JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
    WHERE a.attrelid IN (relation, pg_partition_root(relation)) AND a.attname = column_name
    ORDER BY a.attrelid <> relation LIMIT 1 $$;

-- Who may insert into a table takes numbers for its identity columns, as in PostgreSQL, without a right on the sequence.
CREATE OR REPLACE FUNCTION argosy.next_identity(target regclass, number smallint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    inserting text := coalesce(nullif(current_setting('role'), 'none'), session_user);
BEGIN
    IF NOT has_any_column_privilege(inserting, target, 'INSERT') THEN
        RAISE EXCEPTION 'permission denied for table %', (SELECT relname FROM pg_class WHERE oid = target)
            USING ERRCODE = '42501';
    END IF;
    RETURN (SELECT nextval(argosy.identity_sequence(target, attname)::regclass) FROM pg_attribute
            WHERE attrelid = target AND attnum = number AND attidentity <> '');
END $$;

-- See OwnerTriggers.
CREATE OR REPLACE FUNCTION argosy.own_position() RETURNS integer
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT position FROM argosy.nodes WHERE self);
END $$;
CREATE OR REPLACE FUNCTION argosy.refuse_misplaced_row() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'a trigger of table "%" gives a row another distribution key, which another node owns', TG_TABLE_NAME
        USING ERRCODE = '0A000', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME,
              HINT = 'Let triggers that fire before INSERT or UPDATE leave the distribution column as it is.';
END $$;

-- Of the home node's the coordinators make the salts that they show a client who names a role that does not exist, so
-- that it looks like one that does. PostgreSQL has such a value of its own, which it shows to nobody.
CREATE TABLE IF NOT EXISTS argosy.mock_authentication (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    nonce bytea NOT NULL
);
COMMENT ON TABLE argosy.mock_authentication IS 'A secret of the coordinators, that unknown roles look like others at a login.';
REVOKE ALL ON argosy.mock_authentication FROM PUBLIC;
INSERT INTO argosy.mock_authentication
VALUES (true, pg_catalog.uuid_send(pg_catalog.gen_random_uuid()) || pg_catalog.uuid_send(pg_catalog.gen_random_uuid()))
ON CONFLICT DO NOTHING;

-- Two-phase commit, on the home node. A coordinator that is listed may commit transactions over several nodes, and
-- holds an advisory lock on its number as long as it lives. To delete its entry is to say that whatever it has not
-- committed by then is rolled back: the delete waits for commits that are under way, and those that come later fail.
CREATE TABLE IF NOT EXISTS argosy.coordinators (
    id bigint PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE argosy.coordinators IS 'The coordinators that may commit transactions over several nodes.';
CREATE TABLE IF NOT EXISTS argosy.commit_records (
    gid text PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now()
);
-- Read by other coordinators, whose reads are to see a transaction on all nodes or on none. The parts on other nodes are
-- written as position=number of the transaction there, separated by commas.
-- Only once: it waits for all commits, and they for it.
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_attribute
                   WHERE attrelid = 'argosy.commit_records'::pg_catalog.regclass AND attname = 'parts') THEN
        ALTER TABLE argosy.commit_records
            ADD COLUMN xid pg_catalog.xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(),
            ADD COLUMN parts text NOT NULL DEFAULT '';
        CREATE INDEX commit_records_xid ON argosy.commit_records (xid);
    END IF;
END $$;
COMMENT ON TABLE argosy.commit_records IS
    'The transactions over several nodes that are committed, while parts of them may still be prepared or not yet be seen.';
GRANT SELECT ON argosy.coordinators, argosy.commit_records TO PUBLIC;

CREATE UNLOGGED TABLE IF NOT EXISTS argosy.suspects (
    coordinator bigint NOT NULL,
    number bigint NOT NULL,
    started_at bigint NOT NULL,
    node integer NOT NULL,
    process integer NOT NULL,
    told_at timestamptz NOT NULL
);
COMMENT ON TABLE argosy.suspects IS
    'The backends of transactions that have lasted for a while, told by their coordinators, each of which looks for deadlocks among all of them.';

-- Called in the home node's part of a transaction, with which it is committed. The name ends with the role that is
-- logged in: a role can say nothing of the transactions of others.
DROP FUNCTION IF EXISTS argosy.record_commit(bigint, bigint);
CREATE OR REPLACE FUNCTION argosy.record_commit(coordinator bigint, number bigint, parts text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM FROM argosy.coordinators c WHERE c.id = coordinator FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the coordinator is not in argosy.coordinators any more'
            USING ERRCODE = '40001', HINT = 'The connection to the home node was lost meanwhile. Try the transaction again.';
    END IF;
    IF parts !~ '^([0-9]{1,9}=[0-9]{1,18}(,|$))*$' THEN
        RAISE EXCEPTION 'invalid parts of a transaction: %', parts USING ERRCODE = '22023';
    END IF;
    INSERT INTO argosy.commit_records (gid, parts)
    VALUES (format('argosy_%s_%s_%s', coordinator, number, session_user), parts);
    -- The other nodes are told what the home node must not forget.
    IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'local', true);
    END IF;
END $$;

-- What PostgreSQL's functions of these names tell of the session that calls them: a backend works for many. The
-- coordinator calls these in their place, with what it knows.
CREATE OR REPLACE FUNCTION argosy.pg_backend_pid(pid integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN pid;
CREATE OR REPLACE FUNCTION argosy.pg_client_encoding(encoding text) RETURNS name
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN encoding::name;
CREATE OR REPLACE FUNCTION argosy.current_setting(encoding text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN encoding;
CREATE OR REPLACE FUNCTION argosy.pg_listening_channels(channels text[]) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10 BEGIN ATOMIC SELECT pg_catalog.unnest(channels); END;

-- Written by the coordinator, on the home node, whenever a query is going to read it.
CREATE UNLOGGED TABLE IF NOT EXISTS argosy.transactions (
    gid text NOT NULL,
    node text NOT NULL,
    owner text NOT NULL,
    prepared timestamptz,
    coordinator_alive boolean,
    decision text
);
COMMENT ON TABLE argosy.transactions IS
    'What nodes have prepared of transactions over several nodes. As it was when a query last read it through a coordinator.';
GRANT SELECT ON argosy.transactions TO PUBLIC;

-- The same for what sessions do, and for what statements have cost. As with pg_stat_activity, only members of
-- pg_read_all_stats see the texts of roles whose members they are not.
CREATE UNLOGGED TABLE IF NOT EXISTS argosy.activity_records (
    coordinator bigint NOT NULL,
    pid integer NOT NULL,
    role text NOT NULL,
    client text NOT NULL,
    connected timestamptz NOT NULL,
    state text NOT NULL,
    wait text,
    started timestamptz,
    statement_id text,
    strategy text,
    nodes text[],
    rows bigint,
    bytes bigint,
    statement text
);
ALTER TABLE argosy.activity_records ADD COLUMN IF NOT EXISTS application_name text,
    ADD COLUMN IF NOT EXISTS transaction_started timestamptz, ADD COLUMN IF NOT EXISTS changed timestamptz,
    ADD COLUMN IF NOT EXISTS last_started timestamptz, ADD COLUMN IF NOT EXISTS last_statement text,
    -- Those of the home node that work for it.
    ADD COLUMN IF NOT EXISTS backends integer[],
    -- The one that the client is connected to.
    ADD COLUMN IF NOT EXISTS database text;
CREATE UNLOGGED TABLE IF NOT EXISTS argosy.statement_records (
    coordinator bigint NOT NULL,
    role text NOT NULL,
    statement text NOT NULL,
    strategy text NOT NULL,
    nodes text[] NOT NULL,
    calls bigint NOT NULL,
    total_ms double precision NOT NULL,
    max_ms double precision NOT NULL,
    rows bigint NOT NULL,
    bytes bigint NOT NULL
);
ALTER TABLE argosy.statement_records ADD COLUMN IF NOT EXISTS processor_ms double precision,
    ADD COLUMN IF NOT EXISTS kernel_ms double precision, ADD COLUMN IF NOT EXISTS worker_ms double precision,
    ADD COLUMN IF NOT EXISTS queue_ms double precision, ADD COLUMN IF NOT EXISTS disk_ms double precision,
    ADD COLUMN IF NOT EXISTS peer_ms double precision, ADD COLUMN IF NOT EXISTS disk_read_bytes bigint,
    ADD COLUMN IF NOT EXISTS cache_read_bytes bigint, ADD COLUMN IF NOT EXISTS written_bytes bigint;
-- What the last statements have used of the nodes' machines, and their steps.
CREATE UNLOGGED TABLE IF NOT EXISTS argosy.resource_records (
    coordinator bigint NOT NULL,
    statement_id text NOT NULL,
    database text NOT NULL,
    role text NOT NULL,
    statement text NOT NULL,
    strategy text NOT NULL,
    started timestamptz NOT NULL,
    planning_ms double precision NOT NULL,
    total_ms double precision NOT NULL,
    rows bigint NOT NULL,
    requests bigint NOT NULL,
    known bigint NOT NULL,
    processor_ms double precision NOT NULL,
    kernel_ms double precision NOT NULL,
    worker_ms double precision NOT NULL,
    queue_ms double precision NOT NULL,
    disk_ms double precision NOT NULL,
    peer_ms double precision NOT NULL,
    disk_read_bytes bigint,
    cache_read_bytes bigint,
    written_bytes bigint,
    answered_bytes bigint NOT NULL,
    network_bytes bigint NOT NULL,
    limited_by text,
    limited_node text,
    limited_share double precision,
    explained_share double precision NOT NULL
);
ALTER TABLE argosy.resource_records ADD COLUMN IF NOT EXISTS sqlstate text;
CREATE UNLOGGED TABLE IF NOT EXISTS argosy.stage_records (
    coordinator bigint NOT NULL,
    statement_id text NOT NULL,
    role text NOT NULL,
    stage text,
    node text NOT NULL,
    begin_ms double precision NOT NULL,
    end_ms double precision NOT NULL,
    requests bigint NOT NULL,
    known bigint NOT NULL,
    processor_ms double precision NOT NULL,
    kernel_ms double precision NOT NULL,
    worker_ms double precision NOT NULL,
    queue_ms double precision NOT NULL,
    disk_ms double precision NOT NULL,
    peer_ms double precision NOT NULL,
    disk_read_bytes bigint,
    cache_read_bytes bigint,
    written_bytes bigint,
    answered_bytes bigint NOT NULL,
    network_bytes bigint NOT NULL
);
REVOKE ALL ON argosy.activity_records, argosy.statement_records, argosy.resource_records, argosy.stage_records
    FROM PUBLIC;
DROP VIEW IF EXISTS argosy.stat_activity;
CREATE OR REPLACE VIEW argosy.activity AS
    SELECT coordinator, pid, role, CASE WHEN visible THEN client END AS client, connected,
           CASE WHEN visible THEN state END AS state, CASE WHEN visible THEN wait END AS wait,
           CASE WHEN visible THEN started END AS started,
           CASE WHEN visible THEN statement_id END AS statement_id,
           CASE WHEN visible THEN strategy END AS strategy, CASE WHEN visible THEN nodes END AS nodes,
           CASE WHEN visible THEN rows END AS rows, CASE WHEN visible THEN bytes END AS bytes,
           CASE WHEN visible THEN statement ELSE '<insufficient privilege>' END AS statement, application_name,
           CASE WHEN visible THEN transaction_started END AS transaction_started,
           CASE WHEN visible THEN changed END AS changed, CASE WHEN visible THEN last_started END AS last_started,
           CASE WHEN visible THEN last_statement END AS last_statement, CASE WHEN visible THEN backends END AS backends,
           database
    FROM (SELECT *, pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE')
                    OR EXISTS (SELECT FROM pg_catalog.pg_roles r
                               WHERE r.rolname = role AND pg_catalog.pg_has_role(r.oid, 'USAGE')) AS visible
          FROM argosy.activity_records) AS record;
COMMENT ON VIEW argosy.activity IS
    'What clients of coordinators do. As it was when a query last read it through the coordinator.';
CREATE OR REPLACE VIEW argosy.statements AS
    SELECT coordinator, role, CASE WHEN visible THEN statement ELSE '<insufficient privilege>' END AS statement,
           strategy, nodes, calls, total_ms, total_ms / calls AS mean_ms, max_ms, rows, bytes,
           processor_ms, kernel_ms, worker_ms, queue_ms, disk_ms, peer_ms, disk_read_bytes, cache_read_bytes,
           written_bytes
    FROM (SELECT *, pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE')
                    OR EXISTS (SELECT FROM pg_catalog.pg_roles r
                               WHERE r.rolname = role AND pg_catalog.pg_has_role(r.oid, 'USAGE')) AS visible
          FROM argosy.statement_records) AS record;
COMMENT ON VIEW argosy.statements IS
    'What statements have cost since their coordinator started, by role and text without constants. As it was when a query last read it through the coordinator.';
CREATE OR REPLACE VIEW argosy.statement_resources AS
    SELECT coordinator, statement_id, database, role,
           CASE WHEN visible THEN statement ELSE '<insufficient privilege>' END AS statement,
           strategy, started, planning_ms, total_ms, rows, requests, known,
           processor_ms, kernel_ms, worker_ms, queue_ms, disk_ms, peer_ms, disk_read_bytes, cache_read_bytes,
           written_bytes, answered_bytes, network_bytes,
           limited_by, limited_node, limited_share, explained_share, sqlstate
    FROM (SELECT *, pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE')
                    OR EXISTS (SELECT FROM pg_catalog.pg_roles r
                               WHERE r.rolname = role AND pg_catalog.pg_has_role(r.oid, 'USAGE')) AS visible
          FROM argosy.resource_records) AS record;
COMMENT ON VIEW argosy.statement_resources IS
    'What the last statements have used of the nodes'' machines, and what limited them. As it was when a query last read it through the coordinator.';
CREATE OR REPLACE VIEW argosy.statement_stages AS
    SELECT coordinator, statement_id, role, stage, node, begin_ms, end_ms, requests, known,
           processor_ms, kernel_ms, worker_ms, queue_ms, disk_ms, peer_ms, disk_read_bytes, cache_read_bytes,
           written_bytes, answered_bytes, network_bytes
    FROM argosy.stage_records;
COMMENT ON VIEW argosy.statement_stages IS
    'What the steps of the last statements have used on each node, and when, from the start of the statement. As it was when a query last read it through the coordinator.';
GRANT SELECT ON argosy.activity, argosy.statements, argosy.statement_resources, argosy.statement_stages TO PUBLIC;

-- What is sampled of the nodes' machines. Coordinators add what is not there yet when a query reads it: a row is known
-- by its node and its time by the clock of the agent that has sampled, which is the same whoever asks the agent. As
-- PostgreSQL's statistics that are not for all, they are for members of pg_read_all_stats.
CREATE UNLOGGED TABLE IF NOT EXISTS argosy.node_resource_records (
    node text NOT NULL,
    sampled timestamptz NOT NULL,
    at timestamptz NOT NULL,
    seconds double precision NOT NULL,
    processors double precision,
    user_share double precision,
    system_share double precision,
    iowait_share double precision,
    steal_share double precision,
    idle_share double precision,
    disk_reads double precision,
    disk_read_bytes bigint,
    disk_writes double precision,
    disk_write_bytes bigint,
    disk_request_bytes bigint,
    disk_flushes double precision,
    disk_busy_share double precision,
    network_in_bytes bigint,
    network_out_bytes bigint,
    network_in_packets double precision,
    network_out_packets double precision,
    loopback_bytes bigint,
    loopback_packets double precision,
    memory_total bigint,
    memory_available bigint,
    memory_cached bigint,
    memory_dirty bigint,
    processor_pressure double precision,
    memory_pressure double precision,
    memory_pressure_full double precision,
    io_pressure double precision,
    io_pressure_full double precision,
    processor_limit double precision,
    throttled_share double precision,
    throttled_time double precision,
    memory_limit bigint,
    memory_used bigint,
    PRIMARY KEY (node, sampled)
);
REVOKE ALL ON argosy.node_resource_records FROM PUBLIC;
CREATE OR REPLACE VIEW argosy.node_resources AS
    SELECT node, at, seconds, processors, user_share, system_share, iowait_share, steal_share, idle_share,
    disk_reads, disk_read_bytes, disk_writes, disk_write_bytes, disk_request_bytes, disk_flushes, disk_busy_share,
    network_in_bytes, network_out_bytes, network_in_packets, network_out_packets, loopback_bytes, loopback_packets,
    memory_total, memory_available, memory_cached, memory_dirty, processor_pressure, memory_pressure,
    memory_pressure_full, io_pressure, io_pressure_full, processor_limit, throttled_share, throttled_time,
    memory_limit, memory_used
    FROM argosy.node_resource_records
    WHERE pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE');
GRANT SELECT ON argosy.node_resources TO PUBLIC;
COMMENT ON VIEW argosy.node_resources IS
    'What the nodes'' machines did in each of the last 900 seconds; NULL is what cannot be read there. As it was when a query last read it through a coordinator.';
COMMENT ON COLUMN argosy.node_resources.node IS 'The node whose machine it is.';
COMMENT ON COLUMN argosy.node_resources.at IS 'When the sample ended, by the clock of the coordinator that has asked for it.';
COMMENT ON COLUMN argosy.node_resources.seconds IS 'How long it lasted: one second, or more where the agent was stopped.';
COMMENT ON COLUMN argosy.node_resources.processors IS 'Processors that the system has.';
COMMENT ON COLUMN argosy.node_resources.user_share IS 'Of the time of all processors, what programs took.';
COMMENT ON COLUMN argosy.node_resources.system_share IS 'Of the time of all processors, what the kernel took.';
COMMENT ON COLUMN argosy.node_resources.iowait_share IS 'Of the time of all processors, what they were idle in while some task waited for a disk.';
COMMENT ON COLUMN argosy.node_resources.steal_share IS 'Of the time of all processors, what a hypervisor gave to others.';
COMMENT ON COLUMN argosy.node_resources.idle_share IS 'Of the time of all processors, what they had nothing to do in.';
COMMENT ON COLUMN argosy.node_resources.disk_reads IS 'Reads of the disk per second.';
COMMENT ON COLUMN argosy.node_resources.disk_read_bytes IS 'Bytes read from the disk per second.';
COMMENT ON COLUMN argosy.node_resources.disk_writes IS 'Writes to the disk per second.';
COMMENT ON COLUMN argosy.node_resources.disk_write_bytes IS 'Bytes written to the disk per second.';
COMMENT ON COLUMN argosy.node_resources.disk_request_bytes IS 'The mean size of a read or write of the disk, in bytes.';
COMMENT ON COLUMN argosy.node_resources.disk_flushes IS 'Flushes of the disk''s cache per second.';
COMMENT ON COLUMN argosy.node_resources.disk_busy_share IS 'Of the time, what the disk, or the busiest one, had something to do.';
COMMENT ON COLUMN argosy.node_resources.network_in_bytes IS 'Bytes received from other machines per second.';
COMMENT ON COLUMN argosy.node_resources.network_out_bytes IS 'Bytes sent to other machines per second.';
COMMENT ON COLUMN argosy.node_resources.network_in_packets IS 'Packets received from other machines per second.';
COMMENT ON COLUMN argosy.node_resources.network_out_packets IS 'Packets sent to other machines per second.';
COMMENT ON COLUMN argosy.node_resources.loopback_bytes IS 'Bytes sent within the machine by its loopback per second.';
COMMENT ON COLUMN argosy.node_resources.loopback_packets IS 'Packets sent within the machine by its loopback per second.';
COMMENT ON COLUMN argosy.node_resources.memory_total IS 'The machine''s memory, in bytes.';
COMMENT ON COLUMN argosy.node_resources.memory_available IS 'Memory that programs can have without swapping, in bytes.';
COMMENT ON COLUMN argosy.node_resources.memory_cached IS 'Memory that holds contents of files, in bytes.';
COMMENT ON COLUMN argosy.node_resources.memory_dirty IS 'Memory that waits to be written to files, in bytes.';
COMMENT ON COLUMN argosy.node_resources.processor_pressure IS 'Of the time, what some task waited for a processor (PSI).';
COMMENT ON COLUMN argosy.node_resources.memory_pressure IS 'Of the time, what some task waited for memory (PSI).';
COMMENT ON COLUMN argosy.node_resources.memory_pressure_full IS 'Of the time, what all tasks that had work waited for memory (PSI).';
COMMENT ON COLUMN argosy.node_resources.io_pressure IS 'Of the time, what some task waited for a disk (PSI).';
COMMENT ON COLUMN argosy.node_resources.io_pressure_full IS 'Of the time, what all tasks that had work waited for a disk (PSI).';
COMMENT ON COLUMN argosy.node_resources.processor_limit IS 'Processors that the server''s control group may use at a time.';
COMMENT ON COLUMN argosy.node_resources.throttled_share IS 'Of the periods of the processor limit, those in which the group had to wait for the next.';
COMMENT ON COLUMN argosy.node_resources.throttled_time IS 'Seconds, added up over all processors, that this limit made the group wait per second.';
COMMENT ON COLUMN argosy.node_resources.memory_limit IS 'Memory that the server''s control group may have, in bytes.';
COMMENT ON COLUMN argosy.node_resources.memory_used IS 'Memory that the server''s control group has, in bytes.';

-- What nodes say of themselves, and how large their parts of placed tables are; written in the same way. Standbys are
-- shown as pg_stat_replication would.
CREATE UNLOGGED TABLE IF NOT EXISTS argosy.node_state_records (
    position integer NOT NULL,
    name text NOT NULL,
    first_slot integer,
    slots integer NOT NULL,
    problem text,
    answer_ms double precision,
    server_version text,
    started timestamptz,
    bytes bigint,
    backends bigint,
    backends_limit integer,
    standbys jsonb
);
ALTER TABLE argosy.node_state_records ALTER COLUMN first_slot DROP NOT NULL;
REVOKE ALL ON argosy.node_state_records FROM PUBLIC;
CREATE OR REPLACE VIEW argosy.node_states AS
    SELECT position, name, first_slot, slots,
           CASE WHEN pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE') THEN problem
                WHEN problem IS NOT NULL THEN 'it does not answer' END AS problem, answer_ms, server_version, started, bytes, backends,
           backends_limit,
           CASE WHEN pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE') THEN standbys END AS standbys
    FROM argosy.node_state_records;
COMMENT ON VIEW argosy.node_states IS
    'Whether nodes answer, how much data of this database they have, and which standbys follow them. As it was when a query last read it through the coordinator.';
CREATE UNLOGGED TABLE IF NOT EXISTS argosy.table_sizes (
    position integer NOT NULL,
    node text NOT NULL,
    schema_name text NOT NULL,
    table_name text NOT NULL,
    bytes bigint,
    rows double precision NOT NULL
);
COMMENT ON TABLE argosy.table_sizes IS
    'How large the parts of placed tables are on each node; rows are estimated by ANALYZE, -1 where it never ran. As it was when a query last read it through the coordinator.';
GRANT SELECT ON argosy.node_states, argosy.table_sizes TO PUBLIC;

-- What sessions see in the place of pg_stat_activity: clients of coordinators instead of the backends that work for
-- them, and the home node's own processes. A client waits for what its backend there waits for.
CREATE VIEW argosy.stat_activity AS
    SELECT d.oid AS datid, d.datname, a.pid, NULL::integer AS leader_pid, r.oid AS usesysid, r.rolname AS usename,
           a.application_name, pg_catalog.regexp_replace(nullif(a.client, ''), ':[0-9]+$', '')::inet AS client_addr,
           NULL::text AS client_hostname, pg_catalog.substring(a.client, ':([0-9]+)$')::integer AS client_port,
           a.connected AS backend_start, a.transaction_started AS xact_start,
           coalesce(a.started, a.last_started) AS query_start, a.changed AS state_change,
           CASE WHEN a.state OPERATOR(pg_catalog.<>) 'active' THEN 'Client' ELSE b.wait_event_type END AS wait_event_type,
           CASE WHEN a.state OPERATOR(pg_catalog.<>) 'active' THEN 'ClientRead' ELSE b.wait_event END AS wait_event,
           a.state, b.backend_xid, b.backend_xmin, NULL::bigint AS query_id,
           coalesce(a.statement, a.last_statement, '') AS query, 'client backend'::text AS backend_type
    FROM argosy.activity a
         JOIN pg_catalog.pg_roles r ON r.rolname OPERATOR(pg_catalog.=) a.role
         JOIN pg_catalog.pg_database d ON d.datname OPERATOR(pg_catalog.=) a.database
         LEFT JOIN LATERAL (SELECT b.wait_event_type, b.wait_event, b.backend_xid, b.backend_xmin
                            FROM pg_catalog.pg_stat_activity b WHERE b.pid OPERATOR(pg_catalog.=) ANY (a.backends)
                            ORDER BY b.state OPERATOR(pg_catalog.=) 'active' DESC, b.backend_start DESC LIMIT 1) b
              ON true
    UNION ALL
    SELECT datid, datname, pid, leader_pid, usesysid, usename, application_name, client_addr, client_hostname,
           client_port, backend_start, xact_start, query_start, state_change, wait_event_type, wait_event, state,
           backend_xid, backend_xmin, query_id, query, backend_type
    FROM pg_catalog.pg_stat_activity WHERE backend_type OPERATOR(pg_catalog.<>) 'client backend';
-- The same in the place of pg_locks: the home node's locks under the process ids of clients.
CREATE OR REPLACE VIEW argosy.locks AS
    SELECT l.locktype, l.database, l.relation, l.page, l.tuple, l.virtualxid, l.transactionid, l.classid, l.objid,
           l.objsubid, l.virtualtransaction,
           coalesce((SELECT a.pid FROM argosy.activity_records a
                     WHERE l.pid OPERATOR(pg_catalog.=) ANY (a.backends) LIMIT 1), l.pid) AS pid,
           l.mode, l.granted, l.fastpath, l.waitstart
    FROM pg_catalog.pg_locks l;
GRANT SELECT ON argosy.locks TO PUBLIC;
-- The functions of PostgreSQL that are asked about a process, for clients: the session that asks is "own".
CREATE OR REPLACE FUNCTION argosy.pg_blocking_pids(own integer, pid integer) RETURNS integer[]
LANGUAGE sql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(array_agg(DISTINCT coalesce(
               (SELECT a.pid FROM argosy.activity_records a WHERE blocker = ANY (a.backends) LIMIT 1), blocker)), '{}')
    FROM unnest(coalesce((SELECT a.backends FROM argosy.activity_records a WHERE a.pid = $2 LIMIT 1), ARRAY[$2])) backend,
         unnest(pg_catalog.pg_blocking_pids(backend)) blocker
$$;
CREATE OR REPLACE FUNCTION argosy.pg_log_backend_memory_contexts(own integer, pid integer) RETURNS boolean
LANGUAGE sql STRICT SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(bool_or(pg_catalog.pg_log_backend_memory_contexts(backend)), false)
    FROM unnest(CASE WHEN pid = own THEN ARRAY[pg_catalog.pg_backend_pid()]
                     ELSE coalesce((SELECT a.backends FROM argosy.activity a WHERE a.pid = $2 LIMIT 1), ARRAY[$2])
                END) backend
$$;
GRANT SELECT ON argosy.stat_activity TO PUBLIC;

-- PostgreSQL's functions and view of these names, with the definitions that were given.
CREATE OR REPLACE FUNCTION argosy.given_definition(view oid) RETURNS text LANGUAGE sql STABLE BEGIN ATOMIC
    SELECT v.definition FROM argosy.materialized_views v WHERE v.relation OPERATOR(pg_catalog.=) $1; END;
CREATE OR REPLACE FUNCTION argosy.pg_get_viewdef(view oid) RETURNS text LANGUAGE sql STABLE STRICT
    RETURN coalesce(argosy.given_definition($1), pg_catalog.pg_get_viewdef($1));
CREATE OR REPLACE FUNCTION argosy.pg_get_viewdef(view oid, pretty boolean) RETURNS text LANGUAGE sql STABLE STRICT
    RETURN coalesce(argosy.given_definition($1), pg_catalog.pg_get_viewdef($1, $2));
CREATE OR REPLACE FUNCTION argosy.pg_get_viewdef(view oid, width integer) RETURNS text LANGUAGE sql STABLE STRICT
    RETURN coalesce(argosy.given_definition($1), pg_catalog.pg_get_viewdef($1, $2));
CREATE OR REPLACE FUNCTION argosy.pg_get_viewdef(view text) RETURNS text LANGUAGE sql STABLE STRICT
    RETURN coalesce(argosy.given_definition(pg_catalog.to_regclass($1)), pg_catalog.pg_get_viewdef($1));
CREATE OR REPLACE FUNCTION argosy.pg_get_viewdef(view text, pretty boolean) RETURNS text LANGUAGE sql STABLE STRICT
    RETURN coalesce(argosy.given_definition(pg_catalog.to_regclass($1)), pg_catalog.pg_get_viewdef($1, $2));
CREATE OR REPLACE VIEW argosy.matviews AS
    SELECT m.schemaname, m.matviewname, m.matviewowner, m.tablespace, m.hasindexes, m.ispopulated,
           coalesce((SELECT v.definition FROM argosy.materialized_views v
                     JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) v.relation
                     JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
                     WHERE n.nspname OPERATOR(pg_catalog.=) m.schemaname
                       AND c.relname OPERATOR(pg_catalog.=) m.matviewname), m.definition) AS definition
    FROM pg_catalog.pg_matviews m;
GRANT SELECT ON argosy.matviews TO PUBLIC;

-- PostgreSQL's functions of these names for clients of a coordinator, which calls them with the process ids and roles
-- of its clients. It does what the notice says, and lets nobody see that.
CREATE OR REPLACE FUNCTION argosy.tell_coordinator(message text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET client_min_messages = notice AS $$
BEGIN
    RAISE NOTICE USING ERRCODE = 'AR002', MESSAGE = message;
END $$;
CREATE OR REPLACE FUNCTION argosy.may_signal(clients text[], pid integer, ends boolean) RETURNS boolean LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    client text := clients[array_position(clients, pid::text) + 1];
    act text := CASE WHEN ends THEN 'terminate process' ELSE 'cancel query' END;
BEGIN
    IF client IS NULL THEN
        RAISE WARNING USING ERRCODE = '01000', MESSAGE = format('PID %s is not a PostgreSQL backend process', pid),
            HINT = 'argosy.activity has the process ids of clients.';
        RETURN false;
    END IF;
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = client)
       AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE = 'permission denied to ' || act,
            DETAIL = format('Only roles with the %s attribute may %s of roles with the %s attribute.', 'SUPERUSER',
                            CASE WHEN ends THEN 'terminate processes' ELSE 'cancel queries' END, 'SUPERUSER');
    END IF;
    IF NOT pg_has_role(client, 'USAGE') AND NOT pg_has_role('pg_signal_backend', 'USAGE') THEN
        RAISE EXCEPTION USING ERRCODE = '42501', MESSAGE = 'permission denied to ' || act,
            DETAIL = format('Only roles with privileges of the role whose %s or with privileges of the "%s" role may %s.',
                            CASE WHEN ends THEN 'process is being terminated' ELSE 'query is being canceled' END,
                            'pg_signal_backend',
                            CASE WHEN ends THEN 'terminate this process' ELSE 'cancel this query' END);
    END IF;
    RETURN true;
END $$;
CREATE OR REPLACE FUNCTION argosy.pg_cancel_backend(clients text[], pid integer) RETURNS boolean LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT argosy.may_signal(clients, pid, false) THEN
        RETURN false;
    END IF;
    PERFORM argosy.tell_coordinator(format('cancel %s', pid));
    RETURN true;
END $$;
-- Who has ended is told by a lock.
CREATE OR REPLACE FUNCTION argosy.pg_terminate_backend(clients text[], pid integer, timeout bigint DEFAULT 0)
RETURNS boolean LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
    until timestamptz := clock_timestamp() + timeout * interval '1 ms';
BEGIN
    IF timeout < 0 THEN
        RAISE EXCEPTION USING ERRCODE = '22003', MESSAGE = '"timeout" must not be negative';
    END IF;
    IF NOT argosy.may_signal(clients, pid, true) THEN
        RETURN false;
    END IF;
    PERFORM argosy.tell_coordinator(format('terminate %s %s', pid, timeout));
    WHILE timeout > 0 LOOP
        IF EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
                   AND l.classid = 1095911247 AND l.objid = pid::oid) THEN
            RETURN true;
        END IF;
        IF clock_timestamp() >= until THEN
            RAISE WARNING USING ERRCODE = '01000',
                MESSAGE = format('backend with PID %s did not terminate within %s milliseconds', pid, timeout);
            RETURN false;
        END IF;
        PERFORM pg_sleep(0.01);
    END LOOP;
    RETURN true;
END $$;
