"""Runs statements on the database of the environment, and prints their rows as text, sorted."""

import sys

import psycopg

with psycopg.connect(autocommit=True) as connection:
    for statement in sys.argv[1:]:
        cursor = connection.execute(statement)
        print(cursor.statusmessage)
        if cursor.description:
            for row in sorted(str(row) for row in cursor):
                print(row)
