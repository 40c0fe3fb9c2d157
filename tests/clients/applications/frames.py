"""What pandas writes into a table, and reads back.

PROGRAM write DRIVER METHOD
PROGRAM read DRIVER
PROGRAM replace DRIVER
PROGRAM speed DRIVER METHOD URL URL: how many times the first one's time the second one takes
"""

import statistics
import sys
import time

import numpy
import pandas
import sqlalchemy

ROWS = 5_000


def frame():
    numbers = numpy.arange(ROWS)
    return pandas.DataFrame(
        {
            "id": numbers,
            "name": [f"name {number}" for number in numbers],
            "price": numbers / 8,
            "flag": numbers % 2 == 0,
            "at": pandas.Timestamp("2024-01-01") + pandas.to_timedelta(numbers, unit="min"),
            "note": [None if number % 3 else f"it's {number}" for number in numbers],
        }
    )


def write(engine, method, how="append"):
    frame().to_sql("frames", engine, if_exists=how, index=False, method=method)


def timed(engine, method):
    with engine.begin() as connection:
        connection.exec_driver_sql("TRUNCATE frames")
    start = time.perf_counter()
    write(engine, method)
    return time.perf_counter() - start


def speed(driver, method, urls):
    engines = [sqlalchemy.create_engine(url.replace(":", f"+{driver}:", 1)) for url in urls]
    for _ in range(5):
        [timed(engine, method) for engine in engines]
    times = [[timed(engine, method) for engine in engines] for _ in range(3)]
    first, second = (statistics.median(column) for column in zip(*times))
    print(f"{second / first:.2f} {first:.3f} {second:.3f}")


def main(action, driver, *arguments):
    engine = sqlalchemy.create_engine(f"postgresql+{driver}://")
    method = None if arguments[:1] == ("none",) else "multi"
    if action == "speed":
        speed(driver, method, arguments[1:])
    elif action == "write":
        write(engine, method)
    elif action == "replace":
        write(engine, None, "replace")
    else:
        print(pandas.read_sql_table("frames", engine).sort_values("id", ignore_index=True).to_csv())
        print(pandas.read_sql("SELECT flag, sum(price), max(at), count(note) FROM frames GROUP BY 1 ORDER BY 1", engine))


main(*sys.argv[1:])
