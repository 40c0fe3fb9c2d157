-- Rows by arithmetic alone, so that they are the same wherever and whenever they are made. h(i, s) spreads.
CREATE FUNCTION pg_temp.h(i bigint, salt bigint, modulus bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
  AS $$ SELECT ((i * 2654435761 + salt * 40503 + (i * i) % 7919 * 104729 + (i * salt) % 65521 * 31) % 4294967296 / 7) % modulus $$;

INSERT INTO countries VALUES
  ('AT', 'Österreich', 'Europe', 9100000, 83879.00), ('DE', 'Germany', 'Europe', 83200000, 357588.00),
  ('FR', 'France', 'Europe', 68000000, 643801.00), ('US', 'United States', 'America', 333000000, 9833517.00),
  ('BR', 'Brazil', 'America', 214000000, 8515767.05), ('CI', 'Côte d''Ivoire', 'Africa', 27500000, 322463.00),
  ('JP', 'Japan', 'Asia', 125700000, 377975.00), ('IN', 'India', 'Asia', 1408000000, 3287263.00),
  ('TV', 'Tuvalu', 'Oceania', 11200, 26.00), ('AQ', 'Antarctica', 'Antarctica', NULL, 14200000.00),
  ('XX', 'Nowhere', NULL, NULL, NULL), ('AX', 'Åland', 'Europe', 30000, 1580.00);

INSERT INTO customers
SELECT i, 'Customer ' || lpad(i::text, 3, '0'),
       CASE WHEN i % 7 = 0 THEN NULL ELSE 'c' || i || '@example' || i % 3 || '.org' END,
       CASE WHEN i % 11 = 0 THEN NULL ELSE (ARRAY['AT','DE','FR','US','BR','JP','IN'])[1 + pg_temp.h(i, 1, 7)] END,
       CASE WHEN i % 13 = 0 THEN NULL ELSE (pg_temp.h(i, 2, 1000000) - 100000) / 100.0 END,
       CASE i % 3 WHEN 0 THEN true WHEN 1 THEN false END,
       date '2020-01-01' + pg_temp.h(i, 3, 900)::int,
       (ARRAY['BUILDING','AUTO','machine','Household', NULL])[1 + i % 5],
       CASE WHEN i % 4 = 0 THEN '' WHEN i % 4 = 1 THEN NULL ELSE 'note ' || i % 6 END
FROM generate_series(1, 72) i WHERE i NOT BETWEEN 61 AND 66;

INSERT INTO products
SELECT i, 'Product ' || chr(64 + 1 + (i % 26)) || i,
       CASE WHEN i % 10 = 0 THEN NULL ELSE (ARRAY['tools','toys','food','books'])[1 + i % 4] END,
       CASE WHEN i % 17 = 0 THEN NULL ELSE 1 + pg_temp.h(i, 5, 20000) / 100.0 END,
       CASE WHEN i % 9 = 0 THEN NULL ELSE pg_temp.h(i, 6, 1000) / 8.0 END, date '2019-06-01' + i * 10
FROM generate_series(1, 40) i;

INSERT INTO tags
SELECT i, 'tag' || i,
       CASE WHEN i % 5 = 0 THEN NULL WHEN i % 6 = 0 THEN '{}' ELSE ARRAY['l' || i % 3, 'l' || i % 4, NULL, 'x y'] END,
       CASE WHEN i % 7 = 0 THEN NULL ELSE ARRAY[i, i * 2, NULL, -i] END,
       CASE WHEN i % 8 = 0 THEN NULL
            ELSE jsonb_build_object('n', i, 'odd', i % 2 = 1, 'list', jsonb_build_array(i, 'a' || i, NULL),
                                    'deep', jsonb_build_object('k', 'v' || i % 3)) END
FROM generate_series(1, 20) i;

-- Customers 61 to 66 do not exist, 67 to 72 never bought, 1 to 20 buy often.
INSERT INTO sales
SELECT i, CASE WHEN i % 19 = 0 THEN NULL WHEN i % 2 = 0 THEN 1 + pg_temp.h(i, 11, 20) ELSE 1 + pg_temp.h(i, 11, 66) END,
       (ARRAY['open','paid','shipped','returned'])[1 + pg_temp.h(i, 12, 4)],
       timestamp '2021-01-01' + pg_temp.h(i, 13, 1000) * interval '17 hours 13 minutes',
       CASE WHEN i % 23 = 0 THEN NULL ELSE timestamptz '2021-03-01 00:00+00' + pg_temp.h(i, 14, 900) * interval '11 hours' END,
       CASE WHEN i % 29 = 0 THEN NULL ELSE pg_temp.h(i, 15, 10000000) / 100.0 END,
       CASE WHEN i % 3 = 0 THEN NULL ELSE pg_temp.h(i, 16, 100) / 1000.0 END,
       pg_temp.h(i, 17, 5), CASE WHEN i % 8 = 0 THEN NULL ELSE (ARRAY['web','shop','phone'])[1 + pg_temp.h(i, 18, 3)] END,
       CASE WHEN i % 5 = 0 THEN NULL ELSE 'comment ' || pg_temp.h(i, 19, 40) END
FROM generate_series(1, 600) i;

INSERT INTO sale_items
SELECT o, l, CASE WHEN (o + l) % 31 = 0 THEN NULL ELSE 1 + pg_temp.h(o * 7 + l, 21, 44) END,
       1 + pg_temp.h(o * 7 + l, 22, 50), 1 + pg_temp.h(o * 7 + l, 23, 50000) / 100.0,
       CASE WHEN (o * l) % 13 = 0 THEN NULL ELSE pg_temp.h(o * 7 + l, 24, 200) / 1000.0::float8 END,
       CASE WHEN (o + l) % 10 = 0 THEN NULL ELSE date '2021-01-05' + pg_temp.h(o * 7 + l, 25, 700)::int END,
       CASE (o + l) % 6 WHEN 0 THEN true WHEN 1 THEN NULL ELSE false END
FROM generate_series(1, 640) o, LATERAL generate_series(1, 1 + pg_temp.h(o, 20, 5)) l
WHERE o % 9 <> 0;

INSERT INTO archive.sales SELECT i * 5, 2015 + i % 5, pg_temp.h(i, 31, 100000) / 10.0 FROM generate_series(1, 140) i;

INSERT INTO events
SELECT CASE WHEN i % 4 = 0 THEN 'user-hot' ELSE 'user-' || pg_temp.h(i, 41, 70) END, i,
       (ARRAY['login','click','Purchase','logout', NULL])[1 + pg_temp.h(i, 42, 5)],
       timestamptz '2024-03-30 00:00+00' + pg_temp.h(i, 43, 2000) * interval '7 minutes',
       CASE WHEN i % 12 = 0 THEN NULL ELSE
         jsonb_build_object('page', '/p' || i % 9, 'ms', pg_temp.h(i, 44, 900), 'tags', jsonb_build_array('t' || i % 3, 't' || i % 5)) END,
       CASE WHEN i % 6 = 0 THEN NULL ELSE (pg_temp.h(i, 45, 100000) - 50000)::numeric / (10 ^ (i % 4))::numeric END
FROM generate_series(1, 500) i;

INSERT INTO measurements
SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(i % 37), 12, '0'))::uuid, date '2022-01-01' + (i / 20),
       CASE WHEN i % 50 = 0 THEN 'NaN' WHEN i % 15 = 0 THEN NULL ELSE (pg_temp.h(i, 51, 20000) - 10000) / 7.0::float8 END,
       CASE WHEN i % 14 = 0 THEN NULL ELSE pg_temp.h(i, 52, 1000000) / 333.0 END, (pg_temp.h(i, 53, 64) / 64.0)::real, i % 9
