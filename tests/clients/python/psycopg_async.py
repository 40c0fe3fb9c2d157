"""psycopg 3, with asyncio."""

import asyncio

import psycopg

import behaviours
from psycopg_driver import NAME, described, heard, percent


class Driver(behaviours.Driver):
    def __init__(self, connection):
        self.connection = connection

    async def close(self):
        await self.connection.close()

    async def execute(self, sql, values, binary):
        cursor = self.connection.cursor(binary=binary)
        return await cursor.execute(percent(sql, values, binary), values or None)

    async def query(self, sql, values):
        return await answer(await self.execute(sql, values, binary=False))

    async def query_binary(self, sql, values):
        return await answer(await self.execute(sql, values, binary=True))

    async def stream(self, sql, rows):
        # Unlike a cursor that is declared, this one reads in parts what the server sends at once.
        async for row in self.connection.cursor().stream(sql, size=rows):
            yield row

    async def copy_in(self, sql, data):
        cursor = self.connection.cursor()
        async with cursor.copy(sql) as copy:
            for start in range(0, len(data), 7):
                await copy.write(data[start : start + 7])
        return cursor.statusmessage

    async def copy_out(self, sql):
        async with self.connection.cursor().copy(sql) as copy:
            return b"".join([bytes(part) async for part in copy])

    async def cancel(self, sql):
        statement = asyncio.create_task(self.connection.execute(sql))
        await asyncio.sleep(1)
        await self.connection.cancel_safe()
        await statement

    async def transaction(self, commit, body):
        async with self.connection.transaction(force_rollback=not commit):
            await body()

    async def batch(self, sql, rows):
        await self.connection.cursor().executemany(percent(sql, rows), rows)

    async def pipeline(self, queries):
        async with self.connection.pipeline():
            cursors = [await self.execute(sql, values, binary=True) for sql, values in queries]
            return [await answer(cursor) for cursor in cursors]

    async def notices(self, sql):
        messages = []
        self.connection.add_notice_handler(lambda notice: messages.append(heard(notice)))
        await self.connection.execute(sql)
        return messages

    def error(self, failure):
        return described(failure)


async def answer(cursor):
    try:
        rows = await cursor.fetchall()
    except psycopg.ProgrammingError:
        rows = []
    return [(cursor.statusmessage,), *rows]


async def connect(url):
    return Driver(await psycopg.AsyncConnection.connect(url, autocommit=True))


behaviours.main(NAME + " async", connect)
