"""Does anything leak, dangle or race: closing, collecting, threads, signals?"""
import copy
import gc
import os
import pickle
import signal
import sys
import threading
import time
import weakref

import numpy as np
import pytest

import wend
from wend._core import Handle


def test_after_close_everything_raises(tmp_path):
    world = wend.from_array(np.ones((20, 20)), profiles=[wend.Profile("a")])
    path, field, crowd, view = world.path((0, 0), (9, 9)), world.field((0, 0)), world.crowd(), world.view("a")
    crowd.add((3.5, 3.5))
    positions = crowd.positions
    world.close()
    world.close()
    assert repr(world) == "<wend.World closed>"
    calls = [lambda: world.path((0, 0), (1, 1)), lambda: world.paths([(0, 0)], [(1, 1)]), lambda: world.edit((0, 0), 0),
             lambda: world.costs, lambda: world.hash, lambda: world.width, lambda: world.save(tmp_path / "x"),
             lambda: world.to_bytes(), lambda: world.field((0, 0)), lambda: world.crowd(), lambda: world.links,
             lambda: world.explain((0, 0), (1, 1)), lambda: world.picture(), lambda: world.refresh(),
             lambda: world.add_link((0, 0), (1, 1), 1), lambda: (0, 0) in world, lambda: world.tile_at((0, 0)),
             lambda: field.costs, lambda: field.cost((0, 0)), lambda: field.path((0, 0)), lambda: crowd.tick(0.1),
             lambda: crowd.positions, lambda: len(crowd), lambda: crowd.states, lambda: view.path((0, 0), (1, 1)),
             lambda: path.is_valid(), lambda: path.picture(), lambda: world.clearance(), lambda: world.profiles,
             lambda: world.alternatives((0, 0), (1, 1)), lambda: world.view("a"), lambda: world.info,
             lambda: world.connected((0, 0), (1, 1)), lambda: world.set_wall((0, 0), (0, 1)),
             lambda: world.metadata, lambda: world.version, lambda: world.verify(), lambda: world.keep_original()]
    for call in calls:
        with pytest.raises(wend.ClosedError, match="closed") as caught:
            call()
        assert isinstance(caught.value, ValueError) and caught.value.result == "closed"
    assert len(path) == 10 and path.cost > 0 and positions.tolist() == [[3.5, 3.5]]
    del caught


def test_with_closes():
    with wend.from_array(np.ones((5, 5))) as world:
        field = world.field((0, 0))
    with pytest.raises(wend.ClosedError):
        world.width
    with pytest.raises(wend.ClosedError):
        field.costs


def test_fields_and_crowds_close():
    world = wend.from_array(np.ones((5, 5)))
    for thing in (world.field((0, 0)), world.crowd()):
        thing.close()
        thing.close()
        with pytest.raises(wend.ClosedError):
            thing.costs if isinstance(thing, wend.Field) else thing.tick(0.1)


def test_no_object_is_left():
    gc.collect()
    before = len(Handle.alive)
    world = wend.from_array(np.ones((40, 40)))
    things = [world.path((0, 0), (39, 39)), world.field((0, 0)), world.crowd(), world.explain((0, 0), (1, 1)),
              world.paths([(0, 0)], [(9, 9)]), world.alternatives((0, 0), (39, 39))]
    assert len(Handle.alive) > before
    seen = weakref.ref(world)
    del world, things
    assert seen() is None and len(Handle.alive) == before  # without the garbage collector: there are no cycles


@pytest.mark.parametrize("order", range(6))
def test_cycles_of_the_user_are_collected(order):
    class Game:
        pass

    gc.collect()
    before = len(Handle.alive)
    for _ in range(5):
        game = Game()
        makers = {"world": lambda: None, "field": lambda: game.world.field((0, 0)), "crowd": lambda: game.world.crowd(),
                  "path": lambda: game.world.path((0, 0), (8, 8))}
        game.world = wend.from_array(np.ones((9, 9)))
        for name in (list(makers)[order % 4:] + list(makers)[:order % 4])[::1 if order < 4 else -1]:
            if name != "world":
                setattr(game, name, makers[name]())
        game.tiles, game.positions = game.path.tiles, game.crowd.positions
        game.itself = game
        del game, makers
    gc.collect()
    assert len(Handle.alive) == before


def test_arrays_hold_references():
    path = wend.from_array(np.ones((9, 9))).path((0, 0), (8, 8))
    handle = path._handle
    count = sys.getrefcount(handle)
    arrays = [path.tiles, path.waypoints, path.tiles[2:]]
    assert sys.getrefcount(handle) == count + 2
    path._tiles = None
    del arrays
    assert sys.getrefcount(handle) == count


def test_memory_does_not_grow():
    resource = pytest.importorskip("resource")
    if wend.lib.wendpy_has_sanitizer():
        pytest.skip("AddressSanitizer keeps freed memory: its leak check answers this")
    world = wend.from_array(np.ones((200, 200)))

    def work():
        for _ in range(12):
            world.path((0, 0), (199, 199)).tiles.sum()
            world.field((0, 0)).costs
            wend.from_array(np.ones((200, 200))).to_bytes()
            world.paths([(0, 0)] * 200, [(199, 199)] * 200, threads=2)
            with pytest.raises(ValueError):
                wend.from_array([[1.0] * 2000, [-1] * 2000])
            wend.route_through_array(np.ones((200, 200)), (0, 0), (199, 199))

    # What is lost is lost in each round; what threads need for their allocators they take in the first ones.
    grown = []
    for _ in range(6):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(4):
            work()
        grown.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
        if grown[-1] < 3000:  # kilobytes; a lost world is 100
            break
    assert grown[-1] < 3000, grown