FROM generate_series(1, 400) i;

INSERT INTO accounts
SELECT i, CASE WHEN i <= 4 THEN NULL ELSE i / 3 END, 'owner ' || i % 25,
       (pg_temp.h(i, 61, 2000000) - 1000000) / 100.0, date '2010-01-01' + i * 13, CASE WHEN i % 21 = 0 THEN NULL ELSE i % 6 END
FROM generate_series(1, 200) i;
INSERT INTO transfers
SELECT i, 1 + pg_temp.h(i, 71, 200), CASE WHEN i % 10 = 0 THEN (1 + pg_temp.h(i, 71, 200)) / 3 ELSE 1 + pg_temp.h(i, 72, 210) END, pg_temp.h(i, 73, 500000) / 100.0,
       timestamp '2023-01-01' + i * interval '3 hours'
FROM generate_series(1, 300) i;

INSERT INTO calendar
SELECT date '2022-01-01' + i, (ARRAY['Sun','Mon','Tue','Wed','Thu','Fri','Sat'])[1 + extract(dow FROM date '2022-01-01' + i)::int],
       i % 30 = 0 FROM generate_series(0, 89) i;
INSERT INTO skewed SELECT CASE WHEN i <= 320 THEN 1 ELSE i % 40 END, i, i % 17 FROM generate_series(1, 400) i;
INSERT INTO single_row VALUES (42, 'the only one');
INSERT INTO undeclared
SELECT i, (ARRAY['a','b','c', NULL])[1 + i % 4], CASE WHEN i % 9 = 0 THEN NULL ELSE pg_temp.h(i, 81, 9999) / 100.0 END
FROM generate_series(1, 50) i;
INSERT INTO words (id, word, fixed, limited)
SELECT i, w, left(w, 8), left(w, 8)
FROM unnest(ARRAY['apple','Apple','APPLE','banana','Banana','zebra','Zebra','Ähre','ähre','äpfel','éclair','Éclair','eclair',
  'Öl','öl','ol','ß','ss','SS','straße','strasse','_under','-dash','a b','a-b','ab','a','', ' ', ' lead', 'trail ', '10', '9',
  '1', '日本', '中文', 'ñandú', 'nandu', 'İstanbul', 'istanbul', 'ılık', E'tab\tbed', E'new\nline', '''quote''', '"double"', 'back\slash',
  '%percent', 'under_score', '😀', NULL]) WITH ORDINALITY AS x (w, i);

