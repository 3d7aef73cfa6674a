"""What can be asked of a world, and how is it changed?"""
from __future__ import annotations

import os
from contextlib import contextmanager
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Literal, NamedTuple, Optional,
                    Sequence, Tuple, Union, overload)

import numpy as np

from . import _core
from ._core import Area, Guard, Handle, Tile, TileLike
from ._errors import ArgumentError, LimitError, UnsupportedError, check
from ._native import ffi, lib
from ._path import Path, Paths, Stats, new_path

if TYPE_CHECKING:
    from ._crowd import Crowd
    from ._explain import Explanation
    from ._field import Field

Cost = Union[float, str]

LINK_KINDS = {ffi.string(lib.wend_link_kind_string(i)).decode(): i for i in range(lib.WEND_LINK_KIND_COUNT)}
_LINK_KIND_NAMES = tuple(LINK_KINDS)
_CONNECTIVITY_NAMES = {number: name for name, number in _core.CONNECTIVITIES.items()}


class Link(NamedTuple):
    """A directed connection from a tile to any other."""

    id: int
    start: Tile
    end: Tile
    cost: float
    kind: str
    duration: float
    enabled: bool
    profiles: int


class WorldInfo(NamedTuple):
    """The size of a world: tiles, clusters, abstract nodes, bytes."""

    width: int
    height: int
    passable: int
    cluster_size: int
    columns: int
    rows: int
    level_count: int
    cluster_count: int
    node_count: int
    bytes: int


