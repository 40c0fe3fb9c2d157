-- What stands on the tables: indexes, views, functions, and statistics over the loaded rows.
CREATE INDEX ON sales (customer_id);
CREATE INDEX ON sale_items (product_id);
CREATE INDEX ON events (happened);
CREATE INDEX ON lineitem (l_partkey, l_suppkey);
CREATE INDEX ON orders (o_custkey);

CREATE VIEW open_sales AS SELECT order_id, customer_id, total, channel FROM sales WHERE status = 'open';
CREATE VIEW dearest_sales AS
  SELECT order_id, total, status FROM sales WHERE total IS NOT NULL ORDER BY total DESC, order_id;
CREATE VIEW sales_with_items AS
  SELECT s.order_id, s.customer_id, s.status, i.line, i.product_id, i.quantity, i.price, i.quantity * i.price AS amount
  FROM sales s JOIN sale_items i ON i.order_id = s.order_id;
CREATE VIEW customer_totals AS
  SELECT customer_id, count(*) AS orders, sum(total) AS total, max(ordered_at) AS latest FROM sales GROUP BY customer_id;
CREATE VIEW vip_totals AS
  SELECT c.name, t.orders, t.total FROM customer_totals t JOIN customers c ON c.customer_id = t.customer_id WHERE c.vip;
CREATE VIEW european_customers AS
  SELECT c.customer_id, c.name, k.name AS country FROM customers c JOIN countries k ON k.code = c.country WHERE k.continent = 'Europe';
CREATE VIEW archive.all_sales AS
  SELECT order_id, total FROM public.sales UNION ALL SELECT order_id, total FROM archive.sales;
CREATE VIEW renamed ("Order", "Sum of Prices") AS SELECT order_id, sum(price) FROM sale_items GROUP BY order_id;
CREATE MATERIALIZED VIEW customers_by_country AS SELECT country, count(*) AS n FROM customers GROUP BY country;

CREATE FUNCTION add_tax(amount numeric, rate numeric DEFAULT 0.2) RETURNS numeric LANGUAGE sql IMMUTABLE
  AS $$ SELECT round(amount * (1 + rate), 2) $$;
CREATE FUNCTION country_name(wanted char(2)) RETURNS text LANGUAGE sql STABLE
  BEGIN ATOMIC SELECT name FROM countries WHERE code = wanted; END;
CREATE FUNCTION first_numbers(n int) RETURNS SETOF int LANGUAGE sql IMMUTABLE AS $$ SELECT generate_series(1, n) $$;
CREATE FUNCTION classify(amount numeric) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF amount IS NULL THEN RETURN 'none'; END IF;
  RETURN CASE WHEN amount > 50000 THEN 'large' ELSE 'small' END;
END $$;
CREATE AGGREGATE product_of (numeric) (sfunc = numeric_mul, stype = numeric, initcond = '1');

ANALYZE;
