"""What did a query answer?"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, List, NamedTuple, Optional

import numpy as np

from . import _core
from ._core import Handle, Tile
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._world import World


class Stats(NamedTuple):
    """What a query took: nodes, clusters, and microseconds of its stages."""

    expanded: int
    generated: int
    reopened: int
    abstract_expanded: int
    clusters_refined: int
    insert_us: float
    route_us: float
    refine_us: float
    smooth_us: float
    total_us: float


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

    A path is true when it has tiles: when it was found, or leads a part of the way.

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

    __slots__ = ("_handle", "_world", "_profile", "_tiles", "stats", "__weakref__")

    def __init__(self, handle: Handle, world: World, profile: int, stats: Optional[Stats]) -> None:
        self._handle = handle
        self._world = world
        self._profile = profile
        self._tiles: Optional[np.ndarray] = None
        #: What the query took; None for a further alternative.
        self.stats = stats

    @property
    def world(self) -> World:
        """The world that was asked."""
        return self._world

    @property
    def outcome(self) -> str:
        """"found", "partial", "no_route", "start_blocked" or "goal_blocked"."""
        return _core.OUTCOMES[lib.wend_path_outcome(self._handle.pointer)]

    @property
    def cost(self) -> float:
        """The sum over all steps of length x cost of the tile entered, and of the costs of links."""
        return lib.wend_path_cost(self._handle.pointer)

    @property
    def tiles(self) -> np.ndarray:
        """Every tile from start to goal: x and y in n x 2 int32, read-only, not copied."""
        if self._tiles is None:
            self._tiles = self._array(lib.wend_path_tiles, np.int32, 2)
        return self._tiles

    @property
    def waypoints(self) -> np.ndarray:
        """Positions to walk along in straight lines, in world units: n x 2 float32, not copied."""
        return self._array(lib.wend_path_waypoints, np.float32, 2)

    @property
    def route(self) -> np.ndarray:
        """The abstract path: start, abstract nodes, goal: n x 2 int32, not copied."""
        return self._array(lib.wend_path_route, np.int32, 2)

    @property
    def links(self) -> List[PathLink]:
        """The links that the path takes, in order."""
        count = ffi.new("int32_t*")
        first = lib.wend_path_links(self._handle.pointer, count)
        return [PathLink(first[i].id, first[i].tile, first[i].waypoint) for i in range(count[0])]

    @property
    def goal_index(self) -> int:
        """Which of several goals the path leads to; -1 when none."""
        return lib.wend_path_goal(self._handle.pointer)

    @property
    def start(self) -> Optional[Tile]:
        """Where the path begins: the start of the query, or the passable tile that took its place."""
        return _tile_or_none(lib.wend_path_start_tile(self._handle.pointer))

    @property
    def goal(self) -> Optional[Tile]:
        """The goal of the query, or the passable tile that took its place."""
        return _tile_or_none(lib.wend_path_goal_tile(self._handle.pointer))

    @property
    def snapped_from(self) -> Optional[Tile]:
        """The blocked start that the query asked for; None when the start was not replaced."""
        out = ffi.new("wend_tile[2]")
        snapped = lib.wend_path_snapped(self._handle.pointer, out, out + 1)
        return (out[0].x, out[0].y) if snapped.start else None

    @property
    def snapped_to(self) -> Optional[Tile]:
        """The blocked goal that the query asked for; None when the goal was not replaced."""
        out = ffi.new("wend_tile[2]")
        snapped = lib.wend_path_snapped(self._handle.pointer, out, out + 1)
        return (out[1].x, out[1].y) if snapped.goal else None

    @property
    def hash(self) -> str:
        """Hash of outcome, cost and tiles, equal on every machine; 16 hexadecimal digits."""
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
        with self._world._guard:
            view = lib.wend_world_profile(self._world._handle.get(), self._profile)
            return lib.wend_path_is_valid(self._handle.pointer, view, ffi.NULL)

    def picture(self, scale: Optional[int] = None) -> np.ndarray:
        """The world with the path: see `World.picture`."""
        return self._world.picture(scale=scale, paths=[self])

    def save_picture(self, file: Any, scale: Optional[int] = None) -> None:
        """Writes `picture` as a PNG file."""
        self._world.save_picture(file, scale=scale, paths=[self])

    def _repr_png_(self) -> bytes:
        from ._picture import png
        return png(self.picture())

    def _array(self, function: Any, dtype: Any, columns: int) -> np.ndarray:
        count = ffi.new("int32_t*")
        first = function(self._handle.pointer, count)
        return _core.borrow(self._handle, first, count[0], dtype, columns)

    def __len__(self) -> int:
        return len(self.tiles)

    def __bool__(self) -> bool:
        return len(self.tiles) > 0

    def __iter__(self) -> Iterator[Tile]:
        return iter([(x, y) for x, y in self.tiles.tolist()])

    def __repr__(self) -> str:
        if not self:
            return "<wend.Path %s>" % self.outcome
        first, last = self.tiles[0].tolist(), self.tiles[-1].tolist()
        return "<wend.Path %s: (%d, %d) to (%d, %d), cost %.3f, %d tiles>" % (
            self.outcome, *first, *last, self.cost, len(self))


def _tile_or_none(value: Any) -> Optional[Tile]:
    return None if value.x < 0 else (value.x, value.y)


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

    def __init__(self, costs: np.ndarray, outcomes: np.ndarray, offsets: np.ndarray,
                 tiles: Optional[np.ndarray]) -> None:
        #: Cost of each path, float64; 0 where there is none.
        self.costs = costs
        #: Outcome of each query as a number, an index into `wend.OUTCOMES`; 0 is "found".
        self.outcome_numbers = outcomes
        #: Tiles of path i are `tiles[offsets[i]:offsets[i + 1]]`; int64.
        self.offsets = offsets
        #: The tiles of all paths, one after the other, n x 2 int32; None with `tiles=False`.
        self.tiles = tiles

    @property
    def found(self) -> np.ndarray:
        """Which queries found a path to their goal."""
        return self.outcome_numbers == lib.WEND_FOUND

    @property
    def outcomes(self) -> np.ndarray:
        """The outcome of each query as a word."""
        return np.array(_core.OUTCOMES)[self.outcome_numbers]

    @property
    def lengths(self) -> np.ndarray:
        """Number of tiles of each path."""
        return np.diff(self.offsets)

    def __len__(self) -> int:
        return len(self.costs)

    def __getitem__(self, index: Any) -> np.ndarray:
        if self.tiles is None:
            raise ValueError("the tiles were not kept: ask with tiles=True")
        i = range(len(self.costs))[_core.integer(index, "index")]
        return self.tiles[self.offsets[i]:self.offsets[i + 1]]

    def __iter__(self) -> Iterator[np.ndarray]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return "<wend.Paths: %d queries, %d found, %d tiles>" % (len(self), int(self.found.sum()),
                                                                 int(self.offsets[-1]))