class World:
    """A map with its clusters and its abstract graph: `wend.bake`, `wend.open` and `wend.from_array` make it.

    Any number of threads may use a world at the same time. Queries run side by side, without the
    interpreter's lock; a change waits until they have ended.

    >>> import numpy as np, wend
    >>> costs = np.ones((6, 8))
    >>> costs[1:, 4] = 0                       # a wall with a gap at the top
    >>> world = wend.from_array(costs)
    >>> world
    <wend.World 8 x 6 tiles, 43 passable>
    >>> world.path((1, 5), (7, 5)).tiles.tolist()[5:8]
    [[3, 0], [4, 0], [5, 0]]
    """

    __slots__ = ("_handle", "_guard", "_root", "_profile", "_searches", "_width", "_height", "cost_error",
                 "__weakref__")

    def __init__(self, handle: Handle, root: Optional[World] = None, profile: int = 0) -> None:
        self._handle = handle
        self._root = root  # of a view; None for the world itself, which must not refer to itself
        self._guard: Guard = root._guard if root is not None else Guard()
        self._profile = profile
        self._searches: List[Handle] = root._searches if root is not None else []
        self._width: int = lib.wend_grid_width(self._grid)
        self._height: int = lib.wend_grid_height(self._grid)
        #: By how much the cost of a tile differs from the array it was made from, at most, as a share: 0.0
        #: when at most 255 different costs occurred. None for a world from a file.
        self.cost_error: Optional[float] = None

    # ---- life

    def close(self) -> None:
        """Gives the memory back now; whatever still needs the world then raises ClosedError.

        Paths stay as they are.
        """
        with self._guard.writing():
            while self._searches:
                self._searches.pop().close()
            self._handle.close()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if not self._handle.is_open:
            return "<wend.World closed>"
        return "<wend.World %d x %d tiles, %d passable>" % (self.width, self.height, self.passable_count)

    def __reduce__(self) -> Tuple[Any, ...]:
        from ._make import from_bytes
        if self._root is not None:
            raise TypeError("a view cannot be pickled: pickle its world")
        return from_bytes, (self.to_bytes(),)

    @property
    def _grid(self) -> Any:
        return lib.wend_world_grid(self._handle.get())

    # ---- what it is

    @property
    def width(self) -> int:
        self._handle.get()
        return self._width

    @property
    def height(self) -> int:
        self._handle.get()
        return self._height

    @property
    def shape(self) -> Tuple[int, int]:
        """Rows and columns, as of an array of costs."""
        return self.height, self.width

    @property
    def connectivity(self) -> str:
        """"8", "4", "8cut", or "odd-r", "even-r", "odd-q", "even-q" for hexagons."""
        with self._guard:
            return _CONNECTIVITY_NAMES[lib.wend_grid_connectivity(self._grid)]

    @property
    def tile_size(self) -> float:
        """Side of a tile in world units."""
        with self._guard:
            return lib.wend_grid_tile_size(self._grid)

    @property
    def origin(self) -> Tuple[float, float]:
        """World position of the top-left corner of tile (0, 0)."""
        with self._guard:
            origin = lib.wend_grid_origin(self._grid)
            return origin.x, origin.y

    @property
    def passable_count(self) -> int:
        """Number of passable tiles."""
        with self._guard:
            return lib.wend_grid_passable_count(self._grid)

    @property
    def class_costs(self) -> np.ndarray:
        """The costs of the 256 terrain classes, float32; 0 for blocked ones."""
        with self._guard:
            return np.frombuffer(ffi.buffer(lib.wend_grid_class_costs(self._grid), 4 * 256), np.float32).copy()

    @property
    def class_counts(self) -> np.ndarray:
        """Number of tiles of each terrain class, int64."""
        with self._guard:
            return np.frombuffer(ffi.buffer(lib.wend_grid_class_counts(self._grid), 8 * 256), np.int64).copy()

    @property
    def classes(self) -> np.ndarray:
        """The terrain class of each tile: a copy, height x width uint8."""
        with self._guard:
            return self._classes((0, 0, self.width, self.height))

    @property
    def costs(self) -> np.ndarray:
        """The cost of each tile: a copy, height x width float32; 0 where blocked.

        >>> import numpy as np, wend
        >>> wend.from_array([[1, 2.5], [0, 1]]).costs
        array([[1. , 2.5],
               [0. , 1. ]], dtype=float32)
        """
        table = self.class_costs
        return table[self.classes]

    def _classes(self, area: Tuple[int, int, int, int]) -> np.ndarray:
        out = np.empty((area[3], area[2]), np.uint8)
        if not lib.wendpy_copy_classes(self._grid, area, _core.pointer_to(out, "uint8_t")):
            check(lib.WEND_ERROR_DAMAGED, "reading tiles")
        return out

    @property
    def version(self) -> int:
        """How often the world was edited."""
        with self._guard:
            return lib.wend_world_version(self._handle.get())

    @property
    def metadata(self) -> str:
        """The text that is kept with the world."""
        with self._guard:
            return ffi.string(lib.wend_world_metadata(self._handle.get())).decode("utf-8", "replace")

    @property
    def hash(self) -> str:
        """Hash of all that a query depends on, equal on every machine; 16 hexadecimal digits."""
        with self._guard:
            return "%016x" % lib.wend_world_hash(self._handle.get())

    @property
    def info(self) -> WorldInfo:
        with self._guard:
            info = lib.wend_world_get_info(self._handle.get())
            return WorldInfo(self.width, self.height, lib.wend_grid_passable_count(self._grid), info.cluster_size,
                             info.columns, info.rows, info.level_count, info.cluster_count, info.node_count,
                             info.bytes)

    def __contains__(self, tile: TileLike) -> bool:
        with self._guard:
            return bool(lib.wend_grid_contains(self._grid, _core.tile(tile, "tile")))

    def cost(self, tile: TileLike) -> float:
        """The cost of entering a tile by a straight step; 0 when it is blocked or off the map."""
        with self._guard:
            return lib.wend_grid_cost(self._grid, _core.tile(tile, "tile"))

    def passable(self, tile: TileLike) -> bool:
        with self._guard:
            return bool(lib.wend_grid_passable(self._grid, _core.tile(tile, "tile")))

    def connected(self, start: TileLike, goal: TileLike) -> bool:
        """Does a path lead from one tile to the other? Answered without a search over the map."""
        with self._guard:
            return bool(lib.wend_world_connected(self._handle.get(), self._tile(start, "start"),
                                                 self._tile(goal, "goal")))

    def tile_at(self, position: Sequence[float]) -> Tile:
        """The tile under a world position."""
        with self._guard:
            x, y = position
            out = ffi.new("wend_tile*")
            check(lib.wend_grid_tile_at(self._grid, (_core.real(x, "x"), _core.real(y, "y")), out),
                  "position %r" % (tuple(position),))
            return out.x, out.y

    def center(self, tile: TileLike) -> Tuple[float, float]:
        """World position of the centre of a tile."""
        with self._guard:
            out = lib.wend_grid_center(self._grid, _core.tile(tile, "tile"))
            return out.x, out.y

    def _tile(self, value: TileLike, name: str) -> Tile:
        x, y = _core.tile(value, name)
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise ArgumentError("%s (%d, %d) is outside the map, which has x in 0..%d and y in 0..%d"
                                % (name, x, y, self.width - 1, self.height - 1))
        return x, y

    def _area(self, value: Area, name: str) -> Tuple[int, int, int, int]:
        x, y, width, height = _core.area(value, name)
        if not (0 <= x and 0 <= y and width > 0 and height > 0 and x + width <= self.width
                and y + height <= self.height):
            raise ArgumentError("%s (%d, %d, %d, %d) is empty or leaves the map, which has %d x %d tiles"
                                % (name, x, y, width, height, self.width, self.height))
        return x, y, width, height

    # ---- queries

    @contextmanager
    def _search(self) -> Iterator[Any]:
        try:
            search = self._searches.pop()
        except IndexError:
            out = ffi.new("wend_search**")
            check(lib.wendpy_search_create(out), "making a search")
            search = Handle(out[0], lib.wend_search_destroy, "search")
        try:
            yield search.pointer
        finally:
            if self._handle.is_open and (self._root is None or self._root._handle.is_open):
                self._searches.append(search)

    def _profile_index(self, profile: Optional[str]) -> int:
        if profile is None:
            return 0
        if not isinstance(profile, str):
            raise TypeError("profile: expected a name, got %r" % (profile,))
        index = lib.wend_world_find_profile(self._handle.get(), profile.encode())
        if index < 0:
            raise ArgumentError("profile: the world has no %r, but %s" % (profile, ", ".join(self._profile_names())))
        return index

    def _query(self, start: TileLike, goal: Any, goal_area: Optional[Area], goal_class: Optional[int],
               options: Dict[str, Any]) -> Tuple[Any, Any]:
        """The query, and what must stay alive until it ends."""
        first = self._tile(start, "start")
        goals = None
        given = sum(value is not None for value in (goal, goal_area, goal_class))
        if given != 1:
            raise ArgumentError("expected one of goal, goal_area and goal_class, got %s" % (given or "none"))
        last = first
        if goal is not None:
            if np.ndim(goal) == 2:
                goals = _core.on_map(_core.tiles(goal, "goal"), "goal", self.width, self.height)
                if len(goals) == 0:
                    raise ArgumentError("goal: expected at least one tile")
            else:
                last = self._tile(goal, "goal")
        query = ffi.new("wend_query*", lib.wend_default_query(first, last))
        if goals is not None:
            query.goals = _core.pointer_to(goals, "wend_tile")
            query.goal_count = len(goals)
        if goal_area is not None:
            query.goal_area = self._area(goal_area, "goal_area")
        if goal_class is not None:
            query.goal_class = _core.integer(goal_class, "goal_class")
        self._options(query, **options)
        return query, goals

    def _options(self, query: Any, algorithm: str = "hpa", heuristic: str = "octile", weight: float = 1.0,
                 smooth: bool = False, body_radius: float = 0.5, hex_diagonals: bool = False, snap: float = 0.0,
                 partial: bool = False, first_tiles: int = 0, profile: Optional[str] = None) -> None:
        query.algorithm = _core.choice(algorithm, _core.ALGORITHMS, "algorithm")
        query.heuristic = _core.choice(heuristic, _core.HEURISTICS, "heuristic")
        query.heuristic_weight = _core.real(weight, "weight")
        query.smooth = bool(smooth)
        query.body_radius = _core.real(body_radius, "body_radius")
        query.hex_diagonals = bool(hex_diagonals)
        query.snap = _core.real(snap, "snap")
        query.partial = bool(partial)
        query.first_tiles = _core.integer(first_tiles, "first_tiles")
        query.profile = self._profile_index(profile)
        for name, value, most in (("weight", query.heuristic_weight, 16), ("body_radius", query.body_radius, 0.5),
                                  ("snap", query.snap, float("inf")), ("first_tiles", query.first_tiles, 2**31)):
            if not 0 <= value <= most:
                raise ArgumentError("%s: expected a number in 0..%g, got %g" % (name, most, value))

    def path(self, start: TileLike, goal: Any = None, *, goal_area: Optional[Area] = None,
             goal_class: Optional[int] = None, algorithm: str = "hpa", heuristic: str = "octile",
             weight: float = 1.0, smooth: bool = False, body_radius: float = 0.5, hex_diagonals: bool = False,
             snap: float = 0.0, partial: bool = False, first_tiles: int = 0,
             profile: Optional[str] = None) -> Path:
        """Plans a path.

        start: (x, y), column and row. goal: (x, y), or several of them, of which the path leads to the
        nearest; or goal_area, a rectangle (x, y, width, height), any tile of which will do; or goal_class,
        any tile of this terrain class.
        algorithm: "hpa" is fast and near-optimal; "exact", "astar", "dijkstra" find the optimum; "bfs" the
        fewest steps; "greedy" some path. heuristic and weight: for "astar".
        smooth: waypoints as few straight lines, which keep body_radius away from blocked tiles.
        snap: blocked ends give way to the nearest passable tile within this radius.
        partial: without a path, one to the reachable tile nearest to the goal.
        profile: the name of the kind of agents that the path is for.

        "No route" is an outcome, not an error; a tile off the map is a ValueError.

        >>> import numpy as np, wend
        >>> costs = np.ones((4, 9))
        >>> costs[:, 4] = 0
        >>> world = wend.from_array(costs)
        >>> world.path((0, 0), (8, 3))
        <wend.Path no_route>
        >>> world.path((0, 0), (8, 3), partial=True)
        <wend.Path partial: (0, 0) to (3, 3), cost 4.243, 4 tiles>
        >>> world.path((0, 0), (4, 3), snap=2).snapped_to
        (4, 3)
        >>> world.path((0, 0), [(3, 3), (0, 1)])
        <wend.Path found: (0, 0) to (0, 1), cost 1.000, 2 tiles>
        >>> world.path((0, 0), (9, 3))
        Traceback (most recent call last):
            ...
        wend.ArgumentError: goal (9, 3) is outside the map, which has x in 0..8 and y in 0..3
        """
        with self._guard:
            query, _goals = self._query(start, goal, goal_area, goal_class, {
                "algorithm": algorithm, "heuristic": heuristic, "weight": weight, "smooth": smooth,
                "body_radius": body_radius, "hex_diagonals": hex_diagonals, "snap": snap, "partial": partial,
                "first_tiles": first_tiles, "profile": profile})
            out = new_path()
            stats = ffi.new("wend_stats*")
            with self._search() as search:
                check(lib.wend_find_path(search, self._handle.get(), query, out.pointer, stats), "planning")
            return Path(out, self, query.profile, _stats(stats))

    def paths(self, starts: Any, goals: Any, *, threads: int = 0, tiles: bool = True, **options: Any) -> Paths:
        """Answers many queries in one call, by many threads, without the interpreter's lock.

        starts, goals: n x 2 whole numbers. threads: 0 is one for each processor. tiles: False keeps only
        costs, outcomes and offsets, so that 10^5 long paths need no gigabytes. options: those of `path`.
        Answers are those of `path`, whatever the number of threads. Ctrl+C stops the call.
        """
        _known_options(options)
        with self._guard:
            first = _core.on_map(_core.tiles(starts, "starts"), "starts", self.width, self.height)
            last = _core.on_map(_core.tiles(goals, "goals"), "goals", self.width, self.height)
            if len(first) != len(last):
                raise ArgumentError("%d starts, but %d goals" % (len(first), len(last)))
            threads = _core.integer(threads, "threads")
            if threads < 0:
                raise ArgumentError("threads: expected 0 or more, got %d" % threads)
            query = ffi.new("wend_query*", lib.wend_default_query((0, 0), (0, 0)))
            self._options(query, **options)
            count = len(first)
            out = ffi.new("wendpy_batch**")
            try:  # a signal may raise as soon as the threads have started
                check(lib.wendpy_batch_start(self._handle.get(), query, _core.pointer_to(first, "int32_t"),
                                             _core.pointer_to(last, "int32_t"), count, threads or _processors(),
                                             tiles, out), "starting threads")
                while not lib.wendpy_batch_wait(out[0], 100):
                    pass  # handlers of signals run here
                index, total = ffi.new("int64_t*"), ffi.new("int64_t*")
                result = lib.wendpy_batch_result(out[0], index, total)
                check(result, "query %d" % index[0])
                costs, outcomes = np.empty(count), np.empty(count, np.uint8)
                offsets = np.empty(count + 1, np.int64)
                kept = np.empty((total[0], 2), np.int32) if tiles else None
                lib.wendpy_batch_write(out[0], _core.pointer_to(costs, "double"),
                                       _core.pointer_to(outcomes, "uint8_t"), _core.pointer_to(offsets, "int64_t"),
                                       _core.pointer_to(kept, "int32_t") if kept is not None else ffi.NULL)
            finally:
                lib.wendpy_batch_destroy(out[0])
            return Paths(costs, outcomes, offsets, kept)

    def alternatives(self, start: TileLike, goal: TileLike, count: int = 3, *, max_cost: float = 1.4,
                     max_share: float = 0.6, spacing: int = 2, **options: Any) -> List[Path]:
        """Up to count paths that differ from each other, the best first; one without tiles if there is none.

        max_cost: each costs at most so many times what the best one does. max_share: at most this share of
        its tiles is within spacing tiles of a path before it. options: those of `path`.
        """
        _known_options(options)
        count = _core.integer(count, "count")
        if not 1 <= count <= lib.WEND_MAX_ALTERNATIVES:
            raise ArgumentError("count: expected 1..%d, got %d" % (lib.WEND_MAX_ALTERNATIVES, count))
        with self._guard:
            query, _ = self._query(start, goal, None, None, options)
            definition = ffi.new("wend_alternatives_def*", lib.wend_default_alternatives_def())
            definition.max_cost = _core.real(max_cost, "max_cost")
            definition.max_share = _core.real(max_share, "max_share")
            definition.spacing = _core.integer(spacing, "spacing")
            handles = [new_path() for _ in range(count)]
            pointers = ffi.new("wend_path*[]", [handle.pointer for handle in handles])
            found = ffi.new("int32_t*")
            with self._search() as search:
                check(lib.wend_find_alternatives(search, self._handle.get(), query, definition, count, pointers,
                                                 found), "planning alternatives")
            return [Path(handle, self, query.profile, None) for handle in handles[:max(1, found[0])]]

    def explain(self, start: TileLike, goal: TileLike, *, profile: Optional[str] = None) -> Explanation:
        """Why does no path lead from one tile to the other, and what is the cheapest opening?

        >>> import numpy as np, wend
        >>> costs = np.ones((4, 9))
        >>> costs[:, 4] = 0
        >>> why = wend.from_array(costs).explain((0, 0), (8, 3))
        >>> why.outcome, [opening.start for opening in why.openings]
        ('no_route', [(4, 0)])
        """
        from ._explain import explain
        return explain(self, start, goal, profile)

    def field(self, goals: Any, *, limit: float = float("inf"), sense: str = "to",
              profile: Optional[str] = None) -> Field:
        """The exact cost from every tile to the nearest of some goals, as a `Field`.

        goals: a tile or several. sense: "to" the goals, or "from" them. limit: tiles that cost more are
        left out: with "from" and the tile of a unit this is its movement range.

        >>> import numpy as np, wend
        >>> field = wend.from_array(np.ones((3, 4))).field((0, 0))
        >>> field.costs.round(2)
        array([[0.  , 1.  , 2.  , 3.  ],
               [1.  , 1.41, 2.41, 3.41],
               [2.  , 2.41, 2.83, 3.83]])
        >>> field.path((3, 2)).tolist()
        [[3, 2], [2, 1], [1, 0], [0, 0]]
        """
        from ._field import fill
        return fill(self, goals, limit, sense, profile)

    def crowd(self, **options: Any) -> Crowd:
        """An empty crowd of agents on this world: see `Crowd`."""
        from ._crowd import Crowd
        return Crowd(self, **options)

    def clearance(self, area: Optional[Area] = None, *, limit: float = 0.0,
                  profile: Optional[str] = None) -> np.ndarray:
        """The distance of each tile to the nearest obstacle, in tiles: height x width float32.

        A body up to this radius fits there. limit: larger distances are given as it, which is faster.
        """
        with self._guard:
            place = self._area(area if area is not None else (0, 0, self.width, self.height), "area")
            out = np.empty((place[3], place[2]), np.float32)
            check(lib.wend_world_clearance(self._handle.get(), self._profile_index(profile), place,
                                           _core.real(limit, "limit"), _core.pointer_to(out, "float")),
                  "clearance")
            return out

    # ---- profiles

    @property
    def profiles(self) -> List[str]:
        """The names of all profiles; the first is the world itself."""
        with self._guard:
            return self._profile_names()

    def _profile_names(self) -> List[str]:
        world = self._handle.get()
        return [ffi.string(lib.wend_world_profile_name(world, i)).decode()
                for i in range(lib.wend_world_profile_count(world))]

    def view(self, profile: str) -> World:
        """The world as a profile sees it, to be read: its costs, where its body fits, fields, crowds.

        It follows every change of the world.
        """
        with self._guard:
            index = self._profile_index(profile)
            if index == 0:
                return self
            pointer = ffi.cast("wend_world*", lib.wend_world_profile(self._handle.get(), index))
            return World(Handle(pointer, _keep, "view", self._handle), self, index)

    def _writable(self) -> Any:
        if self._root is not None:
            raise UnsupportedError("a view follows its world: change that")
        return self._handle.get()

    # ---- changes

    def edit(self, area: Union[Area, TileLike], cost: Any) -> int:
        """Changes tiles, and repairs only what they affect. Returns how many clusters that were.

        area: (x, y, width, height), or one tile (x, y). cost: a number; "blocked", 0 or infinity;
        "original", what the tiles were when `keep_original` was called; or an array of height x width costs.

        A cost that is new to the world takes an unused terrain class. It must lie in the range of costs that
        the world was made with, see cost_range in `wend.from_array`.

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
        wanted = list(edits)  # a generator may ask the world
        with self._guard.writing():
            world = self._writable()
            classes = _Classes(self)
            steps: List[Tuple[Tuple[int, int, int, int], int]] = []
            for where, cost in wanted:
                place = self._area(where if len(where) == 4 else (*where, 1, 1), "area")
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

    def set_wall(self, a: TileLike, b: TileLike, closed: bool = True) -> int:
        """Makes a thin wall between two neighbouring tiles, or removes it."""
        return self._connection(lib.wend_edit_wall, a, b, closed)

    def set_step(self, start: TileLike, end: TileLike, closed: bool = True) -> int:
        """Closes the step from a tile to a neighbour, in this direction only, or opens it again."""
        return self._connection(lib.wend_edit_step, start, end, closed)

    def _connection(self, make: Callable[..., Any], a: TileLike, b: TileLike, closed: bool) -> int:
        with self._guard.writing():
            first, last = self._tile(a, "first tile"), self._tile(b, "second tile")
            if max(abs(first[0] - last[0]), abs(first[1] - last[1])) != 1:
                raise ArgumentError("%r and %r are not neighbours" % (first, last))
            return self._apply(ffi.new("wend_edit*", make(first, last, bool(closed))), 1)

    def set_class_cost(self, terrain_class: int, cost: Cost, *, profile: Optional[str] = None) -> None:
        """Changes the cost of a terrain class on the whole map: a lake freezes, a road floods."""
        with self._guard.writing():
            number = _core.integer(terrain_class, "terrain_class")
            if not 1 <= number <= 255:
                raise ArgumentError("terrain_class: expected 1..255, got %d" % number)
            check(lib.wend_world_set_class_cost(self._writable(), self._profile_index(profile), number,
                                                cost_number(cost)),
                  "class %d, cost %s (see cost_range)" % (number, cost))

    def refresh(self, max_clusters: int = 0) -> bool:
        """Recomputes larger clusters that edits left pending, all by default; true when none is left.

        Queries are right without it, and faster after it.
        """
        with self._guard.writing():
            done = ffi.new("bool*")
            check(lib.wend_world_refresh(self._writable(), _core.integer(max_clusters, "max_clusters"), done),
                  "refreshing")
            return done[0]

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
            return [_link(first[i]) for i in range(count[0])]

    @overload
    def add_link(self, start: TileLike, end: TileLike, cost: float, *, kind: str = "other",
                 duration: float = 0.0, two_way: Literal[False] = False, enabled: bool = True, id: int = -1,
                 profiles: int = 2**32 - 1) -> int: ...

    @overload
    def add_link(self, start: TileLike, end: TileLike, cost: float, *, kind: str = "other",
                 duration: float = 0.0, two_way: Literal[True], enabled: bool = True, id: int = -1,
                 profiles: int = 2**32 - 1) -> Tuple[int, int]: ...

    def add_link(self, start: TileLike, end: TileLike, cost: float, *, kind: str = "other",
                 duration: float = 0.0, two_way: bool = False, enabled: bool = True, id: int = -1,
                 profiles: int = 2**32 - 1) -> Any:
        """Adds a link, and returns its id; with two_way both ids.

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
                link.profiles = profiles
                out = ffi.new("int32_t*")
                result = lib.wend_world_add_link(self._writable(), link, out)
                if result != lib.WEND_OK:
                    for added in ids:
                        lib.wend_world_remove_link(self._writable(), added)
                check(result, "link from %r to %r (both ends passable and different, cost in 0..%g, an id that "
                              "is not in use)" % (tuple(a), tuple(b), lib.WEND_MAX_LINK_COST))
                ids.append(out[0])
        return tuple(ids) if two_way else ids[0]

    def remove_link(self, id: int) -> None:
        with self._guard.writing():
            check(lib.wend_world_remove_link(self._writable(), _core.integer(id, "id")), "no link %d" % id)

    def set_link(self, id: int, *, cost: Optional[float] = None, enabled: Optional[bool] = None) -> None:
        """Changes cost or state of a link: a door, a lift that is out of order."""
        with self._guard.writing():
            world = self._writable()
            link = lib.wend_grid_find_link(self._grid, _core.integer(id, "id"))
            if link == ffi.NULL:
                raise ArgumentError("no link %d" % id)
            check(lib.wend_world_set_link(world, id, link.cost if cost is None else _core.real(cost, "cost"),
                                          link.enabled if enabled is None else bool(enabled)),
                  "link %d, cost in 0..%g" % (id, lib.WEND_MAX_LINK_COST))

    # ---- files

    def save(self, file: Any) -> None:
        """Writes a .wend file; the name holds the old file or the whole new one. Refreshes the world first."""
        encoded, name = _core.file_name(file)
        self._refresh_for_saving()
        with self._guard:
            error = ffi.new("wend_error*")
            check(lib.wend_world_save(self._handle.get(), encoded, error), "saving", error, name, writing=True)

    def to_bytes(self) -> bytes:
        """The bytes of the .wend file; `wend.from_bytes` reads them. Worlds can be pickled by them.

        >>> import numpy as np, pickle, wend
        >>> world = wend.from_array(np.ones((5, 8)))
        >>> pickle.loads(pickle.dumps(world)).hash == world.hash
        True
        """
        self._refresh_for_saving()
        with self._guard:
            out, size = ffi.new("void**"), ffi.new("size_t*")
            error = ffi.new("wend_error*")
            check(lib.wend_world_save_memory(self._handle.get(), ffi.NULL, out, size, error), "saving", error)
            try:
                return bytes(ffi.buffer(out[0], size[0]))
            finally:
                lib.wendpy_free(out[0])

    def _refresh_for_saving(self) -> None:
        with self._guard.writing():
            check(lib.wend_world_refresh(self._writable(), 0, ffi.NULL), "refreshing")

    def verify(self) -> None:
        """Checks what is not yet checked of a mapped world; raises DamagedError that says where."""
        with self._guard:
            error = ffi.new("wend_error*")
            check(lib.wend_world_verify(self._handle.get(), error), "checking", error)

    # ---- pictures

    def picture(self, *, scale: Optional[int] = None, paths: Sequence[Path] = ()) -> np.ndarray:
        """The map as height x width x 3 uint8: blocked dark, passable pale to violet by cost, paths yellow.

        scale: pixels a tile; negative: so many tiles a pixel. None: what gives some hundred pixels a side.
        """
        from ._picture import draw
        return draw(self, scale, paths)

    def save_picture(self, file: Any, *, scale: Optional[int] = None, paths: Sequence[Path] = ()) -> None:
        """Writes `picture` as a PNG file."""
        from ._picture import png
        encoded, name = _core.file_name(file)
        data = png(self.picture(scale=scale, paths=paths))
        error = ffi.new("wend_error*")
        check(lib.wend_file_write(encoded, ffi.from_buffer(data), len(data), error), "writing", error, name,
              writing=True)

    def _repr_png_(self) -> bytes:
        from ._picture import png
        return png(self.picture())


