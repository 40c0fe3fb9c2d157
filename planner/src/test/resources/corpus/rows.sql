insert into region values (1, 'ASIA', 'a'), (2, 'EUROPE', null), (3, 'AMERICA', 'c');
insert into nation select n, (array['FRANCE', 'GERMANY', 'BRAZIL', 'CANADA', 'SAUDI ARABIA'])[n], 1 + n % 3, 'n' from generate_series(1, 5) n;
insert into supplier select n, 'Supplier ' || n, 'a', 1 + n % 5, n::text, n * 10.5, 'c' from generate_series(1, 10) n;
insert into customer select n, 'Customer ' || n, 'a', 1 + n % 5, (10 + n) || '-1', n * 7.25, 'BUILDING', 'c' from generate_series(1, 20) n;
insert into part select n, 'green forest ' || n, 'm', 'Brand#' || (12 + 11 * (n % 3)), 'PROMO BRASS', n, 'SM BOX', n, 'c' from generate_series(1, 20) n;
insert into partsupp select n, 1 + n % 10, n, n * 1.5, 'c' from generate_series(1, 20) n;
insert into orders select n, 1 + n % 20, (array['F', 'O', 'P'])[1 + n % 3], n * 111.11, date '1993-01-01' + n * 9, (array['1-URGENT', '2-HIGH', '5-LOW'])[1 + n % 3], 'Clerk#000000088', 1 + n % 2, 'comment ' || n from generate_series(1, 200) n;
insert into lineitem select 1 + n % 190, 1 + n % 20, 1 + n % 10, n, n % 50, n * 3.33, (n % 10) / 100.0, (n % 8) / 100.0, (array['R', 'A', 'N'])[1 + n % 3], (array['F', 'O'])[1 + n % 2], date '1993-02-01' + n * 3, date '1993-02-05' + n * 3, date '1993-02-01' + n * 3 + n % 9, 'DELIVER IN PERSON', (array['MAIL', 'SHIP', 'AIR'])[1 + n % 3], 'c' from generate_series(1, 600) n;
