"""What-if worlds: added costs, obstacles by handle, unknown ground, shapes for one query."""
import gc
import threading

import numpy as np
import pytest

import wend


def corridor(width=21, height=7):
    return wend.from_array(np.ones((height, width)))


def test_an_overlay_is_a_world_of_its_own():
    world = corridor()
    with world.overlay() as seen:
        assert isinstance(seen, wend.World) and seen.shape == world.shape
        wall = seen.add(wend.rect((10, 0, 1, 6)))
        assert seen.path((0, 0), (20, 0)).cost > world.path((0, 0), (20, 0)).cost == 20
        assert seen.field((0, 0)).costs[0, 20] == pytest.approx(seen.path((0, 0), (20, 0)).cost, abs=1e-2)
        assert seen.reach((0, 0), 5).tiles.shape[0] > 10 and seen.passable_count == 21 * 7 - 6
        assert seen.explain((0, 0), (20, 0)).outcome == "found"
        seen.move(wall, wend.rect((10, 0, 1, 7)))
        assert seen.path((0, 0), (20, 0)).outcome == "no_route"
        seen.remove(wall)
        assert seen.path((0, 0), (20, 0)).cost == 20
        with pytest.raises(wend.StaleError):
            seen.remove(wall)
        with pytest.raises(wend.UnsupportedError):
            seen.edit((0, 0, 1, 1), "blocked")
    with pytest.raises(wend.ClosedError):
        seen.path((0, 0), (1, 0))
    world.edit((3, 3, 1, 1), "blocked")
    with pytest.raises(wend.ClosedError):
        seen.path((0, 0), (1, 0))
    with pytest.raises(wend.ClosedError):
        seen.add(wend.disc((1, 1), 1))
    assert world.path((0, 0), (20, 0)).cost == 20


def test_it_follows_its_parent():
    world = corridor()
    seen = world.overlay()
    seen.add(wend.rect((5, 0, 1, 6)))
    crowd = seen.crowd()
    world.edit((5, 6, 1, 1), "blocked")
    assert seen.path((0, 0), (20, 0)).outcome == "no_route" and world.path((0, 0), (20, 0)).cost == 20
    nested = seen.overlay()
    assert nested.path((0, 0), (20, 0)).outcome == "no_route"
    world.edit((5, 6, 1, 1), 1.0)
    assert nested.path((0, 0), (20, 0)).outcome == seen.path((0, 0), (20, 0)).outcome == "found"
    assert len(crowd) == 0
    world.close()
    assert seen.path((0, 0), (20, 0)).outcome == "found"
    del crowd, nested, seen
    gc.collect()


def test_arrays_of_costs():
    world = corridor()
    danger = np.zeros((7, 21), np.float32)
    danger[:6, 10] = 8
    with world.overlay() as seen:
        handle = seen.add_cost(danger)
        path = seen.path((0, 0), (20, 0))
        assert (path.tiles[:, 1] == 6).any()
        seen.remove(handle)
        seen.add_cost(2.0)
        assert seen.path((0, 0), (20, 0)).cost == pytest.approx(60, rel=0.03)
        part = seen.add_cost(np.full((2, 3), np.inf), area=(4, 0, 3, 2))
        assert seen.cost((4, 1)) == 0 and seen.cost((4, 2)) > 0
        seen.remove(part)
        assert seen.cost((4, 1)) == pytest.approx(3, rel=0.03)
    with world.overlay() as seen:
        handles = seen.add_dangers([(5, 3), (15, 3)], 3, [4, 8])
        assert len(handles) == 2 and seen.cost((15, 3)) > seen.cost((5, 3)) > 1
        seen.remove(int(handles[1]))
        assert seen.cost((15, 3)) == 1
        fading = seen.add(wend.disc((15, 3), 1, cost=16, decay=0.5))
        before = seen.cost((15, 3))
        seen.tick()
        assert 1 < seen.cost((15, 3)) < before
        seen.tick(20)
        assert seen.cost((15, 3)) == 1
        with pytest.raises(wend.StaleError):
            seen.remove(fading)


