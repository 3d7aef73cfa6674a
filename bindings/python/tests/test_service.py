"""Queries and edits by the threads of a service."""
import asyncio
import gc
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import wend
from wend._core import Handle


@pytest.fixture
def world():
    return wend.from_array(pytest.terrain(200, 200, blocked=0.1))


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_answers_are_those_of_path(world, threads):
    tiles = pytest.passable_tiles(world.costs, 80)
    expected = [world.path(a, b, snap=3) for a, b in zip(tiles, tiles[::-1])]
    with wend.Service(world, threads=threads) as service:
        tickets = [service.submit(a, b, snap=3, priority=i % 8, tag=i)
                   for i, (a, b) in enumerate(zip(tiles, tiles[::-1]))]
        for ticket, path in zip(tickets, expected):
            answer = ticket.result(60)
            assert answer.hash == path.hash and answer.world is world and ticket.done()
            assert ticket.version == 0 and ticket.waited_us >= 0 and answer.stats.total_us >= 0
        assert [ticket.tag for ticket in tickets] == list(range(80))
        assert service.stats.answered == 80 and service.stats.waiting == 0
        several = service.submit(tuple(tiles[0]), tiles[5:9], algorithm="exact").result(60)
        assert several.hash == world.path(tuple(tiles[0]), tiles[5:9], algorithm="exact").hash


@pytest.mark.parametrize("threads", [0, 2])
def test_edits_come_first(threads):
    world = wend.from_array(np.ones((60, 60)))
    with wend.Service(world, threads=threads) as service:
        assert service.submit((0, 0), (59, 0)).result(60).cost == 59
        wall = service.edit((30, 0, 1, 59), "blocked", tag="wall")
        after = service.submit((0, 0), (59, 0))
        assert after.result(60).cost > 100 and after.version == 1
        assert wall.result(60) >= 1 and wall.version == 1 and wall.tag == "wall"
        assert service.edit((30, 0, 1, 59), 1).result(60) >= 1
        assert service.submit((0, 0), (59, 0)).result(60).cost == 59
        new = service.edit((30, 5), 1.5)  # a cost that is new to the world
        with pytest.raises(wend.LimitError, match="cost_range"):
            new.result(60)
        with pytest.raises(ValueError, match="leaves the map"):
            service.edit((60, 0), 1).result(60)
    assert world.edit((0, 0), 0) >= 1  # directly again


def test_changes_may_do_anything(world, tmp_path):
    def change(given):
        assert given is world
        given.set_wall((3, 3), (4, 3))
        given.keep_original()
        given.save(tmp_path / "copy.wend")
        return given.path((0, 0), (5, 5), snap=9).outcome, threading.get_ident()

    with wend.Service(world) as service:
        outcome, thread = service.change(change).result(60)
        assert outcome == "found" and thread != threading.get_ident()
        assert wend.open(tmp_path / "copy.wend").version == 0

        def fail(_):
            raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            service.change(fail).result(60)
        with pytest.raises(TypeError):
            service.change(5)
        end = service.change(lambda _: service.close())
        with pytest.raises(RuntimeError, match="cannot end"):
            end.result(60)
        end = service.change(lambda world: world.close())
        with pytest.raises(RuntimeError, match="cannot end"):
            end.result(60)
        assert service.submit((0, 0), (9, 9), snap=9).result(60)


def test_only_the_service_changes_its_world(world):
    service = wend.Service(world)
    for call in (lambda: world.edit((0, 0), 0), lambda: world.refresh(), lambda: world.set_wall((0, 0), (1, 0)),
                 lambda: wend.Service(world)):
        with pytest.raises(wend.UnsupportedError, match="has a service"):
            call()
    for call in (world.to_bytes, lambda: world.save("none.wend"), lambda: pickle.dumps(world)):
        with pytest.raises(wend.UnsupportedError, match="has a service"):
            call()
    assert wend.from_bytes(service.change(lambda world: world.to_bytes()).result(60)).hash == world.hash
    assert world.path((0, 0), (199, 199), snap=9) and world.field((3, 3))
    with pytest.raises(wend.UnsupportedError, match="view"):
        wend.Service(wend.from_array(np.ones((9, 9)), profiles=[wend.Profile("a")]).view("a"))
    service.close()
    service.close()
    world.edit((0, 0), 0)
    assert repr(service) == "<wend.Service closed>"
    for call in (lambda: service.submit((0, 0), (1, 1)), lambda: service.edit((0, 0), 1), lambda: service.run(),
                 lambda: service.stats):
        with pytest.raises(wend.ClosedError):
            call()


