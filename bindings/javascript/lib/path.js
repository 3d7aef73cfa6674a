// path.js: what does a query take, and what does it answer?
import { numberFrom, oneOf, readBoolean, readTile, readTiles, shownTile, tilesOf } from "./arguments.js";
import { argumentError } from "./errors.js";
import { Handle } from "./native.js";
import { bytesOfShapes, readShapes } from "./shapes.js";

export const ALGORITHMS = Object.freeze(["hpa", "exact", "astar", "dijkstra", "bfs", "greedy"]);
export const HEURISTICS = Object.freeze(["octile", "manhattan", "chebyshev", "euclidean", "none"]);
const REFINEMENTS = Object.freeze(["sweep", "astar"]);
export const OUTCOMES = Object.freeze(["found", "partial", "no_route", "start_blocked", "goal_blocked"]);
export const EVENTS = Object.freeze(["linked", "opened", "improved", "reopened", "closed", "cluster", "row", "leg", "corridor", "propagated", "goal"]);
const EVENT_WORDS = 7;

/** The options of a query. */
export const QUERY = {
    algorithm: [0, oneOf(ALGORITHMS)],
    heuristic: [0, oneOf(HEURISTICS)],
    weight: [1, numberFrom(0, 16)],
    reopen: [false, readBoolean],
    untilProven: [false, readBoolean],
    refine: [0, oneOf(REFINEMENTS)],
    smooth: [false, readBoolean],
    bodyRadius: [0.5, numberFrom(0, 0.5)],
    snap: [0, numberFrom(0, Infinity)],
    partial: [false, readBoolean],
    avoid: [[], readShapes],
};
const AVOIDING = { LIMIT: "too many different costs are added: no terrain class is left for them", UNSUPPORTED: "shapes cannot be avoided on this world" };

/** The answer to a query; it holds copies, so it needs no dispose(). */
export class Path {
    constructor(native, search, world) {
        const { exports } = native;
        exports.wendjs_path_numbers(search);
        const [outcome, cost, goal, x, y, floor, toX, toY, toFloor] = native.numbers(9);
        this.outcome = OUTCOMES[outcome];
        this.cost = cost;
        this.goalIndex = goal;
        this.start = x < 0 ? null : shownTile([x, y, floor], world);
        this.goal = toX < 0 ? null : shownTile([toX, toY, toFloor], world);
        this.hash = native.hash(9);
        const path = exports.wendjs_search_path(search);
        const arrayOf = (name) => [exports[name](path, native.out), native.written];
        this.tiles = tilesOf(native, ...arrayOf("wend_path_tiles"), world);
        Object.defineProperty(this, "tileNumbers", { value: world.floors > 1 ? 3 : 2 });
        const [pointsAt, points] = arrayOf("wend_path_waypoints"), [linksAt, count] = arrayOf("wend_path_links");
        this.waypoints = native.copy(Float32Array, pointsAt, 2 * points);
        this.route = tilesOf(native, ...arrayOf("wend_path_route"), world);
        const links = native.copy(Int32Array, linksAt, 3 * count);
        this.links = Array.from({ length: count }, (_, i) => ({ id: links[3 * i], tile: links[3 * i + 1], waypoint: links[3 * i + 2] }));
        exports.wendjs_path_stats(search);
        const s = native.numbers(11);
        this.stats = {
            expanded: s[0], generated: s[1], reopened: s[2], abstractExpanded: s[3], clustersRefined: s[4], scanned: s[10],
            insertMs: s[5] / 1e6, routeMs: s[6] / 1e6, refineMs: s[7] / 1e6, smoothMs: s[8] / 1e6, totalMs: s[9] / 1e6,
        };
    }
    get found() { return this.outcome === "found"; }
    get length() { return this.tiles.length / this.tileNumbers; }
    *[Symbol.iterator]() {
        for (let i = 0; i < this.tiles.length; i += this.tileNumbers) yield [...this.tiles.subarray(i, i + this.tileNumbers)];
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
    /** options: as readOptions() has read those of QUERY. */
    run(world, from, to, options) {
        const algorithm = ALGORITHMS[options.algorithm];
        if ((options.reopen || options.untilProven) && algorithm !== "astar" && algorithm !== "dijkstra")
            throw argumentError(`${options.untilProven ? "untilProven" : "reopen"} is for astar and dijkstra; the algorithm is ${algorithm}`);
        if (REFINEMENTS[options.refine] === "astar" && algorithm !== "hpa" && algorithm !== "exact")
            throw argumentError(`refine is for hpa and exact; the algorithm is ${algorithm}`);
        const start = readTile(from, world, "start"), goals = readTiles(to, world, "goal"), { native } = this;
        const flags = (options.smooth ? 1 : 0) | (options.partial ? 2 : 0) | (options.reopen ? 4 : 0) | (options.untilProven ? 8 : 0) |
            16 * options.refine;
        const avoid = bytesOfShapes(options.avoid, world);
        native.with([Int32Array.from(goals.flat()), avoid], (at, avoidAt) =>
            native.check(native.exports.wendjs_find(
                this.pointer, world.pointer, ...start, at, goals.length, options.algorithm, options.heuristic, options.weight,
                options.snap, options.bodyRadius, flags, avoidAt, options.avoid.length), "path", avoid ? AVOIDING : undefined));
    }
}
