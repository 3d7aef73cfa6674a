"""Paths that are refined, cut, repaired and led to another goal."""
import numpy as np
import pytest

import wend


def test_repair_after_edits():
    costs = pytest.terrain(200, 200, blocked=0.1)
    costs[100, :] = 1
    world = wend.from_array(costs)
    path = world.path((0, 100), (199, 100))
    before, hash_before = path.cost, path.hash
    assert path.broken_at() is None
    x, y = path.tiles[len(path) // 2].tolist()
    world.edit((x - 1, y - 1, 3, 3), "blocked")
    costs[y - 1:y + 2, x - 1:x + 2] = 0
    broken = path.broken_at()
    assert not path.is_valid() and 0 < broken < len(path)
    assert pytest.walk(costs, path.tiles[:broken + 1]) > 0
    path.repair()
    assert path.is_valid() and path.outcome == "found" and path.stats.total_us > 0 and path.hash != hash_before
    assert path.cost == pytest.approx(pytest.walk(costs, path.tiles))
    new = world.path((0, 100), (199, 100)).cost
    assert new <= path.cost + 1e-6 <= max(1.1 * before, new) + 1e-5
    stats = path.stats
    path.repair()  # nothing to do
    assert path.stats.total_us <= stats.total_us and path.is_valid()


def test_repair_without_a_way():
    world = wend.from_array(np.ones((40, 40)))
    path = world.path((0, 0), (39, 39))
    world.edit((20, 0, 1, 40), "blocked")
    path.repair()
    assert path.outcome == "no_route" and not path and not path.is_valid()
    world.edit((20, 0, 1, 40), 1)
    path.repair()
    assert path.outcome == "found"


def test_cut():
    world = wend.from_array(pytest.terrain(90, 90, blocked=0), profiles=[wend.Profile("a", radius=0.9)])
    for profile in (None, "a"):
        path = world.path((5, 5), (80, 70), profile=profile)
        tiles, cost = path.tiles.copy(), path.cost
        path.cut(10)
        assert path.tiles.tolist() == tiles[10:].tolist() and 0 < path.cost < cost and path.is_valid()
        assert path.start == (5, 5) or path.start == tuple(tiles[10])
        for wrong in (-1, len(path)):
            with pytest.raises(wend.ArgumentError, match="cutting"):
                path.cut(wrong)
        path.cut(len(path) - 1)
        assert path.tiles.tolist() == [[80, 70]] and path.cost == 0


def test_chase():
    costs = pytest.terrain(150, 150, blocked=0)
    world = wend.from_array(costs)
    path = world.path((3, 3), (140, 140))
    for i in range(5):
        path.chase((141 + i, 140))
        assert path.goal == (141 + i, 140) == tuple(path.tiles[-1])
        assert path.cost == pytest.approx(pytest.walk(costs, path.tiles))
    assert path.cost < 1.4 * world.path((3, 3), (145, 140)).cost
    with pytest.raises(ValueError, match="outside"):
        path.chase((150, 0))


def test_refine():
    costs = pytest.terrain(300, 300, blocked=0.1)
    costs[0, :] = costs[:, -1] = 1
    world = wend.from_array(costs)
    path = world.path((0, 0), (299, 299), first_tiles=20)
    added = 0
    while path.rest == "ready":
        count = len(path)
        more = path.refine(30)
        added += more
        assert more > 0 and len(path) == count + more
    assert path.outcome == "found" and path.rest == "none" and path.refine(30) == 0
    assert path.cost == pytest.approx(pytest.walk(costs, path.tiles))
    with pytest.raises(wend.ArgumentError):
        path.refine(0)
    broken = world.path((0, 0), (299, 299), first_tiles=20)
    world.edit((150, 0, 1, 300), "blocked")
    while broken.rest == "ready":
        broken.refine(30)
    assert broken.rest == "broken"


def test_arrays_forbid_changes():
    world = wend.from_array(np.ones((30, 30)))
    path = world.path((0, 0), (20, 9))
    kept = path.tiles[2:]
    for call in (lambda: path.cut(2), path.repair, lambda: path.chase((9, 9)), lambda: path.refine(3)):
        with pytest.raises(BufferError, match="copy or delete"):
            call()
    assert kept[0].tolist() == [2, 2] or kept.shape == (19, 2)
    del kept
    points = path.waypoints
    with pytest.raises(BufferError):
        path.cut(2)
    del points
    path.cut(2)
    assert len(path) == 19


def test_a_path_of_nothing():
    costs = np.ones((9, 9))
    costs[:, 4] = 0
    path = wend.from_array(costs).path((0, 0), (8, 8))
    assert path.rest == "none" and path.integer_cost == 0 and path.broken_at() in (None, 0)
    with pytest.raises(wend.ArgumentError):
        path.cut(0)
    path.repair()
    assert path.outcome == "no_route"


def test_integer_costs():
    world = wend.from_array(np.ones((9, 9)))
    straight, diagonal = world.path((0, 0), (8, 0)), world.path((0, 0), (8, 8))
    assert straight.integer_cost * diagonal.cost == pytest.approx(diagonal.integer_cost * straight.cost, rel=1e-4)


def test_after_close():
    world = wend.from_array(np.ones((9, 9)))
    path = world.path((0, 0), (8, 8))
    world.close()
    for call in (lambda: path.cut(1), path.repair, lambda: path.chase((1, 1)), path.refine, path.regions,
                 path.broken_at):
        with pytest.raises(wend.ClosedError):
            call()
    assert len(path) == 9