def test_the_end_cancels(world):
    service = wend.Service(world, threads=0)
    done, edit = service.submit((0, 0), (5, 5), snap=9), service.edit((0, 0), 0)
    assert service.run()
    tickets = [service.submit((0, 0), (199, 199), snap=9), service.edit((1, 1), 0)]
    before = world.cost((1, 1))
    service.close()
    assert done.result().outcome == "found" and edit.version == 1 and edit.result() >= 0  # the answers were there
    for ticket in tickets:
        assert ticket.done() and ticket.cancelled() and not ticket.cancel()
        with pytest.raises(wend.CancelledError):
            ticket.result()
    assert world.cost((1, 1)) == before and world.version == 1
    with wend.Service(world) as again:
        assert again.submit((5, 5), (9, 9), snap=9).result(60)


def test_close_of_the_world_ends_the_service(world):
    service = wend.Service(world, threads=2)
    tickets = [service.submit((0, 0), (199, 199), snap=9) for _ in range(50)]
    world.close()
    assert all(ticket.done() for ticket in tickets)
    with pytest.raises(wend.ClosedError):
        service.submit((0, 0), (1, 1))


def test_cancel(world):
    with wend.Service(world, threads=0) as service:
        tickets = [service.submit((0, 0), (199, 199), snap=9) for _ in range(3)]
        assert tickets[1].cancel() and tickets[1].cancelled() and not tickets[1].cancel()
        with pytest.raises(wend.CancelledError):
            tickets[1].result()
        edit = service.edit((0, 0), 0)
        assert edit.cancel() and edit.cancelled()
        assert service.run() and tickets[0].done() and tickets[2].result()
        assert not tickets[0].cancel() and world.version == 0


def test_timeouts_and_capacity(world):
    with wend.Service(world, threads=0, runners=1, capacity=4, change_capacity=2) as service:
        tickets = [service.submit((0, 0), (199, 199), snap=9, tag=i) for i in range(4)]
        with pytest.raises(wend.LimitError, match="capacity"):
            service.submit((0, 0), (1, 1))
        assert service.next() is None
        assert service.run() and service.stats.ready == 4
        assert sorted(ticket.tag for ticket in service.completed()) == [0, 1, 2, 3]
        assert service.next(None) is None and all(ticket.result() for ticket in tickets)
        for _ in range(20):  # nobody asks for their answers
            service.edit((0, 0), 0)
            service.run()
    with wend.Service(world, threads=1) as service:
        gate = threading.Event()
        stopped = service.change(lambda _: gate.wait(60))
        query = service.submit((0, 0), (9, 9), snap=9)
        with pytest.raises(TimeoutError, match="0.02"):
            query.result(0.02)
        assert not service.drain(0.01) and service.next(0.01) is None and not query.done()
        gate.set()
        assert service.drain() and query.result(60) and stopped.result(60)


@pytest.mark.parametrize("threads", [0, 1, 2])
def test_a_change_cannot_wait_for_its_service(threads):
    program = """
import asyncio
import numpy as np, wend

service = wend.Service(wend.from_array(np.ones((9, 9))), threads=%d)


async def wait(ticket):
    return await ticket


for call in (lambda: service.submit((0, 0), (1, 1)).result(), lambda: service.edit((5, 5), 0).result(5),
             lambda: asyncio.run(wait(service.submit((0, 0), (1, 1)))), service.drain, service.run,
             lambda: (service.submit((0, 0), (1, 1)), list(service.completed()))):
    try:
        service.change(lambda world: call()).result(20)
    except RuntimeError as error:
        assert "cannot wait" in str(error)
    else:
        raise AssertionError
later = service.change(lambda world: service.submit((0, 0), (1, 1))).result(20)
assert later.result(20).outcome == "found"
service.close()
"""
    subprocess.run([sys.executable, "-c", program % threads], timeout=60, check=True)


def test_hold(world):
    with wend.Service(world, threads=2) as service:
        with service.hold() as held:
            assert held is world
            version = world.version
            edit = service.edit((0, 0, 3, 3), "blocked")
            with pytest.raises(RuntimeError, match="holds the world"):
                edit.result(60)
            with pytest.raises(RuntimeError, match="holds the world"):
                service.close()
            time.sleep(0.02)
            assert world.version == version and not edit.done()
        assert edit.result(60) >= 0 and world.version == version + 1


def test_many_threads_submit(world):
    failures = []
    with wend.Service(world, threads=2, capacity=100_000, change_capacity=10_000) as service:
        def ask(seed):
            try:
                tiles = pytest.passable_tiles(world.costs, 60, seed)
                tickets = [service.submit(a, b, snap=9) for a, b in zip(tiles, tiles[::-1])]
                if seed == 0:
                    for x in range(40):
                        service.edit((x, 100), "blocked")
                if any(ticket.result(60).outcome not in ("found", "no_route", "start_blocked") for ticket in tickets):
                    failures.append("outcome")
                world.path((0, 0), (199, 199), snap=9)
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        service.drain()
        assert failures == [] and service.stats.answered == 240 and service.stats.applied == 40