def test_unknown_ground_is_remembered_as_it_was_seen():
    costs = np.ones((7, 21))
    costs[0:6, 10] = 0
    world = wend.from_array(costs)
    with world.overlay() as robot:
        robot.hide(cost=1)
        assert not robot.is_seen((0, 0)) and robot.path((0, 0), (20, 0)).cost == 20
        seen = robot.see_from((0, 0))
        assert seen[0, 10] and not seen[0, 11] and robot.is_seen((5, 5)) and not robot.is_seen((20, 0))
        around = robot.path((0, 0), (20, 0)).cost
        assert around > 20
        world.edit((10, 0, 1, 1), 1.0)       # a gap that it has not seen yet
        assert robot.path((0, 0), (20, 0)).cost == around
        robot.see((10, 0, 1, 1))
        assert robot.path((0, 0), (20, 0)).cost == 20
        robot.forget(mask=np.ones((7, 21), bool))
        robot.hide()
        assert robot.path((0, 0), (20, 0)).outcome == "start_blocked"
        robot.reveal()
        assert robot.path((0, 0), (20, 0)).cost == 20


def test_shapes_for_one_path():
    world = corridor()
    shapes = [wend.disc((10, 0), 2.5), wend.capsule((5, 5), (15, 5), 0.5, cost=3)]
    path = world.path((0, 0), (20, 0), avoid=shapes)
    with world.overlay() as seen:
        for shape in shapes:
            seen.add(shape)
        assert seen.path((0, 0), (20, 0)).cost == path.cost and (path.tiles == seen.path((0, 0), (20, 0)).tiles).all()
    triangle = wend.polygon([(9.5, -0.5), (11.5, -0.5), (10.5, 4.5)])
    assert world.path((0, 0), (20, 0), avoid=[triangle]).cost > 20 == world.path((0, 0), (20, 0)).cost
    assert world.path((0, 0), (20, 0), avoid=[wend.rect((10, 0, 1, 7))]).outcome == "no_route"
    many = [wend.rect((10, y, 1, 1)) for y in range(7)]  # they stay until the query has ended
    assert {world.path((0, 0), (20, 0), avoid=many[:count]).outcome for count in (7, 7, 7, 7)} == {"no_route"}


def test_profiles_pay_what_was_added():
    world = wend.from_array(np.ones((9, 30)), profiles=[wend.Profile("tank", radius=1.5)])
    with world.overlay() as seen:
        seen.add(wend.disc((15, 4), 0))
        assert seen.path((3, 4), (26, 4), profile="tank").cost > seen.path((3, 4), (26, 4)).cost
        view = seen.view("tank")
        assert view.cost((15, 5)) == 0
        seen.add(wend.rect((15, 0, 1, 9)))
        assert seen.path((3, 4), (26, 4), profile="tank").outcome == "no_route"
        with pytest.raises(wend.UnsupportedError):
            view.overlay()


@pytest.mark.parametrize("call", [
    lambda s: s.add(wend.disc((3, 3), -1)), lambda s: s.add(wend.disc((3, 3), 1, cost=-1)),
    lambda s: s.add(wend.disc((3, 3), float("nan"))), lambda s: s.add(wend.rect((3, 3, 0, 1))),
    lambda s: s.add(wend.polygon([(0, 0), (1, 1)])), lambda s: s.add(wend.disc((3, 3), 1, cost=5000)),
    lambda s: s.add(wend.disc((3, 3), 1, decay=2)), lambda s: s.add_cost(np.ones((3, 3))),
    lambda s: s.add_cost(np.full((7, 21), -1.0)), lambda s: s.add_cost(np.full((7, 21), np.nan)),
    lambda s: s.see(), lambda s: s.hide(cost=-1), lambda s: s.tick(-1), lambda s: s.move(77, wend.disc((1, 1), 1)),
    lambda s: s.see(mask=np.ones((3, 3))), lambda s: s.add_dangers([(1, 1)], [1], [-4]),
    lambda s: s.path((0, 0), (1, 1), avoid=[wend.disc((3, 3), -1)])])
