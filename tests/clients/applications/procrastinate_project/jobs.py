"""Jobs that write a row each, fail, or wait until they are stopped."""

import asyncio

import procrastinate
import psycopg

app = procrastinate.App(connector=procrastinate.PsycopgConnector())


@app.task(queue="numbers", name="add")
def add(a, b):
    with psycopg.connect() as connection:
        connection.execute("INSERT INTO sums VALUES (%s, %s, %s)", (a, b, a + b))


@app.task(queue="numbers", name="fail", retry=2)
def fail():
    raise ValueError("as it should")


@app.task(queue="patient", name="wait", pass_context=True)
async def wait(context):
    while not context.should_abort():
        await asyncio.sleep(0.1)
    raise procrastinate.JobAborted


@app.task(queue="seldom", name="seldom")
def seldom(timestamp):
    pass