def test_coroutines(world):
    async def ask(service, goal):
        return (await service.submit((0, 0), goal, snap=9)).outcome

    async def main(service):
        return await asyncio.gather(*(ask(service, (199, y)) for y in range(0, 200, 20)))

    for threads in (0, 2):
        with wend.Service(world, threads=threads) as service:
            assert asyncio.run(main(service)) == ["found"] * 10


def test_bad_arguments(world):
    for options in ({"threads": -1}, {"threads": 257}, {"threads": 0, "runners": 0}, {"capacity": 0},
                    {"change_capacity": 0}, {"refresh_clusters": -1}):
        with pytest.raises(wend.ArgumentError):
            wend.Service(world, **options)
    world.edit((0, 0), 0)  # none of them is there
    with wend.Service(world, threads=0) as service:
        for call in (lambda: service.submit((0, 0), (200, 0)), lambda: service.submit((0, 0), (1, 1), priority=8),
                     lambda: service.submit((0, 0), (1, 1), profile="x"), lambda: service.submit((0, 0)),
                     lambda: service.run(-1)):
            with pytest.raises(ValueError):
                call()
        with pytest.raises(TypeError):
            service.submit((0, 0), (1, 1), colour=5)
        with pytest.raises(wend.UnsupportedError):
            service.submit((0, 0), (1, 1), hex_diagonals=True)
        assert service.stats.waiting == 0


def test_nothing_is_left():
    gc.collect()
    before = len(Handle.alive)
    for threads in (0, 2):
        world = wend.from_array(np.ones((40, 40)))
        service = wend.Service(world, threads=threads)
        ticket = service.submit((0, 0), (9, 9))
        ticket.result(60)
        service.submit((0, 0), (9, 9))
        service.edit((0, 0), 0)
        service.close()
        del world, service, ticket
        gc.collect()
        assert len(Handle.alive) == before
        world = wend.from_array(np.ones((40, 40)))
        abandoned = wend.Service(world, threads=threads)
        abandoned.submit((0, 0), (9, 9))
        abandoned.edit((20, 20), 0)
        del abandoned
        gc.collect()
        assert world.edit((1, 1), 0) >= 1  # nobody closed it, and nobody can
        wend.Service(world, threads=threads).edit((3, 3), 0)
        del world
        gc.collect()
        for _ in range(1000):  # a thread ends a service that works
            if len(Handle.alive) == before:
                break
            time.sleep(0.01)
        assert len(Handle.alive) == before


def test_a_process_ends_with_its_service_open():
    program = """
import sys, threading
import numpy as np, wend
service = wend.Service(wend.from_array(np.ones((40, 40))), threads=2)
begun = threading.Event()
service.change(lambda world: (begun.set(), [world.edit((x, 3), 0) for x in range(40)]))
begun.wait()
for x in range(100):
    service.submit((0, 0), (39, 39))
    service.edit((x % 40, 5), 0)
sys.exit(3)
"""
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 3


FORGOTTEN = """
import gc, threading, time
import numpy as np, wend
from wend._core import Handle

other = wend.from_array(np.ones((5, 5)))
begun, go_on = threading.Event(), threading.Event()


def change(world):
    begun.set()
    go_on.wait()
    other.path((0, 0), (1, 1))


def plan():
    world = wend.from_array(np.ones((50, 50)))
    wend.Service(world, threads=THREADS).change(change)
    begun.wait()
    return world


def wait_until(ready):
    while not ready():
        time.sleep(0.01)


"""


@pytest.mark.parametrize("program", [
    # The change is what keeps service and world: its thread forgets both.
    "plan(); gc.collect(); go_on.set(); wait_until(lambda: len(Handle.alive) <= 2); other.path((0, 0), (1, 1))",
    "world = plan(); gc.collect(); threading.Timer(0.1, go_on.set).start(); assert world.edit((0, 0), 0) == 1",
    "world = plan(); gc.collect(); threading.Timer(0.1, go_on.set).start(); world.close()",
    "world = plan(); gc.collect(); threading.Timer(0.1, go_on.set).start(); wend.Service(world).close()",
    "plan(); gc.collect(); threading.Timer(0.1, go_on.set).start()",  # the interpreter ends
])
def test_a_service_is_forgotten_while_a_change_runs(program):
    for threads in (1, 2):
        code = FORGOTTEN.replace("THREADS", str(threads)) + program
        subprocess.run([sys.executable, "-c", code], timeout=60, check=True)


def test_a_forgotten_change_is_never_taken_for_another(world):
    numbers = set()
    for _ in range(100):  # each at the address of the one before
        change = wend._service._Change(None, world, len)
        numbers.add(change.number)
        del change
    assert len(numbers) == 100


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_a_signal_ends_waiting(world):
    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    with wend.Service(world, threads=1) as service:
        gate = threading.Event()
        service.change(lambda _: gate.wait(60))
        ticket = service.submit((0, 0), (9, 9), snap=9)
        old = signal.signal(signal.SIGALRM, stop)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(Stop):
                ticket.result()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        gate.set()
        assert ticket.result(60)
