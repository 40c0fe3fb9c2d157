"""psycopg 3, blocking."""

import threading

import psycopg

import behaviours
from psycopg_driver import NAME, described, heard, percent


class Driver(behaviours.Driver):
    def __init__(self, url):
        self.connection = psycopg.connect(url, autocommit=True)

    async def close(self):
        self.connection.close()

    def execute(self, sql, values, binary):
        cursor = self.connection.cursor(binary=binary)
        return cursor.execute(percent(sql, values, binary), values or None)

    async def query(self, sql, values):
        return answer(self.execute(sql, values, binary=False))

    async def query_binary(self, sql, values):
        return answer(self.execute(sql, values, binary=True))

    async def stream(self, sql, rows):
        with self.connection.transaction(), self.connection.cursor("large") as cursor:
            cursor.itersize = rows
            cursor.execute(sql)
            for row in cursor:
                yield row

    async def copy_in(self, sql, data):
        cursor = self.connection.cursor()
        with cursor.copy(sql) as copy:
            copy.write(data)
        return cursor.statusmessage

    async def copy_out(self, sql):
        with self.connection.cursor().copy(sql) as copy:
            return b"".join(bytes(part) for part in copy)

    async def cancel(self, sql):
        timer = threading.Timer(1, self.connection.cancel_safe)
        timer.start()
        try:
            self.connection.execute(sql)
        finally:
            timer.join()

    async def transaction(self, commit, body):
        with self.connection.transaction(force_rollback=not commit):
            await body()

    async def batch(self, sql, rows):
        self.connection.cursor().executemany(percent(sql, rows), rows)

    async def pipeline(self, queries):
        # The first failure is raised by whatever is done next; when that is depends on the time.
        with self.connection.pipeline():
            cursors = [self.execute(sql, values, binary=False) for sql, values in queries]
            return [answer(cursor) for cursor in cursors]

    async def notices(self, sql):
        messages = []
        self.connection.add_notice_handler(lambda notice: messages.append(heard(notice)))
        self.connection.execute(sql)
        return messages

    def error(self, failure):
        return described(failure)


def answer(cursor):
    try:
        rows = cursor.fetchall()
    except psycopg.ProgrammingError:
        rows = []
    return [(cursor.statusmessage,), *rows]


async def connect(url):
    return Driver(url)


behaviours.main(NAME, connect)
