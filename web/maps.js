// maps.js: the maps that the page makes itself, each from a size and a seed: the same in every browser, as only + - * /
// and whole numbers are used.

const imul = Math.imul;

// 32 bits for a point of a lattice.
function latticeBits(x, y, seed) {
    let h = imul(x, 0x9e3779b1) ^ imul(y, 0x85ebca77) ^ imul(seed, 0xc2b2ae3d);
    h = imul(h ^ (h >>> 15), 0x2c1b3c6d);
    h = imul(h ^ (h >>> 12), 0x297a2d39);
    return (h ^ (h >>> 15)) >>> 0;
}
const lattice = (x, y, seed) => latticeBits(x, y, seed) / 4294967296;

// Noise with a mean of 1/2, features of about scale tiles and finer details: value noise, which is smooth interpolation
// of a lattice, in octaves. Its function of x and y remembers the corners of the cell that it was in, for walks by rows.
function fractal(scale, seed, octaves = 6) {
    const cellX = new Int32Array(octaves).fill(-(2 ** 30)), cellY = new Int32Array(octaves), corners = new Float64Array(4 * octaves);
    return (x, y) => {
        let sum = 0, weight = 0.5, frequency = 1 / scale;
        for (let o = 0; o < octaves; o++, weight *= 0.5, frequency *= 2) {
            const fx = x * frequency, fy = y * frequency, x0 = Math.floor(fx), y0 = Math.floor(fy);
            let u = fx - x0, v = fy - y0;
            u = u * u * (3 - 2 * u);
            v = v * v * (3 - 2 * v);
            const c = 4 * o;
            if (cellX[o] !== x0 || cellY[o] !== y0) {
                cellX[o] = x0;
                cellY[o] = y0;
                corners[c] = lattice(x0, y0, seed + o);
                corners[c + 1] = lattice(x0 + 1, y0, seed + o);
                corners[c + 2] = lattice(x0, y0 + 1, seed + o);
                corners[c + 3] = lattice(x0 + 1, y0 + 1, seed + o);
            }
            const top = corners[c] * (1 - u) + corners[c + 1] * u, bottom = corners[c + 2] * (1 - u) + corners[c + 3] * u;
            sum += weight * (top * (1 - v) + bottom * v);
        }
        return sum;
    };
}

const TERRAINS = [
    { name: "deep water", cost: 0, color: 0x2b4a6b },
    { name: "shallows", cost: 6, color: 0x5b8fa8 },
    { name: "sand", cost: 1.5, color: 0xd9c9a0 },
    { name: "meadow", cost: 1, color: 0xa9bd7d },
    { name: "wood", cost: 2, color: 0x648a5b },
    { name: "hill", cost: 3, color: 0xb0a27b },
    { name: "rock", cost: 5, color: 0x8c857c },
    { name: "peak", cost: 0, color: 0xeceff2 },
    { name: "road", cost: 1, color: 0xd8c7ae },
    { name: "floor", cost: 1.25, color: 0xbfa98c },
    { name: "wall", cost: 0, color: 0x4a3b36 },
];
const [DEEP, SHALLOW, SAND, MEADOW, WOOD, HILL, ROCK, PEAK, ROAD, FLOOR, WALL] = TERRAINS.keys();

// Classes are terrain << 4 | shade: 16 shades by light from the north-west.
function shaded(terrains) {
    const costs = new Float32Array(256), colors = new Uint32Array(256), meanings = new Array(256).fill("");
    terrains.forEach((terrain, t) => {
        for (let shade = 0; shade < 16; shade++) {
            const light = (144 + 14 * shade) / 256;
            let color = 0;
            for (const shift of [16, 8, 0]) color |= Math.min(255, Math.floor(((terrain.color >> shift) & 255) * light)) << shift;
            costs[(t << 4) | shade] = terrain.cost;
            colors[(t << 4) | shade] = color;
            meanings[(t << 4) | shade] = terrain.name;
        }
    });
    return { costs, colors, meanings };
}

// A ring of walls with a gate in each side, and houses of one room and one door along lanes inside.
function townAt(x, y, width, height, seed) {
    const LANE = 4, PITCH_X = 16, PITCH_Y = 14;
    const edgeX = Math.min(x, width - 1 - x), edgeY = Math.min(y, height - 1 - y);
    const street = Math.abs(2 * x - width) < 9 || Math.abs(2 * y - height) < 9;
    if (edgeX < 2 || edgeY < 2) return street ? ROAD : WALL;
    if (street || edgeX < 2 + LANE || edgeY < 2 + LANE) return ROAD;
    const plotX = Math.floor((x - 2 - LANE) / PITCH_X), plotY = Math.floor((y - 2 - LANE) / PITCH_Y);
    const inX = (x - 2 - LANE) % PITCH_X, inY = (y - 2 - LANE) % PITCH_Y;
    const right = PITCH_X - LANE - 1, bottom = PITCH_Y - LANE - 1;
    if (inX > right || inY > bottom) return ROAD;
    if (inX > 0 && inX < right && inY > 0 && inY < bottom) return FLOOR;
    const side = Math.floor(lattice(plotX, plotY, seed + 120) * 4);
    const door =
        (side === 0 && inY === 0) || (side === 1 && inY === bottom) ? Math.abs(2 * inX - right) < 3
        : (side === 2 && inX === 0) || (side === 3 && inX === right) ? Math.abs(2 * inY - bottom) < 3
        : false;
    return door ? FLOOR : WALL;
}

