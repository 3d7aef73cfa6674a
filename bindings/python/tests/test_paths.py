"""Are paths legal, do they cost what they say, and is the exact one the cheapest?"""
import numpy as np
import pytest
from pytest import distances, passable_tiles, terrain, walk

import wend


@pytest.fixture(scope="module")
def costs():
    return terrain(90, 130)


def test_tiles_are_legal_and_cost_what_the_path_says(costs):
    world = wend.from_array(costs)
    ends = passable_tiles(costs, 60)
    reference = distances(costs, tuple(ends[0].tolist()))
    found = 0
    for goal in ends[1:]:
        path = world.path(ends[0], goal)
        best = reference[goal[1], goal[0]]
        assert (path.outcome == "found") == np.isfinite(best)
        if not path:
            assert path.outcome == "no_route" and path.cost == 0 and path.tiles.shape == (0, 2)
            continue
        found += 1
        assert path.tiles.dtype == np.int32 and path.tiles.shape == (len(path), 2)
        assert (path.tiles[0] == ends[0]).all() and (path.tiles[-1] == goal).all()
        assert path.cost == pytest.approx(walk(costs, path.tiles), rel=1e-6)
        assert best * 0.999 <= path.cost <= best * 1.2
        exact = world.path(ends[0], goal, algorithm="exact")
        assert exact.cost == pytest.approx(best, rel=2e-3)
        assert walk(costs, exact.tiles) == pytest.approx(exact.cost, rel=1e-6)
    assert found > 30


def test_tiles_are_not_copied_and_outlive_all_else(costs):
    world = wend.from_array(costs)
    ends = passable_tiles(costs, 20, seed=3)
    path = next(path for path in (world.path(ends[0], end) for end in ends[1:]) if len(path) > 20)
    tiles = path.tiles
    assert tiles is path.tiles
    assert not tiles.flags.owndata and not tiles.flags.writeable
    with pytest.raises(ValueError):
        tiles[0, 0] = 5
    expected = tiles.copy()
    waypoints = path.waypoints
    points = waypoints.copy()
    del path
    world.close()
    del world
    assert (tiles == expected).all() and (waypoints == points).all()


def test_a_path_keeps_its_world():
    path = wend.from_array(np.ones((9, 9))).path((0, 0), (8, 8))
    assert path.is_valid() and path.world.width == 9
    assert path._repr_png_().startswith(b"\x89PNG")


def test_outcomes():
    costs = np.ones((5, 9))
    costs[:, 4] = 0
    world = wend.from_array(costs)
    assert world.path((0, 0), (3, 4)).outcome == "found"
    assert world.path((0, 0), (8, 4)).outcome == "no_route"
    assert world.path((4, 0), (8, 4)).outcome == "start_blocked"
    assert world.path((0, 0), (4, 4)).outcome == "goal_blocked"
    assert not world.path((0, 0), (8, 4))
    partial = world.path((0, 0), (8, 4), partial=True)
    assert partial.outcome == "partial" and partial.tiles[-1].tolist() == [3, 4] and partial
    snapped = world.path((4, 0), (4, 4), snap=1.5)
    assert snapped.outcome == "found" and snapped.snapped_from == (4, 0) and snapped.snapped_to == (4, 4)
    assert snapped.start == tuple(snapped.tiles[0]) and snapped.goal == tuple(snapped.tiles[-1])
    plain = world.path((0, 0), (3, 4))
    assert plain.snapped_from is None and plain.snapped_to is None and plain.goal == (3, 4)
    assert world.path((0, 0), (0, 0)).tiles.tolist() == [[0, 0]]
    assert world.connected((0, 0), (3, 3)) and not world.connected((0, 0), (8, 3))


def test_several_goals_areas_and_classes():
    costs = np.ones((20, 60))
    costs[:, 30:] = 2
    costs[5, 50] = 7
    world = wend.from_array(costs)
    near = world.path((0, 0), [(59, 19), (10, 0), (59, 0)])
    assert near.goal_index == 1 and near.cost == 10
    assert world.path((0, 0), np.array([[59, 19]])).goal_index == 0
    assert world.path((0, 0), goal_area=(20, 0, 5, 20)).cost == 20
    costliest = int(np.argmax(world.class_costs))
    assert world.path((50, 0), goal_class=costliest).tiles[-1].tolist() == [50, 5]


