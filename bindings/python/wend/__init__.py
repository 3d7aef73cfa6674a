"""Wend: hierarchical pathfinding on weighted tile maps, in microseconds.

>>> import numpy as np, wend
>>> costs = np.ones((100, 200))                 # costs[y, x]
>>> costs[20:, 90] = 0                          # 0 is blocked
>>> world = wend.from_array(costs)              # or wend.bake("map.png"), wend.open("map.wend")
>>> path = world.path((10, 80), (190, 80))      # from (x, y) to (x, y)
>>> path.outcome, round(path.cost, 3), path.tiles.shape
('found', 230.534, (181, 2))

Tiles are (x, y): column and row, from 0 at the top left. Arrays of a map are [y, x]. On maps with floors tiles are
(x, y, floor), and arrays of a map are [floor, y, x].
"""
from ._base import LevelInfo, WorldInfo
from ._core import OUTCOMES
from ._crowd import STATES, Crowd, CrowdStats
from ._edits import Link
from ._errors import (ArgumentError, ArgumentTypeError, CancelledError, ClosedError, DamagedError, Error, FileError,
                      FormatError, LimitError, MapWarning, MissingFileError, NotLoadedError, OutOfMemoryError,
                      StaleError, UnsupportedError)
from ._explain import End, Explanation, Opening
from ._field import Field
from ._fleet import MOVER_STATES, Conflict, Fleet, FleetStats
from ._geo import Georeference
from ._graph import Graph, GraphEvent, GraphNodes, GraphPath, GraphStats, read_graph
from ._ground import StreamInfo
from ._make import Inflation, Profile, Relief, bake, from_array, from_arrays, from_bytes, from_classes, from_heights, open, stream
from ._many import Corridor, Tour, assign, tour
from ._native import ffi, lib
from ._overlay import Overlay, Shape, capsule, disc, polygon, rect
from ._path import Path, PathLink, Paths, Stats
from ._picture import png
from ._raster import Raster, route_through_array
from ._scenario import Problem, read_scenario
from ._service import Service, ServiceStats, Ticket
from ._world import Damage, World

__version__ = ffi.string(lib.wend_version_string()).decode()

__all__ = [
    "ArgumentError", "ArgumentTypeError", "CancelledError", "ClosedError", "Conflict", "Corridor", "Crowd", "CrowdStats",
    "Damage", "DamagedError", "End", "Error", "Explanation", "Field", "FileError", "Fleet", "FleetStats", "FormatError",
    "Georeference", "Graph", "GraphEvent", "GraphNodes", "GraphPath", "GraphStats", "Inflation", "LevelInfo", "LimitError",
    "Link", "MOVER_STATES", "MapWarning", "MissingFileError", "NotLoadedError", "OUTCOMES", "Opening", "OutOfMemoryError",
    "Overlay", "Path", "PathLink", "Paths", "Problem", "Profile", "Raster", "Relief", "STATES", "Service", "ServiceStats", "Shape", "StaleError",
    "Stats", "StreamInfo", "Ticket", "Tour", "UnsupportedError", "World", "WorldInfo", "assign", "bake", "capsule", "disc", "ffi", "from_array",
    "from_arrays", "from_bytes", "from_classes", "from_heights", "lib", "open", "png", "polygon", "read_graph", "read_scenario", "rect", "route_through_array", "stream",
    "tour",
]

# Messages name exceptions as they are caught: wend.ArgumentError.
for _name in __all__:
    if isinstance(globals()[_name], type) and issubclass(globals()[_name], (Error, Warning)):
        globals()[_name].__module__ = "wend"
del _name
