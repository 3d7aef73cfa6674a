"""How is a path found in a graph of nodes and connections?"""
from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Literal, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._core import Guard, Handle, Outcome
from ._errors import ArgumentError, ArgumentTypeError, LimitError, MapWarning, check
from ._native import ffi, lib

GraphAlgorithm = Literal["astar", "dijkstra", "bfs", "greedy"]
ALGORITHMS: Dict[GraphAlgorithm, int] = {
    "astar": lib.WEND_GRAPH_ASTAR, "dijkstra": lib.WEND_GRAPH_DIJKSTRA, "bfs": lib.WEND_GRAPH_BFS,
    "greedy": lib.WEND_GRAPH_GREEDY}
_HEURISTICS = {"euclidean": lib.WEND_GRAPH_EUCLIDEAN, "none": lib.WEND_GRAPH_NO_HEURISTIC}
GraphEventKind = Literal["opened", "improved", "reopened", "closed"]
_EVENTS: Tuple[GraphEventKind, ...] = ("opened", "improved", "reopened", "closed")

Node = Union[int, str]
Heuristic = Union[Literal["euclidean", "none"], NDArray[np.float64], Sequence[float], Callable[[int], float]]


class GraphStats(NamedTuple):
    """What a query in a graph did: see wend_graph_stats in wend/graph.h."""

    expanded: int
    opened: int
    improved: int
    reopened: int
    most_open: int
    total_us: float


class GraphEvent(NamedTuple):
    """A step of a search: "opened", "improved", "reopened" or "closed", and the values of the node."""

    kind: GraphEventKind
    node: int
    connection: int
    g: float
    h: float
    f: float


class GraphNodes(NamedTuple):
    """What a search found out about each node: arrays with one entry for each.

    states: 0 unseen, 1 open, 2 closed. connections: the last connection of the path to the node; -1: none.
    """

    g: NDArray[np.float64]
    h: NDArray[np.float64]
    states: NDArray[np.uint8]
    connections: NDArray[np.int32]


class GraphPath:
    """The answer to a query in a graph: `Graph.path` makes it. It is true when a goal was reached."""

    __slots__ = ("outcome", "cost", "nodes", "connections", "stats", "details")

    def __init__(self, outcome: Outcome, cost: float, nodes: NDArray[np.int32], connections: NDArray[np.int32],
                 stats: GraphStats, details: Optional[GraphNodes]) -> None:
        #: "found" or "no_route".
        self.outcome = outcome
        #: The sum of the connections; 0 without a path.
        self.cost = cost
        #: The nodes from the start to the goal that was reached, int32.
        self.nodes = nodes
        #: The connections between them, int32: numbers in the order in which the graph was made of them.
        self.connections = connections
        self.stats = stats
        #: With details=True: what the search found out about each node.
        self.details = details

    def __len__(self) -> int:
        return len(self.nodes)

    def __bool__(self) -> bool:
        return self.outcome == "found"

    def __repr__(self) -> str:
        if not self:
            return "<wend.GraphPath %s>" % self.outcome
        return "<wend.GraphPath found: cost %g, %d connections>" % (self.cost, len(self.connections))


class _Calls:
    """Functions of Python that a search calls, and the first exception that one of them raised."""

    def __init__(self, heuristic: Optional[Callable[[int], float]],
                 watch: Optional[Callable[[GraphEvent], None]]) -> None:
        self.heuristic = heuristic
        self.watch = watch
        self.error: Optional[BaseException] = None


@ffi.def_extern(error=float("nan"))
def wendpy_heuristic(node: int, context: Any) -> float:
    calls = ffi.from_handle(context)
    try:
        return float(calls.heuristic(node))
    except BaseException as error:  # raised again when the query has ended with ARGUMENT
        calls.error = calls.error or error
        return float("nan")


@ffi.def_extern()
def wendpy_graph_event(event: Any, context: Any) -> None:
    calls = ffi.from_handle(context)
    if calls.error is not None:
        return
    try:
        calls.watch(GraphEvent(_EVENTS[event.kind], event.node, event.connection, event.g, event.h, event.f))
    except BaseException as error:
        calls.error = error


