"""asyncpg: prepared statements, binary in both directions, and portals for large results."""

import asyncio
import io

import asyncpg

import behaviours


class Driver(behaviours.Driver):
    def __init__(self, connection):
        self.connection = connection

    async def close(self):
        await self.connection.close()

    async def query_binary(self, sql, values):
        statement = await self.connection.prepare(sql)
        rows = await statement.fetch(*values)
        return [(statement.get_statusmsg(),), *map(tuple, rows)]

    async def query(self, sql, values):
        if not values:
            # Without values and rows it uses the simple protocol.
            return [(tuple(row)) for row in await self.connection.fetch(sql)]
        return [tuple(row) for row in await self.connection.fetch(sql, *values)]

    async def stream(self, sql, rows):
        async with self.connection.transaction():
            async for row in self.connection.cursor(sql, prefetch=rows):
                yield tuple(row)

    async def copy_in(self, sql, data):
        target, _, options = sql.removeprefix("COPY shop.").partition(" FROM STDIN")
        table, _, columns = target.partition(" ")
        return await self.connection.copy_to_table(
            table,
            schema_name="shop",
            columns=columns.strip("()").split(", "),
            source=io.BytesIO(data),
            format="csv" if "csv" in options else None,
        )

    async def copy_out(self, sql):
        source, _, options = sql.removeprefix("COPY ").partition(" TO STDOUT")
        output = io.BytesIO()
        if source.startswith("("):
            wanted = {"format": "csv", "header": True} if "csv" in options else {}
            await self.connection.copy_from_query(source[1:-1], output=output, **wanted)
        else:
            schema, _, table = source.partition(".")
            await self.connection.copy_from_table(table, schema_name=schema, output=output)
        return output.getvalue()

    async def cancel(self, sql):
        # It cancels what takes longer than its time.
        await self.connection.execute(sql, timeout=1)

    async def transaction(self, commit, body):
        transaction = self.connection.transaction()
        await transaction.start()
        await body()
        await (transaction.commit() if commit else transaction.rollback())

    async def batch(self, sql, rows):
        await self.connection.executemany(sql, rows)

    async def notices(self, sql):
        messages = []
        self.connection.add_log_listener(
            lambda _, notice: messages.append(f"{notice.severity} {notice.message}")
        )
        await self.connection.execute(sql)
        # The listeners are called later.
        await asyncio.sleep(0)
        return messages

    def error(self, failure):
        names = ("sqlstate", "message", "detail", "hint", "position")
        names += ("schema_name", "table_name", "constraint_name")
        fields = [getattr(failure, name, None) for name in names]
        return f"{type(failure).__name__} {failure} {fields}"


async def connect(url):
    return Driver(await asyncpg.connect(url))


behaviours.main(f"asyncpg {asyncpg.__version__}", connect)
