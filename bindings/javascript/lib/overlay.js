// overlay.js: what-if worlds that follow another world: danger, obstacles by handle, ground that nobody has seen.
import { GREATEST_FLOAT, integerFrom, isArray, numberFrom, readArea, readInteger, readNumber, readOptions, readPair, readTile } from "./arguments.js";
import { argumentError } from "./errors.js";
import { bytesOfShapes, checkPoint, readAdded, readShape } from "./shapes.js";
import { readCost } from "./costs.js";
import { World } from "./world.js";

const MOST = 2 ** 31 - 1;
const COSTS = { area: [undefined, (value) => value], decay: [0, numberFrom(0, 1)] };
const REASONS = {
    LIMIT: "too many different costs are added: no terrain class is left for them",
    STALE: "its world was disposed",
    UNSUPPORTED: "this world can have no overlays",
};
const readHandle = (handle) => readInteger(handle, 0, MOST, "handle");
const HANDLES = { ARGUMENT: "no such handle was ever given", STALE: "it was removed already" };

/**
 * A world that has the ground of another one, its parent, but for what its layers change, and follows the edits of that.
 * It brings itself up to date whenever it is asked something.
 */
export class Overlay extends World {
    constructor(parent, shared) {
        const { native, pointer } = parent;
        super(native, native.create("overlay", (out) => native.exports.wendjs_overlay_create(pointer, out), REASONS), shared,
            { parent, source: parent.source, costError: parent.costError, destroy: "wend_overlay_destroy" });
    }
    /** @internal The world: see `layers` for the overlay itself. */
    get pointer() {
        const { native, layers, parent } = this;
        if (!parent.disposed) parent.pointer; // which may be an overlay, too
        return native.create("overlay", (out) => native.exports.wend_overlay_world(layers, out), REASONS);
    }
    /** @internal */
    get layers() { return super.pointer; }

    #call(what, call, reasons) { this.native.check(call(this.native.exports, this.layers), what, reasons); }

    // ---- added costs and obstacles