class Graph:
    """A directed graph with costs: road networks, state spaces, the graphs of a course.

    connections: n x 2 whole numbers, from and to; nodes are numbered from 0. costs: of each connection, at
    least 0, and infinity for one that no path uses; one number for all; 1 by default. positions: node_count x 2 coordinates, NaN for nodes without
    any: the default heuristic needs them. node_count: by default as many as connections or positions name.
    two_way: each connection leads back as well; the ways back are numbered after all connections.

    Any number of threads may search in a graph at the same time; a change waits until they have ended.

    >>> import numpy as np, wend
    >>> graph = wend.Graph([(0, 1), (0, 2), (2, 1), (1, 3), (2, 3)], [4, 1, 2, 5, 9])
    >>> graph
    <wend.Graph of 4 nodes, 5 connections>
    >>> path = graph.path(0, 3)
    >>> path.cost, path.nodes.tolist(), path.connections.tolist()
    (8.0, [0, 2, 1, 3], [1, 2, 3])
    >>> graph.distances(0)
    array([0., 3., 1., 8.])
    >>> graph.set_enabled(2, False)
    >>> graph.path(0, 3).nodes.tolist()
    [0, 1, 3]
    """

    __slots__ = ("_handle", "_names", "_guard", "_searches", "__weakref__")

    def __init__(self, connections: Any, costs: Any = 1.0, *, positions: Any = None,
                 node_count: Optional[int] = None, two_way: bool = False) -> None:
        ends = np.asarray(connections)
        if ends.size == 0:
            ends = np.empty((0, 2), np.int64)
        if ends.ndim != 2 or ends.shape[1] != 2:
            raise ArgumentError("connections: expected n x 2 numbers of nodes, got the shape %r" % (ends.shape,))
        if ends.dtype.kind not in "iu":
            raise ArgumentTypeError("connections: expected whole numbers, got an array of %s" % ends.dtype)
        price = np.asarray(costs)
        if price.dtype.kind not in "fiub":
            raise ArgumentTypeError("costs: expected numbers, got an array of %s" % price.dtype)
        if price.ndim > 1 or (price.ndim == 1 and len(price) != len(ends)):
            raise ArgumentError("costs: expected one for each of %d connections, got the shape %r"
                                % (len(ends), price.shape))
        place = None if positions is None else _floats(positions, "positions", 2)
        count = _count(ends, place, node_count)
        _check_ends(ends, count)
        _check_costs(np.broadcast_to(price, (len(ends),)))
        if place is not None:
            _check_positions(place)
        items = np.zeros(len(ends) * (2 if two_way else 1), _connection_type())
        items["from"][:len(ends)], items["to"][:len(ends)] = ends[:, 0], ends[:, 1]
        items["cost"][:len(ends)] = price
        if two_way:
            items["from"][len(ends):], items["to"][len(ends):] = ends[:, 1], ends[:, 0]
            items["cost"][len(ends):] = price
        definition = ffi.new("wend_graph_def*", lib.wend_default_graph_def())
        definition.node_count = count
        definition.connections = _core.pointer_to(items, "wend_graph_connection")
        definition.connection_count = len(items)
        if place is not None:
            definition.positions = _core.pointer_to(place, "wend_graph_position")
        out = ffi.new("wend_graph**")
        check(lib.wend_graph_create(definition, out), "making a graph")
        self._own(out[0], ffi.NULL)

    def _own(self, graph: Any, names: Any) -> None:
        self._handle = Handle(graph, lib.wend_graph_destroy, "graph")
        self._names = Handle(names, lib.wend_graph_names_destroy, "graph") if names != ffi.NULL else None
        self._guard = Guard()
        self._searches: List[Handle] = []

    def close(self) -> None:
        """Gives the memory back now."""
        with self._guard.writing():
            while self._searches:
                self._searches.pop().close()
            self._handle.close()
            if self._names is not None:
                self._names.close()

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if not self._handle.is_open:
            return "<wend.Graph closed>"
        return "<wend.Graph of %d nodes, %d connections>" % (self.node_count, self.connection_count)

    # ---- what it is

    @property
    def node_count(self) -> int:
        with self._guard:
            return lib.wend_graph_node_count(self._handle.get())

    @property
    def connection_count(self) -> int:
        with self._guard:
            return lib.wend_graph_connection_count(self._handle.get())

    @property
    def bytes(self) -> int:
        """Memory of the graph."""
        with self._guard:
            return lib.wend_graph_bytes(self._handle.get())

    @property
    def euclidean_factor(self) -> float:
        """The least cost per unit of distance of any connection; 0 when a connection has an end without one."""
        with self._guard:
            return lib.wend_graph_euclidean_factor(self._handle.get())

    def connection(self, connection: int) -> Tuple[int, int, float]:
        """From, to and present cost of a connection."""
        with self._guard:
            found = lib.wend_graph_get_connection(self._handle.get(), self._connection(connection))
            return getattr(found, "from"), found.to, found.cost

    def outgoing(self, node: Node) -> NDArray[np.int32]:
        """The connections that leave a node, disabled ones included, int32."""
        with self._guard:
            graph, number = self._handle.get(), self._node(node, "node")
            out = np.empty(lib.wend_graph_outgoing(graph, number, ffi.NULL, 0), np.int32)
            lib.wend_graph_outgoing(graph, number, _core.pointer_to(out, "int32_t"), len(out))
            return out

    def position(self, node: Node) -> Optional[Tuple[float, float]]:
        """Where a node is; None when that is unknown."""
        with self._guard:
            out = ffi.new("wend_graph_position*")
            known = lib.wend_graph_get_position(self._handle.get(), self._node(node, "node"), out)
            return (out.x, out.y) if known else None

    # ---- names, of graphs from files

    def node(self, name: str) -> int:
        """The number of the node of this name."""
        with self._guard:
            return self._node(name, "name")

    def name(self, node: int) -> str:
        """The name of a node in its file; its number where there is none."""
        with self._guard:
            number = self._node(node, "node")
            if self._names is None:
                return str(number)
            out = ffi.new("char[]", lib.WEND_GRAPH_NAME_BYTES)
            lib.wend_graph_node_name(self._names.get(), number, out)
            return ffi.string(out).decode("utf-8", "replace")

    def label(self, connection: int) -> Optional[str]:
        """The label of the edge that a connection belongs to; None without one."""
        with self._guard:
            number = self._connection(connection)
            if self._names is None:
                return None
            text = lib.wend_graph_edge_label(self._names.get(), lib.wend_graph_edge_of(self._names.get(), number))
            return None if text == ffi.NULL else ffi.string(text).decode("utf-8", "replace")

    def read_heuristic(self, file: Any) -> NDArray[np.float64]:
        """The h of each node from a table with the header node,h: a heuristic for `path`."""
        encoded, name = _core.file_name(file)
        with self._guard:
            if self._names is None:
                raise ArgumentError("the nodes of this graph have no names: read it by wend.read_graph")
            out = np.empty(self.node_count)
            error = ffi.new("wend_error*")
            check(lib.wend_import_heuristic(encoded, self._names.get(), _core.pointer_to(out, "double"), error),
                  "reading", error, name)
            return out

    # ---- changes

    def set_cost(self, connection: int, cost: float) -> None:
        """Changes the cost of a connection; no path uses one of infinite cost."""
        with self._guard.writing():
            price = _core.real(cost, "cost")
            check(lib.wend_graph_set_cost(self._handle.get(), self._connection(connection), price),
                  "cost %g: expected 0..%g or infinity" % (price, lib.WEND_GRAPH_MAX_COST))

    def set_enabled(self, connection: int, enabled: bool = True) -> None:
        """Disables a connection, which searches then do not follow, or enables it again."""
        with self._guard.writing():
            check(lib.wend_graph_set_enabled(self._handle.get(), self._connection(connection), bool(enabled)),
                  "connection %d" % connection)

    def is_enabled(self, connection: int) -> bool:
        with self._guard:
            return bool(lib.wend_graph_is_enabled(self._handle.get(), self._connection(connection)))

    # ---- queries

    def path(self, start: Node, goal: Any = None, *, algorithm: GraphAlgorithm = "astar",
             heuristic: Heuristic = "euclidean",
             weight: float = 1.0, euclidean_factor: Optional[float] = None, reopen: bool = True,
             details: bool = False, watch: Optional[Callable[[GraphEvent], None]] = None) -> GraphPath:
        """Finds a path from a node to another, or to the first of several that the search closes.

        start, goal: numbers of nodes, or their names in a graph from a file. Without a goal, the search ends
        when all nodes that can be reached are closed.
        algorithm: "astar", "dijkstra", "bfs" (the fewest connections) or "greedy".
        heuristic: "euclidean", "none", an array with one h for each node, or a function that gets a node.
        weight: of the heuristic in "astar"; above 1 the path may cost up to weight times the optimum.
        euclidean_factor: cost per unit of distance; None: the largest that is admissible.
        reopen: "astar" opens closed nodes again; only an inconsistent heuristic makes it do so.
        details: keep what the search found out about each node. watch: gets each `GraphEvent`.

        >>> import wend
        >>> graph = wend.Graph([(0, 1), (1, 2), (0, 2)], [1, 1, 3], positions=[(0, 0), (1, 0), (2, 0)])
        >>> graph.path(0, 2, algorithm="bfs").nodes.tolist()
        [0, 2]
        >>> steps = []
        >>> graph.path(0, 2, watch=steps.append)
        <wend.GraphPath found: cost 2, 2 connections>
        >>> [(step.kind, step.node, step.g) for step in steps][:3]
        [('opened', 0, 0.0), ('closed', 0, 0.0), ('opened', 1, 1.0)]
        """
        with self._guard:
            graph = self._handle.get()
            first = self._node(start, "start")
            goals = self._goals(goal)
            query = ffi.new("wend_graph_query*",
                            lib.wend_default_graph_query(first, int(goals[0]) if len(goals) else -1))
            if len(goals) > 1:
                query.other_goals = _core.pointer_to(goals, "int32_t") + 1
                query.other_goal_count = len(goals) - 1
            query.algorithm = _core.choice(algorithm, ALGORITHMS, "algorithm")
            query.heuristic_weight = _core.real(weight, "weight")
            query.reopen = bool(reopen)
            if euclidean_factor is not None:
                query.euclidean_factor = _core.real(euclidean_factor, "euclidean_factor")
            calls = _Calls(None, watch)
            context = ffi.new_handle(calls)
            table = self._heuristic(query, heuristic, calls, context)
            stats = ffi.new("wend_graph_stats*")
            with self._search(calls, context) as search:
                result = lib.wend_graph_find_path(search, graph, query, stats)
                if calls.error is not None:
                    raise calls.error
                check(result, "searching (weight 0..1e6, each h and euclidean_factor 0..%g)" % lib.WEND_GRAPH_MAX_COST)
                del table  # it had to live until here
                return self._answer(search, stats, details)

    def distances(self, start: Node) -> NDArray[np.float64]:
        """The cost of the cheapest path from a node to each node, float64; infinity where there is none."""
        answer = self.path(start, algorithm="dijkstra", details=True)
        assert answer.details is not None
        return answer.details.g

    def _answer(self, search: Any, stats: Any, details: bool) -> GraphPath:
        def numbers(function: Any) -> NDArray[np.int32]:
            count = ffi.new("int32_t*")
            first = function(search, count)
            if count[0] == 0:
                return np.empty(0, np.int32)
            return np.frombuffer(ffi.buffer(first, 4 * count[0]), np.int32).copy()

        nodes = None
        if details:
            count = lib.wend_graph_node_count(self._handle.get())
            nodes = GraphNodes(np.empty(count), np.empty(count), np.empty(count, np.uint8), np.empty(count, np.int32))
            lib.wendpy_graph_nodes(search, count, _core.pointer_to(nodes.g, "double"),
                                   _core.pointer_to(nodes.h, "double"), _core.pointer_to(nodes.states, "uint8_t"),
                                   _core.pointer_to(nodes.connections, "int32_t"))
        return GraphPath(_core.OUTCOMES[lib.wend_graph_search_outcome(search)], lib.wend_graph_search_cost(search),
                         numbers(lib.wend_graph_search_nodes), numbers(lib.wend_graph_search_connections),
                         GraphStats(stats.expanded, stats.opened, stats.improved, stats.reopened, stats.most_open,
                                    stats.total_ns / 1000), nodes)

    def _heuristic(self, query: Any, heuristic: Heuristic, calls: _Calls,
                   context: Any) -> Optional[NDArray[np.float64]]:
        """Sets the heuristic of a query; returns an array that must live as long."""
        if isinstance(heuristic, str):
            query.heuristic = _core.choice(heuristic, _HEURISTICS, "heuristic")
            return None
        if callable(heuristic):
            calls.heuristic = heuristic
            query.heuristic = lib.WEND_GRAPH_CALLBACK
            query.heuristic_fn = lib.wendpy_heuristic
            query.heuristic_context = context
            return None
        table = _floats(heuristic, "heuristic", 1)
        if len(table) != self.node_count:
            raise ArgumentError("heuristic: expected one number for each of %d nodes, got %d"
                                % (self.node_count, len(table)))
        query.heuristic = lib.WEND_GRAPH_TABLE
        query.heuristic_table = _core.pointer_to(table, "double")
        return table

    @contextmanager
    def _search(self, calls: _Calls, context: Any) -> Iterator[Any]:
        search: Optional[Handle] = None
        if calls.watch is None:
            try:
                search = self._searches.pop()
            except IndexError:
                pass
        if search is None:
            observer = ffi.NULL
            if calls.watch is not None:
                observer = ffi.new("wend_graph_observer*", (lib.wendpy_graph_event, context))
            out = ffi.new("wend_graph_search**")
            check(lib.wendpy_graph_search_create(observer, out), "making a search")
            search = Handle(out[0], lib.wend_graph_search_destroy, "search")
        try:
            yield search.pointer
        finally:
            if calls.watch is None and self._handle.is_open:
                self._searches.append(search)

    # ---- arguments

    def _node(self, value: Node, what: str) -> int:
        if isinstance(value, str):
            if self._names is None:
                raise ArgumentError("%s: the nodes of this graph have no names, got %r" % (what, value))
            number = lib.wend_graph_find_node(self._names.get(), _core.text(value, what))
            if number < 0:
                raise ArgumentError("%s: the graph has no node %r" % (what, value))
            return int(number)
        number = _core.integer(value, what)
        count = lib.wend_graph_node_count(self._handle.get())
        if not 0 <= number < count:
            raise ArgumentError("%s: expected a node of 0..%d, got %d" % (what, count - 1, number))
        return number

    def _goals(self, goal: Any) -> NDArray[np.int32]:
        if goal is None:
            return np.empty(0, np.int32)
        several = goal if not isinstance(goal, str) and np.ndim(goal) > 0 else [goal]
        if len(several) == 0:
            raise ArgumentError("goal: expected at least one node")
        return np.array([self._node(value, "goal") for value in several], np.int32)

    def _connection(self, value: int) -> int:
        number = _core.integer(value, "connection")
        count = lib.wend_graph_connection_count(self._handle.get())
        if not 0 <= number < count:
            raise ArgumentError("connection: expected 0..%d, got %d" % (count - 1, number))
        return number


