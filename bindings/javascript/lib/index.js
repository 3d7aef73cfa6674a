// index.js: the package: load() gives an instance of the engine, which makes worlds.
import { GREATEST_FLOAT, indexOf, integerFrom, isArray, numberFrom, oneOf, readBoolean, readBytes, readInteger, readNumber, readOptions, readPair, readText, typeOf } from "./arguments.js";
import { classify, GREATEST_COST, LEAST_COST, readCost } from "./costs.js";
import { argumentError, WendError } from "./errors.js";
import { hasSimd, Native } from "./native.js";
import { ALGORITHMS, EVENTS, HEURISTICS, OUTCOMES, Search } from "./path.js";
import { CONNECTIVITIES, LAYERS, World } from "./world.js";
import { Overlay } from "./overlay.js";
import { STATES } from "./agents.js";
import { SHAPE_KINDS } from "./shapes.js";
import { assign, ASSIGN_GOALS, tour } from "./many.js";

const RULES = Object.freeze(["brightness", "luma", "linear", "inverse", "threshold", "ros", "palette", "height"]);
const CHANNELS = Object.freeze(["max", "luma", "mean", "red", "green", "blue", "alpha"]);
const DOWNSCALES = ["costliest", "cheapest", "auto", "overview"];
/** Larger maps are refused, as a page has 2 GB at most, and a phone much less. */
export const MOST_TILES = 1 << 26;

const CLUSTER_SIZES = [15, 31];
const WORLD = {
    connectivity: [0, (value, name) => indexOf(CONNECTIVITIES, typeof value === "number" ? String(value) : value, name)],
    clusterSize: [31, (value, name) => CLUSTER_SIZES[indexOf(CLUSTER_SIZES, value, name)]],
    levels: [0, integerFrom(0, 255)],
    mostTiles: [MOST_TILES, integerFrom(1, 2 ** 31)],
};
// What makes steps cost by their direction; its arrays are compared with the map later.
const LANE_ANGLES = 5, SLOPE_POINTS = 1280, NO_LIMIT = [Infinity, numberFrom(0, Infinity)];
const RELIEF = {
    elevations: [null, (value, name) => readNumbers(value, name)],
    slopes: [[], (value, name) => {
        if (typeof value === "string") return readText(value, name);
        if (!isArray(value) || value.length > SLOPE_POINTS) throw argumentError(`${name} is neither a name nor an array of up to ${SLOPE_POINTS} pairs of slope and factor`);
        return Array.from(value, (pair) => {
            if (!isArray(pair) || pair.length !== 2) throw argumentError(`${name} has an element that is no pair of slope and factor`);
            return [readNumber(pair[0], -GREATEST_FLOAT, GREATEST_FLOAT, "a slope"), readNumber(pair[1], Number.MIN_VALUE, Infinity, "a factor")];
        });
    }],
    maxClimb: NO_LIMIT,
    maxDrop: NO_LIMIT,
    unitLength: [0, numberFrom(0, GREATEST_FLOAT)],
    lanes: [null, (value, name) => readNumbers(value, name)],
    laneFactors: [[1, 1, 1, 1, 1], (value, name) => {
        if (!isArray(value) || value.length !== LANE_ANGLES) throw argumentError(`${name} are no array of ${LANE_ANGLES} numbers`);
        return Array.from(value, (factor) => readNumber(factor, Number.MIN_VALUE, Infinity, name));
    }],
};
function readNumbers(value, name) {
    if (!isArray(value)) throw argumentError(`${name} is no array of numbers`);
    return value;
}

const ARRAY = {
    ...WORLD,
    relief: [null, (value) => readOptions(value, RELIEF, "relief")],
    costRange: [[0, 0], (value, name) => readPair(value, LEAST_COST, GREATEST_COST, name)],
    floors: [1, integerFrom(1, 4096)],
    tileSize: [1, numberFrom(Number.MIN_VALUE, GREATEST_FLOAT)],
    origin: [[0, 0], (value, name) => readPair(value, -GREATEST_FLOAT, GREATEST_FLOAT, name)],
};
const cost = numberFrom(0, GREATEST_COST), height = numberFrom(-GREATEST_FLOAT, GREATEST_FLOAT);
const orNull = (read) => (value, name) => (value === null ? null : read(value, name));
const BAKE = {
    ...WORLD,
    name: [undefined, readText],
    rule: [undefined, oneOf(RULES)],
    channel: [0, oneOf(CHANNELS)],
    negate: [false, readBoolean],
    blockedBelow: [-1, numberFrom(-1, 1)],
    cheapest: [1, cost],
    costliest: [10, cost],
    heightScale: [0, numberFrom(0, GREATEST_FLOAT)],
    maxClimb: [1, numberFrom(0, GREATEST_FLOAT)],
    seaLevel: [-1, height],
    waterCost: [0, cost],
    swampCost: [1, cost],
    transparentBelow: [0.5, numberFrom(0, 1)],
    downscale: [1, integerFrom(1, 65536)],
    downscaleBy: [0, oneOf(DOWNSCALES)],
    letters: [null, orNull(readText)],
    legend: [null, orNull(readText)],
};