# ---- helpers

def cost_number(cost: Cost) -> float:
    """A cost of a terrain class; 0: blocked."""
    if isinstance(cost, str):
        if cost != "blocked":
            raise ArgumentError("cost: expected a number or 'blocked', got %r" % cost)
        return 0.0
    number = _core.real(cost, "cost")
    if number != number or number < 0:
        raise ArgumentError("cost: expected a number of at least 0, or 'blocked'; got %g" % number)
    if number == 0 or number == float("inf"):
        return 0.0
    if not lib.WEND_MIN_CLASS_COST <= number <= lib.WEND_MAX_CLASS_COST:
        raise ArgumentError("cost: expected 1/64 to 1024, or 'blocked'; got %g" % number)
    return number


class _Classes:
    """Which terrain class has a cost? New costs take unused classes."""

    def __init__(self, world: World) -> None:
        self._world = world
        table = lib.wend_grid_class_costs(world._grid)
        self._costs = [table[k] for k in range(256)]
        self._used: Optional[Any] = None
        self._new: Dict[int, float] = {}
        self._taken: set = set()

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

    def of_array(self, costs: Any, place: Tuple[int, int, int, int]) -> np.ndarray:
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
        for k, cost in self._new.items():
            result = lib.wend_world_set_class_cost(self._world._writable(), 0, k, cost)
            if result == lib.WEND_ERROR_LIMIT:
                table = [c for c in self._world_costs() if c > 0]
                raise LimitError("cost %g is outside of %g..%g, the costs that this world was made with: give "
                                 "cost_range when it is made" % (cost, min(table), max(table)))
            check(result, "cost %g" % cost)

    def _world_costs(self) -> List[float]:
        least, greatest = ffi.new("float*"), ffi.new("float*")
        lib.wend_grid_cost_range(self._world._grid, least, greatest)
        return [least[0], greatest[0]]


