// share.js: how does a plan fit into the address of the page?
//
// The address names a map that the page can make, or holds a small map; and the edits, start, goal and settings.

const MOST_CHARACTERS = 16000; // what messengers and browsers pass on

async function through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
const deflate = (bytes) => through(new CompressionStream("deflate-raw"), bytes);
const inflate = (bytes) => through(new DecompressionStream("deflate-raw"), bytes);

function toText(bytes) {
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
function fromText(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
}

// Numbers of 7 bits a byte.
function put(out, number) {
    for (; number > 127; number = Math.floor(number / 128)) out.push((number % 128) + 128);
    out.push(number);
}
function* numbersOf(bytes) {
    let number = 0, factor = 1;
    for (const byte of bytes) {
        number += (byte & 127) * factor;
        factor *= 128;
        if (byte < 128) { yield number; number = 0; factor = 1; }
    }
}

/** Runs of tiles whose cost differs from what it was: how many tiles lie before, how many there are, cost x 1024. */
export function editsOf(before, now) {
    const out = [];
    for (let i = 0, last = 0; i < now.length; ) {
        if (now[i] === before[i]) { i++; continue; }
        let end = i + 1;
        while (end < now.length && now[end] === now[i] && now[end] !== before[end]) end++;
        put(out, i - last);
        put(out, end - i);
        put(out, Math.round(now[i] * 1024));
        last = i = end;
    }
    return Uint8Array.from(out);
}
/** The rectangles of such runs, one row high: [[x, y, width, 1], cost]. */
export function areasOf(bytes, width, height) {
    const numbers = numbersOf(bytes), areas = [];
    for (let at = 0; ; ) {
        const skip = numbers.next(), count = numbers.next().value, cost = numbers.next().value;
        if (skip.done || cost === undefined) return areas;
        at += skip.value;
        for (let left = count; left > 0; ) {
            const x = at % width, y = Math.floor(at / width), run = Math.min(left, width - x);
            if (y >= height || areas.length > 1e6) return areas;
            areas.push([[x, y, run, 1], cost / 1024]);
            at += run;
            left -= run;
        }
    }
}

/** The part of the address after #, and whether the whole map is in it. */
export async function encode({ map, costs, originalCosts, width, height, fields }) {
    const params = new URLSearchParams();
    let complete = true;
    const addBytes = async (name, bytes) => {
        const text = toText(await deflate(bytes));
        if (text.length > MOST_CHARACTERS) return false;
        params.set(name, text);
        return true;
    };
    if (map) params.set("map", map);
    else {
        const before = new Float32Array(costs.length).fill(-1);
        complete = await addBytes("tiles", editsOf(before, costs));
        params.set("size", `${width}x${height}`);
    }
    const edits = map ? editsOf(originalCosts, costs) : new Uint8Array(0);
    if (edits.length) complete = await addBytes("edits", edits);
    for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== "") params.set(name, value);
    return { text: params.toString().replaceAll("%2C", ","), complete };
}

/** The fields of an address; edits and tiles as areas. */
export async function decode(hash) {
    const params = new URLSearchParams(hash.replace(/^#/, "")), fields = Object.fromEntries(params);
    const [width, height] = (fields.size ?? "").split("x").map(Number);
    if (fields.tiles && width > 0 && height > 0 && width * height <= 1 << 22) {
        const costs = new Float32Array(width * height);
        for (const [[x, y, run], cost] of areasOf(await inflate(fromText(fields.tiles)), width, height)) costs.fill(cost, y * width + x, y * width + x + run);
        fields.tiles = { width, height, costs };
    } else delete fields.tiles;
    if (fields.edits) fields.edits = await inflate(fromText(fields.edits));
    return fields;
}