INSERT INTO all_types
SELECT i, (i * 37 % 65536 - 32768)::smallint, i * 1000003 - 30000000, i * 1000000000037 - 30, i / 7.0, i / 3.0, (i / 3.0)::real, i / 7.0::float8,
       'text ' || i % 10, 'vc' || i % 8, 'c' || i % 6, chr(64 + i % 26 + 1)::"char", date '2000-02-27' + i, timestamp '2000-02-28 23:59:58.123456' + i * interval '1 day 1 second',
       timestamptz '2021-03-27 22:30:00+00' + i * interval '1 hour', time '00:00' + i * interval '23 minutes', ('00:00:00+0' || i % 10)::timetz + i * interval '7 minutes',
       i % 5 * interval '1 month' + i * interval '1 day 3 hours 4.5 seconds', i % 3 = 0, decode(lpad(to_hex(i), 4, '0'), 'hex'),
       ('00000000-0000-4000-9000-' || lpad(to_hex(i * i), 12, '0'))::uuid, json_build_object('i', i, 'l', ARRAY[i, i + 1]), jsonb_build_object('i', i % 5, 's', 'x' || i),
       ARRAY[i, NULL, i % 4], ARRAY['e' || i % 3, NULL, 'a,b', '"q"'], int4range(i, i + i % 9), daterange(date '2020-01-01' + i, date '2020-01-10' + i, '[]'),
       (ARRAY['sad','ok','happy'])[1 + i % 3]::mood, ROW('street ' || i, 1000 + i)::address, ('10.0.' || i % 4 || '.' || i)::inet, (i * 1.25)::numeric::money, (i % 16)::bit(4), point(i, -i)
FROM generate_series(1, 55) i;
INSERT INTO all_types (id) VALUES (56), (57);
INSERT INTO all_types (id, num, f4, f8, d, ts, tstz, t) VALUES
  (58, 'NaN', 'NaN', 'NaN', 'infinity', 'infinity', '-infinity', ''), (59, 'Infinity', 'Infinity', '-Infinity', '-infinity', '0044-03-15 BC', '1883-11-18 12:00:00+00', E'\t'),
  (60, '-Infinity', '-0', '-0', '9999-12-31', '1582-10-15', '9999-12-31 23:59:59.999999+00', repeat('long ', 500));

INSERT INTO extremes VALUES
  (1, 1e100, 9223372036854775807, 1e308, 0.00), (2, -1e100, -9223372036854775808, -1e308, 0.10), (3, 1e-100, 9223372036854775807, 1e-308, 0.1000),
  (4, 123456789012345678901234567890.123456789, 1, 0.1, 1), (5, 0, 0, 0.2, 1.00000000000000000001), (6, NULL, NULL, NULL, NULL),
  (7, 9.99999999999999999999, 9007199254740993, 4.9e-324, 100), (8, -0.5, -1, 123456.789e3, 1e3);

INSERT INTO "Order Lines" SELECT i, i * 1.10, CASE WHEN i % 3 = 0 THEN NULL ELSE 'Note ' || i END, i % 4 FROM generate_series(1, 30) i;

INSERT INTO region SELECT i - 1, (ARRAY['AFRICA','AMERICA','ASIA','EUROPE','MIDDLE EAST'])[i], 'region ' || i FROM generate_series(1, 5) i;
INSERT INTO nation
SELECT i - 1, (ARRAY['ALGERIA','ARGENTINA','BRAZIL','CANADA','EGYPT','ETHIOPIA','FRANCE','GERMANY','INDIA','INDONESIA','IRAN','IRAQ','JAPAN','JORDAN','KENYA','MOROCCO',
  'MOZAMBIQUE','PERU','CHINA','ROMANIA','SAUDI ARABIA','VIETNAM','RUSSIA','UNITED KINGDOM','UNITED STATES'])[i],
  (ARRAY[0,1,1,1,4,0,3,3,2,2,4,4,2,4,0,0,0,1,2,3,4,2,3,3,1])[i], 'nation ' || i FROM generate_series(1, 25) i;