def test_bad_layers(call):
    with corridor().overlay() as seen, pytest.raises(ValueError):
        call(seen)


@pytest.mark.parametrize("call", [
    lambda s: s.add((3, 3, 1)), lambda s: wend.disc(3, 1), lambda s: s.path((0, 0), (1, 1), avoid=["disc"])])
def test_what_is_no_shape(call):
    with corridor().overlay() as seen, pytest.raises(TypeError):
        call(seen)


def test_the_parent_changes_while_others_ask():
    world = corridor(60, 40)
    overlays = [world.overlay() for _ in range(3)]
    errors = []

    def ask(overlay, index):
        try:
            for i in range(60):
                handle = overlay.add(wend.disc((20 + i % 10, 20), 4, cost=1 + index))
                assert overlay.path((0, 20), (59, 20)).outcome == "found"
                overlay.remove(handle)
        except BaseException as error:  # noqa: B902
            errors.append(error)

    threads = [threading.Thread(target=ask, args=(overlay, i)) for i, overlay in enumerate(overlays)]
    for thread in threads:
        thread.start()
    for i in range(40):
        world.edit((30, i % 30, 2, 2), "blocked" if i % 2 else 1.0)
    for thread in threads:
        thread.join()
    assert not errors


def test_every_kind_of_query_avoids_shapes():
    world = corridor()
    wall = [wend.polygon([(9.5, -1), (10.5, -1), (10.5, 4.5), (9.5, 4.5)]), wend.disc((15, 6), 0.5, 3)]
    one = world.path((0, 0), (20, 0), avoid=wall)
    assert one.cost > 20
    many = world.paths([(0, 0), (1, 1)], [(20, 0), (20, 1)], threads=2, avoid=wall)
    assert many.costs[0] == one.cost and many.costs[1] > 19
    assert [path.cost for path in world.alternatives((0, 0), (20, 0), avoid=wall)][0] == one.cost
    with wend.Service(world) as service:
        tickets = [service.submit((0, 0), (20, 0), avoid=wall) for _ in range(50)]
        gc.collect()
        assert all(ticket.result().cost == one.cost for ticket in tickets)
        assert service.submit((0, 0), (20, 0)).result().cost == 20


@pytest.mark.parametrize("connectivity", ["odd-r", "even-r", "odd-q", "even-q"])
def test_shapes_lie_at_the_centres_of_hexagons(connectivity):
    world = wend.from_array(np.ones((40, 60)), connectivity=connectivity, tile_size=3, origin=(-7, 90))

    def blocked(seen):
        return {(x, y) for y in range(40) for x in range(60) if seen.cost((x, y)) == 0}

    with world.overlay() as seen:
        handle = seen.add(wend.disc((31, 31), 0.1))
        assert blocked(seen) == {(31, 31)}
        seen.move(handle, wend.disc((30, 20), 1.01))
        assert len(blocked(seen)) == 7
        assert all(world.path((30, 20), tile).cost == 1 for tile in blocked(seen) - {(30, 20)})
        seen.move(handle, wend.rect((10, 11, 4, 5)))
        assert blocked(seen) == {(x, y) for x in range(10, 14) for y in range(11, 16)}
        seen.move(handle, wend.rect((9, 39, 1, 1)))
        assert blocked(seen) == {(9, 39)}
        seen.remove(handle)
        seen.add_dangers([(20, 8)], 0.5, 8)
        assert [tile for tile in np.ndindex(60, 40) if seen.cost(tile) > 1] == [(20, 8)]
        with pytest.raises(wend.UnsupportedError, match="whole numbers on hexagons"):
            seen.add(wend.disc((3.5, 3), 2))
        with pytest.raises(wend.ArgumentError, match="at most"):
            seen.add(wend.disc((2**40, 3), 2))
    assert world.path((5, 5), (9, 5), avoid=[wend.rect((7, 3, 1, 6))]).cost > 4
