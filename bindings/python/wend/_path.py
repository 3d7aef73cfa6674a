"""What did a query answer, and how is a path kept while its world changes and its agent walks?"""
from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Callable, Iterator, List, Literal, NamedTuple, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Handle, Outcome, Tile, TileLike
from ._errors import ArgumentError, check
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._world import World


class Stats(NamedTuple):
    """What a query took: nodes, clusters, and microseconds of its stages.

    Sweeps expand no tiles: they scan those of the clusters that they refine.
    """

    expanded: int
    generated: int
    reopened: int
    abstract_expanded: int
    clusters_refined: int
    scanned: int
    insert_us: float
    route_us: float
    refine_us: float
    smooth_us: float
    total_us: float


def read_stats(stats: Any) -> Stats:
    return Stats(stats.expanded, stats.generated, stats.reopened, stats.abstract_expanded, stats.clusters_refined,
                 stats.scanned, stats.insert_ns / 1000, stats.route_ns / 1000, stats.refine_ns / 1000, stats.smooth_ns / 1000,
                 stats.total_ns / 1000)


Rest = Literal["none", "ready", "broken", "waiting"]
RESTS: Tuple[Rest, ...] = ("none", "ready", "broken", "waiting")


class PathLink(NamedTuple):
    """A link that a path takes: its id, and the index of its first end among tiles and waypoints."""

    id: int
    tile: int
    waypoint: int


def new_path() -> Handle:
    out = ffi.new("wend_path**")
    if lib.wend_path_create(ffi.NULL, out) != lib.WEND_OK:
        raise MemoryError("no memory for a path")
    return Handle(out[0], lib.wend_path_destroy, "path")


