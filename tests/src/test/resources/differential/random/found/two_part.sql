-- Statements that random tests found, with orders and line items partitioned.
--@ setup
SET search_path = two_part, small;
SELECT count(*) FROM hot JOIN lineitem ON l_linenumber = v;