function checkSize(width, height, mostTiles, what, floors = 1) {
    readInteger(width, 1, 2 ** 31 - 1, `the width of ${what}`);
    readInteger(height, 1, 2 ** 31 - 1, `the height of ${what}`);
    if (width * height * floors > mostTiles)
        throw new WendError("LIMIT", `${what} of ${width} x ${height}${floors > 1 ? ` x ${floors}` : ""} tiles is too large; the limit here is ${mostTiles} tiles, such as ${Math.floor(Math.sqrt(mostTiles))} x ${Math.floor(Math.sqrt(mostTiles))}`);
}

// ImageData as a TGA with alpha, which the importers read; no picture is decoded twice that way.
function tgaOf({ data, width, height }) {
    if (width > 65535 || height > 65535) throw new WendError("LIMIT", `a picture of ${width} x ${height} pixels is too large; the limit is 65535 a side`);
    const tga = new Uint8Array(18 + 4 * width * height);
    tga.set([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 32, 0x28]);
    for (let i = 0; i < data.length; i += 4) {
        tga[18 + i] = data[i + 2];
        tga[19 + i] = data[i + 1];
        tga[20 + i] = data[i];
        tga[21 + i] = data[i + 3];
    }
    return tga;
}

function checkCount(count, what, width, height, floors) {
    if (count !== width * height * floors)
        throw argumentError(`${count} ${what} are given; expected ${width} x ${height}${floors > 1 ? ` x ${floors} floors` : ""} = ${width * height * floors}`);
}

/** An instance of the engine with its own memory. */
export class Wend {
    #native;
    #shared;
    constructor(native) {
        this.#native = native;
        this.#shared = { search: new Search(native), Overlay };
        this.simd = native.simd;
    }

    /** Bytes that the instance has from the system, and how many of them are in use. */
    get memory() {
        return { total: this.#native.memory.buffer.byteLength, used: this.#native.exports.wendjs_used_bytes() };
    }

    #build(grid, { clusterSize, levels }) {
        const { exports } = this.#native;
        return this.#native.create("bake", (out) => exports.wendjs_world_build(grid, clusterSize, levels, out), { LIMIT: `a map of this size cannot have ${levels} levels` });
    }

