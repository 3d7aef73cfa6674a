"""How is a world changed?"""
from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Literal, Mapping, NamedTuple, Optional, Set, Tuple, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._base import WorldBase
from ._core import Area, Tile, TileLike
from ._errors import ArgumentError, ArgumentTypeError, LimitError, check
from ._native import ffi, lib

Cost = Union[float, str]

_LINK_LIMIT = ("links: at most %d in a world, and %d that end in one cluster (cluster_size=15 makes smaller ones); ids "
               "below 2^31; no cost above 2^28 of the units that the costs of the map need (cost_range)"
               % (lib.WEND_MAX_LINKS, lib.WEND_MAX_CLUSTER_LINKS))
LinkKind = Literal["other", "tunnel", "lift", "ladder", "jump", "ferry", "teleport", "seam"]
LINK_KINDS: Dict[LinkKind, int] = {ffi.string(lib.wend_link_kind_string(i)).decode(): i
                                   for i in range(lib.WEND_LINK_KIND_COUNT)}
_LINK_KIND_NAMES = tuple(LINK_KINDS)


class Link(NamedTuple):
    """A directed connection from a tile to any other."""

    id: int
    start: Tile
    end: Tile
    cost: float
    kind: LinkKind
    duration: float
    enabled: bool
    profiles: int
    #: Costs for profiles, by their names; others pay cost.
    profile_costs: Dict[str, float] = {}