class Path:
    """The answer to a query: `World.path` makes it.

    A path is true when it has tiles: when it was found, or leads a part of the way. It stays as it is unless
    `refine`, `cut`, `repair` or `chase` changes it; they raise BufferError while an array of the path is in use.

    >>> import numpy as np, wend
    >>> world = wend.from_array(np.ones((5, 8)))
    >>> path = world.path((0, 0), (7, 2))
    >>> path
    <wend.Path found: (0, 0) to (7, 2), cost 7.828, 8 tiles>
    >>> path.tiles[:3]
    array([[0, 0],
           [1, 1],
           [2, 2]], dtype=int32)
    >>> round(path.cost, 6)
    7.828427
    >>> bool(path), len(path), path.outcome
    (True, 8, 'found')
    """

    __slots__ = ("_handle", "_world", "_profile", "_tiles", "_lock", "_arrays", "stats", "__weakref__")

    def __init__(self, handle: Handle, world: World, profile: int, stats: Optional[Stats]) -> None:
        self._handle = handle
        self._world = world
        self._profile = profile
        self._tiles: Optional[NDArray[np.int32]] = None
        self._lock = threading.RLock()  # a handler of a signal may read while the path is changed
        self._arrays: List[int] = [0]  # how many arrays borrow the path
        #: What the last query, refinement or repair took; None for a further alternative.
        self.stats = stats

    @property
    def world(self) -> World:
        """The world that was asked."""
        return self._world

    @property
    def outcome(self) -> Outcome:
        """"found", "partial", "no_route", "start_blocked" or "goal_blocked"."""
        with self._lock:
            return _core.OUTCOMES[lib.wend_path_outcome(self._handle.pointer)]

    @property
    def cost(self) -> float:
        """The sum over all steps of length x cost of the tile entered, and of the costs of links."""
        with self._lock:
            return lib.wend_path_cost(self._handle.pointer)

    @property
    def integer_cost(self) -> int:
        """The same sum in the integers that the planner compares, equal on every machine."""
        with self._lock:
            return lib.wend_path_integer_cost(self._handle.pointer)

    @property
    def tiles(self) -> NDArray[np.int32]:
        """Every tile from start to goal: x and y in n x 2 int32, read-only, not copied.

        On a map with floors a copy, n x 3 int32, with the floor of each.
        """
        with self._lock:
            if self._tiles is None:
                self._tiles = self._tile_array(lib.wend_path_tiles)
            return self._tiles

    @property
    def waypoints(self) -> NDArray[np.float32]:
        """Positions to walk along in straight lines, in world units: n x 2 float32, not copied."""
        return self._array(lib.wend_path_waypoints, np.float32, 2)

    @property
    def route(self) -> NDArray[np.int32]:
        """The abstract path: start, abstract nodes, goal: as `tiles`."""
        return self._tile_array(lib.wend_path_route)

    @property
    def waypoint_floors(self) -> NDArray[np.uint16]:
        """The floor of each waypoint: zeros on a map of one floor."""
        count = ffi.new("int32_t*")
        with self._lock:
            first = lib.wend_path_waypoint_floors(self._handle.pointer, count)
            if first == ffi.NULL:
                lib.wend_path_waypoints(self._handle.pointer, count)
                return np.zeros(count[0], np.uint16)
            return np.frombuffer(ffi.buffer(first, 2 * count[0]), np.uint16).copy()

    @property
    def links(self) -> List[PathLink]:
        """The links that the path takes, in order."""
        count = ffi.new("int32_t*")
        with self._lock:
            first = lib.wend_path_links(self._handle.pointer, count)
            return [PathLink(first[i].id, first[i].tile, first[i].waypoint) for i in range(count[0])]

    @property
    def goal_index(self) -> int:
        """Which of several goals the path leads to; -1 when none."""
        with self._lock:
            return lib.wend_path_goal(self._handle.pointer)

    @property
    def start(self) -> Optional[Tile]:
        """Where the path begins: the start of the query, or the passable tile that took its place."""
        with self._lock:
            return self._tile_or_none(lib.wend_path_start_tile(self._handle.pointer))

    @property
    def goal(self) -> Optional[Tile]:
        """The goal of the query, or the passable tile that took its place."""
        with self._lock:
            return self._tile_or_none(lib.wend_path_goal_tile(self._handle.pointer))

    @property
    def snapped_from(self) -> Optional[Tile]:
        """The blocked start that the query asked for; None when the start was not replaced."""
        out = ffi.new("wend_tile[2]")
        with self._lock:
            snapped = lib.wend_path_snapped(self._handle.pointer, out, out + 1)
        return self._world._tile_of(out[0]) if snapped.start else None

    @property
    def snapped_to(self) -> Optional[Tile]:
        """The blocked goal that the query asked for; None when the goal was not replaced."""
        out = ffi.new("wend_tile[2]")
        with self._lock:
            snapped = lib.wend_path_snapped(self._handle.pointer, out, out + 1)
        return self._world._tile_of(out[1]) if snapped.goal else None

    @property
    def hash(self) -> str:
        """Hash of outcome, cost and tiles, equal on every machine; 16 hexadecimal digits."""
        with self._lock:
            return "%016x" % lib.wend_path_hash(self._handle.pointer)

    def is_valid(self) -> bool:
        """Can the path still be walked at this cost, after edits of its world?

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((5, 8)))
        >>> path = world.path((0, 2), (7, 2))
        >>> path.is_valid()
        True
        >>> _ = world.edit((3, 2, 1, 1), "blocked")
        >>> path.is_valid()
        False
        """
        return self.broken_at() is None

    def broken_at(self) -> Optional[int]:
        """Index of a tile up to which every step can still be taken; None when the path is valid."""
        with self._world._guard, self._lock:
            broken = ffi.new("int32_t*")
            valid = lib.wend_path_is_valid(self._handle.pointer, self._view(), broken)
            return None if valid else broken[0]

    # ---- changes of the path

    @property
    def rest(self) -> Rest:
        """What is left to refine of a path that first_tiles ended.

        "none"; "ready" for `refine`; "waiting" for ground that is not loaded; "broken" when no path leads on.
        """
        with self._lock:
            return RESTS[lib.wend_path_get_rest(self._handle.pointer)]

    def refine(self, tiles: int = 64) -> int:
        """Adds at least so many tiles, or all that is left; returns how many were added.

        Of a streamed world, as far as its ground is loaded. Without a rest it does nothing. A path with
        `partial` whose goal is out of reach stays "partial", and its rest is "none" at the tile nearest to it.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((200, 200)))
        >>> path = world.path((0, 0), (199, 199), first_tiles=32)
        >>> path.outcome, path.rest, len(path) < 199
        ('partial', 'ready', True)
        >>> while path.rest == "ready":
        ...     _ = path.refine(64)
        >>> path
        <wend.Path found: (0, 0) to (199, 199), cost 281.428, 200 tiles>
        """
        wanted = _core.integer(tiles, "tiles")
        before = ffi.new("int32_t*")
        after = ffi.new("int32_t*")

        def work(search: Any, view: Any, path: Any, stats: Any) -> int:
            lib.wend_path_tiles(path, before)
            result = lib.wend_path_refine(search, view, path, wanted, stats)
            lib.wend_path_tiles(path, after)
            return result

        self._change(work, "refining by %d tiles (1 or more)" % wanted)
        return after[0] - before[0]

    def cut(self, tiles_walked: int) -> None:
        """Drops the first tiles, which have been walked: the path then begins at the tile of this index.

        >>> import numpy as np, wend
        >>> path = wend.from_array(np.ones((5, 8))).path((0, 2), (7, 2))
        >>> path.cut(3)
        >>> path
        <wend.Path found: (3, 2) to (7, 2), cost 4.000, 5 tiles>
        """
        index = _core.integer(tiles_walked, "tiles_walked")
        self._change(lambda search, view, path, _: lib.wend_path_cut(search, view, path, index),
                     "cutting at tile %d of %d" % (index, len(self)), False)

    def repair(self) -> None:
        """Makes the path valid again after edits: only broken parts are planned, and the rest is kept.

        A repaired path costs at most 1.1 times as much as before, or as much as a new one. `outcome` may be
        "no_route" afterwards.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((5, 8)))
        >>> path = world.path((0, 2), (7, 2))
        >>> _ = world.edit((3, 1, 1, 4), "blocked")
        >>> path.is_valid(), path.broken_at()
        (False, 2)
        >>> path.repair()
        >>> path.is_valid(), path.tiles[:, 1].min()
        (True, 0)
        """
        self._change(lib.wend_path_repair, "repairing")

    def chase(self, goal: TileLike) -> None:
        """Leads the path to a goal that has moved: keeps its first tiles, and plans only the rest.

        >>> import numpy as np, wend
        >>> path = wend.from_array(np.ones((40, 40))).path((0, 0), (30, 30))
        >>> path.chase((31, 30))
        >>> path.goal
        (31, 30)
        """
        target = self._world._tile(goal, "goal")
        self._change(lambda search, view, path, stats: lib.wend_path_chase(search, view, path, target, stats),
                     "chasing")

    def replan(self, start: TileLike, keep: float = 5.0) -> bool:
        """Plans again from the tile where its walker is; the old path stays unless another is `keep` percent cheaper.

        So a walker between two ways of about the same cost does not turn back and forth when costs change a
        little. True: the path is another one, or there is none any more. False: it begins at `start` now.

        >>> import numpy as np, wend
        >>> costs = np.ones((9, 30))
        >>> costs[1:8, 10:20] = 0
        >>> costs[4, 15] = 3
        >>> world = wend.from_array(costs)
        >>> path = world.path((0, 4), (29, 4))
        >>> below = path.tiles[:, 1].max() > 4
        >>> _ = world.edit((14, 8 if below else 0, 1, 1), 3)    # mud on its way costs two more
        >>> walker = path.tiles[2].tolist()
        >>> path.replan(walker, keep=20), path.replan(walker, keep=0)
        (False, True)
        """
        tile = self._world._tile(start, "start")
        share = _core.real(keep, "keep")
        if not 0 <= share <= 100:
            raise ArgumentError("keep: expected a percentage in 0..100, got %g" % share)
        replaced = ffi.new("bool*")
        self._change(lambda search, view, path, stats: lib.wend_path_replan(search, view, path, tile, share, replaced,
                                                                            stats), "replanning")
        return bool(replaced[0])

    def regions(self, most: int = 16) -> NDArray[np.int32]:
        """The regions of a streamed world that the path crosses, in order: for `World.load_ahead`.

        Up to `most` areas x, y, width, height, n x 4 int32, or n x 5 with floors; none when the world is not streamed.
        """
        room = _core.integer(most, "most")
        out = np.empty(max(0, room), _core.RECT)
        count = ffi.new("int32_t*")
        with self._world._guard, self._lock, self._world._search() as search:
            check(lib.wend_path_regions(search, self._view(), self._handle.pointer, room,
                                        _core.pointer_to(out, "wend_rect"), count),
                  "listing %d regions (1 or more)" % room)
        return self._world._rows(out[:count[0]])

    def _view(self) -> Any:
        return lib.wend_world_profile(self._world._handle.get(), self._profile)

    def _change(self, work: Callable[..., int], doing: str, with_stats: bool = True) -> None:
        stats = ffi.new("wend_stats*")
        with self._world._guard, self._lock, self._world._search() as search:
            view = self._view()
            self._tiles = None
            if self._arrays[0] > 0:
                raise BufferError("a path cannot be changed while an array of it is in use: copy or delete it")
            result = work(search, view, self._handle.pointer, stats)
            if with_stats:
                self.stats = read_stats(stats)
            check(result, doing)

    def picture(self, scale: Optional[int] = None) -> NDArray[np.uint8]:
        """The world with the path: see `World.picture`."""
        return self._world.picture(scale=scale, paths=[self])

    def save_picture(self, file: Any, scale: Optional[int] = None) -> None:
        """Writes `picture` as a PNG file."""
        self._world.save_picture(file, scale=scale, paths=[self])

    def _repr_png_(self) -> bytes:
        from ._picture import png
        return png(self.picture())

    def _array(self, function: Any, dtype: Any, columns: int,
               strides: Optional[Tuple[int, ...]] = None) -> NDArray[Any]:
        count = ffi.new("int32_t*")
        arrays = self._arrays

        def released() -> None:
            arrays[0] -= 1

        with self._lock:
            first = function(self._handle.pointer, count)
            if count[0] == 0:
                return np.empty((0, columns), dtype)
            arrays[0] += 1
            return _core.borrow(self._handle, first, count[0], dtype, columns, released, strides)

    def _tile_array(self, function: Any) -> NDArray[np.int32]:
        if self._world._floors == 1:
            return self._array(function, np.int32, 2, (_core.TILE.itemsize, 4))
        count = ffi.new("int32_t*")
        with self._lock:
            first = function(self._handle.pointer, count)
            size = _core.TILE.itemsize * count[0]
            out = self._world._rows(np.frombuffer(ffi.buffer(first, size), _core.TILE) if size else np.empty(0, _core.TILE))
        out.flags.writeable = False
        return out

    def _tile_or_none(self, value: Any) -> Optional[Tile]:
        return None if value.floor == lib.WEND_NO_FLOOR else self._world._tile_of(value)

    def __len__(self) -> int:
        return len(self.tiles)

    def __bool__(self) -> bool:
        return len(self.tiles) > 0

    def __iter__(self) -> Iterator[Tile]:
        return iter([tuple(tile) for tile in self.tiles.tolist()])

    def __repr__(self) -> str:
        if not self:
            return "<wend.Path %s>" % self.outcome
        first, last = tuple(self.tiles[0].tolist()), tuple(self.tiles[-1].tolist())
        return "<wend.Path %s: %r to %r, cost %.3f, %d tiles>" % (self.outcome, first, last, self.cost, len(self))