function island(width, height, seed) {
    const classes = new Uint8Array(width * height), heights = new Float64Array((width + 2) * (height + 2));
    const size = Math.min(width / 640, height / 400), at = (x, y) => heights[(y + 1) * (width + 2) + x + 1];
    const ground = fractal(110 * size, seed), rivers = fractal(160 * size, seed + 40), woods = fractal(50 * size, seed + 80);
    for (let y = -1; y <= height; y++)
        for (let x = -1; x <= width; x++) {
            const dx = (2 * x) / width - 1, dy = (2 * y) / height - 1;
            heights[(y + 1) * (width + 2) + x + 1] = ground(x, y) + 0.15 - 0.5 * (dx * dx * dx * dx + dy * dy * dy * dy);
        }
    const townX = Math.round(width * 0.422), townY = Math.round(height * 0.375), townWidth = 106, townHeight = 94;
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
            const level = at(x, y);
            let kind;
            if (level < 0.43) kind = DEEP;
            else if (level < 0.46) kind = SHALLOW;
            else if (level < 0.475) kind = SAND;
            else if (level > 0.79) kind = PEAK;
            else if (level > 0.745) kind = ROCK;
            else if (Math.abs(rivers(x, y) - 0.48) < 0.006) kind = SHALLOW; // rivers follow a contour
            else if (level > 0.69) kind = HILL;
            else kind = woods(x, y) > 0.52 ? WOOD : MEADOW;
            const tx = x - townX, ty = y - townY, town = tx >= 0 && tx < townWidth && ty >= 0 && ty < townHeight;
            if (town) kind = townAt(tx, ty, townWidth, townHeight, seed);
            let light = 8 + (at(x + 1, y + 1) - at(x - 1, y - 1)) * -220 * size;
            if (kind === DEEP) light = 15 + (level - 0.43) * 40;
            if (kind === SHALLOW || town) light = 8;
            classes[y * width + x] = (kind << 4) | Math.max(0, Math.min(15, Math.floor(light)));
        }
    return { classes, ...shaded(TERRAINS) };
}

const STONE = [
    { name: "rock", cost: 0, color: 0x2b2f38 },
    { name: "floor", cost: 1, color: 0xd9d3c4 },
    { name: "rubble", cost: 3, color: 0xa59a83 },
    { name: "water", cost: 8, color: 0x5b8fa8 },
];

// Passages carved by a depth-first walk, with some walls opened again, so that there is more than one way.
function maze(width, height, seed) {
    const classes = new Uint8Array(width * height).fill(8), columns = (width - 1) >> 2, rows = (height - 1) >> 2;
    const carve = (x, y, w, h) => { for (let j = y; j < y + h; j++) for (let i = x; i < x + w; i++) classes[j * width + i] = (1 << 4) | 8; };
    let state = seed >>> 0;
    const random = (n) => { state = (imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 4294967296) * n); };
    const seen = new Uint8Array(columns * rows), stack = [0];
    seen[0] = 1;
    carve(1, 1, 3, 3);
    while (stack.length) {
        const cell = stack[stack.length - 1], x = cell % columns, y = (cell - x) / columns;
        const ways = [[1, 0], [0, 1], [-1, 0], [0, -1]].filter(([dx, dy]) => x + dx >= 0 && y + dy >= 0 && x + dx < columns && y + dy < rows && !seen[cell + dx + dy * columns]);
        if (!ways.length) { stack.pop(); continue; }
        const [dx, dy] = ways[random(ways.length)];
        carve(1 + 4 * x + Math.min(0, 4 * dx), 1 + 4 * y + Math.min(0, 4 * dy), 3 + 4 * Math.abs(dx), 3 + 4 * Math.abs(dy));
        seen[cell + dx + dy * columns] = 1;
        stack.push(cell + dx + dy * columns);
    }
    for (let i = 0; i < (columns * rows) >> 4; i++) {
        const x = random(columns - 1), y = random(rows - 1);
        if (random(2)) carve(1 + 4 * x, 1 + 4 * y, 7, 3);
        else carve(1 + 4 * x, 1 + 4 * y, 3, 7);
    }
    return { classes, ...shaded(STONE) };
}

function caves(width, height, seed) {
    const classes = new Uint8Array(width * height), rocks = fractal(42, seed, 5), waters = fractal(70, seed + 9, 4);
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
            const rim = Math.min(x, y, width - 1 - x, height - 1 - y);
            const rock = rocks(x, y) + (rim < 6 ? (6 - rim) * 0.04 : 0);
            const wet = waters(x, y);
            const kind = rock > 0.555 ? 0 : wet < 0.36 ? 3 : rock > 0.52 ? 2 : 1;
            classes[y * width + x] = (kind << 4) | Math.max(0, Math.min(15, Math.floor(8 + (0.5 - rock) * 30)));
        }
    return { classes, ...shaded(STONE) };
}

const MAKERS = { island, maze, caves };

/** The maps of the list: what a person reads, and how the map is made. */
export const SAMPLES = [
    { id: "island-640x400-11", title: "Island, 640 × 400" },
    { id: "island-1024x1024-5", title: "Large island, 1024 × 1024" },
    { id: "maze-401x281-3", title: "Maze, 401 × 281" },
    { id: "caves-512x384-2", title: "Caves, 512 × 384" },
    { id: "picture:maps/island.png", title: "A picture: bright is walkable" },
];

/** The map of such an id; null when there is none. */
export function makeMap(id) {
    const match = /^([a-z]+)-(\d+)x(\d+)-(\d+)$/.exec(id);
    const make = match && MAKERS[match[1]];
    if (!make) return null;
    const [width, height, seed] = match.slice(2).map(Number);
    if (width < 16 || height < 16 || width * height > 1 << 24) return null;
    return { width, height, ...make(width, height, seed) };
}

/** Another seed for the same kind of map. */
export function anotherSeed(id) {
    return id.replace(/-(\d+)$/, (_, seed) => `-${(Number(seed) % 9999) + 1}`);
}
