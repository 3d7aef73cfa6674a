// costs.js: which terrain class has each tile of an array of costs? Only + - * / and comparisons, so that every machine
// makes the same classes.
import { argumentError } from "./errors.js";

const PASSABLE = 255; // classes
export const LEAST_COST = 1 / 64, GREATEST_COST = 1024;

function checkCost(cost, name) {
    if (Number.isNaN(cost)) throw argumentError(`${name} is NaN; expected a cost, or 0 or Infinity where the tile is blocked`);
    if (cost < 0) throw argumentError(`${name} = ${cost} is negative; 0 and Infinity block a tile`);
    if (cost !== 0 && cost !== Infinity && (cost < LEAST_COST || cost > GREATEST_COST))
        throw argumentError(`${name} = ${cost} is out of range; expected 1/64 to 1024, or 0 or Infinity where the tile is blocked`);
}

/** A cost as the engine keeps it; 0: blocked. */
export function readCost(cost, name) {
    if (cost === "blocked") return 0;
    if (typeof cost !== "number") throw argumentError(`${name} is of type ${typeof cost}; expected a number or "blocked"`);
    checkCost(cost, name);
    return cost === Infinity ? 0 : Math.fround(cost);
}

// The 254th root, by bisection: multiplication is exact in the same way everywhere, powers and roots are not.
function rootOf(ratio) {
    let least = 1, most = ratio;
    for (let i = 0; i < 80; i++) {
        const middle = (least + most) / 2;
        let power = 1;
        for (let k = 0; k < PASSABLE - 1 && power <= ratio; k++) power *= middle;
        if (power > ratio) most = middle;
        else least = middle;
    }
    return least;
}

// The class of each tile among representatives in ascending order: the one nearest by ratio.
function nearest(costs, table, classes) {
    let error = 0;
    for (let i = 0; i < costs.length; i++) {
        const cost = costs[i];
        if (cost === 0 || cost === Infinity) continue;
        let low = 1, high = PASSABLE;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (table[middle] <= cost) low = middle;
            else high = middle - 1;
        }
        if (low < PASSABLE && cost * cost > table[low] * table[low + 1]) low++;
        classes[i] = low;
        error = Math.max(error, Math.abs(table[low] / cost - 1));
    }
    return error;
}

/**
 * Classes of the costs of an array, the cost of each class, and by what share a tile's cost differs at most: 0 with up
 * to 255 different costs.
 */
export function classify(costs, width) {
    const classes = new Uint8Array(costs.length), table = new Float32Array(256);
    const known = new Map([[0, 0]]);
    let least = Infinity, greatest = 0, last = 0, lastClass = 0;
    for (let i = 0; i < costs.length; i++) {
        const cost = costs[i];
        if (cost === last) { classes[i] = lastClass; continue; }
        if (typeof cost !== "number") throw argumentError(`the costs are of type ${typeof cost}; expected numbers`);
        checkCost(cost, `cost of tile (${i % width}, ${Math.floor(i / width)})`);
        const kept = cost === Infinity ? 0 : Math.fround(cost);
        if (kept !== 0) { least = Math.min(least, kept); greatest = Math.max(greatest, kept); }
        let found = known.get(kept);
        if (found === undefined) { found = known.size; known.set(kept, found); }
        classes[i] = found <= PASSABLE ? found : 0;
        last = cost;
        lastClass = classes[i];
    }
    if (known.size <= PASSABLE + 1) {
        // Classes in the order of their costs, whatever the order of the tiles.
        const order = [...known.keys()].sort((a, b) => a - b), number = new Uint8Array(256);
        order.forEach((cost, i) => { number[known.get(cost)] = i; table[i] = cost; });
        for (let i = 0; i < classes.length; i++) classes[i] = number[classes[i]];
        return { classes, costs: table, error: 0 };
    }
    const root = rootOf(greatest / least);
    for (let k = 1, cost = least; k <= PASSABLE; k++, cost *= root) table[k] = Math.min(cost, greatest);
    classes.fill(0);
    return { classes, error: nearest(costs, table, classes), costs: table };
}