def read_graph(file: Any, *, nodes: Any = None, two_way: bool = False, max_nodes: Optional[int] = None,
               max_connections: Optional[int] = None) -> Graph:
    """Reads a table of edges (CSV), GraphML, or a road network of the DIMACS challenge; its bytes also do.

    nodes: a file with the positions of nodes. two_way: every edge leads both ways; the ways back are numbered
    after all edges. max_nodes, max_connections: a larger graph raises LimitError. Nodes have the names of the
    file: `Graph.path` takes them, `Graph.name` and `Graph.label` tell them.

    >>> import wend
    >>> graph = wend.read_graph(b"from,to,cost,id\\nS,A,4,e1\\nS,B,2,e2\\nB,A,1,e3\\n")
    >>> path = graph.path("S", "A")
    >>> [graph.name(node) for node in path.nodes], [graph.label(edge) for edge in path.connections]
    (['S', 'B', 'A'], ['e2', 'e3'])
    """
    definition = ffi.new("wend_graph_import_def*", lib.wend_default_graph_import_def())
    definition.two_way = bool(two_way)
    keep: Dict[str, Any] = {}
    if nodes is not None:
        keep["nodes"] = _core.file_name(nodes, "nodes")[0]
        definition.node_table = keep["nodes"]
    if max_nodes is not None:
        definition.max_nodes = _core.integer(max_nodes, "max_nodes")
    if max_connections is not None:
        definition.max_connections = _core.integer(max_connections, "max_connections")
    out, names = ffi.new("wend_graph**"), ffi.new("wend_graph_names**")
    info, error = ffi.new("wend_graph_import_info*"), ffi.new("wend_error*")
    if isinstance(file, (bytes, bytearray, memoryview)):
        data = bytes(file)
        check(lib.wend_import_graph_memory(ffi.from_buffer(data) if data else b"\0", len(data), b"memory", definition,
                                           out, names, info, error), "importing bytes", error)
    else:
        encoded, name = _core.file_name(file)
        check(lib.wend_import_graph(encoded, definition, out, names, info, error), "importing", error, name)
    graph = Graph.__new__(Graph)
    graph._own(out[0], names[0])
    warning = ffi.string(info.warning).decode("utf-8", "replace")
    if warning:
        warnings.warn(warning, MapWarning, stacklevel=2)  # it may raise
    return graph


