"""Graphs from arrays and files, and searches in them."""
import heapq
import math
import threading

import numpy as np
import pytest

import wend


def random_graph(seed, nodes=120, connections=500):
    rng = np.random.default_rng(seed)
    positions = rng.uniform(0, 100, (nodes, 2))
    ends = rng.integers(0, nodes, (connections, 2))
    lengths = np.linalg.norm(positions[ends[:, 0]] - positions[ends[:, 1]], axis=1)
    return ends, lengths * rng.uniform(1, 2, connections), positions


def dijkstra(ends, costs, start, nodes):
    out = np.full(nodes, np.inf)
    out[start] = 0
    heap = [(0.0, start)]
    leaving = [np.flatnonzero(ends[:, 0] == node) for node in range(nodes)]
    while heap:
        cost, node = heapq.heappop(heap)
        if cost > out[node]:
            continue
        for i in leaving[node]:
            if cost + costs[i] < out[ends[i, 1]]:
                out[ends[i, 1]] = cost + costs[i]
                heapq.heappush(heap, (cost + costs[i], int(ends[i, 1])))
    return out


@pytest.mark.parametrize("seed", range(3))
def test_all_algorithms(seed):
    ends, costs, positions = random_graph(seed)
    graph = wend.Graph(ends, costs, positions=positions)
    expected = dijkstra(ends, costs, 0, len(positions))
    assert np.array_equal(graph.distances(0), expected)
    assert graph.euclidean_factor >= 0.99
    exact = graph.distances(5)
    backwards = dijkstra(ends[:, ::-1], costs, 7, len(positions))
    finite = np.where(np.isfinite(backwards), backwards, 1e6)
    for goal in range(0, len(positions), 7):
        for options in ({}, {"algorithm": "dijkstra"}, {"heuristic": "none"}, {"algorithm": "bfs"},
                        {"algorithm": "greedy"}, {"weight": 2}, {"reopen": False}, {"euclidean_factor": 0.5}):
            path = graph.path(0, goal, **options)
            assert bool(path) == np.isfinite(expected[goal])
            if not path:
                assert path.outcome == "no_route" and path.cost == 0 and len(path.nodes) == 0
                continue
            assert path.nodes[0] == 0 and path.nodes[-1] == goal and len(path) == len(path.connections) + 1
            assert path.cost == pytest.approx(costs[path.connections].sum(), rel=1e-12)
            assert np.array_equal(ends[path.connections], np.stack([path.nodes[:-1], path.nodes[1:]], 1))
            if options.get("algorithm", "dijkstra") == "dijkstra" and "weight" not in options:
                assert path.cost == pytest.approx(expected[goal], rel=1e-12)
    assert exact[5] == 0
    perfect = graph.path(0, 7, heuristic=finite)
    called = []
    by_function = graph.path(0, 7, heuristic=lambda node: called.append(node) or finite[node])
    assert perfect.cost == by_function.cost and perfect.stats.expanded == by_function.stats.expanded == \
        graph.path(0, 7, heuristic=list(finite)).stats.expanded
    assert len(called) == by_function.stats.opened and perfect.stats.expanded <= graph.path(0, 7).stats.expanded
    assert not perfect or perfect.cost == pytest.approx(expected[7], rel=1e-9)


def test_several_goals_and_names():
    graph = wend.Graph([(0, 1), (1, 2), (2, 3)], two_way=True)
    assert graph.connection_count == 6 and graph.connection(3) == (1, 0, 1.0)
    assert graph.path(0, [3, 2]).nodes.tolist() == [0, 1, 2]
    assert graph.path(1, 1).nodes.tolist() == [1] and graph.path(1, 1).cost == 0
    assert graph.path(0).outcome == "found" and len(graph.path(0).nodes) == 0
    assert graph.name(2) == "2" and graph.label(0) is None and graph.position(0) is None
    with pytest.raises(ValueError, match="no names"):
        graph.path("S", 1)


def test_changes():
    graph = wend.Graph(np.array([(0, 1), (0, 2), (2, 1)], np.uint8), [4, 1, 2], node_count=5)
    assert graph.node_count == 5 and graph.outgoing(0).tolist() == [0, 1] and graph.bytes > 0
    graph.set_cost(0, 2.5)
    assert graph.connection(0) == (0, 1, 2.5) and graph.path(0, 1).cost == 2.5
    graph.set_enabled(0, False)
    assert not graph.is_enabled(0) and graph.path(0, 1).cost == 3
    graph.set_enabled(0)
    assert graph.path(0, 1).cost == 2.5 and graph.path(0, 4).outcome == "no_route"
    graph.set_cost(0, math.inf)
    assert graph.path(0, 1).cost == 3 and graph.connection(0) == (0, 1, math.inf) and graph.is_enabled(0)
    assert wend.Graph([(0, 1), (0, 1)], [math.inf, 7]).path(0, 1, algorithm="bfs").connections.tolist() == [1]
    for call in (lambda: graph.set_cost(0, -1), lambda: graph.set_cost(0, -math.inf), lambda: graph.set_cost(3, 1), lambda: graph.set_enabled(-1),
                 lambda: graph.set_cost(0, float("nan"))):
        with pytest.raises(wend.ArgumentError):
            call()


