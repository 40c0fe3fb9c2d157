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
