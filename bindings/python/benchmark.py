"""How long does a least-cost path take, beside scikit-image and networkx?

usage: benchmark.py [--size N] [--queries N] [--without-networkx]

Every row answers the same queries on the same raster, steps to 8 neighbours. Costs are scikit-image's: the
length of a step times the mean of both pixels. Times of queries are medians, in milliseconds of the processor, so
that other load on the machine counts little; a bake spreads its work over all processors. scikit-image and networkx
are left out where they are not installed; the graph of networkx takes a minute.
"""
import argparse
import statistics
import time

import numpy as np

import wend


def terrain(size, seed=1):
    """Smooth hills with costs of 1 to 10 in steps of a quarter, and 2 % of blocked pixels in lakes."""
    rng = np.random.default_rng(seed)
    out = np.zeros((size, size))
    for grain in (8, 16, 32, 64, 128):
        corners = rng.random((size // grain + 2, size // grain + 2))
        place = np.arange(size) / grain
        low = place.astype(int)
        part = place - low
        rows = corners[low] * (1 - part)[:, None] + corners[low + 1] * part[:, None]
        out += grain * (rows[:, low] * (1 - part) + rows[:, low + 1] * part)
    out = (out - out.min()) / (out.max() - out.min())
    costs = np.round((1 + 9 * out) * 4) / 4
    costs[out < 0.15] = -1
    return costs


def queries(costs, count, seed=2):
    rng = np.random.default_rng(seed)
    rows, columns = np.nonzero(costs > 0)
    chosen = rng.integers(0, len(rows), (count, 2))
    return [((int(rows[a]), int(columns[a])), (int(rows[b]), int(columns[b]))) for a, b in chosen]


def timed(function):
    start = time.process_time()
    result = function()
    return (time.process_time() - start) * 1000, result


def measure(ask, pairs):
    """The median time of a query in milliseconds, and the cost of each; infinity without a path."""
    times, costs = [], []
    for start, end in pairs:
        try:
            took, cost = timed(lambda: ask(start, end))
        except ValueError:
            took, cost = 0.0, float("inf")
        times.append(took)
        costs.append(cost)
    return statistics.median(times), costs


def graph_of(costs):
    """The raster as networkx sees it: a node for each passable pixel."""
    import networkx
    graph = networkx.Graph()
    height, width = costs.shape
    for dy, dx, length in ((0, 1, 1.0), (1, 0, 1.0), (1, 1, 2 ** 0.5), (1, -1, 2 ** 0.5)):
        here = costs[:height - dy, max(0, -dx):width - max(0, dx)]
        there = costs[dy:, max(0, dx):width + min(0, dx)]
        y, x = np.nonzero((here > 0) & (there > 0))
        weights = (here[y, x] + there[y, x]) / 2 * length
        x = x + max(0, -dx)
        graph.add_weighted_edges_from(zip(zip(y.tolist(), x.tolist()),
                                          zip((y + dy).tolist(), (x + dx).tolist()), weights.tolist()))
    return graph


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--queries", type=int, default=7)
    parser.add_argument("--without-networkx", action="store_true")
    arguments = parser.parse_args()

    costs = terrain(arguments.size)
    pairs = queries(costs, arguments.queries)
    least = float(costs[costs > 0].min())
    rows = []

    prepare, raster = timed(lambda: wend.Raster(costs))
    bake, _ = timed(raster.world)
    best = measure(lambda s, e: wend.route_through_array(raster, s, e, exact=True)[1], pairs)
    rows.append(("wend.Raster", prepare + bake,
                 measure(lambda s, e: wend.route_through_array(raster, s, e)[1], pairs)))
    rows.append(("wend.Raster, exact=True", prepare, best))
    rows.append(("wend.route_through_array(array)", 0.0,
                 measure(lambda s, e: wend.route_through_array(costs, s, e)[1], pairs)))

    world = raster.world()
    plain = measure(lambda s, e: world.path(s[::-1], e[::-1]).cost, pairs)
    flat = measure(lambda s, e: world.path(s[::-1], e[::-1], algorithm="dijkstra").cost, pairs)
    many = np.array(queries(costs, 10_000))[:, :, ::-1]
    batch, answers = timed(lambda: world.paths(many[:, 0], many[:, 1], tiles=False))

    try:
        from skimage.graph import route_through_array
        rows.append(("scikit-image", 0.0, measure(lambda s, e: route_through_array(costs, s, e)[1], pairs)))
    except ImportError:
        print("scikit-image is not installed")
    if not arguments.without_networkx:
        try:
            import networkx
            build, graph = timed(lambda: graph_of(costs))

            def estimate(a, b):
                dy, dx = abs(a[0] - b[0]), abs(a[1] - b[1])
                return least * (max(dx, dy) + (2 ** 0.5 - 1) * min(dx, dy))

            def length(start, end):
                path = networkx.astar_path(graph, start, end, estimate)
                return networkx.path_weight(graph, path, "weight")

            rows.append(("networkx, A*", build, measure(length, pairs[:3])))
        except ImportError:
            print("networkx is not installed")

    print("%d x %d pixels, %d different costs, %.1f %% blocked, %d queries"
          % (*costs.shape, len(np.unique(costs[costs > 0])), 100 * (costs < 0).mean(), len(pairs)))
    print("%-34s %12s %12s %14s %12s" % ("", "once, ms", "query, ms", "1st path, ms", "excess, %"))
    for name, once, (median, found) in rows:
        excess = [100 * (a / b - 1) for a, b in zip(found, best[1]) if np.isfinite(b) and b > 0]
        print("%-34s %12.1f %12.2f %14.1f %12.4f" % (name, once, median, once + median, np.mean(excess)))
    print("\nBy Wend's own costs (length x cost of the pixel entered):")
    print("%-34s %12.1f %12.2f %14.1f %12.4f" % ("world.path", prepare + bake, plain[0], prepare + bake + plain[0],
          np.mean([100 * (a / b - 1) for a, b in zip(plain[1], flat[1]) if b > 0])))
    print("%-34s %12s %12.2f" % ('world.path, algorithm="dijkstra"', "", flat[0]))
    print("%-34s %12s %12.4f   each of 10,000 in one call, %d found" % ("world.paths", "", batch / 10_000,
                                                                       int(answers.found.sum())))


if __name__ == "__main__":
    main()
