-- Rows by arithmetic alone, so that they are the same wherever and whenever they are made. h(i, s) spreads.
CREATE FUNCTION pg_temp.h(i bigint, salt bigint, modulus bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS $$ SELECT ((i * 2654435761 + salt * 40503 + (i * i) % 7919 * 104729 + (i * salt) % 65521 * 31) % 4294967296 / 7) % modulus $$;

INSERT INTO small.hot
SELECT CASE WHEN i % 10 < 6 THEN 1 ELSE pg_temp.h(i, 1, 16) END, CASE WHEN i % 7 = 0 THEN NULL ELSE pg_temp.h(i, 2, 6) END,
       CASE WHEN i % 5 = 0 THEN NULL ELSE pg_temp.h(i, 3, 2000) / 100.0 - 5 END,
       (ARRAY['a', 'b', 'ab', '', 'B', NULL])[1 + pg_temp.h(i, 4, 6)],
       CASE WHEN i % 9 = 0 THEN NULL ELSE date '1995-01-01' + pg_temp.h(i, 5, 12)::int * 31 END,
       CASE i % 3 WHEN 0 THEN true WHEN 1 THEN false END
FROM generate_series(1, 60) i;
INSERT INTO small.hot SELECT * FROM small.hot WHERE v = 2;
INSERT INTO small.hot_detail
SELECT CASE WHEN i % 3 = 0 THEN 1 ELSE pg_temp.h(i, 11, 20) END, i % 4, CASE WHEN i % 6 = 0 THEN NULL ELSE pg_temp.h(i, 12, 7) END,
       (ARRAY['a', 'b', 'abc', 'C', NULL])[1 + pg_temp.h(i, 13, 5)], CASE WHEN i % 8 = 0 THEN NULL ELSE pg_temp.h(i, 14, 900) / 100.0 END
FROM generate_series(1, 36) i;
INSERT INTO small.hot_detail SELECT * FROM small.hot_detail WHERE n = 1;
INSERT INTO small.other
SELECT i, CASE WHEN i % 6 = 0 THEN NULL ELSE pg_temp.h(i, 21, 12) END, CASE WHEN i % 11 = 0 THEN NULL ELSE pg_temp.h(i, 22, 6) END,
       CASE WHEN i % 4 = 0 THEN NULL ELSE pg_temp.h(i, 23, 3000) / 100.0 - 10 END, (ARRAY['a', 'b', 'ab', 'c', 'D', NULL])[1 + pg_temp.h(i, 24, 6)],
       CASE WHEN i % 7 = 0 THEN NULL ELSE date '1995-01-01' + pg_temp.h(i, 25, 500)::int END, CASE i % 4 WHEN 0 THEN true WHEN 1 THEN false WHEN 2 THEN false END
FROM generate_series(1, 50) i;
INSERT INTO small.texts
SELECT (ARRAY['a', 'a', 'a', 'b', 'ab', '', 'A', 'AB'])[1 + pg_temp.h(i, 31, 8)], CASE WHEN i % 5 = 0 THEN NULL ELSE pg_temp.h(i, 32, 16) END,
       pg_temp.h(i, 33, 6), pg_temp.h(i, 34, 500) / 100.0
FROM generate_series(1, 40) i;
INSERT INTO small.lookup
SELECT CASE WHEN i % 9 = 0 THEN NULL ELSE i % 14 END, CASE WHEN i % 4 = 0 THEN NULL ELSE i % 6 END, (ARRAY['a', 'b', 'ab', 'c', NULL])[1 + i % 5],
       CASE WHEN i % 3 = 0 THEN NULL ELSE date '1995-01-01' + i * 31 END, i % 2 = 0
FROM generate_series(1, 24) i;
INSERT INTO small.lookup SELECT * FROM small.lookup WHERE k < 4;
INSERT INTO small.home
SELECT CASE WHEN i % 8 = 0 THEN NULL ELSE pg_temp.h(i, 41, 16) END, i % 6, CASE WHEN i % 6 = 0 THEN NULL ELSE pg_temp.h(i, 42, 2000) / 100.0 END,
       (ARRAY['a', 'b', 'ab', 'abc', NULL])[1 + pg_temp.h(i, 43, 5)]
FROM generate_series(1, 24) i;
INSERT INTO small.numerics
SELECT CASE i % 3 WHEN 0 THEN n WHEN 1 THEN n + 0.0 ELSE n + 0.00 END, CASE WHEN i % 5 = 0 THEN NULL ELSE pg_temp.h(i, 52, 6) END,
       CASE WHEN i % 6 = 0 THEN '-0'::float8 ELSE pg_temp.h(i, 53, 60) / 4.0 END, (ARRAY['a', 'b', 'ab', 'A', NULL])[1 + pg_temp.h(i, 54, 5)],
       CASE WHEN i % 7 = 0 THEN NULL ELSE timestamp '1995-01-01' + pg_temp.h(i, 55, 12)::int * interval '31 days' + i % 2 * interval '12 hours' END
FROM generate_series(1, 60) i, LATERAL (SELECT pg_temp.h(i, 51, 16)::numeric AS n) r;
-- Above 2^53 a double precision does not tell two of them apart.
INSERT INTO small.longs
SELECT CASE WHEN i % 2 = 0 THEN 9007199254740990 ELSE 0 END + pg_temp.h(i, 61, 12), CASE WHEN i % 6 = 0 THEN NULL ELSE pg_temp.h(i, 62, 6) END,
       CASE i % 4 WHEN 0 THEN 2.5 WHEN 1 THEN 2.50 WHEN 2 THEN pg_temp.h(i, 63, 9) END, (ARRAY['a', 'A', 'ab', 'aB', 'Z', NULL])[1 + pg_temp.h(i, 64, 6)],
       CASE WHEN i % 8 = 0 THEN NULL ELSE timestamptz '1995-01-01' + pg_temp.h(i, 65, 5)::int * interval '31 days' END
FROM generate_series(1, 60) i;
INSERT INTO small.days
SELECT date '1995-01-01' + pg_temp.h(i, 71, 12)::int * 31, CASE WHEN i % 9 = 0 THEN '-0'::float8 ELSE pg_temp.h(i, 72, 16) END,
       CASE i % 3 WHEN 0 THEN 1 WHEN 1 THEN 1.0 ELSE pg_temp.h(i, 73, 6) END, (ARRAY['a', 'b', 'ab', 'B', NULL])[1 + pg_temp.h(i, 74, 5)], i % 3 = 0
FROM generate_series(1, 50) i;
INSERT INTO small.moments
SELECT timestamp '1995-01-01' + pg_temp.h(i, 81, 12)::int * interval '31 days' + i % 3 / 2 * interval '12 hours', pg_temp.h(i, 82, 16),
       CASE WHEN i % 5 = 0 THEN NULL ELSE pg_temp.h(i, 83, 6) END, pg_temp.h(i, 84, 500) / 100.0, (ARRAY['a', 'b', 'ab', 'A', NULL])[1 + pg_temp.h(i, 85, 5)]
FROM generate_series(1, 50) i;

INSERT INTO two_part.region
SELECT i - 1, (ARRAY['AFRICA','AMERICA','ASIA','EUROPE','MIDDLE EAST'])[i], 'region ' || i FROM generate_series(1, 5) i;
INSERT INTO two_part.nation
SELECT i - 1, (ARRAY['ALGERIA','ARGENTINA','BRAZIL','CANADA','EGYPT','ETHIOPIA','FRANCE','GERMANY','INDIA','INDONESIA','IRAN','IRAQ','JAPAN','JORDAN','KENYA','MOROCCO',
  'MOZAMBIQUE','PERU','CHINA','ROMANIA','SAUDI ARABIA','VIETNAM','RUSSIA','UNITED KINGDOM','UNITED STATES'])[i],
  (ARRAY[0,1,1,1,4,0,3,3,2,2,4,4,2,4,0,0,0,1,2,3,4,2,3,3,1])[i], 'nation ' || i FROM generate_series(1, 25) i;
INSERT INTO two_part.supplier
SELECT i, 'Supplier#' || lpad(i::text, 9, '0'), 'address ' || i, pg_temp.h(i, 101, 25), 10 + pg_temp.h(i, 101, 25) || '-' || lpad(i::text, 3, '0') || '-555-0199',
       (pg_temp.h(i, 102, 1100000) - 100000) / 100.0, CASE WHEN i % 9 = 0 THEN 'slow Customer service Complaints' ELSE 'supplier comment ' || i END
FROM generate_series(1, 12) i;
INSERT INTO two_part.customer
SELECT i, 'Customer#' || lpad(i::text, 9, '0'), 'address ' || i, pg_temp.h(i, 111, 25), 10 + pg_temp.h(i, 111, 25) || '-' || lpad(i::text, 3, '0') || '-555-0100',
       (pg_temp.h(i, 112, 1100000) - 100000) / 100.0, (ARRAY['BUILDING','AUTOMOBILE','MACHINERY','HOUSEHOLD','FURNITURE'])[1 + pg_temp.h(i, 113, 5)], 'customer comment ' || i
FROM generate_series(1, 50) i;
INSERT INTO two_part.part
SELECT i, (ARRAY['green','forest','blue','lemon','ivory','navy'])[1 + pg_temp.h(i, 121, 6)] || ' ' || (ARRAY['steel','silk','linen'])[1 + i % 3],
       'Manufacturer#' || 1 + i % 5, 'Brand#' || (1 + i % 5) || (1 + i % 3),
       (ARRAY['STANDARD','SMALL','PROMO'])[1 + pg_temp.h(i, 122, 3)] || ' ' || (ARRAY['ANODIZED','PLATED','BRUSHED'])[1 + pg_temp.h(i, 123, 3)]
         || ' ' || (ARRAY['TIN','BRASS','STEEL'])[1 + pg_temp.h(i, 124, 3)],
       1 + pg_temp.h(i, 125, 50), (ARRAY['SM','LG','MED','JUMBO','WRAP'])[1 + pg_temp.h(i, 126, 5)] || ' ' || (ARRAY['CASE','BOX','BAG','PKG','PACK'])[1 + pg_temp.h(i, 127, 5)],
       900 + i % 1000 / 10.0 + i % 7, 'part ' || i FROM generate_series(1, 40) i;
INSERT INTO two_part.partsupp
SELECT p, 1 + (p + s * 5) % 12, 1 + pg_temp.h(p * 4 + s, 131, 9999), 1 + pg_temp.h(p * 4 + s, 132, 99900) / 100.0, 'ps ' || p
FROM generate_series(1, 40) p, generate_series(0, 1) s;
INSERT INTO two_part.orders
SELECT i, 1 + pg_temp.h(i, 141, 20) * 3 % 49, (ARRAY['O','F','P'])[1 + pg_temp.h(i, 142, 3)], 1000 + pg_temp.h(i, 143, 40000000) / 100.0,
       date '1994-01-01' + pg_temp.h(i, 144, 800)::int, (ARRAY['1-URGENT','2-HIGH','3-MEDIUM','4-NOT SPECIFIED','5-LOW'])[1 + pg_temp.h(i, 145, 5)],
       'Clerk#' || lpad((1 + pg_temp.h(i, 146, 10))::text, 9, '0'), 0,
       CASE WHEN i % 10 = 0 THEN 'the special pending requests' ELSE 'order comment ' || i END
FROM generate_series(1, 50) i;
INSERT INTO two_part.lineitem
SELECT o, p, 1 + (p + pg_temp.h(k, 151, 2) * 5) % 12, l, 1 + pg_temp.h(k, 152, 50), (1 + pg_temp.h(k, 152, 50)) * (900 + p % 1000 / 10.0),
       pg_temp.h(k, 153, 11) / 100.0, pg_temp.h(k, 154, 9) / 100.0, (ARRAY['R','A','N'])[1 + pg_temp.h(k, 155, 3)], (ARRAY['O','F'])[1 + pg_temp.h(k, 156, 2)],
       shipped, shipped + pg_temp.h(k, 158, 60)::int - 30, shipped + 1 + pg_temp.h(k, 159, 30)::int,
       (ARRAY['DELIVER IN PERSON','COLLECT COD','NONE','TAKE BACK RETURN'])[1 + pg_temp.h(k, 160, 4)],
       (ARRAY['REG AIR','AIR','RAIL','SHIP','TRUCK','MAIL','FOB'])[1 + pg_temp.h(k, 161, 7)], 'line ' || k
FROM (SELECT o_orderkey AS o, l, o_orderkey * 8 + l AS k, (1 + pg_temp.h(o_orderkey * 8 + l, 150, 42))::int AS p,
             o_orderdate + 1 + pg_temp.h(o_orderkey * 8 + l, 157, 120)::int AS shipped
      FROM two_part.orders, LATERAL generate_series(1, 1 + pg_temp.h(o_orderkey, 149, 4)) l
      WHERE o_orderkey % 7 <> 0) x;

INSERT INTO one_part.region SELECT * FROM two_part.region;
INSERT INTO one_part.nation SELECT * FROM two_part.nation;
INSERT INTO one_part.supplier SELECT * FROM two_part.supplier;
INSERT INTO one_part.customer SELECT * FROM two_part.customer;
INSERT INTO one_part.part SELECT * FROM two_part.part;
INSERT INTO one_part.partsupp SELECT * FROM two_part.partsupp;
INSERT INTO one_part.orders SELECT * FROM two_part.orders;
INSERT INTO one_part.lineitem SELECT * FROM two_part.lineitem;

INSERT INTO all_part.region SELECT * FROM two_part.region;
INSERT INTO all_part.nation SELECT * FROM two_part.nation;
INSERT INTO all_part.supplier SELECT * FROM two_part.supplier;
INSERT INTO all_part.customer SELECT * FROM two_part.customer;
INSERT INTO all_part.part SELECT * FROM two_part.part;
INSERT INTO all_part.partsupp SELECT * FROM two_part.partsupp;
INSERT INTO all_part.orders SELECT * FROM two_part.orders;
INSERT INTO all_part.lineitem SELECT * FROM two_part.lineitem;
