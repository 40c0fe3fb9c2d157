"""The behaviours of ../behaviours.json, for any driver of Python: PROGRAM FILE URL.

Prints what it sees: a line "== BEHAVIOUR", then a line for each row, count or error. What it means
is for the reader to say, who compares with what another server showed.
"""

import asyncio
import contextlib
import datetime
import decimal
import json
import pathlib
import sys
import uuid


class NotOffered(Exception):
    """The driver has no such thing."""


PARSERS = {
    "date": datetime.date.fromisoformat,
    "timestamptz": datetime.datetime.fromisoformat,
    "numeric": decimal.Decimal,
    "bytea": bytes.fromhex,
    "uuid": uuid.UUID,
}


def parameters(step):
    return [value(described) for described in step.get("parameters", [])]


def value(described):
    ((kind, literal),) = described.items()
    parse = PARSERS.get(kind)
    return literal if parse is None or literal is None else parse(literal)


class Driver:
    """What a driver's program puts into its driver's words; what it leaves out is not offered."""

    async def query(self, sql, values):
        """Gives rows; the first may tell what the command did."""
        raise NotOffered

    async def query_binary(self, sql, values):
        """The same, with values in binary in both directions."""
        raise NotOffered

    async def stream(self, sql, rows):
        """Gives the rows one by one, and never asks for more than some at a time."""
        raise NotOffered
        yield

    async def copy_in(self, sql, data):
        raise NotOffered

    async def copy_out(self, sql):
        raise NotOffered

    async def cancel(self, sql):
        """Runs a statement and cancels it, so that it fails."""
        raise NotOffered

    async def transaction(self, commit, body):
        """Runs the body in a transaction, or in a savepoint where there is one already."""
        raise NotOffered

    async def batch(self, sql, rows):
        """Runs a statement for each of some rows of values."""
        raise NotOffered

    async def pipeline(self, queries):
        """Sends all queries before it reads; gives what query would for each."""
        raise NotOffered

    async def notices(self, sql):
        """What the server had to say beside the answer."""
        raise NotOffered


class Run:
    """One behaviour on one connection of its own.

    A driver has the methods of Driver.
    """

    def __init__(self, driver, binary):
        self.driver = driver
        self.query = driver.query_binary if binary else driver.query

    async def steps(self, steps):
        for step in steps:
            for _ in range(step.get("times", 1)):
                await self.step(step)

    async def step(self, step):
        try:
            for line in await self.observe(step):
                print(line)
        except NotOffered:
            raise
        except Exception as failure:
            print("error", self.driver.error(failure))

    async def observe(self, step):
        match step:
            case {"query": sql}:
                return self.lines(await self.query(sql, parameters(step)))
            case {"stream": sql, "rows": rows}:
                return await self.stream(sql, rows, step.get("until"))
            case {"copy in": sql, "data": data}:
                return [await self.driver.copy_in(sql, data.encode())]
            case {"copy out": sql}:
                lines = (await self.driver.copy_out(sql)).decode().splitlines()
                return sorted(lines)[::100] + [f"{len(lines)} lines"]
            case {"cancel": sql}:
                await self.driver.cancel(sql)
                return ["not cancelled"]
            case {"pipeline": queries}:
                answers = await self.driver.pipeline([(q["query"], parameters(q)) for q in queries])
                return [line for answer in answers for line in self.lines(answer)]
            case {"batch": sql, "parameters": batch}:
                await self.driver.batch(sql, [[value(v) for v in row] for row in batch])
                return ["done"]
            case {"notices": sql}:
                return await self.driver.notices(sql)
            case {"transaction": end, "steps": steps}:
                await self.driver.transaction(end == "commit", lambda: self.steps(steps))
                return [end]
        raise ValueError(step)

    @staticmethod
    def lines(answer):
        return [shown(row) for row in answer]

    async def stream(self, sql, rows, until):
        count = 0
        total = 0
        async with contextlib.aclosing(self.driver.stream(sql, rows)) as answer:
            async for row in answer:
                count += 1
                total += row[0]
                if count == until:
                    break
        return [f"{count} rows, {total} in all"]


def shown(row):
    return " | ".join(repr(cell) for cell in row)


async def run(connect, file, url):
    for behaviour in json.loads(pathlib.Path(file).read_text("utf-8")):
        print("==", behaviour["behaviour"], flush=True)
        try:
            driver = await connect(url)
            try:
                await Run(driver, behaviour.get("format") == "binary").steps(behaviour["steps"])
            finally:
                await driver.close()
        except NotOffered:
            print("not offered")


def main(name, connect):
    print(name)
    _, file, url = sys.argv
    asyncio.run(run(connect, file, url))
