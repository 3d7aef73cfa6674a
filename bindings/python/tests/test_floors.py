"""Are tiles, places, edits, links, seams, fields and files of maps with floors those of C?"""
import pickle

import numpy as np
import pytest
import wend


@pytest.fixture()
def house():
    """Two floors of 12 x 8 with stairs; a wall on the upper one, with a gap at the bottom."""
    costs = np.ones((2, 8, 12))
    costs[1, :7, 6] = 0
    world = wend.from_arrays(list(costs), floor_heights=[0, 3])
    world.add_link((10, 1, 0), (8, 1, 1), 4, two_way=True)
    return world


def test_shape(house):
    assert (house.floors, house.shape, house.floor_heights) == (2, (2, 8, 12), [0.0, 3.0])
    assert house.costs.shape == house.classes.shape == house.closed_steps.shape == (2, 8, 12)
    assert house.costs[1, 0, 6] == 0 and house.costs[0, 0, 6] == 1
    assert house.cost((6, 0, 1)) == 0 and house.cost((6, 0)) == house.cost((6, 0, 0)) == 1
    assert (1, 1, 1) in house and (1, 1, 2) not in house
    assert house.passable_count == 2 * 96 - 7
    assert house.tile_at((3.5, 2.5), floor=1) == (3, 2, 1)
    assert "on 2 floors" in repr(house)


def test_one_floor_is_as_before():
    world = wend.from_array(np.ones((8, 12)))
    assert (world.floors, world.shape) == (1, (8, 12))
    path = world.path((0, 0, 0), (5, 5))
    assert path.tiles.shape == (6, 2) and path.start == (0, 0) and (path.waypoint_floors == 0).all()
    assert wend.from_array(np.ones((1, 8, 12))).hash == world.hash


def test_a_path_over_stairs(house):
    path = house.path((9, 1), (0, 0, 1))
    tiles = path.tiles
    assert tiles.dtype == np.int32 and tiles.shape[1] == 3 and not tiles.flags.writeable
    assert tiles[0].tolist() == [9, 1, 0] and tiles[-1].tolist() == [0, 0, 1]
    assert sorted(set(tiles[:, 2].tolist())) == [0, 1]
    at = path.links[0].tile
    assert tiles[at].tolist() == [10, 1, 0] and tiles[at + 1].tolist() == [8, 1, 1]
    assert (path.start, path.goal) == ((9, 1, 0), (0, 0, 1))
    assert path.waypoint_floors[0] == 0 and path.waypoint_floors[-1] == 1
    assert list(path)[0] == (9, 1, 0)
    assert path.cost == pytest.approx(house.path((9, 1), (0, 0, 1), algorithm="dijkstra").cost)
    answers = house.paths([(9, 1, 0), (9, 1, 1)], [(0, 0, 1), (0, 0, 1)])
    assert answers[0].tolist() == tiles.tolist() and answers.costs[0] == path.cost
    assert answers[1][0].tolist() == [9, 1, 1]


def test_below_and_above_are_different_places(house):
    assert house.path((3, 3, 0), (3, 3, 1)).cost > 10
    assert house.connected((3, 3, 0), (3, 3, 1))
    house.remove_link(house.links[0].id)
    assert not house.connected((3, 3, 0), (3, 3, 1)) and house.connected((3, 3, 1), (3, 3, 0))
    assert house.explain((3, 3, 0), (3, 3, 1)).start.tile == (3, 3, 0)


def test_edits_stay_on_their_floor(house):
    house.edit((0, 0, 3, 3, 1), "blocked")
    house.edit((5, 5, 1), 0)
    assert (house.costs[1, :3, :3] == 0).all() and house.costs[1, 5, 5] == 0 and (house.costs[0] == 1).all()
    house.edit((0, 0, 2, 2), "blocked")
    assert house.costs[0, 0, 0] == 0
    house.set_wall((4, 4, 1), (5, 4, 1))
    assert house.closed_steps[1, 4, 4] & 1 and not house.closed_steps[0].any()
    with pytest.raises(wend.ArgumentError, match="not neighbours"):
        house.set_wall((4, 4, 0), (5, 4, 1))
    with pytest.raises(wend.ArgumentError, match="no floor 2; the map has floors 0..1"):
        house.edit((0, 0, 1, 1, 2), 1)


