CREATE TYPE sales.state AS ENUM ('new', 'paid', 'sent');
CREATE DOMAIN stock.quantity AS integer CHECK (VALUE >= 0);

CREATE TABLE stock.goods (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    price numeric(10, 2) NOT NULL,
    left_over stock.quantity DEFAULT 0 NOT NULL
);

CREATE TABLE sales.customers (
    id serial PRIMARY KEY,
    name varchar(50) NOT NULL,
    joined timestamptz DEFAULT now()
);

CREATE TABLE sales.orders (
    customer integer NOT NULL,
    number integer NOT NULL,
    state sales.state DEFAULT 'new' NOT NULL,
    details jsonb,
    PRIMARY KEY (customer, number)
);

CREATE TABLE stock.log (message text, at timestamptz DEFAULT now());

COMMENT ON TABLE sales.orders IS 'What customers; want';
INSERT INTO stock.goods (name, price, left_over) VALUES ('pen', 1.5, 100), ('ink; black', 7, 20), ('it''s', 3, 5);
