-- How the values of a type are hashed that are distribution keys, in words that stay the same when types get other
-- names: NULL where that is not known to be the same on every node for all values that are equal.
CREATE OR REPLACE FUNCTION argosy.key_type(type oid) RETURNS text
    LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    base oid := argosy.base_type(key_type.type);
    kind "char" := (SELECT typtype FROM pg_type WHERE oid = base);
BEGIN
    IF argosy.is_of_citext(base) THEN
        RETURN 'citext';
    ELSIF argosy.is_compared_otherwise(base) THEN
        RETURN NULL;
    ELSIF kind = 'e' THEN
        RETURN 'enum';
    ELSIF base IN ('bit'::regtype, 'varbit'::regtype) THEN
        RETURN format_type(base, NULL);
    END IF;
    RETURN argosy.hashed_type(base);
END $$;

-- The same for what PostgreSQL hashes by itself where it is a part of another value. It hashes enums by their object
-- ids, which differ between nodes.
CREATE OR REPLACE FUNCTION argosy.hashed_type(type oid) RETURNS text
    LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    base oid := argosy.base_type(hashed_type.type);
    found pg_type;
    part text;
BEGIN
    SELECT * INTO found FROM pg_type WHERE oid = base;
    IF argosy.is_compared_otherwise(base) THEN
        RETURN NULL;
    ELSIF base = ANY ('{bool,"\"char\"",name,int2,int4,int8,oid,float4,float8,numeric,text,varchar,bpchar,bytea,uuid,date,time,
                        timetz,timestamp,timestamptz,interval,inet,cidr,macaddr,macaddr8,jsonb}'::regtype[]) THEN
        RETURN format_type(base, NULL);
    ELSIF EXISTS (SELECT FROM pg_type WHERE typarray = base) THEN
        RETURN argosy.hashed_type(found.typelem) || '[]';
    ELSIF found.typtype = 'r' THEN
        SELECT CASE WHEN base < 16384 THEN format_type(base, NULL) ELSE 'range(' || argosy.hashed_type(rngsubtype) || ')' END
        INTO part
        FROM pg_range JOIN pg_opclass c ON c.oid = rngsubopc
        WHERE rngtypid = base AND c.opcdefault AND argosy.hashed_type(rngsubtype) IS NOT NULL
          AND argosy.is_deterministic(rngcollation);
        RETURN part;
    ELSIF found.typtype = 'm' THEN
        RETURN (SELECT CASE WHEN base < 16384 THEN format_type(base, NULL)
                            ELSE 'multirange(' || argosy.hashed_type(rngtypid) || ')' END
                FROM pg_range WHERE rngmultitypid = base AND argosy.hashed_type(rngtypid) IS NOT NULL);
    ELSIF found.typtype = 'c' THEN
        -- A row of a table changes with the table.
        RETURN (SELECT 'row(' || string_agg(argosy.hashed_type(atttypid), ', ' ORDER BY attnum) || ')'
                FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
                WHERE attrelid = found.typrelid AND c.relkind = 'c' AND attnum > 0 AND NOT attisdropped
                HAVING bool_and(argosy.hashed_type(atttypid) IS NOT NULL AND argosy.is_deterministic(attcollation)));
    END IF;
    RETURN NULL;
END $$;

-- What a domain is made of, or the type itself.
CREATE OR REPLACE FUNCTION argosy.base_type(type oid) RETURNS oid
    LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
    LOOP
        EXIT WHEN NOT EXISTS (SELECT FROM pg_type WHERE pg_type.oid = type AND typtype = 'd');
        type := (SELECT typbasetype FROM pg_type WHERE pg_type.oid = type);
    END LOOP;
    RETURN type;
END $$;

-- A type as its values are stored: what a domain is made of, with the modifier that the domain gives it.
CREATE OR REPLACE FUNCTION argosy.stored_type(type oid, modifier integer) RETURNS text
    LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_variable
BEGIN
    LOOP
        EXIT WHEN NOT EXISTS (SELECT FROM pg_type WHERE pg_type.oid = type AND typtype = 'd');
        SELECT typbasetype, CASE WHEN modifier = -1 THEN typtypmod ELSE modifier END INTO type, modifier
        FROM pg_type WHERE pg_type.oid = type;
    END LOOP;
    RETURN format_type(type, modifier);
END $$;

-- The type of the extension: its values are equal where their lower-case forms in the database's locale are, which is
-- that of all nodes.
CREATE OR REPLACE FUNCTION argosy.is_of_citext(type oid) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN EXISTS (SELECT FROM pg_type t
                   JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e'
                   JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
                   WHERE t.oid = is_of_citext.type AND t.typname = 'citext' AND e.extname = 'citext');
END $$;

-- Whether a user has given a type an order or a hash of its own, by which other values may be equal.
CREATE OR REPLACE FUNCTION argosy.is_compared_otherwise(type oid) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN EXISTS (SELECT FROM pg_opclass
                   WHERE opcintype = is_compared_otherwise.type AND opcdefault AND pg_opclass.oid >= 16384
                     AND opcmethod IN (SELECT oid FROM pg_am WHERE amname IN ('btree', 'hash')));
END $$;

CREATE OR REPLACE FUNCTION argosy.is_deterministic(collation_id oid) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN NOT EXISTS (SELECT FROM pg_collation WHERE oid = collation_id AND NOT collisdeterministic);
END $$;

-- Whether an operator is the equality by which PostgreSQL orders, groups or hashes the values of a type.
CREATE OR REPLACE FUNCTION argosy.is_equality(operator oid) RETURNS boolean
    LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN EXISTS (SELECT FROM pg_amop m
                   JOIN pg_am a ON a.oid = m.amopmethod
                   JOIN pg_opclass c ON c.opcfamily = m.amopfamily AND c.opcdefault
                   JOIN pg_type t ON t.oid = c.opcintype AND t.typtype <> 'd'
                   WHERE m.amopopr = operator AND (a.amname, m.amopstrategy) IN (('btree', 3), ('hash', 1)));
END $$;

-- The values of enums that are distribution columns: rows lie by the hashes of their names.
CREATE OR REPLACE FUNCTION argosy.key_labels() RETURNS TABLE (label oid, name text, type text)
    LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    SELECT e.oid, e.enumlabel::text, format_type(e.enumtypid, NULL)
    FROM pg_enum e
    WHERE e.enumtypid IN (SELECT argosy.base_type(a.atttypid)
                          FROM argosy.tables t
                          JOIN argosy.colocation_groups g ON g.id = t.colocation_group AND g.key_type = 'enum'
                          JOIN pg_attribute a ON a.attrelid = t.relation AND a.attnum = t.distribution_column);
END $$;
