"""psql, which reads from a pipe: one process for each connection, and the next one after a cancel.

What it prints is compared as it is, but for the lines that say where in PostgreSQL's sources an
error comes from.
"""

import os
import pathlib
import signal
import subprocess
import time

import behaviours

PSQL = pathlib.Path(os.environ["POSTGRES_PROGRAMS"], "psql")
OPTIONS = ["-X", "-v", "VERBOSITY=verbose", "-v", "SHOW_CONTEXT=never"]
DONE = "-- done"


class Failure(Exception):
    pass


class Driver(behaviours.Driver):
    def __init__(self, url):
        self.url = url
        self.depth = 0
        self.start()

    def start(self):
        self.psql = subprocess.Popen(
            [PSQL, *OPTIONS, "-d", self.url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def send(self, script):
        # A command of the shell makes psql flush what it has printed.
        print(script, f"\\echo {DONE}", "\\! :", sep="\n", file=self.psql.stdin, flush=True)

    def answer(self):
        lines = []
        for line in self.psql.stdout:
            if line == DONE + "\n":
                return lines
            if not line.startswith("LOCATION:"):
                lines.append(line.rstrip("\n"))
        raise Failure(lines)

    def run(self, script):
        self.send(script)
        return self.answer()

    async def close(self):
        self.psql.stdin.close()
        self.psql.wait()

    async def query(self, sql, values):
        if None in values:
            return [("psql binds no NULL",)]
        return rows(self.run(bound(sql, values) + "\\g" if values else sql + ";"))

    async def stream(self, sql, rows):
        self.run(f"\\set FETCH_COUNT {rows}\n\\pset tuples_only on\n\\pset format unaligned")
        for line in self.run(sql + ";"):
            yield [int(line.split("|")[0])]

    async def copy_in(self, sql, data):
        return "\n".join(self.run(f"{sql};\n{data.decode()}\\."))

    async def copy_out(self, sql):
        return "\n".join(self.run(sql + ";")).encode()

    async def cancel(self, sql):
        self.send(sql + ";")
        time.sleep(1)
        self.psql.send_signal(signal.SIGINT)
        # It ends psql, when the server has answered.
        try:
            self.answer()
        finally:
            await self.close()
            self.start()

    async def transaction(self, commit, body):
        savepoint = f"s{self.depth}"
        nested = self.depth > 0
        begin = f"SAVEPOINT {savepoint};" if nested else "BEGIN;"
        if not nested:
            end = "COMMIT;" if commit else "ROLLBACK;"
        elif commit:
            end = f"RELEASE {savepoint};"
        else:
            end = f"ROLLBACK TO {savepoint};"
        print(*self.run(begin), sep="\n")
        self.depth += 1
        await body()
        self.depth -= 1
        print(*self.run(end), sep="\n")

    async def pipeline(self, queries):
        sent = [bound(sql, values) + "\\sendpipeline" for sql, values in queries]
        return [rows(self.run("\n".join(["\\startpipeline", *sent, "\\endpipeline"])))]

    async def notices(self, sql):
        return self.run(sql + ";")

    def error(self, failure):
        return failure if isinstance(failure, Failure) else repr(failure)


def bound(sql, values):
    return f"{sql} \\bind {' '.join(map(quoted, values))} "


def quoted(value):
    match value:
        case bytes():
            text = "\\x" + value.hex()
        case list():
            text = "{" + ",".join(map(str, value)) + "}"
        case _:
            text = str(value)
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def rows(lines):
    return [(line,) for line in lines]


async def connect(url):
    return Driver(url)


version = subprocess.run([PSQL, "--version"], capture_output=True, encoding="utf-8", check=True)
behaviours.main(version.stdout.strip(), connect)
