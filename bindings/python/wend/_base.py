"""What is a world, who may use it, and what is known of its tiles?"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Area, Connectivity, Guard, Handle, Tile, TileLike
from ._errors import ArgumentError, ArgumentTypeError, UnsupportedError, check
from ._native import ffi, lib

if TYPE_CHECKING:
    from ._geo import Georeference
    from ._world import World

CONNECTIVITY_NAMES = {number: name for name, number in _core.CONNECTIVITIES.items()}


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


class LevelInfo(NamedTuple):
    """One level of clusters of a world: their side in tiles, their number, their nodes and edges."""

    cluster_size: int
    columns: int
    rows: int
    node_count: int
    edge_count: int


class WorldBase:
    """Owner of a world of C, and what every part of `World` asks it."""

    __slots__ = ("_handle", "_guard", "_root", "_profile", "_searches", "_matrix_searches", "_map", "_floors", "_cost_functions",
                 "cost_error", "__weakref__")

    def __init__(self, handle: Handle, root: Optional[World] = None, profile: int = 0) -> None:
        if not isinstance(handle, Handle):
            raise ArgumentTypeError("wend.from_array, wend.bake and wend.open make worlds")
        self._handle = handle
        self._root = root  # of a view; None for the world itself, which must not refer to itself
        self._guard: Guard = root._guard if root is not None else Guard()
        self._profile = profile
        self._searches: List[Handle] = root._searches if root is not None else []
        self._matrix_searches: List[Handle] = root._matrix_searches if root is not None else []
        self._cost_functions: Dict[int, Callable[[float], float]] = {}  # by the number of the profile
        self._floors: int = lib.wend_grid_floors(self._grid)
        self._map: Tuple[int, int, int, int] = self._measure()
        #: By how much the cost of a tile differs from the array it was made from, at most, as a share: 0.0
        #: when at most 255 different costs occurred. None for a world from a file.
        self.cost_error: Optional[float] = None

    # ---- life

    def close(self) -> None:
        """Gives the memory back now; whatever still needs the world then raises ClosedError.

        Paths stay as they are.
        """
        if self._root is None:
            self._guard.end_service()
        with self._guard.writing():
            while self._searches:
                self._searches.pop().close()
            while self._matrix_searches:
                self._matrix_searches.pop().close()
            self._handle.close()

    def _as_world(self) -> World:
        """Every object of this class is one of `World`, the last of its parts."""
        return cast("World", self)

    def __enter__(self) -> World:
        return self._as_world()

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _grid(self) -> Any:
        return lib.wend_world_grid(self._handle.get())

    # ---- what it is

    def _measure(self) -> Tuple[int, int, int, int]:
        area = lib.wend_grid_area(self._grid)
        return area.x, area.y, area.width, area.height

    @property
    def area(self) -> Tuple[int, int, int, int]:
        """The map as (x, y, width, height). x and y are 0, or negative after `add_ground` to the left or above.

        Arrays of the whole map begin with the tile (x, y): that of a tile is array[row - y, column - x].
        """
        self._handle.get()
        # Known without the guard: who submits to a service does not wait for a change that runs.
        return self._map if self._root is None else self._root.area

    @property
    def width(self) -> int:
        return self.area[2]

    @property
    def height(self) -> int:
        return self.area[3]

    @property
    def floors(self) -> int:
        """Number of floors: most maps have one. Tiles of the others are (x, y, floor)."""
        self._handle.get()
        return self._floors

    @property
    def floor_heights(self) -> List[float]:
        """How high each floor lies, in world units."""
        with self._guard:
            return [lib.wend_grid_floor_height(self._grid, floor) for floor in range(self._floors)]

    @property
    def shape(self) -> Tuple[int, ...]:
        """Rows and columns, as of an array of costs; of a map with floors: floors, rows and columns."""
        return (self.floors, self.height, self.width) if self._floors > 1 else (self.height, self.width)

    def _by_floor(self, read: Callable[[Tuple[int, int, int, int, int]], NDArray[Any]]) -> NDArray[Any]:
        """What read gives for the area of the whole map; the arrays of all floors on a map with floors."""
        found = [read((*self.area, floor)) for floor in range(self._floors)]
        return np.stack(found) if self._floors > 1 else found[0]

    @property
    def connectivity(self) -> Connectivity:
        """"8", "4", "8cut", or "odd-r", "even-r", "odd-q", "even-q" for hexagons."""
        with self._guard:
            return CONNECTIVITY_NAMES[lib.wend_grid_connectivity(self._grid)]

    @property
    def wraps(self) -> str:
        """The edges that are joined: "x", "y", "xy", or "": none."""
        with self._guard:
            return ("", "x", "y", "xy")[lib.wend_grid_wraps(self._grid)]

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
    def class_costs(self) -> NDArray[np.float32]:
        """The costs of the 256 terrain classes, float32; 0 for blocked ones."""
        with self._guard:
            return np.frombuffer(ffi.buffer(lib.wend_grid_class_costs(self._grid), 4 * 256), np.float32).copy()

    @property
    def class_counts(self) -> NDArray[np.int64]:
        """Number of tiles of each terrain class, int64."""
        with self._guard:
            return np.frombuffer(ffi.buffer(lib.wend_grid_class_counts(self._grid), 8 * 256), np.int64).copy()

    @property
    def classes(self) -> NDArray[np.uint8]:
        """The terrain class of each tile: a copy, height x width uint8; floors x height x width on a map with floors."""
        with self._guard:
            return self._by_floor(self._classes)

    @property
    def costs(self) -> NDArray[np.float32]:
        """The cost of each tile: a copy, height x width float32; 0 where blocked. With floors, as `classes`.

        >>> import numpy as np, wend
        >>> wend.from_array([[1, 2.5], [0, 1]]).costs
        array([[1. , 2.5],
               [0. , 1. ]], dtype=float32)
        """
        table = self.class_costs
        return table[self.classes]

    @property
    def elevations(self) -> Optional[NDArray[np.float32]]:
        """The elevation of each tile in metres: a copy, height x width float32. None: the map is level.

        >>> import numpy as np, wend
        >>> hill = wend.Relief(elevations=[[0, 3], [0, 0]], slopes=[(-1, 1), (0, 1), (3, 4)])
        >>> world = wend.from_array(np.ones((2, 2)), relief=hill)
        >>> world.elevations.round(2)
        array([[0., 3.],
               [0., 0.]], dtype=float32)
        >>> round(world.path((0, 0), (1, 0)).cost, 2), round(world.path((1, 0), (0, 0)).cost, 2)
        (4.0, 1.0)
        """
        with self._guard:
            if not lib.wend_grid_has_elevations(self._grid):
                return None
            return self._by_floor(self._elevations)

    def _elevations(self, area: Tuple[int, int, int, int, int]) -> NDArray[np.float32]:
        out = np.empty((area[3], area[2]), np.float32)
        check(lib.wend_grid_read_elevations(self._grid, area, _core.pointer_to(out, "float"), 0), "reading elevations")
        return out

    def elevation(self, tile: TileLike) -> float:
        """The elevation of a tile in metres; 0 on a level map."""
        with self._guard:
            return float(lib.wend_grid_elevation(self._grid, self._tile(tile, "tile")))

    def _classes(self, area: Tuple[int, int, int, int, int]) -> NDArray[np.uint8]:
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
    def geo(self) -> Optional[Georeference]:
        """Where on the earth the tiles lie, in a world that was baked from a raster; else None."""
        from ._geo import of_metadata
        return of_metadata(self.metadata)

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

    @property
    def levels(self) -> List[LevelInfo]:
        """The levels of clusters, the smallest clusters first."""
        with self._guard:
            world = self._handle.get()
            count = lib.wend_world_get_info(world).level_count
            found = [lib.wend_world_get_level_info(world, level + 1) for level in range(count)]
            return [LevelInfo(*(getattr(level, name) for name in LevelInfo._fields)) for level in found]

    @property
    def closed_steps(self) -> NDArray[np.uint8]:
        """Which steps from each tile walls and one-way steps close, height x width uint8.

        Bits 0 to 7 stand for right, down, left, up, down-right, down-left, up-left and up-right.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((2, 3)))
        >>> _ = world.set_step((0, 0), (1, 0))
        >>> world.closed_steps[0, 0] & 1
        1
        """
        with self._guard:
            return self._by_floor(self._closed_steps)

    def _closed_steps(self, area: Tuple[int, int, int, int, int]) -> NDArray[np.uint8]:
        out = np.empty((area[3], area[2]), np.uint8)
        lib.wendpy_copy_closed_steps(self._grid, area, _core.pointer_to(out, "uint8_t"))
        return out

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

    def tile_at(self, position: Sequence[float], floor: int = 0) -> Tile:
        """The tile of a floor under a world position."""
        with self._guard:
            x, y = position
            out = ffi.new("wend_tile*")
            check(lib.wend_grid_tile_at_floor(self._grid, (_core.real(x, "x"), _core.real(y, "y")),
                                              _core.in_range(floor, 0, self._floors - 1, "floor"), out),
                  "position %r" % (tuple(position),))
            return self._tile_of(out)

    def center(self, tile: TileLike) -> Tuple[float, float]:
        """World position of the centre of a tile."""
        with self._guard:
            out = lib.wend_grid_center(self._grid, _core.tile(tile, "tile"))
            return out.x, out.y

    def _tile(self, value: TileLike, name: str) -> Tile:
        x, y, floor = _core.tile(value, name)
        left, top, width, height = area = self.area
        if not (0 <= x - left < width and 0 <= y - top < height and floor < self._floors):
            raise ArgumentError(_core.outside_map(name, (x, y, floor), area, self._floors))
        return x, y, floor

    def _tiles(self, values: Any, name: str, or_one: bool = False) -> NDArray[Any]:
        """Tiles of the map as C takes them; with or_one also from a single one."""
        array = _core.tiles([values] if or_one and _core.dimensions(values, name) == 1 else values, name)
        return _core.on_map(array, name, self.area, self._floors)

    def _tile_of(self, value: Any) -> Tile:
        return _core.tile_of(value, self._floors)

    def _rows(self, array: NDArray[Any]) -> NDArray[np.int32]:
        return _core.rows_of(array, self._floors)

    def _area(self, value: Area, name: str) -> Tuple[int, int, int, int, int]:
        x, y, width, height, floor = _core.area(value, name)
        left, top, columns, rows = self.area
        if not (left <= x and top <= y and width > 0 and height > 0 and x + width <= left + columns
                and y + height <= top + rows):
            begins = " from (%d, %d)" % (left, top) if left or top else ""
            raise ArgumentError("%s (%d, %d, %d, %d) is empty or leaves the map, which has %d x %d tiles%s"
                                % (name, x, y, width, height, columns, rows, begins))
        if floor >= self._floors:
            raise ArgumentError("%s: there is no floor %d; the map has floors 0..%d" % (name, floor, self._floors - 1))
        return x, y, width, height, floor

    # ---- profiles

    def widest_body(self, profile: Optional[str] = None) -> float:
        """The radius of the widest body that fits along every path of a profile, in tiles."""
        with self._guard:
            return lib.wend_world_widest_body(self._handle.get(), self._profile_index(profile))

    @property
    def profiles(self) -> List[str]:
        """The names of all profiles; the first is the world itself."""
        with self._guard:
            return self._profile_names()

    def _profile_names(self) -> List[str]:
        world = self._handle.get()
        return [ffi.string(lib.wend_world_profile_name(world, i)).decode()
                for i in range(lib.wend_world_profile_count(world))]

    def _profile_index(self, profile: Optional[str]) -> int:
        if profile is None:
            return 0
        if not isinstance(profile, str):
            raise ArgumentTypeError("profile: expected a name, got %r" % (profile,))
        index = lib.wend_world_find_profile(self._handle.get(), profile.encode())
        if index < 0:
            raise ArgumentError("profile: the world has no %r, but %s" % (profile, ", ".join(self._profile_names())))
        return index

    def _writable(self) -> Any:
        if self._root is not None:
            raise UnsupportedError("a view follows its world: change that")
        return self._handle.get()