class Paths:
    """The answers to many queries: `World.paths` makes it. Indexing gives the tiles of one.

    >>> import numpy as np, wend
    >>> world = wend.from_array(np.ones((5, 8)))
    >>> answers = world.paths([(0, 0), (1, 1)], [(7, 2), (1, 4)])
    >>> answers
    <wend.Paths: 2 queries, 2 found, 12 tiles>
    >>> answers.costs.round(3)
    array([7.828, 3.   ])
    >>> answers[1]
    array([[1, 1],
           [1, 2],
           [1, 3],
           [1, 4]], dtype=int32)
    """

    __slots__ = ("costs", "outcome_numbers", "offsets", "tiles")

    def __init__(self, costs: NDArray[np.float64], outcomes: NDArray[np.uint8], offsets: NDArray[np.int64],
                 tiles: Optional[NDArray[np.int32]]) -> None:
        #: Cost of each path, float64; 0 where there is none.
        self.costs = costs
        #: Outcome of each query as a number, an index into `wend.OUTCOMES`; 0 is "found".
        self.outcome_numbers = outcomes
        #: Tiles of path i are `tiles[offsets[i]:offsets[i + 1]]`; int64.
        self.offsets = offsets
        #: The tiles of all paths, one after the other, n x 2 int32; None with `tiles=False`.
        self.tiles = tiles

    @property
    def found(self) -> NDArray[np.bool_]:
        """Which queries found a path to their goal."""
        return self.outcome_numbers == lib.WEND_FOUND

    @property
    def outcomes(self) -> NDArray[np.str_]:
        """The outcome of each query as a word."""
        return np.array(_core.OUTCOMES)[self.outcome_numbers]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Number of tiles of each path."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.costs)

    def __getitem__(self, index: Any) -> NDArray[np.int32]:
        if self.tiles is None:
            raise ValueError("the tiles were not kept: ask with tiles=True")
        i = range(len(self.costs))[_core.integer(index, "index")]
        return self.tiles[self.offsets[i]:self.offsets[i + 1]]

    def __iter__(self) -> Iterator[NDArray[np.int32]]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return "<wend.Paths: %d queries, %d found, %d tiles>" % (len(self), int(self.found.sum()),
                                                                 int(self.offsets[-1]))
