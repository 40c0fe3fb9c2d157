-- Grafana: the check of the connection, the query builder's lists, and panels with their macros expanded.
SELECT 1;
SELECT current_setting('server_version_num')::int / 100 AS version;
SELECT extversion FROM pg_extension WHERE extname = 'timescaledb';
--@ ordered
SELECT CASE WHEN quote_ident(table_schema) IN (
      SELECT CASE WHEN trim(s[i]) = '"$user"' THEN user ELSE trim(s[i]) END
      FROM generate_series(array_lower(string_to_array(current_setting('search_path'), ','), 1), array_upper(string_to_array(current_setting('search_path'), ','), 1)) AS i,
           string_to_array(current_setting('search_path'), ',') s)
    THEN quote_ident(table_name) ELSE quote_ident(table_schema) || '.' || quote_ident(table_name) END AS "table"
  FROM information_schema.tables
  WHERE quote_ident(table_schema) NOT IN ('information_schema', 'pg_catalog', '_timescaledb_cache', '_timescaledb_catalog', '_timescaledb_internal', '_timescaledb_config', 'timescaledb_information', 'timescaledb_experimental')
    AND table_schema IN ('public', 'described') AND table_type <> 'LOCAL TEMPORARY'
  ORDER BY CASE WHEN quote_ident(table_schema) = 'public' THEN 0 ELSE 1 END, 1;
--@ ordered
SELECT quote_ident(column_name) AS "column", data_type AS "type" FROM information_schema.columns
  WHERE CASE WHEN array_length(parse_ident('described.orders'), 1) = 2
      THEN quote_ident(table_schema) = (parse_ident('described.orders'))[1] AND quote_ident(table_name) = (parse_ident('described.orders'))[2]
      ELSE quote_ident(table_name) = 'described.orders' END
  ORDER BY ordinal_position;
--@ ordered
SELECT quote_ident(column_name) FROM information_schema.columns WHERE quote_ident(table_name) = 'sales' AND table_schema = 'public'
  AND data_type IN ('timestamp without time zone', 'timestamp with time zone', 'bigint', 'integer', 'double precision', 'real') ORDER BY ordinal_position;
SELECT DISTINCT quote_literal(channel) FROM sales WHERE placed BETWEEN '2021-01-01T00:00:00Z' AND '2022-12-31T00:00:00Z' ORDER BY 1 LIMIT 100;
SELECT DISTINCT status AS __text, status AS __value FROM sales;
-- $__timeGroup(placed, '1h'), $__timeFilter(placed), $__unixEpochGroup
--@ ordered
SELECT floor(extract(epoch FROM placed) / 3600) * 3600 AS "time", avg(total) AS "avg"
  FROM sales WHERE placed BETWEEN '2021-03-01T00:00:00Z' AND '2021-05-01T00:00:00Z' GROUP BY 1 ORDER BY 1;
--@ ordered
SELECT floor(extract(epoch FROM happened) / 86400) * 86400 AS "time", kind AS metric, count(*) AS "value"
  FROM events WHERE happened BETWEEN '2024-03-30T00:00:00Z' AND '2024-04-05T23:59:59.999Z' GROUP BY 1, 2 ORDER BY 1, 2;
--@ ordered
SELECT date_trunc('day', placed) AS "time", sum(sum(total)) OVER (ORDER BY date_trunc('day', placed)) AS running
  FROM sales WHERE placed >= '2021-03-01T00:00:00Z' AND placed <= '2021-06-01T00:00:00Z' GROUP BY 1 ORDER BY 1;
SELECT percentile_cont(0.95) WITHIN GROUP (ORDER BY total) AS p95, customer_id FROM sales WHERE status IN ('open', 'paid') GROUP BY customer_id;
--@ ordered
SELECT extract(epoch FROM happened) AS "time", kind AS text, user_key AS tags FROM events WHERE happened BETWEEN '2024-03-30T00:00:00Z' AND '2024-03-31T00:00:00Z' ORDER BY happened, event_id;
