// world.js: a map with its clusters and its abstract graph: what can be asked of it, and how is it changed?
import { indexOf, integerFrom, isArray, numberFrom, oneOf, readArea, readBoolean, readInteger, readNumber, readOptions, readPairs, readPlace, readTile, readTiles, shownTile } from "./arguments.js";
import { argumentError, WendError } from "./errors.js";
import { Handle } from "./native.js";
import { EVENTS, OUTCOMES, Path, QUERY, Recording, Search } from "./path.js";
import { readCost } from "./costs.js";
import { Crowd, Field } from "./agents.js";
import { corridor, matrix, tourOfStops } from "./many.js";

export const CONNECTIVITIES = Object.freeze(["8", "4", "8cut", "hex-odd-r", "hex-even-r", "hex-odd-q", "hex-even-q"]);
export const LAYERS = Object.freeze(["cluster", "entrance", "node", "edge"]);
const LINK_KINDS = ["other", "tunnel", "lift", "ladder", "jump", "ferry", "teleport", "seam"];
const EDIT_TILES = 0, EDIT_STEP = 1, EDIT_WALL = 2;
const MOST_ID = 2 ** 31 - 1, MOST_LINK_COST = 65536, MOST_EVENTS = 2 ** 25;
const READ_ONLY = { UNSUPPORTED: "a snapshot or an overlay cannot be edited; fork it, or edit the world that it belongs to" };
const NO_NEIGHBOURS = { ...READ_ONLY, ARGUMENT: "no step leads from one to the other; expected two neighbouring tiles" };

const PATHS = { ...QUERY, tiles: [true, readBoolean] };
const RECORD = { ...QUERY, mostEvents: [2 ** 20, integerFrom(1, MOST_EVENTS)] };
const LINK = { kind: [0, oneOf(LINK_KINDS)], duration: [0, numberFrom(0, 1e6)] };
const readLinkCost = (cost, name) => readNumber(cost, 0, MOST_LINK_COST, name);
const LINK_CHANGE = { cost: [undefined, readLinkCost], enabled: [undefined, readBoolean] };
const SIGHT = {
    range: [Infinity, numberFrom(0, Infinity)],
    blockers: [null, (value, name) => {
        if (!isArray(value)) throw argumentError(`${name} are no array of terrain classes`);
        const table = new Uint8Array(256);
        for (const terrain of value) table[readInteger(terrain, 0, 255, "a class")] = 1;
        return table;
    }],
    throughWalls: [false, readBoolean],
};
const SIGHT_REASONS = { UNSUPPORTED: "hexagons have no line of sight" };
const SHAPES = { level: [1, (level) => level], area: [undefined, (area) => area] };

export class World extends Handle {
    constructor(native, pointer, shared, extra = {}) {
        super(native, pointer, extra.destroy ?? "wend_world_destroy");
        /** The world that an overlay follows; null for other worlds. */
        this.parent = extra.parent ?? null;
        const n = this.#measure();
        /** Most maps have one. Tiles of the others are [x, y, floor]. */
        this.floors = native.exports.wendjs_floors(this.pointer); // of an overlay another one than is given
        this.connectivity = CONNECTIVITIES[n[2]];
        this.tileSize = n[3];
        this.origin = [n[4], n[5]];
        /** What the importer found; null for a world that was not imported. */
        this.source = extra.source ?? null;
        /** By what share the cost of a tile differs at most from the cost that was given. */
        this.costError = extra.costError ?? 0;
        Object.defineProperty(this, "shared", { value: shared });
        Object.defineProperty(this, "children", { value: new Set() }); // weak references to crowds and fields
        Object.freeze(this);
    }
    #area;

