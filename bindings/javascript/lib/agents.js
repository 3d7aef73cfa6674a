// agents.js: fields of costs, and crowds.
import { argumentError } from "./errors.js";
import { Handle } from "./native.js";
import { readTile, readTiles } from "./path.js";

const STATES = ["idle", "waiting", "walking", "arrived", "no_route", "stuck", "on_link", "near_goal"];

/** The cost from every tile to the nearest of some tiles, or with `from: true` to every tile from them. */
export class Field extends Handle {
    constructor(world, tiles, { from = false, limit = Infinity } = {}) {
        const { native } = world;
        const read = readTiles(tiles, world, "tile"), pointer = world.pointer;
        super(native, native.create("field", (out) => native.exports.wendjs_field_create(out)), "wendjs_field_destroy");
        this.world = world;
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
        const { native, world } = this, size = world.width * world.height;
        const at = native.allocate(8 * size);
        native.exports.wendjs_field_costs(this.pointer, world.pointer, at);
        const costs = native.copy(Float64Array, at, size);
        native.exports.free(at);
        return costs;
    }
    costAt(tile) { return this.native.exports.wendjs_field_cost(this.pointer, ...readTile(tile, this.world, "tile")); }
    /** The next tile on the path; null where there is none. */
    next(tile) {
        return this.native.exports.wendjs_field_next(this.pointer, ...readTile(tile, this.world, "tile")) ? this.native.numbers(2) && [...this.native.numbers(2)] : null;
    }
}

/** Agents that follow their own paths and avoid each other and the walls. Ids are numbers of type bigint. */
export class Crowd extends Handle {
    constructor(world, { plansPerTick = 0, workPerTick = 0, snap = 0, partial = false, passThrough = false } = {}) {
        const { native } = world;
        super(native, native.create("crowd", (out) => native.exports.wendjs_crowd_create(world.pointer, plansPerTick, workPerTick, snap, partial ? 1 : 0, passThrough ? 1 : 0, out)), "wendjs_crowd_destroy");
        this.world = world;
    }
    get count() { return this.native.exports.wendjs_crowd_count(this.pointer); }
    /** Adds an agent at a position in world units, and returns its id. */
    add([x, y], { radius = 0.2, maxSpeed = 4, maxAcceleration = 32 } = {}) {
        if (!Number.isFinite(x) || !Number.isFinite(y)) throw argumentError(`position (${x}, ${y}) is no position`);
        this.native.check(this.native.exports.wendjs_crowd_add(this.pointer, x, y, radius, maxSpeed, maxAcceleration), "crowd.add");
        const [high, low] = this.native.numbers(2);
        return (BigInt(high) << 32n) | BigInt(low);
    }
    /** Gives an agent, or each of several, a goal. */
    send(ids, goal) {
        const [x, y] = readTile(goal, this.world, "goal");
        for (const id of Array.isArray(ids) ? ids : [ids])
            this.native.check(this.native.exports.wendjs_crowd_send(this.pointer, Number(id >> 32n), Number(id & 0xffffffffn), x, y), "crowd.send");
    }
    remove(id) {
        this.native.check(this.native.exports.wendjs_crowd_remove(this.pointer, Number(id >> 32n), Number(id & 0xffffffffn)), "crowd.remove");
    }
    /** Moves all agents by dt seconds, count times. */
    tick(dt, count = 1) {
        this.native.check(this.native.exports.wendjs_crowd_tick(this.pointer, dt, count), "crowd.tick");
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
    indexOf(id) { return this.native.exports.wendjs_crowd_index(this.pointer, Number(id >> 32n), Number(id & 0xffffffffn)); }
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

export { STATES };
