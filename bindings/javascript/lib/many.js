// many.js: costs between many places, who takes which job, in which order stops are visited, and corridors.
import { integerFrom, isArray, numberFrom, oneOf, readArea, readBoolean, readInteger, readOptions, readTiles, tilesOf } from "./arguments.js";
import { argumentError } from "./errors.js";

export const ASSIGN_GOALS = Object.freeze(["sum", "max"]);
const MOST = 2 ** 31 - 1, MOST_STOPS = 10000;

const MATRIX = { limit: [Infinity, numberFrom(0, Infinity)], nearest: [0, integerFrom(0, MOST)], exact: [false, readBoolean] };
const ASSIGN = { goal: [0, oneOf(ASSIGN_GOALS)] };
const stop = integerFrom(0, MOST);
const TOUR = { closed: [false, readBoolean], first: [-1, stop], last: [-1, stop], effort: [20, integerFrom(0, 1000000)] };
const CORRIDOR = { above: [5, numberFrom(0, 1e6)] };

const listOf = (tiles) => Int32Array.from(tiles.flat());

// Tiles as readTiles takes them, or all tiles of an area.
function readEnd(end, world, name) {
    if (!isArray(end) || end.length < 4 || typeof end[0] !== "number") return readTiles(end, world, name);
    const [x, y, width, height, floor] = readArea(end, world);
    return Array.from({ length: width * height }, (_, i) => [x + (i % width), y + Math.floor(i / width), floor]);
}

// A matrix of costs, row by row: a list of whole rows, without negative numbers.
function readCosts(costs, columns, name) {
    if (!isArray(costs)) throw argumentError(`${name} are no array of numbers`);
    if (costs.length === 0 || costs.length % columns) throw argumentError(`${costs.length} ${name} do not make rows of ${columns}`);
    const read = Float64Array.from(costs, (cost) => (typeof cost === "number" ? cost : NaN));
    const bad = read.findIndex((cost) => !(cost >= 0));
    if (bad >= 0) throw argumentError(`${name}[${bad}] is ${String(costs[bad])}; expected a number from 0, or Infinity where there is no path`);
    return read;
}

export function matrix(world, sources, targets, options) {
    const { native } = world, { limit, nearest, exact } = readOptions(options, MATRIX, "matrix");
    const from = readTiles(sources, world, "source"), to = readTiles(targets, world, "target"), count = from.length * to.length;
    return native.with([listOf(from), listOf(to), 8 * count], (fromAt, toAt, out) => {
        native.check(native.exports.wendjs_matrix(world.pointer, fromAt, from.length, toAt, to.length, limit, nearest, exact ? 1 : 0, out), "matrix");
        return native.copy(Float64Array, out, count);
    });
}

export function assign(native, costs, jobCount, options) {
    const { goal } = readOptions(options, ASSIGN, "assign");
    const read = readCosts(costs, readInteger(jobCount, 1, MOST, "jobCount"), "costs"), agents = read.length / jobCount;
    return native.with([read, 4 * agents], (at, out) => {
        native.check(native.exports.wend_assign(at, agents, jobCount, goal, out), "assign", { LIMIT: "a cost is above 2^40" });
        return native.copy(Int32Array, out, agents);
    });
}

function tourOf(native, read, count, { closed, first, last, effort }) {
    for (const [name, value] of [["first", first], ["last", last]])
        if (value >= count) throw argumentError(`${name} is ${value}; expected the index of one of the ${count} stops`);
    if (closed && last >= 0) throw argumentError(`last is ${last}; a closed tour ends where it begins`);
    if (count > 1 && first >= 0 && first === last) throw argumentError(`last is ${last}; expected another stop than first`);
    return native.with([read, 4 * count], (at, out) => {
        native.check(native.exports.wendjs_tour(at, count, closed ? 1 : 0, first, last, effort, out), "tour", { LIMIT: "a cost is above 2^40" });
        return { cost: native.number(0), order: native.copy(Int32Array, out, count) };
    });
}

const checkStops = (count) => { if (count > MOST_STOPS) throw argumentError(`${count} stops are given; expected at most ${MOST_STOPS}`); };

export function tour(native, costs, options) {
    const read = readOptions(options, TOUR, "tour"), count = isArray(costs) ? Math.sqrt(costs.length) : 1;
    if (!Number.isInteger(count)) throw argumentError(`${costs.length} costs do not make as many rows as columns`);
    checkStops(count);
    return tourOf(native, readCosts(costs, Math.max(count, 1), "costs"), count, read);
}

export function tourOfStops(world, stops, options) {
    const read = readOptions(options, TOUR, "tour"), tiles = readTiles(stops, world, "stop");
    checkStops(tiles.length);
    return tourOf(world.native, matrix(world, tiles, tiles), tiles.length, read);
}

export function corridor(world, from, to, options) {
    const { native } = world, { above } = readOptions(options, CORRIDOR, "corridor");
    const first = readEnd(from, world, "start"), last = readEnd(to, world, "goal");
    try {
        native.with([listOf(first), listOf(last)], (fromAt, toAt) =>
            native.check(native.exports.wendjs_corridor(world.pointer, fromAt, first.length, toAt, last.length, above), "corridor"));
        const [cost, count] = native.numbers(2);
        return native.with([12 * count, 8 * count], (tiles, percents) => {
            native.exports.wendjs_corridor_tiles(above, tiles, percents, count);
            return { cost, tiles: tilesOf(native, tiles, count, world), above: native.copy(Float64Array, percents, count) };
        });
    } finally {
        native.exports.wendjs_free_corridor();
    }
}
