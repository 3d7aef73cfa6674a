"""What can be asked of a world?"""
from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._base import CONNECTIVITY_NAMES, WorldBase
from ._core import Algorithm, Area, Handle, Heuristic, Refinement, Sense, Tile, TileLike
from ._errors import ArgumentError, UnsupportedError, check
from ._native import ffi, lib
from ._path import Path, Paths, new_path, read_stats

if TYPE_CHECKING:
    from ._crowd import Crowd
    from ._explain import Explanation
    from ._field import Field
    from ._fleet import Conflict, Fleet
    from ._many import Corridor, Tour
    from ._overlay import Shape
    from ._world import World


class Queries(WorldBase):
    """The part of `World` that answers queries."""

    __slots__ = ()

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
            if _core.dimensions(goal, "goal") == 2:
                goals = self._tiles(goal, "goal")
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
            query.goal_class = _core.in_range(goal_class, 0, 255, "goal_class")
        return query, (goals, self._options(query, **options))

    def _options(self, query: Any, avoid: Sequence[Any] = (), algorithm: Algorithm = "hpa", heuristic: Heuristic = "octile", weight: float = 1.0,
                 reopen: bool = False, until_proven: bool = False, refine: Refinement = "sweep",
                 smooth: bool = False, body_radius: float = 0.5, hex_diagonals: bool = False, snap: float = 0.0,
                 partial: bool = False, first_tiles: int = 0, profile: Optional[str] = None) -> Any:
        """Returns what must stay alive until the query ends."""
        query.algorithm = _core.choice(algorithm, _core.ALGORITHMS, "algorithm")
        query.heuristic = _core.choice(heuristic, _core.HEURISTICS, "heuristic")
        query.heuristic_weight = _core.real(weight, "weight")
        query.reopen = bool(reopen)
        query.until_proven = bool(until_proven)
        for name, given in (("until_proven", until_proven), ("reopen", reopen)):
            if given and algorithm not in ("astar", "dijkstra"):
                raise UnsupportedError("%s: expected the algorithm 'astar' or 'dijkstra', got %r" % (name, algorithm))
        query.refinement = _core.choice(refine, _core.REFINEMENTS, "refine")
        if refine != "sweep" and algorithm not in ("hpa", "exact"):
            raise UnsupportedError("refine: expected the algorithm 'hpa' or 'exact', got %r" % algorithm)
        query.smooth = bool(smooth)
        query.body_radius = _core.real(body_radius, "body_radius")
        query.hex_diagonals = bool(hex_diagonals)
        connectivity = CONNECTIVITY_NAMES[lib.wend_grid_connectivity(self._grid)]
        if hex_diagonals and connectivity in ("4", "8", "8cut"):
            raise UnsupportedError("hex_diagonals: expected a map of hexagons, got one of connectivity %r"
                                   % connectivity)
        if hex_diagonals and algorithm in ("hpa", "exact"):
            raise UnsupportedError("hex_diagonals: expected the algorithm 'astar', 'dijkstra', 'bfs' or 'greedy', "
                                   "got %r" % algorithm)
        query.snap = _core.real(snap, "snap")
        query.partial = bool(partial)
        query.first_tiles = _core.integer(first_tiles, "first_tiles")
        query.profile = self._profile_index(profile)
        for name, value, most in (("weight", query.heuristic_weight, 16), ("body_radius", query.body_radius, 0.5),
                                  ("snap", query.snap, float("inf")), ("first_tiles", query.first_tiles, 2**31)):
            if not 0 <= value <= most:
                raise ArgumentError("%s: expected a number in 0..%g, got %g" % (name, most, value))
        if len(avoid) == 0:
            return None
        from ._overlay import shapes_of_c
        shapes, points = shapes_of_c(avoid, self._grid)
        query.avoid, query.avoid_count = shapes, len(avoid)
        return shapes, points

    def path(self, start: TileLike, goal: Any = None, *, goal_area: Optional[Area] = None,
             goal_class: Optional[int] = None, algorithm: Algorithm = "hpa", heuristic: Heuristic = "octile",
             weight: float = 1.0, reopen: bool = False, until_proven: bool = False, refine: Refinement = "sweep",
             smooth: bool = False, body_radius: float = 0.5, hex_diagonals: bool = False,
             snap: float = 0.0, partial: bool = False, first_tiles: int = 0,
             profile: Optional[str] = None, avoid: Sequence[Shape] = ()) -> Path:
        """Plans a path.

        start: (x, y), column and row; (x, y, floor) on a map with floors, as everywhere. goal: (x, y), or several of them, of which the path leads to the
        nearest; or goal_area, a rectangle (x, y, width, height), any tile of which will do; or goal_class,
        any tile of this terrain class, 0 to 255.
        algorithm: "hpa" is fast and near-optimal; "exact", "astar", "dijkstra" find the optimum; "bfs" the
        fewest steps; "greedy" some path. heuristic and weight: for "astar".
        reopen: with a weight above 1, "astar" opens a closed tile again when it finds a cheaper path to it.
        until_proven: it also goes on after it has closed the goal, until its path is the optimum.
        refine: "hpa" and "exact" search by "sweep", over clusters, or by "astar", over tiles; the same cost.
        smooth: waypoints as few straight lines, which keep body_radius away from blocked tiles.
        snap: blocked ends are replaced by the nearest passable tile within this radius.
        partial: without a path, one to the reachable tile nearest to the goal.
        profile: the name of the kind of agents that the path is for.
        avoid: shapes that this path keeps out of or pays for, such as wend.disc((5, 3), 2); for many paths
        `overlay` is faster.

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
            query, _kept = self._query(start, goal, goal_area, goal_class, {
                "algorithm": algorithm, "heuristic": heuristic, "weight": weight, "reopen": reopen,
                "until_proven": until_proven, "refine": refine, "smooth": smooth,
                "body_radius": body_radius, "hex_diagonals": hex_diagonals, "snap": snap, "partial": partial,
                "first_tiles": first_tiles, "profile": profile, "avoid": avoid})
            out = new_path()
            stats = ffi.new("wend_stats*")
            with self._search() as search:
                check(lib.wend_find_path(search, self._handle.get(), query, out.pointer, stats), "planning")
            return Path(out, self._as_world(), query.profile, read_stats(stats))

    def paths(self, starts: Any, goals: Any, *, threads: int = 0, tiles: bool = True, **options: Any) -> Paths:
        """Answers many queries in one call, by many threads, without the interpreter's lock.

        starts, goals: n x 2 whole numbers, or n x 3 with floors. threads: 0 is one for each processor. tiles: False keeps only
        costs, outcomes and offsets, so that 10^5 long paths need no gigabytes. options: those of `path`.
        Answers are those of `path`, whatever the number of threads. Ctrl+C stops the call.
        """
        known_options(options)
        with self._guard:
            first, last = self._tiles(starts, "starts"), self._tiles(goals, "goals")
            if len(first) != len(last):
                raise ArgumentError("%d starts, but %d goals" % (len(first), len(last)))
            threads = _core.integer(threads, "threads")
            if threads < 0:
                raise ArgumentError("threads: expected 0 or more, got %d" % threads)
            query = ffi.new("wend_query*", lib.wend_default_query((0, 0), (0, 0)))
            _kept = self._options(query, **options)
            count = len(first)
            out = ffi.new("wendpy_batch**")
            try:  # a signal may raise as soon as the threads have started
                check(lib.wendpy_batch_start(self._handle.get(), query, _core.pointer_to(first, "wend_tile"),
                                             _core.pointer_to(last, "wend_tile"), count, threads or _core.processors(),
                                             tiles, out), "starting threads")
                while not lib.wendpy_batch_wait(out[0], 100):
                    pass  # handlers of signals run here
                index, total = ffi.new("int64_t*"), ffi.new("int64_t*")
                result = lib.wendpy_batch_result(out[0], index, total)
                check(result, "query %d" % index[0] if index[0] >= 0 else "answering queries")
                costs, outcomes = np.empty(count), np.empty(count, np.uint8)
                offsets = np.empty(count + 1, np.int64)
                kept = np.empty(total[0], _core.TILE) if tiles else None
                lib.wendpy_batch_write(out[0], _core.pointer_to(costs, "double"),
                                       _core.pointer_to(outcomes, "uint8_t"), _core.pointer_to(offsets, "int64_t"),
                                       _core.pointer_to(kept, "wend_tile") if kept is not None else ffi.NULL)
            finally:
                lib.wendpy_batch_destroy(out[0])
            return Paths(costs, outcomes, offsets, self._rows(kept) if kept is not None else None)

    def alternatives(self, start: TileLike, goal: TileLike, count: int = 3, *, max_cost: float = 1.4,
                     max_share: float = 0.6, spacing: int = 2, **options: Any) -> List[Path]:
        """Up to count paths that differ from each other, the best first; one without tiles if there is none.

        max_cost: each costs at most so many times what the best one does. max_share: at most this share of
        its tiles is within spacing tiles of a path before it. options: those of `path`.
        """
        known_options(options)
        count = _core.integer(count, "count")
        if not 1 <= count <= lib.WEND_MAX_ALTERNATIVES:
            raise ArgumentError("count: expected 1..%d, got %d" % (lib.WEND_MAX_ALTERNATIVES, count))
        if options.get("hex_diagonals"):
            raise UnsupportedError("hex_diagonals: alternatives have none, expected False")
        with self._guard:
            query, _kept = self._query(start, goal, None, None, options)
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
            return [Path(handle, self._as_world(), query.profile, None) for handle in handles[:max(1, found[0])]]

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
        return explain(self._as_world(), start, goal, profile)

    def field(self, goals: Any, *, limit: float = float("inf"), sense: Sense = "to",
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
        return fill(self._as_world(), goals, limit, sense, profile)

    def reach(self, start: Any, within: float, *, profile: Optional[str] = None) -> Field:
        """All that can be reached from a tile, or from any of several, at a cost of at most within.

        A `Field`: its `tiles` are those that are reached, and its `costs` at what cost. within: 0 or more; 0
        leaves the tile itself.

        >>> import numpy as np, wend
        >>> wend.from_array(np.ones((5, 5))).reach((0, 0), 1.5).tiles.tolist()
        [[0, 0], [1, 0], [0, 1], [1, 1]]
        """
        from ._many import reach
        return reach(self._as_world(), start, within, profile)

    def round_costs(self, start: Any, within: float = float("inf"), *, area: Optional[Area] = None,
                    profile: Optional[str] = None) -> NDArray[np.float32]:
        """What it costs to get anywhere if ways may lead in any direction: float32, height x width.

        Rings round a tile, or several, are circles, where those of `reach` are octagons. Infinity where no way
        leads within the area, or where it costs more than within. area: (x, y, width, height), the whole map
        by default; on maps of several floors that of the first tile. Links do not count.

        >>> import numpy as np, wend
        >>> costs = wend.from_array(np.ones((101, 101))).round_costs((0, 0))
        >>> bool(abs(costs[100, 50] / np.hypot(100, 50) - 1) < 0.01)
        True
        """
        from ._many import round_costs
        return round_costs(self._as_world(), start, within, area, profile)

    def corridor(self, start: Any = None, goal: Any = None, *, start_area: Optional[Area] = None,
                 goal_area: Optional[Area] = None, above: float = 5.0, profile: Optional[str] = None) -> Corridor:
        """All tiles on ways that cost at most above percent more than the cheapest: a `Corridor`.

        start and goal are tiles, or several each; start_area and goal_area instead of them are rectangles (x,
        y, width, height), whose blocked tiles do not count. Ways lead from any tile of the one to any of the
        other.

        >>> import numpy as np, wend
        >>> corridor = wend.from_array(np.ones((3, 9))).corridor((0, 1), goal_area=(8, 0, 1, 3), above=0)
        >>> corridor.cost, len(corridor.tiles)
        (8.0, 9)
        """
        from ._many import corridor
        return corridor(self._as_world(), (start, start_area), (goal, goal_area), above, profile)

    def matrix(self, sources: Any, targets: Any, *, limit: float = float("inf"), nearest: int = 0,
               exact: bool = False, profile: Optional[str] = None, threads: int = 0) -> NDArray[np.float64]:
        """The costs of the paths from each source to each target: float64, a row for each source.

        sources, targets: n x 2 whole numbers. Infinity where there is no path, or where it costs more than
        limit. nearest: only so many of the least costs of each row are kept; 0: all. With up to 64 sources or
        targets every cost is the optimum; otherwise, unless exact, it is that of a path which on terrain
        costs .1 % more on average. threads: 0 is one for each processor. Ctrl+C stops the call. What a call
        finds out about the map is kept for the next.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((3, 5)))
        >>> costs = world.matrix([(0, 0), (4, 2)], [(0, 2), (4, 0), (2, 0)])
        >>> costs.round(2).tolist()
        [[2.0, 4.0, 2.0], [4.0, 2.0, 2.83]]
        >>> wend.assign(costs).tolist()
        [0, 1]
        """
        from ._many import matrix
        return matrix(self._as_world(), sources, targets, limit, nearest, exact, profile, threads)

    def tour(self, stops: Any, *, closed: bool = False, first: Optional[int] = None, last: Optional[int] = None,
             effort: Optional[int] = None, profile: Optional[str] = None) -> Tour:
        """The order in which tiles are visited at the least cost: a `Tour` with order and cost.

        stops: n x 2 whole numbers. closed: it returns to where it began. first, last: the index of the stop
        where it begins, and where an open tour ends; None: any. Up to 12 stops it is optimal; a longer one is
        improved in effort rounds for each stop.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((1, 9)))
        >>> tour = world.tour([(4, 0), (0, 0), (8, 0)], first=1)
        >>> tour.order.tolist(), tour.cost
        ([1, 0, 2], 8.0)
        """
        from ._many import stops_of, tour
        places = stops_of(self._as_world(), stops)
        costs = self.matrix(places, places, profile=profile)
        return tour(costs, closed=closed, first=first, last=last, effort=effort)

    def crowd(self, **options: Any) -> Crowd:
        """An empty crowd of agents on this world: see `Crowd`."""
        from ._crowd import Crowd
        return Crowd(self._as_world(), **options)

    def fleet(self, **options: Any) -> Fleet:
        """An empty fleet of movers that never stand in each other on this world: see `Fleet`."""
        from ._fleet import Fleet
        return Fleet(self._as_world(), **options)

    def check_moves(self, before: Any, after: Any,
                    profiles: Optional[Sequence[Optional[str]]] = None) -> List[Conflict]:
        """The conflicts of one step of any plan: where movers were and are, n x 2 each. profiles: a name for each,
        by whose map it moves; None: by this one.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((3, 5)))
        >>> world.check_moves([(0, 0), (1, 0)], [(1, 0), (0, 0)])   # two swap
        [Conflict(kind='pass', first=0, second=1, tile=(1, 0))]
        """
        from ._fleet import check_moves
        return check_moves(self._as_world(), before, after, profiles)

    def check_plan(self, plan: Sequence[Any], *, step_seconds: float = 0.0,
                   lifts: Sequence[Tuple[int, Sequence[int]]] = (),
                   profiles: Optional[Sequence[Optional[str]]] = None) -> List[Tuple[int, Conflict]]:
        """The conflicts of a whole plan, each with its step, counted from 1. plan: where all movers are, n x 2, at
        the beginning and after each step. step_seconds and lifts: as for `fleet`; all must keep to them. profiles: as for
        `check_moves`.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.ones((1, 9)))
        >>> _ = world.add_link((0, 0), (8, 0), 1, duration=2)
        >>> plan = [[(0, 0)], [(8, 0)], [(7, 0)]]   # leaves the link after a second
        >>> world.check_plan(plan, step_seconds=1)
        [(2, Conflict(kind='link', first=0, second=None, tile=(7, 0)))]
        """
        from ._fleet import check_plan
        return check_plan(self._as_world(), plan, step_seconds, lifts, profiles)

    def clearance(self, area: Optional[Area] = None, *, limit: float = 0.0,
                  profile: Optional[str] = None) -> NDArray[np.float32]:
        """The distance of each tile to the nearest obstacle, in tiles: height x width float32.

        A body up to this radius fits there. limit: larger distances are given as it, which is faster.
        """
        with self._guard:
            index, most = self._profile_index(profile), _core.real(limit, "limit")

            def read(place: Tuple[int, int, int, int, int]) -> NDArray[np.float32]:
                out = np.empty((place[3], place[2]), np.float32)
                check(lib.wend_world_clearance(self._handle.get(), index, place, most, _core.pointer_to(out, "float")),
                      "clearance")
                return out

            return self._by_floor(read) if area is None else read(self._area(area, "area"))

    # ---- line of sight

    def _sight(self, reach: float, blockers: Optional[Sequence[int]], through_walls: bool) -> Tuple[Any, Any]:
        """The definition, and what must stay alive as long."""
        sight = ffi.new("wend_sight_def*", lib.wend_default_sight_def())
        sight.range = _core.real(reach, "range")
        if not sight.range >= 0:
            raise ArgumentError("range: expected a number from 0 on, got %g" % sight.range)
        sight.through_walls = bool(through_walls)
        table = None
        if blockers is not None:
            table = ffi.new("bool[256]")
            for terrain_class in blockers:
                table[_core.in_range(terrain_class, 0, 255, "blockers")] = True
            sight.blockers = table
        return sight, table

    def sees(self, start: TileLike, end: TileLike, *, range: float = float("inf"),
             blockers: Optional[Sequence[int]] = None, through_walls: bool = False) -> bool:
        """Is the straight line between the centres of two tiles free of blocked tiles and walls?

        range: it sees no farther, in tiles. blockers: the terrain classes that block sight, instead of those
        that block paths. Not on hexagons.

        >>> import numpy as np, wend
        >>> costs = np.ones((3, 9))
        >>> costs[0:2, 4] = 0
        >>> world = wend.from_array(costs)
        >>> world.sees((0, 0), (8, 0)), world.sees((0, 2), (8, 2)), world.sees((0, 2), (8, 2), range=5)
        (False, True, False)
        """
        return self._look(start, end, range, blockers, through_walls)[0]

    def sight_blocker(self, start: TileLike, end: TileLike, *, range: float = float("inf"),
                      blockers: Optional[Sequence[int]] = None, through_walls: bool = False) -> Optional[Tile]:
        """The first tile that blocks the line between two tiles, or the one behind the wall that does.

        None when `end` is seen, or when only the range hides it. The arguments are those of `sees`.

        >>> import numpy as np, wend
        >>> wend.from_array(np.array([[1, 1, 0, 1, 0, 1]])).sight_blocker((0, 0), (5, 0))
        (2, 0)
        """
        return self._look(start, end, range, blockers, through_walls)[1]

    def _look(self, start: TileLike, end: TileLike, reach: float, blockers: Optional[Sequence[int]],
              through_walls: bool) -> Tuple[bool, Optional[Tile]]:
        eye, target = self._tile(start, "start"), self._tile(end, "end")
        sight, _table = self._sight(reach, blockers, through_walls)
        seen, blocker = ffi.new("bool*"), ffi.new("wend_tile*")
        with self._guard:
            check(lib.wend_line_of_sight(self._grid, sight, eye, target, seen, blocker), "looking")
        return bool(seen[0]), None if blocker.floor == lib.WEND_NO_FLOOR else self._tile_of(blocker)

    def visible(self, start: Any, *, range: float = float("inf"), blockers: Optional[Sequence[int]] = None,
                through_walls: bool = False, area: Optional[Area] = None,
                out: Optional[NDArray[np.bool_]] = None) -> NDArray[np.bool_]:
        """The tiles that are seen from a tile, or from any of several: height x width bool.

        A blocked tile is seen when any part of a side of it is. area: of this rectangle x, y, width, height
        only; on a map with floors by default all of the floor of the first tile. out: an array of bool to set to True where a tile is seen; the rest of it stays, so that it
        collects what was ever seen. The other arguments are those of `sees`.

        >>> import numpy as np, wend
        >>> world = wend.from_array(np.array([[1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 1, 1]]))
        >>> world.visible((0, 0)).astype(int).tolist()
        [[1, 1, 1, 0], [1, 1, 1, 1], [1, 1, 1, 1]]
        >>> int(world.visible([(0, 0), (3, 0)], range=1).sum())
        6
        """
        eyes = self._tiles(start, "start", True)
        floor = int(eyes["floor"][0]) if len(eyes) else 0
        place = self._area(area if area is not None else (*self.area, floor), "area")
        sight, _table = self._sight(range, blockers, through_walls)
        if out is None:
            out = np.zeros((place[3], place[2]), np.bool_)
        elif out.dtype != np.bool_ or out.shape != (place[3], place[2]) or not out.flags.c_contiguous \
                or not out.flags.writeable:
            raise ArgumentError("out: expected a contiguous array of %d x %d bool, got %s of %s"
                                % (place[3], place[2], "x".join(map(str, out.shape)), out.dtype))
        with self._guard:
            for eye in eyes.tolist():
                check(lib.wend_visible_tiles(self._grid, sight, eye, place, _core.pointer_to(out, "uint8_t")),
                      "looking")
        return out


_OPTIONS = ("algorithm", "heuristic", "weight", "reopen", "until_proven", "refine", "smooth", "body_radius", "hex_diagonals", "snap", "partial",
            "first_tiles", "profile", "avoid")


def known_options(options: Dict[str, Any]) -> None:
    for name in options:
        if name not in _OPTIONS:
            raise TypeError("unexpected argument %r: expected one of %s" % (name, ", ".join(_OPTIONS)))
