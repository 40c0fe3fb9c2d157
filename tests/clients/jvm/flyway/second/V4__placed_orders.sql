-- Where there are no nodes, a query that does nothing.
${place_goods};
${place_orders};

INSERT INTO sales.customers (name) VALUES ('Ann'), ('Bob'), ('Cid');
INSERT INTO sales.orders (customer, number, goods) SELECT c.id, n, n FROM sales.customers c, generate_series(1, 4) n;
UPDATE sales.orders SET state = 'paid' WHERE number = 2;
DELETE FROM sales.orders WHERE customer = 3 AND number > 1;
