"""Do movers never stand in each other, do they arrive, and is bad input refused?"""
import numpy as np
import pytest
from pytest import terrain

import wend


def run(world, fleet, most=2000):
    for _ in range(most):
        before = fleet.tiles
        fleet.step()
        assert world.check_moves(before, fleet.tiles) == []
        if not fleet.moving():
            return
    pytest.fail("movers did not arrive: %r" % (fleet.stats,))


def test_movers_arrive_and_never_meet():
    costs = terrain(60, 70)
    world = wend.from_array(costs)
    rng = np.random.default_rng(1)
    reachable = np.argwhere(costs > 0)[:, ::-1]
    starts, goals = rng.permutation(reachable)[:150], rng.permutation(reachable)[:150]
    hashes = []
    for threads in (1, 4):
        fleet = world.fleet(threads=threads)
        movers = fleet.add(starts)
        assert len(fleet) == 150 and fleet.tiles.tolist() == starts.tolist()
        fleet.send(movers, goals)
        run(world, fleet)
        there = (fleet.tiles == goals).all(axis=1)
        assert all(state in ("arrived", "no_route") for state in fleet.states)
        assert (there == (np.array(fleet.states) == "arrived")).all() and there.sum() > 100
        hashes.append(fleet.hash)
    assert hashes[0] == hashes[1]


def test_groups_and_tasks():
    world = wend.from_array(np.ones((40, 40)))
    fleet = world.fleet()
    movers = fleet.add([(x, y) for y in range(3) for x in range(5)])
    assert fleet.send_group(movers, (30, 30), spacing=2) == 15
    run(world, fleet)
    assert fleet.stats.arrived == 15 and len({tuple(t) for t in fleet.tiles.tolist()}) == 15
    fleet.stop(movers)
    assert fleet.states == ["idle"] * 15 and (fleet.goals == -1).all()
    assert fleet.add_task([(5, 5), (35, 5)]) == 0 and fleet.add_task((7, 7)) == 1
    fleet.step()
    assert sorted(fleet.tasks.tolist())[-2:] == [0, 1] and fleet.stats.waiting_tasks == 0
    run(world, fleet)
    assert fleet.stats.tasks_done == 2
    fleet.remove(movers[:14])
    assert len(fleet) == 1 and fleet.states.count("absent") == 14
    last = movers[14]
    assert fleet.at(fleet.tiles[last]) == last and fleet.at((0, 39)) is None


def test_stuck_movers_name_those_in_their_way():
    world = wend.from_array(np.ones((1, 6)))
    fleet = world.fleet(patience=10)
    fleet.send(fleet.add([(0, 0), (5, 0)]), [(5, 0), (0, 0)])
    fleet.step(60)
    assert fleet.states == ["stuck", "stuck"]
    assert any(fleet.blockers(mover) == [1 - mover] for mover in (0, 1))


def test_conflicts_have_their_kinds():
    world = wend.from_array(np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]]))
    kinds = [c.kind for c in world.check_moves([(0, 0), (2, 0), (0, 2), (2, 2)], [(1, 0), (1, 0), (1, 1), (0, 0)])]
    assert sorted(kinds) == ["blocked", "step", "tile"]
    assert world.check_moves([], []) == []
    with pytest.raises(ValueError, match="after: expected as many"):
        world.check_moves([(0, 0)], [(0, 0), (1, 0)])


def test_bad_input_is_refused():
    world = wend.from_array(np.array([[1, 0, 1, 1]]))
    for options in ({"look_ahead": 1}, {"patience": 0}, {"task_choice": 0}, {"threads": -1}):
        with pytest.raises(ValueError):
            world.fleet(**options)
    fleet = world.fleet()
    with pytest.raises(wend.LimitError, match="blocked or taken"):
        fleet.add([(2, 0), (1, 0)])
    assert len(fleet) == 0
    movers = fleet.add((2, 0))
    for call in (lambda: fleet.add((9, 0)), lambda: fleet.add((3, 0), priority=2000), lambda: fleet.send(movers, (4, 0)),
                 lambda: fleet.send([7], (0, 0)), lambda: fleet.send(movers, [(0, 0), (2, 0)]), lambda: fleet.remove([-1]),
                 lambda: fleet.add_task((1, 0)), lambda: fleet.add_task([]), lambda: fleet.step(-1),
                 lambda: fleet.send_group(movers, (1, 0)), lambda: fleet.blockers(5)):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        fleet.send([0.5], (0, 0))
    fleet.send(movers, (0, 0))
    fleet.step(2)
    assert fleet.states == ["no_route"]
    fleet.close()
    with pytest.raises(wend.ClosedError):
        fleet.step()
    assert repr(fleet) == "<wend.Fleet closed>"


