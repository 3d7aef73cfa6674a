// agents.js: fields of costs, and crowds.
import { GREATEST_FLOAT, integerFrom, numberFrom, readBoolean, readInteger, readNumber, readOptions, readPair, readTile, readTiles, shownTile, tilesOf } from "./arguments.js";
import { argumentError, WendError } from "./errors.js";
import { Handle } from "./native.js";

export const STATES = Object.freeze(["idle", "waiting", "walking", "arrived", "no_route", "stuck", "on_link", "near_goal", "blocked"]);
const MOST_TICKS = 2 ** 31 - 1;

const FIELD = { from: [false, readBoolean], limit: [Infinity, numberFrom(Number.MIN_VALUE, Infinity)] };
const CROWD = {
    plansPerTick: [0, integerFrom(0, 2 ** 31 - 1)],
    workPerTick: [0, integerFrom(0, 2 ** 31 - 1)],
    snap: [0, numberFrom(0, Infinity)],
    partial: [false, readBoolean],
    passThrough: [false, readBoolean],
};
const BODY = { radius: [0.2, numberFrom(0, GREATEST_FLOAT)], maxSpeed: [4, numberFrom(0, GREATEST_FLOAT)], maxAcceleration: [32, numberFrom(0, GREATEST_FLOAT)] };

// Both halves of an id, which another number would only seem to be.
function readId(id) {
    if (typeof id !== "bigint" || id < 0n || id >> 64n) throw argumentError(`the id of an agent is ${typeof id === "bigint" ? id : `of type ${typeof id}`}; expected what add() has returned`);
    return [Number(id >> 32n), Number(id & 0xffffffffn)];
}

/** The cost from every tile to the nearest of some tiles, or with `from: true` to every tile from them. */
export class Field extends Handle {
    constructor(world, tiles, options) {
        const { native, pointer } = world;
        const { from, limit } = readOptions(options, FIELD, "field"), read = readTiles(tiles, world, "tile");
        super(native, native.create("field", (out) => native.exports.wend_field_create(0, out)), "wend_field_destroy");
        this.world = world;
        Object.freeze(this);
        try {
            native.with([Int32Array.from(read.flat())], (at) =>
                native.check(native.exports.wendjs_field_fill(this.pointer, pointer, from ? 1 : 0, at, read.length, limit), "field"));
        } catch (error) {
            this.dispose();
            throw error;
        }
    }
    /** Of every tile, row by row; Infinity where no path leads. */
    get costs() {
        const { native, world, pointer } = this, size = world.width * world.height * world.floors;
        return native.with([8 * size], (at) => {
            native.exports.wendjs_field_costs(pointer, world.pointer, at);
            return native.copy(Float64Array, at, size);
        });
    }
    /** The tiles that have a cost, x, y, x, y, ... */
    get tiles() {
        const { native, pointer, world } = this, count = native.exports.wendjs_field_tiles(pointer, 0, 0);
        return native.with([12 * count], (at) => {
            native.exports.wendjs_field_tiles(pointer, at, count);
            return tilesOf(native, at, count, world);
        });
    }
    /** Of every tile, row by row: the index of the given tile that is nearest; -1 where no path leads. */
    get goalIndices() {
        const { native, world, pointer } = this, size = world.width * world.height * world.floors;
        return native.with([4 * size], (at) => {
            native.check(native.exports.wendjs_field_regions(pointer, world.pointer, at), "goalIndices");
            return native.copy(Int32Array, at, size);
        });
    }
    goalIndex(tile) { return this.native.exports.wendjs_field_end(this.pointer, ...readTile(tile, this.world, "tile")); }
    costAt(tile) { return this.native.exports.wendjs_field_cost(this.pointer, ...readTile(tile, this.world, "tile")); }
    /** The next tile on the path; null where there is none. */
    next(tile) {
        return this.native.exports.wendjs_field_next(this.pointer, ...readTile(tile, this.world, "tile")) ? shownTile(this.native.numbers(3), this.world) : null;
    }
}

