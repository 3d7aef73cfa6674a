// path.js: what does a query take, and what does it answer?
import { Handle } from "./native.js";
import { argumentError } from "./errors.js";

export const ALGORITHMS = ["hpa", "exact", "astar", "dijkstra", "bfs", "greedy"];
export const HEURISTICS = ["octile", "manhattan", "chebyshev", "euclidean", "none"];
const REFINEMENTS = ["sweep", "astar"];
export const OUTCOMES = ["found", "partial", "no_route", "start_blocked", "goal_blocked"];
export const EVENTS = ["linked", "opened", "improved", "reopened", "closed", "cluster", "row", "leg", "corridor", "propagated", "goal"];
const EVENT_WORDS = 7;

export function indexOf(list, value, name) {
    const index = list.indexOf(value);
    if (index < 0) throw argumentError(`${name} is ${String(value)}; expected one of ${list.join(", ")}`);
    return index;
}

export function readTile(tile, world, name) {
    const [x, y] = Array.isArray(tile) || ArrayBuffer.isView(tile) ? tile : [tile?.x, tile?.y];
    if (!Number.isInteger(x) || !Number.isInteger(y)) throw argumentError(`${name} is no tile; expected [x, y] of whole numbers`);
    if (x < 0 || y < 0 || x >= world.width || y >= world.height)
        throw argumentError(`${name} (${x}, ${y}) is outside the map, which has x in 0..${world.width - 1} and y in 0..${world.height - 1}`);
    return [x, y];
}

/** One tile, or an array of tiles. */
export function readTiles(tiles, world, name) {
    if (!Array.isArray(tiles) || typeof tiles[0] === "number") return [readTile(tiles, world, name)];
    if (tiles.length === 0) throw argumentError(`no ${name} is given`);
    return tiles.map((tile, i) => readTile(tile, world, `${name} ${i}`));
}

export function readInteger(value, least, most, name) {
    if (!Number.isInteger(value)) throw argumentError(`${name} is ${String(value)}; expected a whole number`);
    return readNumber(value, least, most, name);
}

function readNumber(value, least, most, name) {
    if (!(value >= least && value <= most)) throw argumentError(`${name} is ${String(value)}; expected ${least} to ${most}`);
    return value;
}

/** The answer to a query; it holds copies, so it needs no dispose(). */
export class Path {
    constructor(native, search) {
        const { exports } = native;
        exports.wendjs_path_numbers(search);
        const [outcome, cost, goal, x, y, toX, toY] = native.numbers(7);
        this.outcome = OUTCOMES[outcome];
        this.cost = cost;
        this.goalIndex = goal;
        this.start = x < 0 ? null : [x, y];
        this.goal = toX < 0 ? null : [toX, toY];
        this.hash = native.hash(7);
        this.tiles = native.copy(Int32Array, exports.wendjs_path_tiles(search), 2 * native.number(0));
        this.waypoints = native.copy(Float32Array, exports.wendjs_path_waypoints(search), 2 * native.number(0));
        this.route = native.copy(Int32Array, exports.wendjs_path_route(search), 2 * native.number(0));
        const links = native.copy(Int32Array, exports.wendjs_path_links(search), 3 * native.number(0));
        this.links = Array.from({ length: links.length / 3 }, (_, i) => ({ id: links[3 * i], tile: links[3 * i + 1], waypoint: links[3 * i + 2] }));
        exports.wendjs_path_stats(search);
        const s = native.numbers(10);
        this.stats = {
            expanded: s[0], generated: s[1], reopened: s[2], abstractExpanded: s[3], clustersRefined: s[4],
            insertMs: s[5] / 1e6, routeMs: s[6] / 1e6, refineMs: s[7] / 1e6, smoothMs: s[8] / 1e6, totalMs: s[9] / 1e6,
        };
    }
    get found() { return this.outcome === "found"; }
    get length() { return this.tiles.length / 2; }
    *[Symbol.iterator]() {
        for (let i = 0; i < this.tiles.length; i += 2) yield [this.tiles[i], this.tiles[i + 1]];
    }
}

/** What a search did, in order: opcodes and numbers in typed arrays, an element of each for each event. */
export class Recording {
    constructor(native, search) {
        const at = native.exports.wendjs_events(search), count = native.number(0);
        this.dropped = native.number(1);
        this.count = count;
        const words = native.copy(Int32Array, at, count * EVENT_WORDS), floats = new Float32Array(words.buffer);
        this.kinds = new Uint8Array(count);
        this.levels = new Uint8Array(count);
        this.tiles = new Int32Array(2 * count);
        this.parents = new Int32Array(2 * count);
        this.g = new Float32Array(count);
        this.h = new Float32Array(count);
        for (let i = 0, w = 0; i < count; i++, w += EVENT_WORDS) {
            this.kinds[i] = words[w] & 255;
            this.levels[i] = words[w] >> 8;
            this.tiles.set(words.subarray(w + 1, w + 3), 2 * i);
            this.parents.set(words.subarray(w + 3, w + 5), 2 * i);
            this.g[i] = floats[w + 5];
            this.h[i] = floats[w + 6];
        }
    }
}

/** Scratch memory of queries: one for all worlds of an instance, and one more for a recording. */
export class Search extends Handle {
    constructor(native, mostEvents = 0) {
        super(native, native.create("search", (out) => native.exports.wendjs_search_create(mostEvents, out)), "wendjs_search_destroy");
    }
    run(world, from, to, options = {}) {
        const { algorithm = "hpa", heuristic = "octile", weight = 1, smooth = false, partial = false, snap = 0, bodyRadius = 0.5,
            reopen = false, untilProven = false, refine = "sweep" } = options;
        if ((reopen || untilProven) && algorithm !== "astar" && algorithm !== "dijkstra")
            throw argumentError(`${untilProven ? "untilProven" : "reopen"} is for astar and dijkstra; the algorithm is ${algorithm}`);
        if (refine === "astar" && algorithm !== "hpa" && algorithm !== "exact")
            throw argumentError(`refine is for hpa and exact; the algorithm is ${algorithm}`);
        const start = readTile(from, world, "start");
        const goals = readTiles(to, world, "goal");
        const flags = (smooth ? 1 : 0) | (partial ? 2 : 0) | (reopen ? 4 : 0) | (untilProven ? 8 : 0) |
            16 * indexOf(REFINEMENTS, refine, "refine");
        const { native } = this;
        const code = native.with([Int32Array.from(goals.flat())], (at) =>
            native.exports.wendjs_find(
                this.pointer, world.pointer, ...start, at, goals.length, indexOf(ALGORITHMS, algorithm, "algorithm"),
                indexOf(HEURISTICS, heuristic, "heuristic"), readNumber(weight, 0, 16, "weight"),
                readNumber(snap, 0, Infinity, "snap"), readNumber(bodyRadius, 0, 0.5, "bodyRadius"), flags));
        native.check(code, "path");
    }
}
