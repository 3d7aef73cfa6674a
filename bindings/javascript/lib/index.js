// index.js: the package: load() gives an instance of the engine, which makes worlds.
import { classify, LEAST_COST, GREATEST_COST } from "./costs.js";
import { argumentError, WendError } from "./errors.js";
import { hasSimd, Native } from "./native.js";
import { ALGORITHMS, EVENTS, HEURISTICS, indexOf, OUTCOMES, Search } from "./path.js";
import { CONNECTIVITIES, LAYERS, World } from "./world.js";
import { STATES } from "./agents.js";

const RULES = ["brightness", "luma", "linear", "inverse", "threshold", "ros", "palette", "height"];
const CHANNELS = ["max", "luma", "mean", "red", "green", "blue", "alpha"];
const DOWNSCALES = ["costliest", "cheapest"];
/** Larger maps are refused, as a page has 2 GB at most, and a phone much less. */
export const MOST_TILES = 1 << 26;

const isBytes = (value) => value instanceof Uint8Array || value instanceof ArrayBuffer;

function checkSize(width, height, mostTiles, what) {
    if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1)
        throw argumentError(`${what} is ${width} x ${height}; expected whole numbers above 0`);
    if (width * height > mostTiles)
        throw new WendError("LIMIT", `${what} of ${width} x ${height} tiles is too large; the limit here is ${mostTiles} tiles, such as ${Math.floor(Math.sqrt(mostTiles))} x ${Math.floor(Math.sqrt(mostTiles))}`);
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

/** An instance of the engine with its own memory. */
export class Wend {
    #native;
    #shared;
    constructor(native) {
        this.#native = native;
        this.#shared = { search: new Search(native) };
        this.simd = native.simd;
    }

    /** Bytes that the instance has from the system, and how many of them are in use. */
    get memory() {
        return { total: this.#native.memory.buffer.byteLength, used: this.#native.exports.wendjs_used_bytes() };
    }

    #build(grid, { clusterSize = 31, levels = 0 }) {
        const { exports } = this.#native;
        return this.#native.create("bake", (out) => exports.wendjs_world_build(grid, clusterSize, levels, out));
    }

    #grid(width, height, classes, costs, options) {
        const { connectivity = "8", costRange, tileSize = 1, origin = [0, 0], mostTiles = MOST_TILES } = options;
        checkSize(width, height, mostTiles, "the map");
        if (classes.length !== width * height) throw argumentError(`${classes.length} tiles are given; expected ${width} x ${height} = ${width * height}`);
        const number = indexOf(CONNECTIVITIES, String(connectivity), "connectivity");
        const [least, greatest] = costRange ?? [0, 0];
        const { exports } = this.#native;
        return this.#native.with([classes, costs], (classesAt, costsAt) =>
            this.#native.create("costs", (out) => exports.wendjs_grid_create(width, height, classesAt, costsAt, number, least, greatest, tileSize, ...origin, out)));
    }

    /** A world from costs, row by row: 0 and Infinity block; NaN and negative costs are refused. */
    fromArray(costs, width, height = costs?.length / width, options = {}) {
        if (!Array.isArray(costs) && !ArrayBuffer.isView(costs)) throw argumentError("the costs are no array of numbers");
        if (!Number.isInteger(height)) throw argumentError(`${costs.length} costs do not make rows of ${width}`);
        checkSize(width, height, options.mostTiles ?? MOST_TILES, "the map");
        if (costs.length !== width * height) throw argumentError(`${costs.length} costs are given; expected ${width} x ${height} = ${width * height}`);
        const found = classify(costs, width);
        const grid = this.#grid(width, height, found.classes, found.costs, options);
        return new World(this.#native, this.#build(grid, options), this.#shared, { costError: found.error });
    }

    /** A world from terrain classes, 0 to 255, row by row, and the cost of each class; 0 and Infinity block. */
    fromClasses(classes, classCosts, width, height, options = {}) {
        if (!(classes instanceof Uint8Array || classes instanceof Uint8ClampedArray)) throw argumentError("the classes are no Uint8Array");
        const costs = new Float32Array(256);
        for (let i = 1; i < 256; i++) {
            const cost = classCosts[i] ?? 0;
            if (Number.isNaN(cost) || cost < 0) throw argumentError(`cost of class ${i} is ${cost}; expected a cost, or 0 or Infinity where the class is blocked`);
            if (cost !== 0 && cost !== Infinity && (cost < LEAST_COST || cost > GREATEST_COST)) throw argumentError(`cost of class ${i} is ${cost}; expected 1/64 to 1024`);
            costs[i] = cost === Infinity ? 0 : cost;
        }
        const grid = this.#grid(width, height, classes, costs, options);
        return new World(this.#native, this.#build(grid, options), this.#shared);
    }

    /** A world from the bytes of a map file, or from ImageData: as `wend bake` makes it. */
    bake(map, options = {}) {
        const isImage = !isBytes(map) && map?.data && Number.isInteger(map.width) && Number.isInteger(map.height);
        if (!isBytes(map) && !isImage) throw argumentError("the map is neither bytes nor ImageData");
        const {
            name = isImage ? "picture" : "map", rule = options.legend === undefined ? "brightness" : "palette", channel = "max", negate = false, blockedBelow = -1,
            cheapest = 1, costliest = 10, heightScale = 0, maxClimb = 1, seaLevel = -1, waterCost = 0, swampCost = 1,
            transparentBelow = 0.5, downscale = 1, downscaleBy = "costliest", connectivity = "8", letters = null, legend = null,
            mostTiles = MOST_TILES,
        } = options;
        if (isImage) checkSize(map.width, map.height, mostTiles, "the picture");
        const bytes = isImage ? tgaOf(map) : map instanceof ArrayBuffer ? new Uint8Array(map) : map;
        const native = this.#native, { exports } = native;
        const values = Float64Array.of(blockedBelow, cheapest, costliest, heightScale, maxClimb, seaLevel, waterCost, swampCost, transparentBelow, mostTiles);
        const numbers = [
            indexOf(RULES, rule, "rule"), indexOf(CHANNELS, channel, "channel"), negate ? 1 : 0,
            indexOf(DOWNSCALES, downscaleBy, "downscaleBy"), indexOf(CONNECTIVITIES, String(connectivity), "connectivity"),
        ];
        const grid = native.with([bytes, name, values, letters, legend], (at, nameAt, valuesAt, lettersAt, legendAt) =>
            native.create(name, (out) => exports.wendjs_import(at, bytes.length, nameAt, numbers[0], numbers[1], numbers[2], valuesAt, downscale, numbers[3], numbers[4], lettersAt, legendAt, out)));
        const source = this.#source(isImage);
        return new World(native, this.#build(grid, options), this.#shared, { source });
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

    /** A world from the bytes of a .wend file. */
    open(bytes) {
        if (!isBytes(bytes)) throw argumentError("the world is no Uint8Array or ArrayBuffer");
        const file = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
        const native = this.#native;
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

export { ALGORITHMS, CHANNELS, CONNECTIVITIES, EVENTS, HEURISTICS, LAYERS, OUTCOMES, RULES, STATES, hasSimd, WendError };
export { World } from "./world.js";
export { Path } from "./path.js";
export { Crowd, Field } from "./agents.js";