def test_threads_query_while_one_edits():
    costs = np.ones((120, 120))
    world = wend.from_array(costs)
    failures = []
    end = time.monotonic() + 0.6

    def ask():
        try:
            while time.monotonic() < end:
                path = world.path((0, 60), (119, 60))
                if path.outcome != "found" or path.cost < 119:
                    failures.append(path)
                world.paths([(0, 0)] * 20, [(119, 119)] * 20, threads=2)
        except Exception as error:
            failures.append(error)

    def change():
        try:
            crowd = world.crowd()
            crowd.send(crowd.add((1.5, 1.5)), (100, 100))
            while time.monotonic() < end:
                world.edit((60, 10, 1, 100), "blocked")
                crowd.tick(0.01)
                world.edit((60, 10, 1, 100), 1)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=target) for target in (ask, ask, change)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == [] and world.version >= 2


def test_queries_run_without_the_lock_of_the_interpreter():
    world = wend.from_array(pytest.terrain(300, 300, costs=(1, 2, 3)))
    tiles = pytest.passable_tiles(world.costs, 3000)
    counted = []
    done = threading.Event()

    def count():
        n = 0
        while not done.is_set():
            n += 1
        counted.append(n)

    thread = threading.Thread(target=count)
    thread.start()
    world.paths(tiles, tiles[::-1], threads=1)
    done.set()
    thread.join()
    assert counted[0] > 1000


def test_a_thread_may_read_while_it_uses_the_world_but_not_change_it():
    world = wend.from_array(np.ones((9, 9)))
    assert world.edit_many(((x, 0), 0) for x in range(9) if world.passable((x, 0))) >= 1
    with world._guard:
        assert world.path((0, 1), (8, 8))
        with pytest.raises(RuntimeError, match="uses the world already"):
            world.edit((1, 1), 0)
    with world._guard.writing():
        assert world.path((0, 1), (8, 8))
        with pytest.raises(RuntimeError):
            world.close()
    world.edit((1, 1), 0)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_handlers_of_signals_may_ask():
    world = wend.from_array(np.random.default_rng(1).integers(1, 5, (500, 500)))
    crowd = world.crowd()
    crowd.add([(0.5 + x, 0.5) for x in range(20)])
    seen = []

    def ask(*_):
        seen.append((world.path((0, 0), (9, 9)).cost, crowd.positions.sum()))

    old = signal.signal(signal.SIGALRM, ask)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            world.path((0, 0), (499, 499), algorithm="dijkstra")
            crowd.tick(0.01, 200)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert seen and all(answer == seen[0] for answer in seen)


def test_close_waits_for_queries():
    world = wend.from_array(np.ones((300, 300)))
    closed = []

    def ask():
        try:
            while True:
                world.paths([(0, 0)] * 500, [(299, 299)] * 500, threads=1)
        except wend.ClosedError:
            closed.append(True)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.05)
    world.close()
    thread.join(60)
    assert closed == [True]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
@pytest.mark.parametrize("kind", ["batch", "query", "raster"])
def test_a_signal_stops_long_calls(kind):
    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    costs = np.random.default_rng(1).integers(1, 5, (700, 700)).astype(float)
    world = wend.from_array(costs)
    tiles = pytest.passable_tiles(costs, 100_000)
    calls = {"batch": lambda: world.paths(tiles, tiles[::-1], algorithm="dijkstra", tiles=False),
             "query": lambda: [world.path((0, 0), (699, 699), algorithm="dijkstra") for _ in range(10_000)],
             "raster": lambda: [wend.route_through_array(costs, (0, 0), (699, 699)) for _ in range(10_000)]}
    old = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.15)
        with pytest.raises(Stop) as caught:
            calls[kind]()
        del caught
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert world.path((0, 0), (9, 9))  # the world still answers


def test_a_fork_may_query():
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    world = wend.from_array(np.ones((50, 50)))
    expected = world.path((0, 0), (49, 49)).hash
    child = os.fork()
    if child == 0:
        answers = world.paths([(0, 0)], [(49, 49)], threads=2)
        os._exit(0 if world.path((0, 0), (49, 49)).hash == expected and answers.found.all() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_names_of_what_is_closed():
    world = wend.from_array(np.ones((9, 9)), profiles=[wend.Profile("t")])
    view, crowd, field, ended = world.view("t"), world.crowd(), world.field((0, 0)), world.field((0, 0))
    assert repr(view) == repr(world) == "<wend.World 9 x 9 tiles, 81 passable>" and repr(crowd) == "<wend.Crowd of 0 agents>"
    ended.close()
    assert repr(ended) == "<wend.Field closed>" and repr(field).startswith("<wend.Field of <wend.World 9 x 9")
    world.close()
    assert repr(world) == repr(view) == "<wend.World closed>"
    assert repr(crowd) == "<wend.Crowd closed>" and repr(field) == "<wend.Field closed>"


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_what_cannot_be_copied():
    world = wend.from_array(np.ones((9, 9)))
    world.path((0, 0), (3, 3))  # the world keeps its search
    gc.collect()
    before = len(Handle.alive)
    for thing in (world.path((0, 0), (3, 3)), world.field((0, 0)), world.crowd(), wend.Graph([(0, 1)], [1])):
        for call in (copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled|cannot pickle"):
                call(thing)
    del thing
    gc.collect()
    assert len(Handle.alive) == before
    assert copy.deepcopy(world).hash == world.hash


def test_a_field_is_closed_while_a_service_is_open():
    world = wend.from_array(np.ones((9, 9)))
    field = world.field((0, 0))
    with wend.Service(world):
        field.close()
    with pytest.raises(wend.ClosedError):
        field.cost((0, 0))
