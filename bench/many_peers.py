#!/usr/bin/env python3
"""Costs between many places by Wend and by others, on the same raster and points.

usage: many_peers.py WEND MAP.png PLACES.csv SOURCES OTHERS

WEND: the program. MAP.png: grey, read by its default rule. PLACES.csv: x,y in each line; the first half are sources, the
others targets (bench_many --points writes it). SOURCES: how many of them all programs compute; OTHERS: how many of them
those that need a search over the whole raster for each source compute, from which their time for all is projected.

Times are processor time. scipy gets the graph of Wend: the length of a step times the cost of the tile that it enters, no
diagonal past a blocked tile; so its costs must be equal. scikit-image and GRASS take the mean of both tiles and go
past corners, so theirs differ. GRASS is left out where there is none.
"""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra
from skimage.graph import MCP_Geometric
from skimage.io import imread


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(*command, **options):
    before = children_seconds()
    done = subprocess.run(command, check=True, capture_output=True, text=True, **options)
    return done.stdout, children_seconds() - before


def costs_of(image):
    """As the rule "brightness": 1 / brightness, and blocked below 0.85."""
    brightness = imread(image).astype(float) / 255
    return np.where(brightness >= 0.85, 1 / np.maximum(brightness, 0.85), np.inf)


def graph_of(costs):
    height, width = costs.shape
    open_tiles = np.isfinite(costs)
    index = np.arange(height * width).reshape(height, width)
    rows, columns, weights = [], [], []
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dx == dy == 0:
                continue
            y = slice(max(0, -dy), height - max(0, dy))
            x = slice(max(0, -dx), width - max(0, dx))
            y_to = slice(max(0, dy), height - max(0, -dy))
            x_to = slice(max(0, dx), width - max(0, -dx))
            legal = open_tiles[y, x] & open_tiles[y_to, x_to]
            if dx and dy:
                legal &= open_tiles[y_to, x] & open_tiles[y, x_to]
            rows.append(index[y, x][legal])
            columns.append(index[y_to, x_to][legal])
            weights.append(costs[y_to, x_to][legal] * (np.sqrt(2) if dx and dy else 1))
    size = height * width
    return coo_matrix((np.concatenate(weights), (np.concatenate(rows), np.concatenate(columns))), (size, size)).tocsr()


def by_wend(wend, image, sources, targets, folder):
    world, table = os.path.join(folder, "map.wend"), os.path.join(folder, "%s.csv")
    _, seconds = run(wend, "bake", image, "-o", world, "-q", "--threads", "1")
    print("wend bake           %8.2f s" % seconds)
    for name, tiles in (("sources", sources), ("targets", targets)):
        np.savetxt(table % name, tiles, "%d", ",", header="x,y", comments="")
    out = os.path.join(folder, "costs.npy")
    _, seconds = run(wend, "matrix", world, "--sources", table % "sources", "--targets", table % "targets",
                     "-o", out, "--threads", "1", "-q")
    return np.load(out), seconds


def by_grass(costs, sources, targets, folder):
    raster = os.path.join(folder, "costs.bin")
    np.where(np.isfinite(costs), costs, -1).astype(np.float32).tofile(raster)
    height, width = costs.shape
    script = os.path.join(folder, "cost.py")
    with open(script, "w") as out:
        out.write(GRASS % {"raster": raster, "height": height, "width": width, "folder": folder,
                           "sources": sources.tolist(), "targets": targets.tolist()})
    run("grass", "--tmp-location", "XY", "--exec", sys.executable, script)
    with open(os.path.join(folder, "grass.json")) as read:
        found = json.load(read)
    return np.array(found["costs"], float), found["seconds"]


GRASS = """
import json, resource, subprocess
def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode: raise SystemExit(done.stderr)
    return done.stdout
height, width = %(height)d, %(width)d
run("r.in.bin", "-f", "input=%(raster)s", "output=all", "north=%%d" %% height, "south=0", "east=%%d" %% width, "west=0",
    "rows=%%d" %% height, "cols=%%d" %% width, "anull=-1", "--overwrite")
run("g.region", "raster=all")
costs, seconds = [], 0
for x, y in %(sources)s:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run("r.cost", "input=all", "output=cost", "start_coordinates=%%f,%%f" %% (x + .5, height - y - .5), "memory=2000", "--overwrite")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    row = []
    places = ",".join("%%f,%%f" %% (a + .5, height - b - .5) for a, b in %(targets)s)
    for line in run("r.what", "map=cost", "coordinates=" + places).splitlines():
        value = line.split("|")[-1]
        row.append(float("inf") if value == "*" else float(value))
    costs.append(row)
json.dump({"costs": costs, "seconds": seconds}, open("%(folder)s/grass.json", "w"))
"""


def report(name, seconds, count, all_sources, found, reference):
    both = np.isfinite(found) & np.isfinite(reference[:count]) & (reference[:count] > 0)
    other = int((np.isfinite(found) != np.isfinite(reference[:count])).sum())
    ratio = (found[both] / reference[:count][both] - 1) * 100
    print("%-19s %8.2f s for %d sources, %9.2f s for %d; costs %+.3f %% on average, %+.3f to %+.3f %%; %d not reached alike"
          % (name, seconds, count, seconds / count * all_sources, all_sources, ratio.mean(), ratio.min(), ratio.max(), other))


def main():
    if len(sys.argv) != 6:
        sys.exit("usage: many_peers.py WEND MAP.png PLACES.csv SOURCES OTHERS")
    wend, image, places = sys.argv[1:4]
    wanted, few = int(sys.argv[4]), int(sys.argv[5])
    tiles = np.loadtxt(places, int, delimiter=",")
    sources, targets = tiles[:len(tiles) // 2][:wanted], tiles[len(tiles) // 2:][:wanted]
    few = min(few, len(sources))
    costs = costs_of(image)
    height, width = costs.shape
    print("%d x %d tiles, %d sources, %d targets" % (width, height, len(sources), len(targets)))
    at = (targets[:, 1], targets[:, 0])
    with tempfile.TemporaryDirectory() as folder:
        graph = graph_of(costs)
        begun = time.process_time()
        exact = dijkstra(graph, indices=sources[:few, 1] * width + sources[:few, 0])[:, targets[:, 1] * width + targets[:, 0]]
        scipy_seconds = time.process_time() - begun
        found, seconds = by_wend(wend, image, sources, targets, folder)
        report("wend matrix", seconds, len(sources), len(sources), found[:few], exact) if few == len(sources) else print(
            "wend matrix         %8.2f s for %d sources; costs of the first %d: %+.3f %% on average" % (
                seconds, len(sources), few, ((found[:few] / exact - 1) * 100)[np.isfinite(exact) & (exact > 0)].mean()))
        report("scipy dijkstra", scipy_seconds, few, len(sources), exact, exact)
        begun, rows = time.process_time(), []
        for x, y in sources[:few]:
            rows.append(MCP_Geometric(np.where(np.isfinite(costs), costs, -1)).find_costs([(y, x)])[0][at])
        report("scikit-image MCP", time.process_time() - begun, few, len(sources), np.array(rows), exact)
        if shutil.which("grass") is None:
            print("GRASS r.cost        left out: no grass")
            return
        found, seconds = by_grass(costs, sources[:few], targets, folder)
        report("GRASS r.cost", seconds, few, len(sources), found, exact)


main()