def test_links_take_time_and_lifts_have_room_for_few():
    costs = np.ones((7, 9))
    costs[3] = np.inf
    world = wend.from_array(costs)
    up, down = world.add_link((2, 2), (2, 4), 1, duration=1.5), world.add_link((6, 4), (6, 2), 1, duration=1.5)
    rules = {"step_seconds": 0.5, "lifts": [(1, [up, down])]}
    fleet = world.fleet(**rules)
    movers = fleet.add([(0, 0), (1, 0), (8, 6), (7, 6)])
    fleet.send(movers, [(0, 6), (1, 6), (8, 0), (7, 0)])
    plan = [fleet.tiles]
    while fleet.moving() and len(plan) < 200:
        fleet.step()
        plan.append(fleet.tiles)
    assert fleet.states == ["arrived"] * 4
    assert world.check_plan(plan, **rules) == []
    on = [{tuple(t) for t in tiles.tolist()} & {(2, 4), (6, 2)} for tiles in plan]
    assert sum(len(tiles) for tiles in on) >= 4 * 3 and all(len(tiles) <= 2 for tiles in on)
    kinds = {conflict.kind for _, conflict in world.check_plan(plan, step_seconds=0.1)}
    assert kinds == {"link"}
    both = [[(2, 2), (6, 4)], [(2, 4), (6, 2)]]
    assert [c.kind for _, c in world.check_plan(both, lifts=[(1, [up, down])])] == ["lift"]
    assert world.check_plan(both, lifts=[(2, [up, down])]) == [] == world.check_plan([])
    for options in ({"step_seconds": -1}, {"lifts": [(0, [up])]}, {"lifts": [(1, [])]}, {"lifts": [(1, [-1])]}):
        with pytest.raises(ValueError):
            world.fleet(**options)


def test_movers_of_profiles_are_checked_by_their_own_maps():
    costs = np.ones((9, 20))
    costs[4] = np.inf
    costs[4, 3:5] = 1  # a gate wide enough for a cart only
    costs[4, 12:17] = 1
    world = wend.from_array(costs, profiles=["truck:radius=1.2"])
    fleet = world.fleet()
    truck, = fleet.add((4, 1), profile="truck").tolist()
    with pytest.raises(ValueError, match="taken"):
        fleet.add((5, 2))  # the truck is there
    cart, = fleet.add((8, 1)).tolist()
    assert fleet.widths.tolist() == [3, 1] and fleet.at((5, 2)) == truck and fleet.at((6, 2)) is None
    fleet.send([truck, cart], [(4, 7), (7, 7)])
    plan = [fleet.tiles]
    while fleet.moving() and len(plan) < 200:
        fleet.step()
        plan.append(fleet.tiles)
    assert fleet.states == ["arrived", "arrived"]
    assert max(tiles[truck, 0] for tiles in plan) >= 13  # the truck goes round
    assert world.check_plan(plan, profiles=["truck", None]) == []
    found = world.check_plan(plan, profiles=["truck", "truck"])
    assert any(c.kind in ("blocked", "step") and c.first == cart for _, c in found)
    assert [c.kind for c in world.check_moves([(4, 1), (7, 1)], [(4, 1), (6, 1)], ["truck", None])] == []
    assert [c.kind for c in world.check_moves([(4, 1), (6, 1)], [(4, 1), (5, 1)], ["truck", None])] == ["tile"]
    with pytest.raises(ValueError, match="profiles: expected one for each of 2"):
        world.check_moves(plan[0], plan[1], profiles=["truck"])