def test_seams():
    world = wend.from_array(np.ones((2, 6, 20)))
    ids = world.add_seam((9, 1, 0), (9, 4, 0), (10, 1, 1), (10, 4, 1))
    assert len(ids) == 8 and {link.kind for link in world.links} == {"seam"}
    path = world.path((0, 2), (19, 2, 1))
    assert path.cost == 19 and path.tiles[9:11].tolist() == [[9, 2, 0], [10, 2, 1]]
    with pytest.raises(wend.ArgumentError, match="as many tiles"):
        world.add_seam((0, 0, 0), (0, 3, 0), (1, 0, 1), (1, 2, 1))


def test_fields_and_many_places(house):
    field = house.field((8, 1, 1))
    assert field.costs.shape == (2, 8, 12) and field.costs[0, 1, 10] == 4 and field.cost((10, 1, 0)) == 4
    assert field.steps.shape == (2, 8, 12, 2) and (field.steps[0, 1, 10] == 0).all()  # a link
    assert field.path((9, 1)).tolist() == [[9, 1, 0], [10, 1, 0], [8, 1, 1]]
    assert field.costs_of((10, 1, 1, 1, 1)).tolist() == [[2.0]]
    near = house.reach((10, 1), 4.0).tiles
    assert [8, 1, 1] in near.tolist() and near.shape[1] == 3
    places = np.array([(9, 1, 0), (8, 1, 1), (0, 0, 1)])
    costs = house.matrix(places, places)
    assert costs[0, 1] == 5 and costs[0, 2] == pytest.approx(house.path((9, 1, 0), (0, 0, 1)).cost, 1e-3)
    assert house.tour(places, first=0).order.tolist() == [0, 1, 2]
    corridor = house.corridor((9, 1, 0), (8, 1, 1), above=0)
    assert corridor.tiles.tolist() == [[9, 1, 0], [10, 1, 0], [8, 1, 1]]


def test_fleets(house):
    fleet = house.fleet()
    movers = fleet.add([(9, 1, 0), (9, 1, 1)])
    fleet.send(movers, [(8, 2, 1), (8, 2, 0)])
    assert fleet.tiles.tolist() == [[9, 1, 0], [9, 1, 1]] and fleet.at((9, 1, 1)) == 1
    fleet.step(60)
    assert fleet.tiles.tolist() == [[8, 2, 1], [8, 2, 0]]


def test_a_picture_has_the_floors_side_by_side(house):
    assert house.picture(scale=2, paths=[house.path((9, 1), (0, 0, 1))]).shape == (16, 2 * (12 + 2 + 12), 3)


def test_files(house, tmp_path):
    house.save(tmp_path / "house.wend")
    again = wend.open(tmp_path / "house.wend")
    assert again.hash == house.hash and again.floors == 2 and again.floor_heights == [0.0, 3.0]
    assert (again.costs == house.costs).all()
    assert pickle.loads(pickle.dumps(house)).path((9, 1), (0, 0, 1)).cost == house.path((9, 1), (0, 0, 1)).cost


def test_recipes(tmp_path):
    (tmp_path / "low.txt").write_text("....\n....\n")
    (tmp_path / "high.txt").write_text("#...\n#...\n")
    (tmp_path / "two.recipe").write_text("wend recipe 1\nfloor low low.txt\nfloor high high.txt height=3\n"
                                         "stairs 0,0,0 1,0,1 cost=2\n")
    world = wend.bake(tmp_path / "two.recipe")
    assert world.floors == 2 and world.path((0, 0), (1, 0, 1)).cost == 2


def test_bad_input():
    for floors, text in (([], "at least one array"), ([np.ones((2, 3)), np.ones((3, 2))], "like the floor below, got 3 x 2")):
        with pytest.raises(wend.ArgumentError, match=text):
            wend.from_arrays(floors)
    for heights, text in (([1], "expected 2, one for each floor, got 1"), ([3, 3], "no two at one height"),
                          ([4, 3], "from the lowest to the highest")):
        with pytest.raises(wend.ArgumentError, match=text):
            wend.from_array(np.ones((2, 2, 3)), floor_heights=heights)
    with pytest.raises(wend.LimitError, match="4097 floors"):
        wend.from_array(np.ones((4097, 1, 1)))
    with pytest.raises(wend.ArgumentError, match=r"costs\[1, 0, 2\] = -1 is negative"):
        wend.from_array([[[1, 1, 1]], [[1, 1, -1]]])
    with pytest.raises(wend.UnsupportedError, match="one floor"):
        wend.from_array(np.ones((2, 2, 2)), relief=wend.Relief(slopes=[(0, 1)]))
