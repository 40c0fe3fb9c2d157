"""SQLAlchemy over psycopg."""

import re

import psycopg
import sqlalchemy
from psycopg_driver import described

import behaviours


class Driver(behaviours.Driver):
    def __init__(self, engine):
        self.engine = engine
        self.connection = engine.connect()

    async def close(self):
        self.connection.close()
        self.engine.dispose()

    async def query(self, sql, values):
        statement = sqlalchemy.text(re.sub(r"\$(\d+)", r":v\1", sql).replace("::", r"\:\:"))
        named = {f"v{n}": value for n, value in enumerate(values, 1)}
        if self.connection.in_transaction():
            return rows(self.connection.execute(statement, named))
        with self.connection.begin():
            return rows(self.connection.execute(statement, named))

    async def stream(self, sql, rows):
        with self.connection.begin():
            options = {"stream_results": True, "yield_per": rows}
            for row in self.connection.execute(sqlalchemy.text(sql), execution_options=options):
                yield tuple(row)

    async def transaction(self, commit, body):
        nested = self.connection.in_transaction()
        transaction = self.connection.begin_nested() if nested else self.connection.begin()
        await body()
        transaction.commit() if commit else transaction.rollback()

    async def batch(self, sql, rows):
        table = sqlalchemy.Table(
            "parts",
            sqlalchemy.MetaData(schema="shop"),
            autoload_with=self.engine,
        )
        with self.connection.begin():
            names = [column.name for column in table.columns]
            self.connection.execute(
                sqlalchemy.insert(table), [dict(zip(names, row)) for row in rows]
            )

    def error(self, failure):
        cause = getattr(failure, "orig", None)
        return f"{type(failure).__name__} {described(cause or failure)}"


def rows(result):
    return [tuple(row) for row in result] if result.returns_rows else [(result.rowcount,)]


async def connect(url):
    address = url.replace("postgresql:", "postgresql+psycopg:")
    return Driver(sqlalchemy.create_engine(address))


behaviours.main(f"SQLAlchemy {sqlalchemy.__version__}, psycopg {psycopg.__version__}", connect)