def test_watching():
    graph = wend.Graph([(0, 1), (0, 2), (2, 1), (1, 3), (2, 3)], [4, 1, 2, 5, 9])
    events = []
    path = graph.path(0, 3, watch=events.append, details=True)
    assert [event.kind for event in events].count("closed") == path.stats.expanded
    assert [event.node for event in events if event.kind == "closed"] == [0, 2, 1, 3]
    assert ("improved", 1) in [(event.kind, event.node) for event in events]
    assert path.details.g.tolist() == [0, 3, 1, 8] and path.details.states.tolist() == [2, 2, 2, 2]
    assert path.details.connections.tolist() == [-1, 2, 1, 3]

    def fail(_):
        raise KeyError("mine")

    for options in ({"watch": fail}, {"heuristic": fail}):
        with pytest.raises(KeyError, match="mine"):
            graph.path(0, 3, **options)
    with pytest.raises(wend.ArgumentError, match="searching"):
        graph.path(0, 3, heuristic=lambda node: -1.0)
    assert graph.path(0, 3).cost == 8


def test_bad_graphs():
    for arguments, message in (
            (([(0, 1, 2)],), "n x 2"), (([(0, -1)],), r"connections\[0, 1\] = -1"), (([],), "at least one node"),
            (([(0, 1)], [1, 2]), "1 connections"), (([(0, 1), (1, 0)], [1, -2]), r"costs\[1\] = -2"),
            (([(0, 1)], [-math.inf]), r"costs\[0\] = -inf"),
            (([(0, 1)], [float("nan")]), r"costs\[0\] = nan"), (([(0, 1)], 1e101), r"costs\[0\]")):
        with pytest.raises(wend.ArgumentError, match=message):
            wend.Graph(*arguments)
    for options, message in (({"node_count": 1}, "expected a node of 0..0"), ({"positions": [(0, 0)]}, "0..0"),
                             ({"positions": [(0, 0), (1, float("inf"))]}, r"positions\[1\]"),
                             ({"positions": [(0, 0), (1, 2)], "node_count": 3}, "3 nodes"), ({"node_count": 0}, "one")):
        with pytest.raises(wend.ArgumentError, match=message):
            wend.Graph([(0, 1)], **options)
    for arguments in (([(0.5, 1)],), ([("a", "b")],), ([(0, 1)], ["x"])):
        with pytest.raises(TypeError):
            wend.Graph(*arguments)
    assert wend.Graph([], node_count=2).path(0, 1).outcome == "no_route"
    unknown = wend.Graph([(0, 1)], positions=[(0, 0), (float("nan"), 0)])
    assert unknown.position(1) is None and unknown.position(0) == (0, 0) and unknown.path(0, 1).cost == 1


def test_bad_queries():
    graph = wend.Graph([(0, 1)])
    for call in (lambda: graph.path(2, 0), lambda: graph.path(0, -1), lambda: graph.path(0, []),
                 lambda: graph.path(0, 1, algorithm="x"), lambda: graph.path(0, 1, heuristic="x"),
                 lambda: graph.path(0, 1, heuristic=[1.0]), lambda: graph.path(0, 1, heuristic=[0, -1]),
                 lambda: graph.path(0, 1, weight=-1), lambda: graph.path(0, 1, euclidean_factor=-2),
                 lambda: graph.connection(1), lambda: graph.outgoing(5)):
        with pytest.raises(wend.ArgumentError):
            call()
    with pytest.raises(TypeError):
        graph.path(0.5, 1)
    graph.close()
    graph.close()
    assert repr(graph) == "<wend.Graph closed>"
    for call in (lambda: graph.path(0, 1), lambda: graph.node_count, lambda: graph.set_cost(0, 1)):
        with pytest.raises(wend.ClosedError):
            call()


def test_files(tmp_path):
    edges, places, table = (tmp_path / name for name in ("edges.csv", "nodes.csv", "h.csv"))
    edges.write_text("from,to,cost,id\nS,A,4,e1\nS,B,2,e2\nB,A,1,e3\nA,G,5,e4\n")
    places.write_text("node,x,y\nS,0,0\nA,2,1\nB,1,0\nG,3,0\n")
    table.write_text("node,h\nS,7\nA,5\nB,6\nG,0\n")
    with wend.read_graph(edges, nodes=places) as graph:
        assert graph.node("G") == 3 and graph.name(3) == "G" and graph.position("A") == (2, 1)
        path = graph.path("S", "G")
        assert path.cost == 8 and [graph.label(i) for i in path.connections] == ["e2", "e3", "e4"]
        h = graph.read_heuristic(table)
        assert h.tolist() == [7, 5, 6, 0] and graph.path("S", ["G"], heuristic=h).cost == 8
        with pytest.raises(ValueError, match="no node 'X'"):
            graph.path("S", "X")
        with pytest.raises(FileNotFoundError):
            graph.read_heuristic(tmp_path / "missing")
    both = wend.read_graph(edges.read_bytes(), two_way=True)
    assert both.path("G", "S").cost == 8 and both.label(4) == "e1"
    with pytest.warns(wend.MapWarning, match="cost"):
        assert wend.read_graph(b"from,to\na,b\n").path("a", "b").cost == 1
    with pytest.raises(wend.FormatError, match="memory"):
        wend.read_graph(b"from,to,cost\na,b,-1\n")
    with pytest.raises(wend.LimitError):
        wend.read_graph(edges, max_nodes=2)
    with pytest.raises(FileNotFoundError):
        wend.read_graph(tmp_path / "missing")


def test_threads_share_a_graph():
    ends, costs, positions = random_graph(9, 2000, 9000)
    graph = wend.Graph(ends, costs, positions=positions)
    expected = [graph.path(0, goal).cost for goal in range(100)]
    failures = []

    def ask():
        for goal, cost in enumerate(expected):
            if graph.path(0, goal).cost != cost:
                failures.append(goal)

    def change():
        for _ in range(50):
            graph.set_cost(5, graph.connection(5)[2])

    threads = [threading.Thread(target=target) for target in (ask, ask, change)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
