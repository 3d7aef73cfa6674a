"""What do paths between many places cost, who takes which job, and in which order are places visited?"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Handle
from ._errors import ArgumentError, OutOfMemoryError, UnsupportedError, check
from ._field import Field, fill
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._world import World

AssignGoal = Literal["sum", "max"]
_GOALS = {"sum": lib.WEND_ASSIGN_LEAST_SUM, "max": lib.WEND_ASSIGN_LEAST_MAXIMUM}


class Tour(NamedTuple):
    """An order of places: `World.tour` finds it."""
    order: NDArray[np.int32]  # indices of the stops
    cost: float               # infinity: no order was found in which paths connect all


class Corridor(NamedTuple):
    """All tiles on ways that cost hardly more than the cheapest: `World.corridor` finds it."""
    cost: float                 # of the cheapest way; infinity: there is none, and no tile
    tiles: NDArray[np.int32]    # n x 2
    above: NDArray[np.float64]  # by how many percent the cheapest way over each tile costs more


def _end(world: World, given: Tuple[Any, Any], name: str) -> NDArray[Any]:
    """The tiles of one end of a corridor, from tiles or an area."""
    tiles, area = given
    if (tiles is None) == (area is None):
        raise ArgumentError("expected one of %s and %s_area, got %s" % (name, name, "none" if tiles is None else "both"))
    if area is not None:
        x, y, width, height, floor = world._area(area, name + "_area")
        columns, rows = np.meshgrid(np.arange(x, x + width, dtype=np.int32), np.arange(y, y + height, dtype=np.int32))
        return world._tiles(np.stack((columns.ravel(), rows.ravel(), np.full(columns.size, floor)), axis=1), name)
    return _places(world, tiles, name, True)


def _new_field() -> Any:
    made = ffi.new("wend_field**")
    check(lib.wend_field_create(ffi.NULL, made), "making a field")
    return ffi.gc(made[0], lib.wend_field_destroy)


def corridor(world: World, start: Tuple[Any, Any], goal: Tuple[Any, Any], above: float,
             profile: Optional[str]) -> Corridor:
    above = _core.real(above, "above")
    if not 0 <= above <= 1e6:
        raise ArgumentError("above: expected percent from 0 to 1000000, got %g" % above)
    cost = ffi.new("double*")
    with world._guard:
        first, last = _end(world, start, "start"), _end(world, goal, "goal")
        grid = lib.wend_world_grid(lib.wend_world_profile(world._handle.get(), world._profile_index(profile)))
        there, back = _new_field(), _new_field()
        check(lib.wend_corridor_fill(there, back, grid, _core.pointer_to(first, "wend_tile"), len(first),
                                     _core.pointer_to(last, "wend_tile"), len(last), above, cost),
              "finding a corridor")
        count = lib.wend_corridor_tiles(there, back, above, ffi.NULL, ffi.NULL, 0)
        tiles, percent = np.empty(count, _core.TILE), np.empty(count)
        lib.wend_corridor_tiles(there, back, above, _core.pointer_to(tiles, "wend_tile"),
                                _core.pointer_to(percent, "double"), count)
    return Corridor(cost[0], world._rows(tiles), percent)


def _places(world: World, values: Any, name: str, or_one: bool = False) -> NDArray[Any]:
    array = world._tiles(values, name, or_one)
    if len(array) == 0:
        raise ArgumentError("%s: expected at least one tile" % name)
    return array


def stops_of(world: World, stops: Any) -> NDArray[np.int32]:
    """The stops of a tour, checked."""
    return world._rows(_places(world, stops, "stops"))


def reach(world: World, start: Any, within: float, profile: Optional[str]) -> Field:
    within = _core.real(within, "within")
    if not within >= 0:
        raise ArgumentError("within: expected a cost of 0 or more, got %g" % within)
    # Below every cost but 0.
    return fill(world, start, max(within, 1e-9), "from", profile)


def round_costs(world: World, start: Any, within: float, area: Optional[Any],
                profile: Optional[str]) -> NDArray[np.float32]:
    within = _core.real(within, "within")
    if not within >= 0:
        raise ArgumentError("within: expected a cost of 0 or more, got %g" % within)
    with world._guard:
        tiles = _places(world, start, "start", True)
        place = world._area(world.area + (tiles["floor"][0],) if area is None else area, "area")
        grid = lib.wend_world_grid(lib.wend_world_profile(world._handle.get(), world._profile_index(profile)))
        if lib.wend_grid_connectivity(grid) >= lib.WEND_CONNECTIVITY_HEX_ODD_R or lib.wend_grid_has_relief(grid):
            raise UnsupportedError("round costs: expected squares, and tiles that cost the same each way; the map has hexagons, "
                                   "or costs by direction")
        out = np.empty((place[3], place[2]), np.float32)
        check(lib.wend_round_costs(grid, _core.pointer_to(tiles, "wend_tile"), len(tiles), within, place,
                                   _core.pointer_to(out, "float")), "computing costs in any direction")
    return out


def matrix(world: World, sources: Any, targets: Any, limit: float, nearest: int, exact: bool, profile: Optional[str],
           threads: int) -> NDArray[np.float64]:
    definition = ffi.new("wend_matrix_def*", lib.wend_default_matrix_def())
    definition.limit = _core.real(limit, "limit")
    if not definition.limit >= 0:
        raise ArgumentError("limit: expected 0 or more, got %g" % limit)
    definition.nearest = _core.in_range(nearest, 0, 2**31 - 1, "nearest")
    definition.exact = bool(exact)
    definition.should_cancel = ffi.addressof(lib, "wendpy_should_cancel")
    threads = _core.in_range(threads, 0, 256, "threads") or _core.processors()
    pool = ffi.new("wend_threads**")
    with world._guard:
        first, last = _places(world, sources, "sources"), _places(world, targets, "targets")
        definition.profile = world._profile_index(profile)
        try:
            out = np.empty((len(first), len(last)))
        except MemoryError:
            raise OutOfMemoryError("%d x %d costs take %.1f GB of memory; ask for fewer places at once"
                                   % (len(first), len(last), 8e-9 * len(first) * len(last))) from None
        try:
            search = world._matrix_searches.pop()
        except IndexError:
            made = ffi.new("wend_matrix_search**")
            check(lib.wend_matrix_search_create(ffi.NULL, made), "making a search")
            search = Handle(made[0], lib.wend_matrix_search_destroy, "search")
        try:
            if threads > 1:
                check(lib.wend_threads_create(threads, pool), "starting threads")
                definition.tasks = lib.wend_threads_tasks(pool[0])
            check(lib.wend_cost_matrix(search.pointer, world._handle.get(), _core.pointer_to(first, "wend_tile"),
                                       len(first), _core.pointer_to(last, "wend_tile"), len(last), definition,
                                       _core.pointer_to(out, "double")), "computing costs")
        finally:
            lib.wend_threads_destroy(pool[0])
            world._matrix_searches.append(search)
    return out


def _costs(costs: Any) -> NDArray[np.float64]:
    array = np.ascontiguousarray(costs, np.float64)
    if array.ndim != 2 or array.size == 0:
        raise ArgumentError("costs: expected a matrix with rows and columns, got the shape %r" % (array.shape,))
    if not (array >= 0).all():
        raise ArgumentError("costs: expected 0 or more, got %g" % array[~(array >= 0)][0])
    return array


def assign(costs: Any, goal: AssignGoal = "sum") -> NDArray[np.int32]:
    """Gives each row, an agent, at most one column, a job; by row, its column, or -1.

    costs: infinity where an agent cannot take a job. As many agents as possible get one. goal: "sum", the
    sum of the costs is least; "max", the greatest of them is.

    >>> import wend
    >>> wend.assign([[1, 2, 9], [1, 9, 9]]).tolist()
    [1, 0]
    """
    number = _core.choice(goal, _GOALS, "goal")
    array = _costs(costs)
    out = np.empty(len(array), np.int32)
    check(lib.wend_assign(_core.pointer_to(array, "double"), array.shape[0], array.shape[1], number,
                          _core.pointer_to(out, "int32_t")), "assigning",
          limit="costs: expected at most 2^40")
    return out


def tour(costs: Any, *, closed: bool = False, first: Optional[int] = None, last: Optional[int] = None,
         effort: Optional[int] = None) -> Tour:
    """The order in which the stops of a matrix of costs are visited at the least cost: see `World.tour`."""
    array = _costs(costs)
    if array.shape[0] != array.shape[1]:
        raise ArgumentError("costs: expected as many columns as rows, got the shape %r" % (array.shape,))
    count = len(array)
    definition = ffi.new("wend_tour_def*", lib.wend_default_tour_def())
    definition.closed = bool(closed)
    if closed and last is not None:
        raise ArgumentError("last: a closed tour ends where it begins")
    for name, value in (("first", first), ("last", last)):
        if value is not None:
            setattr(definition, name, _core.in_range(value, 0, count - 1, name))
    if count > 1 and first is not None and first == last:
        raise ArgumentError("last: expected another stop than first, got %d" % first)
    if effort is not None:
        definition.effort = _core.in_range(effort, 0, 1000000, "effort")
    order, cost = np.empty(count, np.int32), ffi.new("double*")
    check(lib.wend_tour(_core.pointer_to(array, "double"), count, definition, _core.pointer_to(order, "int32_t"),
                        cost), "finding a tour",
          limit="a tour: expected at most %d stops and costs of at most 2^40" % lib.WEND_MAX_STOPS)
    return Tour(order, cost[0])