INSERT INTO supplier
SELECT i, 'Supplier#' || lpad(i::text, 9, '0'), 'address ' || i, pg_temp.h(i, 101, 25), 10 + pg_temp.h(i, 101, 25) || '-' || lpad(i::text, 3, '0') || '-555-0199',
       (pg_temp.h(i, 102, 1100000) - 100000) / 100.0, CASE WHEN i % 9 = 0 THEN 'slow Customer service Complaints' ELSE 'supplier comment ' || i END
FROM generate_series(1, 50) i;
INSERT INTO customer
SELECT i, 'Customer#' || lpad(i::text, 9, '0'), 'address ' || i, pg_temp.h(i, 111, 25), 10 + pg_temp.h(i, 111, 25) || '-' || lpad(i::text, 3, '0') || '-555-0100',
       (pg_temp.h(i, 112, 1100000) - 100000) / 100.0, (ARRAY['BUILDING','AUTOMOBILE','MACHINERY','HOUSEHOLD','FURNITURE'])[1 + pg_temp.h(i, 113, 5)], 'customer comment ' || i
FROM generate_series(1, 300) i;
INSERT INTO part
SELECT i, (ARRAY['green','forest','blue','lemon','ivory','navy'])[1 + pg_temp.h(i, 121, 6)] || ' ' || (ARRAY['steel','silk','linen'])[1 + i % 3],
       'Manufacturer#' || 1 + i % 5, 'Brand#' || (1 + i % 5) || (1 + i % 3),
       (ARRAY['STANDARD','SMALL','MEDIUM','LARGE','ECONOMY','PROMO'])[1 + pg_temp.h(i, 122, 6)] || ' ' || (ARRAY['ANODIZED','BURNISHED','PLATED','POLISHED','BRUSHED'])[1 + pg_temp.h(i, 123, 5)]
         || ' ' || (ARRAY['TIN','NICKEL','BRASS','STEEL','COPPER'])[1 + pg_temp.h(i, 124, 5)],
       1 + pg_temp.h(i, 125, 50), (ARRAY['SM','LG','MED','JUMBO','WRAP'])[1 + pg_temp.h(i, 126, 5)] || ' ' || (ARRAY['CASE','BOX','BAG','PKG','PACK'])[1 + pg_temp.h(i, 127, 5)],
       900 + i % 1000 / 10.0 + i % 7, 'part ' || i FROM generate_series(1, 400) i;
INSERT INTO partsupp
SELECT p, 1 + (p + s * 13) % 50, 1 + pg_temp.h(p * 4 + s, 131, 9999), 1 + pg_temp.h(p * 4 + s, 132, 99900) / 100.0, 'ps ' || p
FROM generate_series(1, 400) p, generate_series(0, 3) s;
INSERT INTO orders
SELECT i, 1 + pg_temp.h(i, 141, 100) * 3 % 299, (ARRAY['O','F','P'])[1 + pg_temp.h(i, 142, 3)], 1000 + pg_temp.h(i, 143, 40000000) / 100.0,
       date '1992-01-01' + pg_temp.h(i, 144, 2400)::int, (ARRAY['1-URGENT','2-HIGH','3-MEDIUM','4-NOT SPECIFIED','5-LOW'])[1 + pg_temp.h(i, 145, 5)],
       'Clerk#' || lpad((1 + pg_temp.h(i, 146, 100))::text, 9, '0'), 0,
       CASE WHEN i % 20 = 0 THEN 'the special pending requests' ELSE 'order comment ' || i END
FROM generate_series(1, 3000) i;
INSERT INTO lineitem
SELECT o, p, 1 + (p + pg_temp.h(k, 151, 4) * 13) % 50, l, 1 + pg_temp.h(k, 152, 50), (1 + pg_temp.h(k, 152, 50)) * (900 + p % 1000 / 10.0),
       pg_temp.h(k, 153, 11) / 100.0, pg_temp.h(k, 154, 9) / 100.0, (ARRAY['R','A','N'])[1 + pg_temp.h(k, 155, 3)], (ARRAY['O','F'])[1 + pg_temp.h(k, 156, 2)],
       shipped, shipped + pg_temp.h(k, 158, 60)::int - 30, shipped + 1 + pg_temp.h(k, 159, 30)::int,
       (ARRAY['DELIVER IN PERSON','COLLECT COD','NONE','TAKE BACK RETURN'])[1 + pg_temp.h(k, 160, 4)],
       (ARRAY['REG AIR','AIR','RAIL','SHIP','TRUCK','MAIL','FOB'])[1 + pg_temp.h(k, 161, 7)], 'line ' || k
FROM (SELECT o_orderkey AS o, l, o_orderkey * 8 + l AS k, (1 + pg_temp.h(o_orderkey * 8 + l, 150, 400))::int AS p,
             o_orderdate + 1 + pg_temp.h(o_orderkey * 8 + l, 157, 120)::int AS shipped
      FROM orders, LATERAL generate_series(1, 1 + pg_temp.h(o_orderkey, 149, 7)) l) x;