    #worldOf(width, height, classes, costs, options, extra) {
        const { connectivity, costRange, tileSize, origin, floors } = options, { exports } = this.#native;
        const grid = this.#native.with([classes, costs], (classesAt, costsAt) =>
            this.#native.create("the map", (out) => exports.wendjs_grid_create(width, height, floors, classesAt, costsAt, connectivity, ...costRange, tileSize, ...origin, out),
                { LIMIT: "a cost is outside of costRange, or the greatest is more than 4096 times the least" }));
        try {
            if (options.relief) this.#setRelief(grid, options.relief, width * height);
        } catch (error) {
            exports.wend_grid_destroy(grid);
            throw error;
        }
        return new World(this.#native, this.#build(grid, options), this.#shared, extra);
    }

    #setRelief(grid, { elevations, slopes, maxClimb, maxDrop, unitLength, lanes, laneFactors }, tiles) {
        const isNamed = typeof slopes === "string";
        for (const [name, values] of [["elevations", elevations], ["lanes", lanes]])
            if (values && values.length !== tiles) throw argumentError(`${values.length} ${name} are given; expected ${tiles}, one for each tile`);
        const wrong = lanes ? Array.prototype.findIndex.call(lanes, (lane) => !Number.isInteger(lane) || lane < 0 || lane > 8) : -1;
        if (wrong >= 0) throw argumentError(`lane ${wrong} is ${String(lanes[wrong])}; expected a whole number from 0 to 8`);
        const limits = Float64Array.of(maxClimb, maxDrop, unitLength || (isNamed ? 1 : 0), ...laneFactors);
        this.#native.with([elevations && Float32Array.from(elevations), isNamed ? null : Float32Array.from(slopes.flat()), isNamed ? slopes : null, limits, lanes && Uint8Array.from(lanes)],
            (elevationsAt, pointsAt, functionAt, limitsAt, lanesAt) =>
                this.#native.check(this.#native.exports.wendjs_grid_set_relief(grid, elevationsAt, pointsAt, isNamed ? 0 : slopes.length, functionAt, limitsAt, lanesAt), "relief",
                    { LIMIT: "elevations do not fit 16 bits, or the costliest step is more than 16,000 times the cheapest" }));
    }

    /** A world from costs, row by row: 0 and Infinity block; NaN and negative costs are refused. */
    fromArray(costs, width, height, options) {
        const read = readOptions(options, ARRAY, "fromArray");
        if (!isArray(costs)) throw argumentError("the costs are no array of numbers");
        if (height === undefined) {
            height = costs.length / width / read.floors;
            if (!Number.isInteger(height)) throw argumentError(`${costs.length} costs do not make rows of ${String(width)}`);
        }
        checkSize(width, height, read.mostTiles, "the map", read.floors);
        checkCount(costs.length, "costs", width, height, read.floors);
        const found = classify(costs, width);
        return this.#worldOf(width, height, found.classes, found.costs, read, { costError: found.error });
    }

    /** A world from terrain classes, 0 to 255, row by row, and the cost of each class; 0 and Infinity block. */
    fromClasses(classes, classCosts, width, height, options) {
        const read = readOptions(options, ARRAY, "fromClasses");
        if (!["Uint8Array", "Uint8ClampedArray"].includes(typeOf(classes))) throw argumentError("the classes are no Uint8Array");
        checkSize(width, height, read.mostTiles, "the map", read.floors);
        checkCount(classes.length, "tiles", width, height, read.floors);
        if (!isArray(classCosts) || classCosts.length > 256) throw argumentError("the costs of classes are no array of up to 256 numbers");
        const costs = new Float32Array(256);
        for (let i = 1; i < classCosts.length; i++) costs[i] = readCost(classCosts[i], `cost of class ${i}`);
        const without = classes.findIndex((c) => c > 0 && c >= classCosts.length);
        if (without >= 0) throw argumentError(`tile (${without % width}, ${Math.floor(without / width)}) has class ${classes[without]}; expected one of the ${classCosts.length} that have a cost`);
        return this.#worldOf(width, height, classes, costs, read);
    }

    /** A world from the bytes of a map file, or from ImageData: as `wend bake` makes it. */
    bake(map, options) {
        const read = readOptions(options, BAKE, "bake"), isImage = map?.data !== undefined;
        if (isImage) {
            checkSize(map.width, map.height, read.mostTiles, "the picture");
            if (!["Uint8Array", "Uint8ClampedArray"].includes(typeOf(map.data)) || map.data.length !== 4 * map.width * map.height)
                throw argumentError(`the data of a picture of ${map.width} x ${map.height} pixels is no Uint8ClampedArray of ${4 * map.width * map.height} bytes: red, green, blue and alpha of each`);
        } else if (!["Uint8Array", "ArrayBuffer"].includes(typeOf(map))) throw argumentError("the map is neither bytes nor ImageData");
        const { name = isImage ? "picture" : "map", rule = RULES.indexOf(read.legend === null ? "brightness" : "palette") } = read;
        const bytes = isImage ? tgaOf(map) : readBytes(map, "the map"), native = this.#native, { exports } = native;
        const values = Float64Array.of(
            read.blockedBelow, read.cheapest, read.costliest, read.heightScale, read.maxClimb, read.seaLevel, read.waterCost, read.swampCost, read.transparentBelow, read.mostTiles);
        const grid = native.with([bytes, name, values, read.letters, read.legend], (at, nameAt, valuesAt, lettersAt, legendAt) =>
            native.create(name, (out) => exports.wendjs_import(
                at, bytes.length, nameAt, rule, read.channel, read.negate ? 1 : 0, valuesAt, read.downscale, read.downscaleBy, read.connectivity, lettersAt, legendAt, out)));
        const source = this.#source(isImage);
        return new World(native, this.#build(grid, read), this.#shared, { source });
    }

    #source(isImageData) {
        const native = this.#native, { exports } = native;
        exports.wendjs_import_numbers();
        const n = native.numbers(12);
        const text = (which) => native.text(exports.wendjs_import_text(which));
        return {
            format: isImageData ? "pixels" : text(0), rule: text(1), warning: text(2), colorWarning: text(3), width: n[0], height: n[1], channels: n[2],
            bits: n[3], darkest: n[4], brightest: n[5], blockedBelow: n[6], negate: n[7] !== 0, isImage: n[8] !== 0,
            suggestedBelow: n[9], suggestsHeight: n[10] !== 0, suggestsNegate: n[11] !== 0,
            meanings: Array.from({ length: 256 }, (_, i) => text(16 + i)),
            classColors: native.copy(Uint32Array, exports.wendjs_import_colors(), 256),
        };
    }

    /** By agent, the index of its job, or -1. costs: a row of jobCount for each agent; Infinity where it cannot take a job. */
    assign(costs, jobCount, options) { return assign(this.#native, costs, jobCount, options); }
    /** The order in which the stops of a matrix of costs are visited at the least cost. */
    tour(costs, options) { return tour(this.#native, costs, options); }

    /** A world from the bytes of a .wend file. */
    open(bytes) {
        const file = readBytes(bytes, "the world"), native = this.#native;
        const pointer = native.with([file], (at) => native.create("open", (out) => native.exports.wendjs_world_open(at, file.length, out)));
        return new World(native, pointer, this.#shared);
    }
}

/**
 * Loads the engine, with SIMD instructions where the machine has them. Every instance has its own memory; one is enough
 * for any number of worlds.
 */
export async function load(options) {
    return new Wend(await Native.load(options));
}

export { ALGORITHMS, ASSIGN_GOALS, CHANNELS, CONNECTIVITIES, EVENTS, HEURISTICS, LAYERS, OUTCOMES, RULES, SHAPE_KINDS, STATES, hasSimd, WendError };
export { World } from "./world.js";
export { Overlay };
export { Path } from "./path.js";
export { Crowd, Field } from "./agents.js";