def test_algorithms_and_statistics(costs):
    world = wend.from_array(costs)
    ends = [end for end in passable_tiles(costs, 30, seed=9) if world.connected(passable_tiles(costs, 1)[0], end)]
    start = passable_tiles(costs, 1)[0]
    goal = max(ends, key=lambda end: abs(end - start).sum())
    best = world.path(start, goal, algorithm="dijkstra")
    for algorithm in ("exact", "astar"):
        assert world.path(start, goal, algorithm=algorithm).cost == pytest.approx(best.cost)
    for heuristic in ("octile", "chebyshev", "euclidean", "none"):
        path = world.path(start, goal, algorithm="astar", heuristic=heuristic)
        assert path.cost == pytest.approx(best.cost)
        assert 0 < path.stats.expanded <= best.stats.expanded + 1
    assert len(world.path(start, goal, algorithm="bfs")) <= len(best)
    assert world.path(start, goal, algorithm="greedy").stats.expanded < best.stats.expanded
    assert best.stats.total_us > 0
    smooth = world.path(start, goal, smooth=True)
    assert 2 <= len(smooth.waypoints) <= len(smooth) and smooth.waypoints.dtype == np.float32
    assert smooth.route[0].tolist() == start.tolist()
    alternatives = world.alternatives(start, goal, 3)
    assert alternatives[0].tiles.tolist() == world.path(start, goal).tiles.tolist()
    assert all(walk(costs, path.tiles) == pytest.approx(path.cost, rel=1e-6) for path in alternatives)


def test_the_same_query_gives_the_same_answer(costs):
    first, second = wend.from_array(costs, threads=1), wend.from_array(costs.astype(np.float32), threads=2)
    assert first.hash == second.hash
    ends = passable_tiles(costs, 10, seed=4)
    for a, b in zip(ends, ends[1:]):
        assert first.path(a, b).hash == second.path(tuple(a.tolist()), tuple(b.tolist())).hash


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_many_queries_equal_single_ones(costs, threads):
    world = wend.from_array(costs)
    starts, goals = passable_tiles(costs, 300, seed=1), passable_tiles(costs, 300, seed=2)
    answers = world.paths(starts, goals, threads=threads)
    assert len(answers) == 300 and answers.tiles.dtype == np.int32 and answers.offsets.dtype == np.int64
    for i in range(300):
        path = world.path(starts[i], goals[i])
        assert answers.costs[i] == path.cost
        assert answers.outcomes[i] == path.outcome and answers.found[i] == (path.outcome == "found")
        assert (answers[i] == path.tiles).all() and answers.lengths[i] == len(path)
    assert (answers[-1] == answers[299]).all()
    slim = world.paths(starts, goals, threads=threads, tiles=False)
    assert slim.tiles is None and (slim.costs == answers.costs).all() and (slim.offsets == answers.offsets).all()
    with pytest.raises(ValueError, match="tiles=True"):
        slim[0]
    with pytest.raises(IndexError):
        answers[300]


def test_many_queries_take_options_and_lists():
    costs = np.ones((9, 9))
    costs[:, 4] = 0
    world = wend.from_array(costs)
    answers = world.paths([[0, 0], (0, 1)], [[8, 8], [4, 1]], partial=True, snap=2)
    assert answers.outcomes.tolist() == ["partial", "found"]
    empty = world.paths([], [])
    assert len(empty) == 0 and empty.tiles.shape == (0, 2) and empty.offsets.tolist() == [0]


def test_a_hundred_thousand_queries(costs):
    world = wend.from_array(costs)
    starts, goals = passable_tiles(costs, 100_000, seed=5), passable_tiles(costs, 100_000, seed=6)
    near = np.abs(starts - goals).max(axis=1) < 4
    starts, goals = np.resize(starts[near], (100_000, 2)), np.resize(goals[near], (100_000, 2))
    answers = world.paths(starts, goals)
    assert len(answers) == 100_000 and answers.found.mean() > 0.5
    ends = answers.tiles[answers.offsets[1:][answers.found] - 1]
    assert (ends == goals[answers.found]).all()


def test_reopening_and_refinement():
    costs = np.random.default_rng(7).integers(1, 9, (60, 80)).astype(float)
    world = wend.from_array(costs)
    ends = (0, 0), (79, 59)
    best = world.path(*ends, algorithm="dijkstra", until_proven=True)
    hasty = world.path(*ends, algorithm="astar", weight=5)
    again = world.path(*ends, algorithm="astar", weight=5, reopen=True)
    proven = world.path(*ends, algorithm="astar", weight=5, until_proven=True)
    assert hasty.stats.reopened == 0 and hasty.cost > best.cost and best.stats.reopened == 0
    assert again.stats.reopened > 0 and proven.stats.reopened > again.stats.reopened
    assert proven.cost == pytest.approx(best.cost) and again.cost >= best.cost - 1e-9
    assert world.paths([ends[0]], [ends[1]], algorithm="astar", weight=5, until_proven=True).costs[0] == proven.cost
    swept, tile_by_tile = world.path(*ends), world.path(*ends, refine="astar")
    assert swept.stats.expanded == 0 < tile_by_tile.stats.expanded
    assert swept.cost == pytest.approx(tile_by_tile.cost)
