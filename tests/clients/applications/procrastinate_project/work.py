"""What applications do with jobs by programs of their own.

PROGRAM notified: a worker that looks for jobs once an hour is told of one
PROGRAM aborted: a job that runs is told to end
PROGRAM together: several workers share jobs
PROGRAM periodic: a job of a certain time is deferred twice
"""

import asyncio
import sys

from jobs import add, app, seldom, wait

PATIENCE = 60


async def until(job, wanted):
    async with asyncio.timeout(PATIENCE):
        while (await app.job_manager.get_job_status_async(job)).value != wanted:
            await asyncio.sleep(0.1)
    print(wanted)


async def told(queue, first):
    """A worker that has found the first job by itself, and finds others only if it is told of them."""
    job = await first
    task = asyncio.create_task(
        app.run_worker_async(
            queues=["numbers", queue],
            fetch_job_polling_interval=3600,
            abort_job_polling_interval=3600,
            install_signal_handlers=False,
        )
    )
    await until(job, "succeeded")
    # It begins to listen while it looks for the first.
    await asyncio.sleep(3)
    return task


async def stop(task):
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def notified():
    task = await told("numbers", add.defer_async(a=100, b=1))
    await until(await add.defer_async(a=100, b=2), "succeeded")
    await stop(task)


async def aborted():
    task = await told("patient", add.defer_async(a=100, b=3))
    job = await wait.defer_async()
    await until(job, "doing")
    print(await app.job_manager.cancel_job_by_id_async(job, abort=True))
    await until(job, "aborted")
    await stop(task)


async def together():
    await add.batch_defer_async(*({"a": 200, "b": number} for number in range(30)))
    workers = (
        app.run_worker_async(
            queues=["numbers"], name=f"worker {number}", concurrency=3, wait=False, install_signal_handlers=False
        )
        for number in range(3)
    )
    await asyncio.gather(*workers)


async def periodic():
    for timestamp in 60, 60, 120:
        job = await app.job_manager.defer_periodic_job(
            job=seldom.configure(task_kwargs={"timestamp": timestamp}).job,
            periodic_id="every minute",
            defer_timestamp=timestamp,
        )
        print(job)


async def main(command):
    async with app.open_async():
        await globals()[command]()


asyncio.run(main(sys.argv[1]))