    /** [x, y, width, height]: arrays begin with the tile x, y, others than 0 where ground was added. */
    get area() { return this.parent ? this.parent.area : this.#area; }
    get width() { return this.area[2]; }
    get height() { return this.area[3]; }

    dispose() {
        for (const child of this.children) child.deref()?.dispose();
        this.children.clear();
        super.dispose();
    }

    // ---- versions

    /** Another world of the same map, which shares all that neither of the two changes. */
    fork() { return this.#version(0); }
    /** The world as it is now, to be read: later edits do not change it. */
    snapshot() { return this.#version(1); }
    #version(snapshot) {
        const { native, pointer: own } = this, pointer = native.create("fork", (out) => native.exports.wendjs_world_fork(own, snapshot, out));
        return new World(native, pointer, this.shared, { source: this.source, costError: this.costError });
    }

    /** A what-if world that follows this one: see overlay.js. */
    overlay() { return new this.shared.Overlay(this, this.shared); }

    // ---- reading

    get info() {
        const { native } = this;
        native.exports.wendjs_world_numbers(this.pointer);
        const n = native.numbers(16);
        return {
            width: this.width, height: this.height, passable: n[6], clusterSize: n[7], columns: n[8], rows: n[9],
            levelCount: n[10], clusterCount: n[11], nodeCount: n[12], bytes: n[13], leastCost: n[14], greatestCost: n[15],
        };
    }
    /** Edges and connected components; after an edit it takes time by the size of the map. */
    count() {
        this.native.check(this.native.exports.wendjs_world_count(this.pointer), "count");
        const [edges, components, largest] = this.native.numbers(3);
        return { edgeCount: edges, componentCount: components, largestComponent: largest };
    }
    get hash() {
        this.native.exports.wendjs_world_hash(this.pointer);
        return this.native.hash();
    }
    get version() { return this.native.exports.wendjs_world_version(this.pointer); }

    /** The cost of each of the 256 terrain classes; 0: blocked. */
    get classCosts() {
        return this.native.copy(Float32Array, this.native.exports.wendjs_class_costs(this.pointer), 256);
    }
    /** How many tiles each class has. */
    get classCounts() {
        const { native, pointer } = this;
        return native.with([256 * 8], (at) => {
            native.exports.wendjs_class_counts(pointer, at);
            return native.copy(Float64Array, at, 256);
        });
    }
    /** The class of every tile, row by row, floor by floor. */
    get classes() {
        const { native, pointer } = this, size = this.width * this.height * this.floors;
        return native.with([size], (at) => {
            native.exports.wendjs_classes(pointer, at);
            return native.copy(Uint8Array, at, size);
        });
    }
    /** The cost of every tile, row by row, floor by floor; 0: blocked. */
    get costs() {
        const table = this.classCosts;
        return Float32Array.from(this.classes, (c) => table[c]);
    }
    costAt(tile) {
        return this.native.exports.wendjs_cost_at(this.pointer, ...readTile(tile, this, "tile"));
    }
    /** Does a path lead from one tile to the other? Decided without a search over the map. */
    connected(from, to) {
        return this.native.exports.wendjs_connected(this.pointer, ...readTile(from, this, "start"), ...readTile(to, this, "goal")) !== 0;
    }
    /** The bytes of a .wend file. */
    save() {
        const { native } = this;
        this.refresh();
        const { pointer } = this, at = native.create("save", (out) => native.exports.wendjs_world_save(pointer, out));
        try {
            return native.copy(Uint8Array, at, native.number(0));
        } finally {
            native.exports.free(at);
        }
    }

    // ---- queries

    path(from, to, options) {
        const { search } = this.shared;
        search.run(this, from, to, readOptions(options, QUERY, "path"));
        return new Path(this.native, search.pointer, this);
    }
    /** Many queries at once, without the objects: starts and goals as x, y, x, y, ..., or x, y, floor, ... with floors. */
    paths(starts, goals, options) {
        const query = readOptions(options, PATHS, "paths");
        if (!isArray(starts) || !isArray(goals)) throw argumentError("starts or goals are no array of numbers");
        const size = this.floors > 1 ? 3 : 2;
        if (starts.length !== goals.length || starts.length % size) throw argumentError(`${starts.length} numbers of starts and ${goals.length} of goals; expected ${size === 2 ? "two" : "three"} for each query`);
        const count = starts.length / size, { search } = this.shared, { native } = this;
        const costs = new Float64Array(count), outcomes = new Array(count), offsets = new Uint32Array(count + 1), parts = [];
        let total = 0;
        for (let i = 0; i < count; i++) {
            search.run(this, [...starts.slice(size * i, size * (i + 1))], [...goals.slice(size * i, size * (i + 1))], query);
            const path = query.tiles ? new Path(native, search.pointer, this) : null;
            if (path) { parts.push(path.tiles); total += path.length; }
            native.exports.wendjs_path_numbers(search.pointer);
            outcomes[i] = OUTCOMES[native.number(0)];
            costs[i] = outcomes[i] === "found" || outcomes[i] === "partial" ? native.number(1) : Infinity;
            offsets[i + 1] = total;
        }
        const tiles = new Int32Array(size * total);
        let at = 0;
        for (const part of parts) { tiles.set(part, at); at += part.length; }
        return { costs, outcomes, tiles, offsets };
    }
    /** A path, and what the search for it did, up to mostEvents events. */
    record(from, to, options) {
        const query = readOptions(options, RECORD, "record"), search = new Search(this.native, query.mostEvents);
        try {
            search.run(this, from, to, query);
            return { path: new Path(this.native, search.pointer, this), recording: new Recording(this.native, search.pointer) };
        } finally {
            search.dispose();
        }
    }

    // ---- many places

    /** The costs of the paths from each source to each target: a row for each source. */
    matrix(sources, targets, options) { return matrix(this, sources, targets, options); }
    /** The order in which tiles are visited at the least cost. */
    tour(stops, options) { return tourOfStops(this, stops, options); }
    /** All that lies within a cost of a tile, or of the nearest of several: a field, whose tiles these are. */
    reach(from, within) {
        const limit = readNumber(within, 0, Infinity, "within");
        return this.field(from, { from: true, limit: Math.max(limit, Number.MIN_VALUE) });
    }
    /** All tiles on ways that cost hardly more than the cheapest; from and to: tiles or areas. */
    corridor(from, to, options) { return corridor(this, from, to, options); }

    // ---- line of sight

    /** Is the straight line between the centres of two tiles free of blocked tiles and walls? */
    sees(from, to, options) { return this.#look(from, to, options)[0] !== 0; }
    /** The first tile that blocks that line; null when `to` is seen, or when only the range hides it. */
    sightBlocker(from, to, options) {
        const [, x, y, floor] = this.#look(from, to, options);
        return x < 0 ? null : shownTile([x, y, floor], this);
    }
    #look(from, to, options) {
        const { range, blockers, throughWalls } = readOptions(options, SIGHT, "sees"), { native } = this;
        const start = readTile(from, this, "start"), end = readTile(to, this, "end");
        native.with([blockers], (at) =>
            native.check(native.exports.wendjs_sees(this.pointer, ...start, ...end, range, at, throughWalls ? 1 : 0), "sees", SIGHT_REASONS));
        return native.numbers(4);
    }
    /** Of every tile of a floor, row by row: 1 where it is seen from a tile, or from one of several; else 0. */
    visible(from, options) {
        const { range, blockers, throughWalls } = readOptions(options, SIGHT, "visible"), { native } = this, size = this.width * this.height;
        const eyes = readTiles(from, this, "tile");
        return native.with([Int32Array.from(eyes.flat()), blockers, size], (at, blockersAt, out) => {
            native.check(native.exports.wendjs_visible(this.pointer, at, eyes.length, ...this.area, eyes[0][2], range, blockersAt, throughWalls ? 1 : 0, out), "visible", SIGHT_REASONS);
            return native.copy(Uint8Array, out, size);
        });
    }

    // ---- changes

    /** The class of a cost: one that has it, or one that no tile has, which then gets it. */
    classOf(cost) { return this.#classOf(cost, new Set()); }
    // taken: classes that edits which are still to be made give to tiles.
    #classOf(cost, taken) {
        const wanted = readCost(cost, "cost");
        if (wanted === 0) return 0;
        const table = this.classCosts, same = table.indexOf(wanted, 1);
        if (same > 0) return same;
        const counts = this.classCounts;
        let free = 255;
        while (free > 0 && (counts[free] > 0 || taken.has(free))) free--;
        if (free === 0) throw new WendError("LIMIT", "the map has 255 different costs already");
        this.native.check(this.native.exports.wend_world_set_class_cost(this.pointer, 0, free, wanted),
            `cost ${cost} lies outside of the range that the world was made with; make it with costRange`);
        return free;
    }
    #edit(edits, what = "edit", reasons = READ_ONLY) {
        const words = new Int32Array(8 * edits.length);
        edits.forEach((edit, i) => words.set(edit, 8 * i));
        this.native.with([words], (at) => this.native.check(this.native.exports.wendjs_edit(this.pointer, at, edits.length), what, reasons));
        return this.native.number(0);
    }
    /** Gives all tiles of [x, y, width, height] a cost; 0 or "blocked" is a wall. Returns how many clusters were repaired. */
    edit(area, cost) { return this.editMany([[area, cost]]); }
    /** The same for several rectangles, as one change. */
    editMany(edits) {
        // All is read before the first cost gets a class.
        const read = readPairs(edits, "the edits").map(([area, cost]) => [readArea(area, this), readCost(cost, "cost")]), taken = new Set();
        return this.#edit(read.map(([area, cost]) => {
            const terrain = this.#classOf(cost, taken);
            taken.add(terrain);
            return [EDIT_TILES, ...area.slice(0, 4), 0, terrain, area[4]];
        }));
    }
    /** The same by terrain classes, whose costs stay. */
    editClasses(edits) {
        return this.#edit(readPairs(edits, "the edits").map(([given, terrain]) => {
            const area = readArea(given, this);
            return [EDIT_TILES, ...area.slice(0, 4), 0, readInteger(terrain, 0, 255, "class"), area[4]];
        }));
    }
    /**
     * Adds ground at [x, y, width, height] of a floor, on or off the map, which grows to every side: costs row by row, 0 or
     * Infinity where a tile is blocked.
     */
    addGround(area, costs) {
        const place = readPlace(area, this), [, , width, height] = place, taken = new Set(), known = new Map();
        if (!isArray(costs)) throw argumentError("the costs are no array");
        if (costs.length !== width * height) throw argumentError(`${costs.length} costs are given; expected ${width} x ${height} = ${width * height}`);
        const read = Float32Array.from(costs, (cost, i) => readCost(cost, `costs[${i}]`));
        const classes = Uint8Array.from(read, (cost) => {
            if (!known.has(cost)) known.set(cost, this.#classOf(cost, taken));
            taken.add(known.get(cost));
            return known.get(cost);
        });
        this.native.with([classes], (at) => this.native.check(this.native.exports.wendjs_add_ground(this.pointer, ...place, at), "addGround",
            { ...READ_ONLY, ARGUMENT: "the area is empty", LIMIT: "the map would be too large, or too many links would end in one cluster" }));
        this.#measure();
    }
    /** Removes the ground in an area: its tiles are blocked, links there are removed, and the map gets smaller where its edges go. */
    removeGround(area) {
        this.native.check(this.native.exports.wendjs_remove_ground(this.pointer, ...readPlace(area, this)), "removeGround",
            { ...READ_ONLY, ARGUMENT: "the area has no part of the map, or all of its ground" });
        this.#measure();
    }
    #measure() {
        this.native.exports.wendjs_world_numbers(this.pointer);
        const n = this.native.numbers(18);
        this.#area = Object.freeze([n[16], n[17], n[0], n[1]]);
        return n;
    }
    /** A thin wall between two neighbours, or its removal. */
    setWall(a, b, wall = true) {
        return this.#connect(EDIT_WALL, a, b, readBoolean(wall, "wall"), "setWall");
    }
    /** Opens or closes the step from a tile to its neighbour, in this direction only. */
    setStep(from, to, open) {
        return this.#connect(EDIT_STEP, from, to, !readBoolean(open, "open"), "setStep");
    }
    #connect(kind, from, to, closed, what) {
        const a = readTile(from, this, "tile"), b = readTile(to, this, "tile");
        if (a[2] !== b[2]) throw argumentError(`${what}: ${NO_NEIGHBOURS.ARGUMENT}`);
        return this.#edit([[kind, a[0], a[1], b[0], b[1], closed ? 1 : 0, 0, a[2]]], what, NO_NEIGHBOURS);
    }
    setClassCost(terrain, cost) {
        this.native.check(this.native.exports.wend_world_set_class_cost(this.pointer, 0, readInteger(terrain, 1, 255, "class"), readCost(cost, "cost")), "setClassCost", READ_ONLY);
    }
    /** Recomputes larger clusters around edits; true when nothing is left to do. */
    refresh(mostClusters = 0) {
        this.native.check(this.native.exports.wendjs_refresh(this.pointer, readInteger(mostClusters, 0, 2 ** 31 - 1, "mostClusters")), "refresh");
        return this.native.number(0) !== 0;
    }
    addLink(from, to, cost, options) {
        const { kind, duration } = readOptions(options, LINK, "addLink"), start = readTile(from, this, "start"), end = readTile(to, this, "end");
        this.native.check(
            this.native.exports.wendjs_add_link(this.pointer, ...start, ...end, readLinkCost(cost, "cost"), duration, kind),
            `a link from (${shownTile(start, this).join(", ")}) to (${shownTile(end, this).join(", ")})`, { ...READ_ONLY, ARGUMENT: "an end is blocked, or both are one tile", LIMIT: "it costs too much on this map, or there are too many links" });
        return this.native.number(0);
    }
    setLink(id, change) {
        const { cost, enabled } = readOptions(change, LINK_CHANGE, "setLink"), { exports } = this.native;
        if (!exports.wendjs_link(this.pointer, readInteger(id, 0, MOST_ID, "id"))) throw argumentError(`no link has the id ${id}`);
        const [nowCost, nowEnabled] = this.native.numbers(2);
        this.native.check(exports.wend_world_set_link(this.pointer, id, cost ?? nowCost, enabled ?? nowEnabled ? 1 : 0), "setLink", READ_ONLY);
    }
    removeLink(id) {
        this.native.check(this.native.exports.wend_world_remove_link(this.pointer, readInteger(id, 0, MOST_ID, "id")), "removeLink", { ...READ_ONLY, ARGUMENT: `no link has the id ${id}` });
    }

    // ---- drawing

    /**
     * Clusters, entrances, nodes and edges of a level: five numbers for each shape: the index of its layer in LAYERS,
     * and x, y, width, height of a rectangle, or x, y, x, y of the ends of an edge.
     */
    shapes(layers, options) {
        const { level, area = this.area } = readOptions(options, SHAPES, "shapes");
        if (!Array.isArray(layers)) throw argumentError("the layers are no array");
        const mask = layers.reduce((sum, layer) => sum | (1 << indexOf(LAYERS, layer, "layer")), 0), { levelCount } = this.info;
        this.native.check(this.native.exports.wendjs_draw(this.pointer, mask, ...readArea(area, this), readInteger(level, 1, levelCount, "level")), "shapes");
        return this.#shapes();
    }
    #shapes() {
        const count = this.native.number(0), at = this.native.exports.wendjs_shapes();
        const words = this.native.copy(Int32Array, at, 5 * count), shapes = new Float32Array(words.buffer);
        for (let i = 0; i < words.length; i += 5) shapes[i] = words[i];
        this.native.exports.wendjs_free_shapes();
        return shapes;
    }

    // ---- agents

    /** The cost of every tile to the nearest of some goals, or from it. */
    field(tiles, options) { return this.#adopt(new Field(this, tiles, options)); }
    /** Agents that walk on this world. */
    crowd(options) { return this.#adopt(new Crowd(this, options)); }
    #adopt(child) {
        for (const old of this.children) if (!old.deref() || old.deref().disposed) this.children.delete(old);
        this.children.add(new WeakRef(child));
        return child;
    }
}

export { EVENTS };