# ---- arguments

def _connection_type() -> np.dtype[Any]:
    """wend_graph_connection as numpy sees it."""
    return np.dtype({"names": ["from", "to", "cost"], "formats": [np.int32, np.int32, np.float64],
                     "offsets": [ffi.offsetof("wend_graph_connection", name) for name in ("from", "to", "cost")],
                     "itemsize": ffi.sizeof("wend_graph_connection")})


def _floats(values: Any, name: str, dimensions: int) -> NDArray[np.float64]:
    try:
        array = np.ascontiguousarray(values, np.float64)
    except (TypeError, ValueError):
        raise ArgumentTypeError("%s: expected numbers" % name) from None
    if array.ndim != dimensions or (dimensions == 2 and array.shape[1] != 2):
        raise ArgumentError("%s: expected %s, got the shape %r"
                            % (name, "n x 2 numbers" if dimensions == 2 else "one row of numbers", array.shape))
    return array


def _count(ends: NDArray[np.int64], positions: Optional[NDArray[np.float64]], node_count: Optional[int]) -> int:
    if node_count is not None:
        count = _core.integer(node_count, "node_count")
        if positions is not None and len(positions) != count:
            raise ArgumentError("positions: expected one for each of %d nodes, got %d" % (count, len(positions)))
    elif positions is not None:
        count = len(positions)
    else:
        count = int(ends.max()) + 1 if len(ends) else 0
    if count < 1:
        raise ArgumentError("a graph needs at least one node: give node_count")
    if count > lib.WEND_GRAPH_MAX_NODES or 2 * len(ends) > lib.WEND_GRAPH_MAX_CONNECTIONS:
        raise LimitError("a graph has at most %d nodes and %d connections"
                         % (lib.WEND_GRAPH_MAX_NODES, lib.WEND_GRAPH_MAX_CONNECTIONS))
    return count


def _check_ends(ends: NDArray[np.int64], count: int) -> None:
    wrong = (ends < 0) | (ends >= count)
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise ArgumentError("connections[%d, %d] = %d: expected a node of 0..%d" % (i, j, ends[i, j], count - 1))


def _check_costs(costs: NDArray[np.float64]) -> None:
    wrong = ~((costs >= 0) & ((costs <= lib.WEND_GRAPH_MAX_COST) | (costs == np.inf)))
    if wrong.any():
        i = int(np.flatnonzero(wrong)[0])
        raise ArgumentError("costs[%d] = %g: expected 0..%g or infinity" % (i, costs[i], lib.WEND_GRAPH_MAX_COST))


def _check_positions(positions: NDArray[np.float64]) -> None:
    unknown = np.isnan(positions[:, 0])
    wrong = ~unknown & ~(np.abs(positions) <= lib.WEND_GRAPH_MAX_COST).all(1)
    if wrong.any():
        i = int(np.flatnonzero(wrong)[0])
        raise ArgumentError("positions[%d] = (%g, %g): expected finite numbers, or NaN for no position"
                            % (i, *positions[i]))
