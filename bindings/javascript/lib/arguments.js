// arguments.js: is what a program gives what was expected? Every number that reaches the engine was read here, as
// WebAssembly would make 0 of NaN and of an object.
import { argumentError } from "./errors.js";

// How a message shows a value.
function shown(value) {
    if (typeof value === "string") return `"${value}"`;
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return "a function";
    if (isArray(value)) return value.length > 8 || !value.length ? `an array of ${value.length}` : `[${Array.from(value, shown).join(", ")}]`;
    return typeof value === "object" && value !== null ? `an object (${typeOf(value)})` : String(value);
}

/** "Uint8Array", "Array", ...: also of objects that another window, frame or test environment has made. */
export const typeOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

export const isArray = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && typeOf(value) !== "DataView");

export function indexOf(list, value, name) {
    const index = list.indexOf(value);
    if (index < 0) throw argumentError(`${name} is ${shown(value)}; expected one of ${list.join(", ")}`);
    return index;
}

export function readNumber(value, least, most, name) {
    if (typeof value !== "number" || !(value >= least && value <= most)) throw argumentError(`${name} is ${shown(value)}; expected a number from ${least} to ${most}`);
    return value;
}

export function readInteger(value, least, most, name) {
    if (!Number.isInteger(value) || value < least || value > most) throw argumentError(`${name} is ${shown(value)}; expected a whole number from ${least} to ${most}`);
    return value;
}

export function readBoolean(value, name) {
    if (typeof value !== "boolean") throw argumentError(`${name} is ${shown(value)}; expected true or false`);
    return value;
}

export function readText(value, name) {
    if (typeof value !== "string") throw argumentError(`${name} is ${shown(value)}; expected a text`);
    if (value.includes("\0")) throw argumentError(`${name} has a character 0; expected a text without`);
    return value;
}

/** Bytes of a file. */
export function readBytes(value, name) {
    const type = typeOf(value);
    if (type !== "Uint8Array" && type !== "ArrayBuffer") throw argumentError(`${name} is ${shown(value)}; expected a Uint8Array or an ArrayBuffer`);
    if (value.byteLength === 0) return new Uint8Array(0); // what was transferred elsewhere cannot be read at all
    return type === "Uint8Array" ? value : new Uint8Array(value);
}

/** Two numbers: of any size that the engine's 32-bit floats have. */
export function readPair(value, least, most, name) {
    if (!isArray(value) || value.length !== 2) throw argumentError(`${name} is ${shown(value)}; expected two numbers`);
    return Array.from(value, (number) => readNumber(number, least, most, name));
}
export const GREATEST_FLOAT = 3.4028234e38;

export function readTile(tile, world, name) {
    const [x, y, floor = 0] = !isArray(tile) ? [tile?.x, tile?.y, tile?.floor] : tile.length === 2 || tile.length === 3 ? tile : [];
    if (!Number.isInteger(x) || !Number.isInteger(y) || !Number.isInteger(floor)) throw argumentError(`${name} is no tile; expected [x, y] of whole numbers, or [x, y, floor]`);
    const [left, top, width, height] = world.area;
    if (x < left || y < top || x >= left + width || y >= top + height)
        throw argumentError(`${name} (${x}, ${y}) is outside the map, which has x in ${left}..${left + width - 1} and y in ${top}..${top + height - 1}`);
    checkFloor(floor, world, name);
    return [x, y, floor];
}

function checkFloor(floor, world, name) {
    if (floor < 0 || floor >= world.floors) throw argumentError(`${name}: there is no floor ${floor}; the map has ${world.floors === 1 ? "one floor, 0" : `floors 0..${world.floors - 1}`}`);
}

/** Tiles as C has them, x, y and floor of each: x, y, x, y, ... on a map of one floor, else x, y, floor, ... */
export function tilesOf(native, at, count, world) {
    const words = native.copy(Int32Array, at, 3 * count);
    if (world.floors > 1) {
        for (let i = 2; i < words.length; i += 3) words[i] &= 0xffff;
        return words;
    }
    const tiles = new Int32Array(2 * count);
    for (let i = 0; i < count; i++) { tiles[2 * i] = words[3 * i]; tiles[2 * i + 1] = words[3 * i + 1]; }
    return tiles;
}
/** One tile as it is given back: [x, y], or [x, y, floor]. */
export const shownTile = ([x, y, floor], world) => (world.floors > 1 ? [x, y, floor] : [x, y]);


/** One tile, or an array of tiles. */
export function readTiles(tiles, world, name) {
    if (!Array.isArray(tiles) || typeof tiles[0] === "number") return [readTile(tiles, world, name)];
    if (tiles.length === 0) throw argumentError(`no ${name} is given`);
    return Array.from(tiles, (tile, i) => readTile(tile, world, `${name} ${i}`));
}

/** Four whole numbers and a floor of the map, wherever they lie. */
export function readPlace(area, world) {
    const [x, y, width, height, floor = 0] = isArray(area) && (area.length === 4 || area.length === 5) ? area : [];
    if (![x, y, width, height, floor].every(Number.isInteger)) throw argumentError("the area is no rectangle; expected [x, y, width, height] of whole numbers, and perhaps a floor");
    checkFloor(floor, world, "the area");
    return [x, y, width, height, floor].map((number) => readInteger(number, -(2 ** 31), 2 ** 31 - 1, "a number of the area"));
}

export function readArea(area, world) {
    const place = readPlace(area, world), [x, y, width, height] = place, [left, top] = world.area;
    if (width < 1 || height < 1 || x < left || y < top || x - left + width > world.width || y - top + height > world.height)
        throw argumentError(`area [${x}, ${y}, ${width}, ${height}] is empty or leaves the map of ${world.width} x ${world.height} tiles`);
    return place;
}

/** A list of pairs, such as edits. */
export function readPairs(list, name) {
    if (!Array.isArray(list) || !list.every((pair) => Array.isArray(pair) && pair.length === 2)) throw argumentError(`${name} are no array of pairs`);
    return list;
}

// What options() knows: the default of an option, and the function that reads another value.
export const oneOf = (list) => (value, name) => indexOf(list, value, name);
export const numberFrom = (least, most) => (value, name) => readNumber(value, least, most, name);
export const integerFrom = (least, most) => (value, name) => readInteger(value, least, most, name);

/** The options of a function: each is read once, and names that it does not know are refused. */
export function readOptions(given, known, what) {
    const options = {};
    if (given !== undefined && (typeof given !== "object" || typeOf(given) !== "Object"))
        throw argumentError(`the options of ${what} are ${shown(given)}; expected an object`);
    for (const name of Object.keys(given ?? {}))
        if (!Object.hasOwn(known, name)) throw argumentError(`${what} has no option "${name}"; expected one of ${Object.keys(known).join(", ")}`);
    for (const name in known) {
        const [standard, read] = known[name], value = given?.[name];
        options[name] = value === undefined ? standard : read(value, name);
    }
    return options;
}
