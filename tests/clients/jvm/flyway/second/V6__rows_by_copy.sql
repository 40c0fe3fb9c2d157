CREATE TABLE IF NOT EXISTS stock.places (shelf integer, note text);
TRUNCATE stock.places;
COPY stock.places (shelf, note) FROM stdin;
1	by the door
2	\N
3	above 2; below 4
\.