    /** Adds a shape that is blocked or costs more, and returns its handle. */
    add(shape) { return this.#shape(shape, -1, "add"); }
    /** Gives a handle another shape. */
    move(handle, shape) { this.#shape(shape, readHandle(handle), "move", HANDLES); }
    #shape(given, handle, what, reasons) {
        const bytes = bytesOfShapes([readShape(given)], this), { native, pointer } = this;
        native.with([bytes], (at) => this.#call(what, (exports, layers) => exports.wendjs_overlay_shape(layers, pointer, at, handle), reasons));
        return native.number(0);
    }
    /** Removes what a handle stands for. */
    remove(handle) {
        const read = readHandle(handle);
        this.#call("remove", (exports, layers) => exports.wend_overlay_remove(layers, read), HANDLES);
    }
    /** Adds costs tile by tile, row by row, to the whole map or to an area: 0: nothing, Infinity: blocked. Returns a handle. */
    addCosts(costs, options) {
        const { area, decay } = readOptions(options, COSTS, "addCosts"), place = this.#area(area);
        this.#checkCount(costs, "costs", place);
        const read = Float32Array.from(costs, (cost, i) => readAdded(cost, `costs[${i}]`));
        this.native.with([read], (at) => this.#call("addCosts", (exports, layers) => exports.wendjs_overlay_costs(layers, ...place, at, decay)));
        return this.native.number(0);
    }
    /**
     * Adds the danger around enemies: that of each is its cost at its tile, and falls evenly to 0 at the distance of its range.
     * A single number counts for all. Returns their handles.
     */
    addDangers(positions, ranges, costs) {
        if (!Array.isArray(positions)) throw argumentError("positions are no array of tiles [x, y]");
        const points = Array.from(positions, (position, i) => readPair(position, -GREATEST_FLOAT, GREATEST_FLOAT, `position ${i}`)), count = points.length;
        for (const point of points) checkPoint(point, this);
        const numbers = (values, name, most) => {
            if (typeof values !== "number" && (!isArray(values) || values.length !== count)) throw argumentError(`${name} are neither a number nor an array of ${count}, one for each position`);
            return Float32Array.from({ length: count }, (_, i) => readNumber(typeof values === "number" ? values : values[i], 0, most, name));
        };
        const reach = numbers(ranges, "ranges", GREATEST_FLOAT), cost = numbers(costs, "costs", 1024), { pointer, native } = this;
        return native.with([Float32Array.from(points.flat()), reach, cost, 4 * count], (at, rangesAt, costsAt, out) => {
            this.#call("addDangers", (exports, layers) => exports.wendjs_overlay_dangers(layers, pointer, at, rangesAt, costsAt, count, out));
            return native.copy(Int32Array, out, count);
        });
    }
    /** Added costs decay: each loses the share that is its decay, as often as there are ticks. */
    tick(ticks = 1) {
        const read = readInteger(ticks, 0, MOST, "ticks");
        this.#call("tick", (exports, layers) => exports.wend_overlay_tick(layers, read));
    }

    // ---- unknown ground

    /** From now on all tiles are unknown but for those that are seen later; cost: of entering one. Called again, it forgets all. */
    hide(cost = Infinity) {
        const read = readCost(cost, "cost");
        this.#call("hide", (exports, layers) => exports.wendjs_overlay_hide(layers, read));
    }
    /** All tiles are known again, as the parent has them. */
    reveal() { this.#call("reveal", (exports, layers) => exports.wendjs_overlay_hide(layers, -1)); }
    /** Sees an area, or those tiles of it whose number in the mask is not 0: they are remembered as the parent has them now. */
    see(area, mask) { this.#know(1, area, mask, "see"); }
    /** Makes tiles unknown again; the arguments are those of see(). */
    forget(area, mask) { this.#know(0, area, mask, "forget"); }
    #know(sees, area, mask, what) {
        const place = this.#area(area), { parent } = this;
        if (mask !== undefined) this.#checkCount(mask, "numbers of the mask", place);
        if (sees && !parent.disposed) parent.pointer;
        this.native.with([mask === undefined ? null : Uint8Array.from(mask, (seen) => (seen ? 1 : 0))], (at) =>
            this.#call(what, (exports, layers) => exports.wendjs_overlay_know(layers, sees, ...place, at), { ARGUMENT: "the map is not hidden", STALE: "its world was disposed" }));
    }
    /** Sees what is visible in the parent from a tile, or from several, and returns that; options: as of World.visible(). */
    seeFrom(from, options) {
        const seen = this.parent.visible(from, options), [first] = Array.isArray(from) && typeof from[0] === "object" ? from : [from];
        this.see([...this.area, readTile(first, this, "tile")[2]], seen);
        return seen;
    }
    /** Was the tile seen? True when the map is not hidden. */
    isSeen(tile) { return this.native.exports.wendjs_overlay_is_seen(this.layers, ...readTile(tile, this, "tile")) !== 0; }

    /** What the layers need. */
    get layerInfo() {
        this.pointer;
        this.native.exports.wendjs_overlay_numbers(this.layers);
        const [handleCount, classCount, levelFactor, privateTiles, bytes] = this.native.numbers(5);
        return { handleCount, classCount, levelFactor, privateTiles, bytes };
    }
    /** Recomputes what queries have not needed yet; true when nothing is left to do. */
    refresh(mostClusters = 0) {
        const read = readInteger(mostClusters, 0, MOST, "mostClusters");
        this.pointer;
        this.#call("refresh", (exports, layers) => exports.wendjs_overlay_refresh(layers, read), REASONS);
        return this.native.number(0) !== 0;
    }

    #area(area) { return readArea(area ?? this.area, this); }
    #checkCount(values, what, [, , width, height]) {
        if (!isArray(values)) throw argumentError(`${what} are no array`);
        if (values.length !== width * height) throw argumentError(`${values.length} ${what} are given; expected ${width} x ${height} = ${width * height}`);
    }
}