/** Agents that follow their own paths and avoid each other and the walls. Ids are numbers of type bigint. */
export class Crowd extends Handle {
    constructor(world, options) {
        const { native, pointer } = world;
        const { plansPerTick, workPerTick, snap, partial, passThrough } = readOptions(options, CROWD, "crowd");
        super(native, native.create("crowd", (out) => native.exports.wendjs_crowd_create(pointer, plansPerTick, workPerTick, snap, partial ? 1 : 0, passThrough ? 1 : 0, out)), "wend_crowd_destroy");
        this.world = world;
        Object.freeze(this);
    }
    get count() { return this.native.exports.wendjs_crowd_count(this.pointer); }
    /** Adds an agent at a position in world units, and returns its id. */
    add(position, body) {
        const { radius, maxSpeed, maxAcceleration } = readOptions(body, BODY, "add");
        const [x, y] = readPair(position, -GREATEST_FLOAT, GREATEST_FLOAT, "position");
        this.native.check(
            this.native.exports.wendjs_crowd_add(this.pointer, x, y, radius, maxSpeed, maxAcceleration), `an agent of radius ${radius} at (${x}, ${y})`,
            { ARGUMENT: "it stands on a blocked tile or off the map, or its radius, maxSpeed or maxAcceleration is out of range", LIMIT: "it touches a wall, is too wide for the paths of this map, or one too many" });
        const [high, low] = this.native.numbers(2);
        return (BigInt(high) << 32n) | BigInt(low);
    }
    /** Gives an agent, or each of several, a goal. */
    send(ids, goal) {
        const tile = readTile(goal, this.world, "goal"), { pointer, native } = this;
        const all = (Array.isArray(ids) ? ids : [ids]).map(readId);
        // Nobody is sent when one of them is not there.
        for (const id of all) if (native.exports.wendjs_crowd_index(pointer, ...id) < 0) throw new WendError("STALE", "send: an agent was removed");
        for (const id of all) native.check(native.exports.wendjs_crowd_send(pointer, ...id, ...tile), "send");
    }
    remove(id) {
        this.native.check(this.native.exports.wendjs_crowd_remove(this.pointer, ...readId(id)), "remove", { STALE: "the agent was removed" });
    }
    /** Moves all agents by dt seconds, count times. */
    tick(dt, count = 1) {
        const { pointer } = this;
        this.world.pointer; // an overlay follows its parent
        if (!(readNumber(dt, 0, 1, "dt") > 0)) throw argumentError("dt is 0; expected seconds above 0, up to 1");
        this.native.check(this.native.exports.wendjs_crowd_tick(pointer, dt, readInteger(count, 0, MOST_TICKS, "count")), "tick");
    }
    /** Positions and velocities as x, y, x, y, ..., and states, in the order of the agents' indices. */
    read() {
        const { native } = this, count = this.count;
        return native.with([16 * count, count], (vectors, states) => {
            native.exports.wendjs_crowd_read(this.pointer, vectors, vectors + 8 * count, states);
            return {
                positions: native.copy(Float32Array, vectors, 2 * count),
                velocities: native.copy(Float32Array, vectors + 8 * count, 2 * count),
                states: native.copy(Uint8Array, states, count),
            };
        });
    }
    /** How many agents are in each state. */
    get states() {
        const counts = Object.fromEntries(STATES.map((state) => [state, 0]));
        for (const state of this.read().states) counts[STATES[state]]++;
        return counts;
    }
    /** The index of an agent in what read() returns; -1: removed. */
    indexOf(id) { return this.native.exports.wendjs_crowd_index(this.pointer, ...readId(id)); }
    get stats() {
        this.native.exports.wendjs_crowd_numbers(this.pointer);
        const n = this.native.numbers(6);
        return { ticks: n[0], plans: n[1], replans: n[2], forcedPasses: n[3], collisions: n[4], blockedTicks: n[5] };
    }
    get hash() {
        this.native.exports.wendjs_crowd_numbers(this.pointer);
        return this.native.hash(6);
    }
}
