"""Writes the tables of TPC-DS, a file of CSV each, and its queries: generate.py SCALE FOLDER."""

import pathlib
import sys

import duckdb
import duckdb_extension_tpcds

scale, folder = float(sys.argv[1]), pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
extension = next(pathlib.Path(duckdb_extension_tpcds.__file__).parent.rglob("*.duckdb_extension"))
generator = duckdb.connect()
generator.execute(f"INSTALL '{extension}'")
generator.execute("LOAD tpcds")
generator.execute(f"CALL dsdgen(sf={scale})")
tables = []
for (table,) in generator.execute("SELECT table_name FROM duckdb_tables()").fetchall():
    columns = generator.execute(
        "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index",
        [table],
    ).fetchall()
    tables.append(f"{table}|{', '.join(' '.join(column) for column in columns)}\n")
    generator.execute(f"COPY {table} TO '{folder / table}.csv' (HEADER false)")
(folder / "tables.txt").write_text("".join(tables))
for number, query in generator.execute("SELECT query_nr, query FROM tpcds_queries()").fetchall():
    (folder / f"q{number:02}.sql").write_text(query.strip().rstrip(";"))