def _runs(place: Tuple[int, int, int, int], classes: np.ndarray) -> List[Tuple[Tuple[int, int, int, int], int]]:
    """Rectangles of one class each: runs of equal tiles, where rows repeat over several of them."""
    if classes.size == 0:
        return []
    if (classes == classes[0, 0]).all():
        return [(place, int(classes[0, 0]))]
    out: List[Tuple[Tuple[int, int, int, int], int]] = []
    y = 0
    while y < len(classes):
        end = y + 1
        while end < len(classes) and (classes[end] == classes[y]).all():
            end += 1
        cuts = [0, *(np.flatnonzero(np.diff(classes[y])) + 1).tolist(), classes.shape[1]]
        out.extend(((place[0] + a, place[1] + y, b - a, end - y), int(classes[y, a]))
                   for a, b in zip(cuts, cuts[1:]))
        y = end
    return out


def _link(link: Any) -> Link:
    return Link(link.id, (getattr(link, "from").x, getattr(link, "from").y), (link.to.x, link.to.y), link.cost,
                _LINK_KIND_NAMES[link.kind], link.duration, bool(link.enabled), link.profiles)


def _stats(stats: Any) -> Stats:
    return Stats(stats.expanded, stats.generated, stats.reopened, stats.abstract_expanded, stats.clusters_refined,
                 stats.insert_ns / 1000, stats.route_ns / 1000, stats.refine_ns / 1000, stats.smooth_ns / 1000,
                 stats.total_ns / 1000)


_OPTIONS = ("algorithm", "heuristic", "weight", "smooth", "body_radius", "hex_diagonals", "snap", "partial",
            "first_tiles", "profile")


def _known_options(options: Dict[str, Any]) -> None:
    for name in options:
        if name not in _OPTIONS:
            raise TypeError("unexpected argument %r: expected one of %s" % (name, ", ".join(_OPTIONS)))


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _keep(_pointer: Any) -> None:
    """Views belong to their world."""