class Edits(WorldBase):
    """The part of `World` that changes tiles, steps, classes and links."""

    __slots__ = ()

    def edit(self, area: Union[Area, TileLike], cost: Any) -> int:
        """Changes tiles, and repairs only what they affect. Returns how many clusters that were.

        area: (x, y, width, height), or one tile (x, y), each with the floor behind it on a map with floors. cost: a number; "blocked", 0 or infinity;
        "original", what the tiles were when `keep_original` was called; or an array of height x width costs.

        A cost that is new to the world takes an unused terrain class. It must lie in the range of costs that
        the world was made with, see cost_range in `wend.from_array`. A profile whose costs are a function pays
        for it what the function gives; other profiles, and all those of worlds from files, bytes and pickles,
        which have no functions, pay what it costs on the map.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((40, 40)))
        >>> world.edit((10, 0, 1, 39), "blocked")
        2
        >>> round(world.path((0, 0), (20, 0)).cost, 3)
        87.456
        >>> world.edit((10, 20), 1)
        1
        """
        return self.edit_many([(area, cost)])

    def edit_many(self, edits: Iterable[Tuple[Any, Any]]) -> int:
        """Several edits, one after the other as one batch: pairs of area and cost, as in `edit`."""
        wanted = _core.several(edits, "edits", "pairs of area and cost")  # a generator may ask the world
        with self._guard.writing():
            world = self._writable()
            classes = _Classes(self)
            steps: List[Tuple[Tuple[int, int, int, int, int], int]] = []
            for i, pair in enumerate(wanted):
                try:
                    where, cost = pair
                except (TypeError, ValueError):
                    raise ArgumentTypeError("edits[%d]: expected a pair of area and cost, got %r"
                                            % (i, pair)) from None
                place = self._area(_core.area_or_tile(where, "area"), "area")
                if isinstance(cost, str) and cost == "original":
                    originals = np.empty((place[3], place[2]), np.uint8)
                    lib.wendpy_copy_originals(world, place, _core.pointer_to(originals, "uint8_t"))
                    steps.extend(_runs(place, originals))
                elif isinstance(cost, (np.ndarray, list, tuple)) and np.ndim(cost) > 0:
                    steps.extend(_runs(place, classes.of_array(cost, place)))
                else:
                    steps.append((place, classes.of(cost)))
            classes.add()
            items = ffi.new("wend_edit[]", len(steps))
            for item, (place, terrain_class) in zip(items, steps):
                item.area = place
                item.terrain_class = terrain_class
            return self._apply(items, len(steps))

    def _apply(self, items: Any, count: int) -> int:
        rebuilt = ffi.new("int32_t*")
        check(lib.wend_world_edit(self._writable(), items, count, rebuilt), "editing")
        return rebuilt[0]

    def add_ground(self, tile: TileLike, costs: Any, *, elevations: Any = None, lanes: Any = None) -> None:
        """Adds ground, or replaces it: an array of costs, the first of which is that of a tile, on or off the map, and
        on its floor, `(x, y, floor)`, where the map has some.

        The map may grow to every side: `area` says where it lies then. A cost that is new to the world is as in
        `edit`. Fields are empty afterwards where the map grew; overlays, fleets and crowds follow, see
        docs/open_worlds.md. A map with a relief takes `elevations` and `lanes` as arrays of the shape of
        costs; without them, tiles lie at 0 and have no lane, and all of it is built again. A streamed
        world whose map gets wider or higher must have all of its ground loaded, and is in memory from then on.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((40, 40)), cost_range=(1, 2))
        >>> world.add_ground((-8, 5), np.full((4, 8), 2))
        >>> world.path((-8, 6), (3, 6)).cost
        18.0
        """
        from ._make import as_costs
        with self._guard.writing():
            world = self._writable()
            x, y, floor = _core.tile(tile, "tile")
            height, width = as_costs(costs, "costs").shape
            if floor >= self._floors:
                raise ArgumentError("tile: floor %d is none of the world, which has %d" % (floor, self._floors))
            place = (x, y, width, height, floor)
            classes = _Classes(self)
            ground = classes.of_array(costs, place)
            classes.add()
            relief = [None if values is None else np.ascontiguousarray(values, kind)
                      for values, kind in ((elevations, np.float32), (lanes, np.uint8))]
            if any(values is not None and values.shape != (height, width) for values in relief):
                raise ValueError(f"elevations and lanes: expected {height} rows of {width} values, as costs")
            pointers = [ffi.NULL if values is None else _core.pointer_to(values, kind)
                        for values, kind in zip(relief, ("float", "uint8_t"))]
            check(lib.wend_world_add_relief_ground(world, place, _core.pointer_to(ground, "uint8_t"), 0, *pointers),
                  "adding ground")
            self._map = self._measure()

    def remove_ground(self, area: Area) -> None:
        """Removes the ground in an area of one floor, and the links that begin or end there.

        Its tiles are blocked; the map gets smaller where ground at its edges goes.
        """
        with self._guard.writing():
            check(lib.wend_world_remove_ground(self._writable(), _core.area(area, "area")), "removing ground")
            self._map = self._measure()

    @property
    def ground(self) -> Tuple[int, int, int, int]:
        """The smallest area (x, y, width, height) around all ground."""
        with self._guard:
            found = lib.wend_world_ground(self._handle.get())
            return found.x, found.y, found.width, found.height

    def set_elevation(self, area: Union[Area, TileLike], elevation: float) -> int:
        """Gives all tiles of an area, or one tile, an elevation in metres. Returns how many clusters were repaired.

        The world needs elevations, see `wend.Relief`.
        """
        with self._guard.writing():
            place = self._area(_core.area_or_tile(area, "area"), "area")
            metres = _core.real(elevation, "elevation")
            if not np.isfinite(metres):
                raise ArgumentError("elevation: expected a finite number, got %g" % metres)
            return self._apply(ffi.new("wend_edit*", lib.wend_edit_elevation(place, metres)), 1)

    def set_wall(self, a: TileLike, b: TileLike, closed: bool = True) -> int:
        """Makes a thin wall between two neighbouring tiles, or removes it."""
        return self._connection(lib.wend_edit_wall, a, b, closed)

    def set_step(self, start: TileLike, end: TileLike, closed: bool = True) -> int:
        """Closes the step from a tile to a neighbour, in this direction only, or opens it again."""
        return self._connection(lib.wend_edit_step, start, end, closed)

    def _connection(self, make: Callable[..., Any], a: TileLike, b: TileLike, closed: bool) -> int:
        with self._guard.writing():
            first, last = self._tile(a, "first tile"), self._tile(b, "second tile")
            if max(abs(first[0] - last[0]), abs(first[1] - last[1])) != 1 or first[2] != last[2]:
                shown = (first, last) if self._floors > 1 else (first[:2], last[:2])
                raise ArgumentError("%r and %r are not neighbours" % shown)
            return self._apply(ffi.new("wend_edit*", make(first, last, bool(closed))), 1)

    def set_class_cost(self, terrain_class: int, cost: Cost, *, profile: Optional[str] = None) -> None:
        """Changes the cost of a terrain class on the whole map: a lake freezes, a road floods.

        profile: for this one alone. Otherwise profiles with a function pay what it gives for the new cost.
        """
        with self._guard.writing():
            world = self._writable()
            number = _core.in_range(terrain_class, 1, 255, "terrain_class")
            index, price = self._profile_index(profile), cost_number(cost)
            prices = [(index, price)] if index > 0 else self._prices(price)
            for index, price in prices:
                check(lib.wend_world_set_class_cost(world, index, number, price),
                      "class %d, cost %g" % (number, price), limit=self._cost_limit(index, price))

    def _cost_limit(self, profile: int, cost: float) -> str:
        """Why may a class not cost that much?"""
        least, greatest = ffi.new("float*"), ffi.new("float*")
        lib.wend_grid_cost_range(self._grid, least, greatest)
        of = " of profile %s" % self._profile_names()[profile] if profile > 0 else ""
        if least[0] <= np.float32(cost) <= greatest[0]:
            return ("cost %g%s: with the margin or inflation of a profile there would be more than 127 different "
                    "costs, or one above %g" % (cost, of, lib.WEND_MAX_CLASS_COST))
        return "cost %g%s is outside of %g..%g, the costs that this world was made with: give cost_range when it is " \
               "made" % (cost, of, least[0], greatest[0])

    def _prices(self, cost: float) -> List[Tuple[int, float]]:
        """What a cost on the map costs on the map, 0, and for each profile that has a function."""
        return [(0, cost)] + [(profile, function(cost) if cost > 0 else 0.0)
                              for profile, function in self._cost_functions.items()]

    def refresh(self, max_clusters: int = 0) -> bool:
        """Recomputes larger clusters that edits left pending, all by default; true when none is left.

        Queries are right without it, and faster after it.
        """
        with self._guard.writing():
            done = ffi.new("bool*")
            check(lib.wend_world_refresh(self._writable(), _core.integer(max_clusters, "max_clusters"), done),
                  "refreshing")
            return done[0]

    def refresh_near(self, tile: TileLike, budget_us: int = 0) -> bool:
        """The same as `refresh`, near a tile first, for so many microseconds; 0: until nothing is pending."""
        with self._guard.writing():
            done = ffi.new("bool*")
            check(lib.wend_world_refresh_near(self._writable(), self._tile(tile, "tile"),
                                              _core.at_least(budget_us, 0, "budget_us"), done), "refreshing")
            return done[0]

    def add_subgoals(self, most_bytes: Optional[int] = None) -> int:
        """Makes an index for a map of one cost, by which whole paths are the cheapest and found several times as fast.

        An edit removes it; the file of the world keeps it. `most_bytes` defaults to two for each tile, at least 65,536. Returns the bytes that it takes. Raises
        UnsupportedError on maps of several costs, of other than eight directions, or with links or walls, and
        LimitError where the index would take more.
        """
        with self._guard.writing():
            most = (max(2 * self.width * self.height, 1 << 16) if most_bytes is None
                    else _core.at_least(most_bytes, 0, "most_bytes"))
            check(lib.wend_world_add_subgoals(self._writable(), most, ffi.NULL, ffi.NULL), "adding subgoals")
            return lib.wend_world_subgoal_bytes(self._writable())

    @property
    def subgoals(self) -> str:
        """Whether the world has the index of `add_subgoals`: "kept", "removed by an edit" or "none"."""
        with self._guard:
            return ("none", "kept", "removed by an edit")[lib.wend_world_subgoal_state(self._handle.get())]

    def keep_original(self) -> None:
        """Remembers the tiles as they are now, for edits to "original"."""
        with self._guard.writing():
            check(lib.wend_world_keep_original(self._writable()), "keeping the original")

    # ---- links

    @property
    def links(self) -> List[Link]:
        """All links by ascending id."""
        with self._guard:
            count = ffi.new("int32_t*")
            first = lib.wend_grid_links(self._grid, count)
            return [self._link(first[i]) for i in range(count[0])]

    def _link(self, link: Any) -> Link:
        return Link(link.id, self._tile_of(getattr(link, "from")), self._tile_of(link.to), link.cost,
                    _LINK_KIND_NAMES[link.kind], link.duration, bool(link.enabled), link.profiles,
                    self._link_costs(link))

    @overload
    def add_link(self, start: TileLike, end: TileLike, cost: float, *, kind: LinkKind = "other",
                 duration: float = 0.0, two_way: Literal[False] = False, enabled: bool = True, id: int = -1,
                 profiles: int = 2**32 - 1, profile_costs: Optional[Dict[str, float]] = None) -> int: ...

    @overload
    def add_link(self, start: TileLike, end: TileLike, cost: float, *, kind: LinkKind = "other",
                 duration: float = 0.0, two_way: Literal[True], enabled: bool = True, id: int = -1,
                 profiles: int = 2**32 - 1,
                 profile_costs: Optional[Dict[str, float]] = None) -> Tuple[int, int]: ...

    def add_link(self, start: TileLike, end: TileLike, cost: float, *, kind: LinkKind = "other",
                 duration: float = 0.0, two_way: bool = False, enabled: bool = True, id: int = -1,
                 profiles: int = 2**32 - 1, profile_costs: Optional[Dict[str, float]] = None) -> Any:
        """Adds a link, and returns its id; with two_way both ids.

        profile_costs: what it costs for profiles, by their names; the others pay cost.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((40, 40)))
        >>> tunnel = world.add_link((1, 1), (38, 38), 2, kind="tunnel")
        >>> world.path((0, 0), (39, 39)).links
        [PathLink(id=0, tile=1, waypoint=1)]
        >>> world.set_link(tunnel, enabled=False)
        >>> world.path((0, 0), (39, 39)).links
        []
        """
        ends = [(start, end), (end, start)] if two_way else [(start, end)]
        ids: List[int] = []
        with self._guard.writing():
            for i, (a, b) in enumerate(ends):
                link = ffi.new("wend_link*", lib.wend_default_link(self._tile(a, "start"), self._tile(b, "end"),
                                                                    _core.real(cost, "cost")))
                link.kind = _core.choice(kind, LINK_KINDS, "kind")
                link.duration = _core.real(duration, "duration")
                link.enabled = bool(enabled)
                link.id = _core.integer(id, "id") + (i if id >= 0 else 0)
                link.profiles = _core.in_range(profiles, 0, 2**32 - 1, "profiles")
                for profile, own in self._profile_costs(profile_costs):
                    link.profile_costs[profile] = own
                out = ffi.new("int32_t*")
                result = lib.wend_world_add_link(self._writable(), link, out)
                if result != lib.WEND_OK:
                    for added in ids:
                        lib.wend_world_remove_link(self._writable(), added)
                check(result, "link from %r to %r (both ends passable and different, cost in 0..%g, an id that "
                              "is not in use)" % (tuple(a), tuple(b), lib.WEND_MAX_LINK_COST), limit=_LINK_LIMIT)
                ids.append(out[0])
        return tuple(ids) if two_way else ids[0]

    def add_seam(self, a_first: TileLike, a_last: TileLike, b_first: TileLike, b_last: TileLike) -> List[int]:
        """Joins two floors along a run of tiles, such as a ramp, and returns the ids of its links.

        The two sides are rows or columns of as many tiles: from a_first to a_last, and from b_first to b_last, each
        beside the tile at the same place of the other. Crossing costs as much as a step.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((2, 3, 8)))      # two floors
        >>> ids = world.add_seam((3, 0, 0), (3, 2, 0), (4, 0, 1), (4, 2, 1))
        >>> world.path((0, 1), (7, 1, 1)).cost
        7.0
        """
        with self._guard.writing():
            corners = [self._tile(tile, name) for tile, name in (
                (a_first, "a_first"), (a_last, "a_last"), (b_first, "b_first"), (b_last, "b_last"))]
            seam, first = ffi.new("wend_seam*", lib.wend_default_seam(*corners)), ffi.new("int32_t*")
            check(lib.wend_world_add_seam(self._writable(), seam, first),
                  "a seam from %r to %r and from %r to %r (two rows or columns of as many tiles)" % tuple(corners),
                  limit=_LINK_LIMIT)
            return list(range(first[0], first[0] + 2 * lib.wend_seam_length(seam)))

    def remove_link(self, id: int) -> None:
        with self._guard.writing():
            check(lib.wend_world_remove_link(self._writable(), _core.integer(id, "id")), "no link %d" % id)

    def _link_costs(self, link: Any) -> Dict[str, float]:
        names = (ffi.string(lib.wend_world_profile_name(self._handle.get(), p)).decode()
                 for p in range(lib.wend_world_profile_count(self._handle.get())))
        return {name: link.profile_costs[p] for p, name in enumerate(names) if link.profile_costs[p] >= 0}

    def _profile_costs(self, costs: Optional[Mapping[str, Optional[float]]]) -> List[Tuple[int, float]]:
        out = []
        for name, cost in (costs or {}).items():
            profile, own = self._profile_index(name), -1.0 if cost is None else _core.real(cost, "profile_costs")
            if profile == 0 or not (cost is None or 0 <= own <= lib.WEND_MAX_LINK_COST):
                raise ArgumentError("profile_costs[%r]: expected a cost in 0..%g of a profile other than 'default', "
                                    "got %r" % (name, lib.WEND_MAX_LINK_COST, cost))
            out.append((profile, own))
        return out

    def set_link(self, id: int, *, cost: Optional[float] = None, enabled: Optional[bool] = None,
                 profile_costs: Optional[Dict[str, Optional[float]]] = None) -> None:
        """Changes cost or state of a link: a door, a lift that is out of order.

        profile_costs: the new costs for profiles, by their names; None: the profile pays cost again.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((40, 40)), profiles=[wend.Profile("cart")])
        >>> ferry = world.add_link((1, 1), (38, 38), 2, profile_costs={"cart": 9})
        >>> [round(world.path((0, 0), (39, 39), profile=name).cost, 3) for name in world.profiles]
        [4.828, 11.828]
        >>> world.set_link(ferry, profile_costs={"cart": None})
        >>> world.links[0].profile_costs
        {}
        """
        with self._guard.writing():
            world = self._writable()
            link = lib.wend_grid_find_link(self._grid, _core.integer(id, "id"))
            if link == ffi.NULL:
                raise ArgumentError("no link %d" % id)
            own_costs = self._profile_costs(profile_costs)
            check(lib.wend_world_set_link(world, id, link.cost if cost is None else _core.real(cost, "cost"),
                                          link.enabled if enabled is None else bool(enabled)),
                  "link %d, cost in 0..%g" % (id, lib.WEND_MAX_LINK_COST), limit=_LINK_LIMIT)
            for profile, own in own_costs:
                check(lib.wend_world_set_link_cost(world, id, profile, own), "link %d" % id, limit=_LINK_LIMIT)


