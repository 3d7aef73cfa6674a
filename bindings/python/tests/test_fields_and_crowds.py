"""Are fields exact, do agents arrive, and are their arrays safe?"""
import numpy as np
import pytest
from pytest import distances, terrain

import wend


def test_fields_are_exact():
    costs = terrain(60, 70)
    world = wend.from_array(costs)
    start = tuple(int(n) for n in np.argwhere(costs > 0)[5][::-1])
    reference = distances(costs, start)
    field = world.field(start, sense="from")
    assert field.costs.dtype == np.float64 and field.costs.shape == (60, 70)
    reached = np.isfinite(reference)
    assert (np.isfinite(field.costs) == reached).all()
    assert field.costs[reached] == pytest.approx(reference[reached], rel=2e-3)
    assert len(field.tiles) == reached.sum()
    assert field.costs_of((3, 4, 5, 6)).tolist() == field.costs[4:10, 3:8].tolist()
    within = world.field(start, sense="from", limit=9).costs
    assert np.nanmax(within[np.isfinite(within)]) <= 9 < np.max(field.costs[reached])


def test_fields_lead_to_the_nearest_goal():
    world = wend.from_array(np.ones((20, 50)))
    field = world.field([(0, 0), (49, 19)])
    assert field.goal_index((5, 5)) == 0 and field.goal_index((45, 15)) == 1
    path = field.path((45, 10))
    assert path[0].tolist() == [45, 10] and path[-1].tolist() == [49, 19]
    assert (np.abs(np.diff(path, axis=0)).max(axis=1) == 1).all()
    steps = field.steps
    x, y = 30, 10
    for _ in range(100):
        x, y = x + int(steps[y, x, 0]), y + int(steps[y, x, 1])
    assert (x, y) in ((0, 0), (49, 19))
    assert field.flow((25.5, 0.5)) == pytest.approx((-1, 0))
    assert field.cost((3, 0)) == 3
    assert field.random_tile(7) == field.random_tile(7) and field.random_tile() in world


def test_fields_by_profile_and_without_a_way():
    costs = np.ones((9, 9))
    costs[4] = 0
    world = wend.from_array(costs, profiles=[wend.Profile("slow", costs=lambda cost: 3 * cost)])
    field = world.field((0, 0), profile="slow")
    assert field.cost((3, 0)) == 9 and field.cost((0, 8)) == float("inf")
    assert field.path((0, 8)).shape == (0, 2) and field.goal_index((0, 8)) == -1


def test_agents_arrive():
    costs = terrain(60, 60, blocked=0.1)
    costs[:6] = costs[-6:] = 1
    world = wend.from_array(costs)
    crowd = world.crowd(snap=3)
    ids = crowd.add([(x + 0.5, 2.5) for x in range(0, 60, 3)], radius=np.linspace(0.1, 0.4, 20))
    assert ids.dtype == np.uint64 and len(set(ids.tolist())) == 20 and len(crowd) == 20
    crowd.send(ids, [(59 - x, 57) for x in range(0, 60, 3)])
    assert set(crowd.states) == {"waiting"}
    positions = crowd.positions
    before = positions.copy()
    crowd.tick(1 / 30, 60)
    assert (positions != before).any(axis=1).all()   # a view that moves with the agents
    for _ in range(200):
        if not crowd.walking():
            break
        crowd.tick(1 / 30, 30)
    assert set(crowd.states) == {"arrived"} and crowd.stats.blocked_ticks == 0
    assert (crowd.positions[:, 1] > 50).all() and crowd.velocities.shape == (20, 2)
    assert (crowd.ids == ids).all()


def test_the_same_calls_give_the_same_motion():
    def hash_of_run():
        world = wend.from_array(terrain(40, 40, blocked=0))
        crowd = world.crowd()
        ids = crowd.add([(2.5, 2.5), (30.5, 30.5)])
        crowd.send_group(ids, (20, 20), spacing=2)
        crowd.tick(0.05, 100)
        return crowd.hash

    assert hash_of_run() == hash_of_run()


def test_no_agent_is_added_or_removed_while_an_array_borrows():
    world = wend.from_array(np.ones((9, 9)))
    crowd = world.crowd()
    first = crowd.add((1.5, 1.5))
    assert crowd.positions.tolist() == [[1.5, 1.5]]
    positions = crowd.positions
    part = positions[:, 0]
    del positions
    for call in (lambda: crowd.add((3.5, 3.5)), lambda: crowd.remove(first), crowd.close):
        with pytest.raises(BufferError, match="copy or delete"):
            call()
    assert not part.flags.writeable
    del part
    crowd.add([(3.5, 3.5)])
    crowd.remove(first)
    with pytest.raises(wend.StaleError):
        crowd.send(first, (1, 1))
    assert len(crowd) == 1
    crowd.remove(crowd.ids)
    assert crowd.positions.shape == (0, 2) and crowd.states == [] and len(crowd.ids) == 0


def test_none_is_added_when_one_does_not_fit():
    costs = np.ones((9, 9))
    costs[5, 5] = 0
    crowd = wend.from_array(costs).crowd()
    with pytest.raises(wend.ArgumentError, match=r"agent 1 at \(5.5, 5.5\)"):
        crowd.add([(1.5, 1.5), (5.5, 5.5)])
    assert len(crowd) == 0


def test_agents_replan_after_edits():
    world = wend.from_array(np.ones((30, 30)))
    crowd = world.crowd()
    ids = crowd.add((2.5, 15.5))
    crowd.send(ids, (27, 15))
    crowd.tick(0.05, 10)
    world.edit((15, 0, 1, 30), "blocked")
    crowd.tick(0.05, 100)
    assert crowd.states == ["no_route"]
    world.edit((15, 0), 1)
    crowd.tick(0.05, 600)
    assert crowd.states == ["arrived"] and crowd.stats.replans > 0
    assert crowd.replan((0, 0, 30, 30)) >= 0


def test_one_agent_at_a_time():
    world = wend.from_array(np.ones((20, 20)))
    crowd = world.crowd()
    ids = crowd.add([(2.5, 2.5), (4.5, 2.5)])
    for call in (crowd.path, crowd.index, crowd.link, lambda several: crowd.change(several, radius=0.2)):
        for several in (ids, ids[:0]):
            with pytest.raises(wend.ArgumentError, match="id: expected the id of one agent, got %d" % len(several)):
                call(several)
    assert crowd.index(ids[1]) == crowd.index(ids[1:]) == 1
