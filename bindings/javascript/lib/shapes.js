// shapes.js: areas that are blocked or cost more: how are they read, and how do they reach the engine?
import { GREATEST_FLOAT, indexOf, integerFrom, isArray, numberFrom, readInteger, readNumber, readOptions, readPair, typeOf } from "./arguments.js";
import { GREATEST_COST } from "./costs.js";
import { argumentError, WendError } from "./errors.js";

export const SHAPE_KINDS = Object.freeze(["disc", "capsule", "rect", "polygon"]);
const [DISC, , RECT, POLYGON] = SHAPE_KINDS.keys();
const MOST_POINTS = 4096, SIZE = 48, MOST_COLUMN = 2 ** 30; // bytes of wend_shape: see src/overlay.c

const readPoint = (value, name) => readPair(value, -GREATEST_FLOAT, GREATEST_FLOAT, name);
/** A cost that is added: Infinity blocks. */
export function readAdded(value, name) {
    if (value === "blocked" || value === Infinity) return Infinity;
    if (typeof value !== "number" || !(value >= 0 && value <= GREATEST_COST)) throw argumentError(`${name} is ${typeof value === "number" ? value : `of type ${typeof value}`}; expected a number from 0 to ${GREATEST_COST}, or Infinity where tiles are blocked`);
    return value;
}
const length = numberFrom(0, GREATEST_FLOAT);
const COMMON = { kind: [undefined, (value) => value], cost: [Infinity, readAdded], falloff: [0, length], decay: [0, numberFrom(0, 1)] };
const ROUND = { ...COMMON, radius: [undefined, length], floor: [0, integerFrom(0, 4095)] };
const FIELDS = [
    { ...ROUND, center: [undefined, readPoint] },
    { ...ROUND, from: [undefined, readPoint], to: [undefined, readPoint] },
    {
        ...COMMON,
        area: [undefined, (value, name) => {
            if (!isArray(value) || (value.length !== 4 && value.length !== 5)) throw argumentError(`${name} is no rectangle; expected [x, y, width, height] of whole numbers, and perhaps a floor`);
            const [x, y, width, height, floor = 0] = value;
            for (const [number, what, least, most] of [[x, "x", -MOST_COLUMN, MOST_COLUMN], [y, "y", -MOST_COLUMN, MOST_COLUMN], [width, "width", 1, MOST_COLUMN], [height, "height", 1, MOST_COLUMN], [floor, "floor", 0, 4095]])
                readInteger(number, least, most, `${what} of ${name}`);
            return { from: [x, y], to: [x + width - 1, y + height - 1], floor };
        }],
    },
    {
        ...COMMON,
        floor: ROUND.floor,
        points: [undefined, (value, name) => {
            if (!Array.isArray(value) || value.length < 3 || value.length > MOST_POINTS) throw argumentError(`${name} are no array of 3 to ${MOST_POINTS} points [x, y]`);
            return Array.from(value, (point, i) => readPoint(point, `point ${i} of ${name}`));
        }],
    },
];

/** A shape: an object with a kind, and what a shape of this kind has. Places are tiles: [5, 3] is the centre of that tile. */
export function readShape(given, name = "shape") {
    if (typeOf(given) !== "Object") throw argumentError(`${name} is no shape; expected an object such as { kind: "disc", center: [5, 3], radius: 2 }`);
    const kind = indexOf(SHAPE_KINDS, given.kind, `the kind of ${name}`), what = `a ${SHAPE_KINDS[kind]}`;
    const { area, ...read } = readOptions(given, FIELDS[kind], what);
    const shape = { from: [0, 0], to: [0, 0], points: [], ...read, ...area, kind };
    if (kind === DISC) shape.from = read.center;
    for (const field of Object.keys(FIELDS[kind]))
        if (field !== "kind" && (field === "area" ? area : read[field]) === undefined) throw argumentError(`${what} needs ${field}`);
    return shape;
}
export function readShapes(given, name) {
    if (!Array.isArray(given)) throw argumentError(`${name} are no array of shapes`);
    return Array.from(given, (shape, i) => readShape(shape, `${name}[${i}]`));
}

export const isHexagonal = (world) => world.connectivity.startsWith("hex");
/** Points that are tiles, where between hexagons there are none. */
export function checkPoint(point, world) {
    if (!isHexagonal(world)) return;
    if (!point.every(Number.isInteger)) throw new WendError("UNSUPPORTED", `point (${point.join(", ")}): points of shapes are whole numbers on hexagons`);
    for (const number of point) readNumber(number, -MOST_COLUMN, MOST_COLUMN, "a point");
}

/** Shapes as the engine has them in memory; null: none. */
export function bytesOfShapes(shapes, world) {
    if (shapes.length === 0) return null;
    const start = SIZE * shapes.length, count = shapes.reduce((sum, shape) => sum + shape.points.length, 0);
    const block = new ArrayBuffer(start + 8 * count), words = new Int32Array(block), floats = new Float32Array(block);
    let end = start;
    shapes.forEach((shape, i) => {
        const at = SIZE / 4 * i, { kind, from, to, radius = 0, points, cost, falloff, floor, decay } = shape;
        if (floor >= world.floors) throw argumentError(`a shape: there is no floor ${floor}; the map has ${world.floors === 1 ? "one floor, 0" : `floors 0..${world.floors - 1}`}`);
        if (kind !== RECT) for (const point of kind === POLYGON ? points : [from, to]) checkPoint(point, world);
        words[at] = kind;
        floats.set([...from, ...to, radius], at + 1);
        words[at + 6] = end;
        words[at + 7] = points.length;
        floats.set([cost, falloff], at + 8);
        words[at + 10] = floor;
        floats[at + 11] = decay;
        floats.set(points.flat(), end / 4);
        end += 8 * points.length;
    });
    return floats;
}