def cost_number(cost: Cost, name: str = "cost") -> float:
    """A cost of a terrain class; 0: blocked."""
    if isinstance(cost, str):
        if cost != "blocked":
            raise ArgumentError("%s: expected a number or 'blocked', got %r" % (name, cost))
        return 0.0
    number = _core.real(cost, name)
    if number != number or number < 0:
        raise ArgumentError("%s: expected a number of at least 0, or 'blocked'; got %g" % (name, number))
    if number == 0 or number == float("inf"):
        return 0.0
    if not lib.WEND_MIN_CLASS_COST <= number <= lib.WEND_MAX_CLASS_COST:
        raise ArgumentError("%s: expected 1/64 to 1024, or 'blocked'; got %g" % (name, number))
    return number


class _Classes:
    """Which terrain class has a cost? New costs take unused classes."""

    def __init__(self, world: Edits) -> None:
        self._world = world
        table = lib.wend_grid_class_costs(world._grid)
        self._costs = [table[k] for k in range(256)]
        self._used: Optional[Any] = None
        self._new: Dict[int, float] = {}
        self._taken: Set[int] = set()

    def of(self, cost: Cost) -> int:
        number = float(np.float32(cost_number(cost)))
        if number == 0:
            return 0
        for k in range(1, 256):
            if self._costs[k] == number:
                self._taken.add(k)
                return k
        if self._used is None:
            self._used = ffi.new("bool[256]")
            lib.wendpy_used_classes(self._world._handle.get(), self._used)
        free = [k for k in range(255, 0, -1) if not self._used[k] and k not in self._taken]
        if not free:
            raise LimitError("cost %g is new to the world, and all of its 256 terrain classes are in use" % number)
        k = min(free, key=lambda k: self._costs[k] != 0)  # of the first: blocked ones stay longest
        self._costs[k] = number
        self._new[k] = number
        self._taken.add(k)
        return k

    def of_array(self, costs: Any, place: Tuple[int, int, int, int, int]) -> NDArray[np.uint8]:
        from ._make import as_costs
        array = as_costs(costs, "cost")
        if array.shape != (place[3], place[2]):
            raise ArgumentError("cost: expected %d x %d costs for this area, got %d x %d"
                                % (place[3], place[2], *array.shape))
        if (array < 0).any():
            raise ArgumentError("cost: %g is negative" % array[array < 0][0])
        distinct, index = np.unique(np.where(np.isfinite(array), array, 0).astype(np.float32), return_inverse=True)
        return np.array([self.of(float(cost)) for cost in distinct], np.uint8)[index].reshape(array.shape)

    def add(self) -> None:
        """Gives the new classes their costs, on the map and for all profiles."""
        world = self._world._writable()
        least, greatest = ffi.new("float*"), ffi.new("float*")
        lib.wend_grid_cost_range(self._world._grid, least, greatest)
        prices = [(k, profile, price) for k, cost in self._new.items() for profile, price in self._prices(k, cost)]
        for k, profile, price in prices:
            if price != 0 and not least[0] <= np.float32(price) <= greatest[0]:
                raise LimitError(self._world._cost_limit(profile, price))
        for k, profile, price in prices:
            check(lib.wend_world_set_class_cost(world, profile, k, price), "cost %g" % price,
                  limit=self._world._cost_limit(profile, price))

    def _prices(self, terrain_class: int, cost: float) -> List[Tuple[int, float]]:
        """What a class is to cost for the map and the profiles: what it cost before does not count."""
        out = self._world._prices(cost)
        world, definition = self._world._handle.get(), ffi.new("wend_profile_def*")
        for profile in range(1, lib.wend_world_profile_count(world)):
            if profile not in self._world._cost_functions:
                check(lib.wend_world_get_profile(world, profile, definition), "reading a profile")
                if definition.class_costs[terrain_class] >= 0:
                    out.append((profile, cost))
        return out


_Place = Tuple[int, int, int, int, int]


def _runs(place: _Place, classes: NDArray[np.uint8]) -> List[Tuple[_Place, int]]:
    """Rectangles of one class each: runs of equal tiles, where rows repeat over several of them."""
    if classes.size == 0:
        return []
    if (classes == classes[0, 0]).all():
        return [(place, int(classes[0, 0]))]
    out: List[Tuple[_Place, int]] = []
    y = 0
    while y < len(classes):
        end = y + 1
        while end < len(classes) and (classes[end] == classes[y]).all():
            end += 1
        cuts = [0, *(np.flatnonzero(np.diff(classes[y])) + 1).tolist(), classes.shape[1]]
        out.extend(((place[0] + a, place[1] + y, b - a, end - y, place[4]), int(classes[y, a]))
                   for a, b in zip(cuts, cuts[1:]))
        y = end
    return out

