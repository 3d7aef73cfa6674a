// app.js: the page: loads the engine, opens maps, and connects what a person does with what is drawn.
import { load } from "./wend/index.js";
import { Army } from "./army.js";
import { COLORS, css } from "./colors.js";
import { costText, showLegend } from "./legend.js";
import { anotherSeed, makeMap, SAMPLES } from "./maps.js";
import { Playback } from "./playback.js";
import { areasOf, decode, encode } from "./share.js";
import { View } from "./view.js";

const $ = (id) => document.getElementById(id);
const MOST_TILES = 1 << 24; // of a map in the page: 4096 x 4096
const AGENTS = 1000;
const DRAWN = [1, 10]; // the range of costs that drawing may need

const layers = { costs: false, clusters: true, entrances: true, nodes: true, edges: false, path: true, route: true, waypoints: false };
const LAYER_TEXTS = [
    ["path", "Path", COLORS.path], ["route", "Abstract path", COLORS.route], ["waypoints", "Waypoints", COLORS.waypoint], ["costs", "Costs", "#63B0AD"],
    ["clusters", "Clusters", COLORS.cluster], ["entrances", "Entrances", COLORS.entrance], ["nodes", "Abstract nodes", COLORS.node], ["edges", "Abstract edges", "#a4398d"],
];
const DEFAULTS = { algorithm: "hpa", heuristic: "octile", weight: 1, smooth: false };

const MOST_STEPS = 200; // that can be undone

const page = { start: null, goal: null, tool: "move", map: null, world: null, path: null, army: null, opening: 0 };
const view = new View($("map"));
view.layers = layers;
let wend;

// ---- messages

let toastTimer;
function toast(text, bad = false) {
    $("toast").textContent = text;
    $("toast").classList.toggle("bad", bad);
    $("toast").hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => ($("toast").hidden = true), bad ? 8000 : 4000);
}
const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

// ---- maps

/**
 * Shows a world. Only here the page leaves the map that it has, when all of the new one is there. map: its id for links;
 * meanings, colors: of its classes; picture: pixels; source: what the importer found; file: for other rules.
 */
function show(world, map) {
    let fresh;
    try {
        const original = world.classes;
        fresh = { world, map, original, originalCosts: world.costs, originalCounts: world.classCounts, classes: original.slice(), ...endsOf(world) };
    } catch (error) {
        world.dispose();
        throw error;
    }
    stopWatching();
    removeAgents();
    page.world?.dispose();
    Object.assign(page, fresh, { widened: false, paints: new Set(), undo: [], redo: [], step: null });
    view.original = page.original;
    $("rule-box").hidden = !map.source?.isImage;
    $("another").hidden = !map.made;
    showSample();
    const colors = map.colors ?? null;
    view.setWorld(world, { colors, picture: map.picture ?? null });
    const info = world.info, count = world.count();
    $("level").replaceChildren(...Array.from({ length: info.levelCount }, (_, i) => new Option(`${i + 1}: ${info.clusterSize * 2 ** i} × ${info.clusterSize * 2 ** i} tiles`, i + 1)));
    view.level = 1;
    $("map-text").textContent = `${info.width} × ${info.height} tiles, ${Math.round((100 * info.passable) / (info.width * info.height))} % walkable, ${count.componentCount.toLocaleString("en")} connected parts. ${info.nodeCount.toLocaleString("en")} abstract nodes, ${(info.bytes / (info.width * info.height)).toFixed(1)} bytes a tile, baked in ${map.bakeMs.toFixed(0)} ms.`;
    refreshLegend();
    showWarning();
    plan();
    measureSoon();
}
const inside = ([x, y]) => x >= 0 && y >= 0 && x < page.world.width && y < page.world.height;

function refreshLegend() {
    showLegend($("legend"), page.world, { meanings: page.map.meanings, colors: page.map.colors, isPicture: page.map.isPicture });
}

const showSample = () => ($("sample").value = SAMPLES.some((s) => s.id === page.map?.id) ? page.map.id : "");

// Two distant tiles of the largest connected part that some samples show.
function endsOf(world) {
    const { width, height } = world, points = [];
    for (let j = 0; j < 14; j++) for (let i = 0; i < 20; i++) {
        const tile = [Math.floor(((i + 0.5) * width) / 20), Math.floor(((j + 0.5) * height) / 14)];
        if (world.costAt(tile) > 0) points.push(tile);
    }
    const groups = [];
    for (const tile of points) (groups.find((g) => world.connected(g[0], tile)) ?? groups[groups.push([]) - 1]).push(tile);
    const largest = groups.sort((a, b) => b.length - a.length)[0] ?? [[0, 0]];
    const by = (f) => largest.reduce((a, b) => (f(b) > f(a) ? b : a));
    return { start: by(([x, y]) => -x * height - y * width * 0.6), goal: by(([x, y]) => x * height + y * width * 0.6) };
}

// Shows what make() resolves to, unless another map was opened meanwhile; returns whether it did.
async function opening(make) {
    const mine = ++page.opening, begin = performance.now(), [world, map] = await make();
    if (mine !== page.opening) {
        world.dispose();
        return false;
    }
    show(world, { bakeMs: performance.now() - begin, ...map });
    return true;
}

async function openMap(id, edits) {
    if (id.startsWith("picture:")) {
        const url = id.slice(8), response = await fetch(url);
        if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status}`);
        return openBytes(new Uint8Array(await response.arrayBuffer()), url.split("/").pop(), id);
    }
    const made = makeMap(id);
    if (!made) throw new Error(`the link names the map "${id}", which this page does not have`);
    const shown = await opening(() => [wend.fromClasses(made.classes, made.costs, made.width, made.height), { id, ...made, made: true }]);
    if (shown && edits) applyEdits(edits);
    return shown;
}

const openTiles = ({ width, height, costs }) =>
    opening(() => [wend.fromArray(costs, width, height), { id: null, meanings: new Array(256).fill("").map((_, i) => (i ? "ground" : "blocked")) }]);
// Makes the world again with a wider range of costs, which is part of its hash: only where somebody draws ground of such
// a cost.
function widen() {
    const { world } = page, { leastCost, greatestCost } = world.info;
    if (page.map.isWorld) throw new Error("This world was baked without the cost that you draw. Bake it with a wider range, or draw walls.");
    const costRange = [Math.min(DRAWN[0], leastCost), Math.max(DRAWN[1], greatestCost)];
    const { connectivity, tileSize, origin } = world;
    page.world = wend.fromClasses(world.classes, world.classCosts, world.width, world.height, { connectivity, tileSize, origin, costRange });
    page.widened = true;
    view.world = page.world;
    removeAgents();
    world.dispose();
}
// Runs what may need a wider range, if so in a second try.
function widening(act) {
    try {
        return act();
    } catch (error) {
        if (error.result !== "LIMIT" || page.widened) throw error;
    }
    widen();
    return act();
}

// What a browser can decode and the importers cannot, and the picture as it looks.
async function pixelsOf(bytes) {
    const bitmap = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none", premultiplyAlpha: "none" });
    if (bitmap.width * bitmap.height > MOST_TILES) throw tooLarge(bitmap.width, bitmap.height);
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    return context.getImageData(0, 0, canvas.width, canvas.height);
}
const tooLarge = (width, height) =>
    new Error(`This picture has ${width.toLocaleString("en")} × ${height.toLocaleString("en")} pixels. This page takes up to 4096 × 4096; wend bake on your computer takes up to 2^32.`);

// The page draws maps whose columns and rows begin at 0, and edits those.
function fromZero(world) {
    const [left, top] = world.area;
    if (left === 0 && top === 0) return world;
    world.dispose();
    throw new Error(`This map begins at column ${left} and row ${top}, as ground was added to it. This page shows maps from 0 and 0 on; wend-view shows others, too.`);
}

async function openBytes(bytes, name, id = null) {
    if (bytes.length > 8 && String.fromCharCode(...bytes.subarray(0, 4)) === "WEND")
        return opening(() => [fromZero(wend.open(bytes)), { id, meanings: new Array(256).fill(""), isPicture: true, isWorld: true }]);
    return bakeFile({ bytes, name, id });
}

// What a file that the importers refuse is, and what to do with it.
function refusal(error, name) {
    const takes = "This page opens pictures (PNG, JPEG, WebP and others), MovingAI, Wesnoth, text and CSV maps, and .wend files.";
    if (error.result === "UNSUPPORTED")
        return new Error(`${name} is a raster, which needs the program: run "wend bake ${name} -o map.wend" and open map.wend here, or make a picture of it: gdal_translate -of PNG -scale ${name} map.png.`);
    if (/unrecognised map format/.test(error.message)) return new Error(`${name} is none of the maps that this page knows. ${takes} What else "wend bake" reads, such as ROS and Tiled maps, it makes a .wend file of.`);
    return error;
}

// Bakes a file by the rule that the controls show, or for a new file with the threshold that the rule has by itself.
async function bakeFile(file, below = undefined) {
    const rule = $("rule").value, negate = $("negate").checked, options = { name: file.name, rule, negate, mostTiles: MOST_TILES };
    if (below !== undefined && rule !== "height" && rule !== "linear") options.blockedBelow = below;
    if (rule === "height") options.heightScale = 60;
    const shown = await opening(async () => {
        const start = performance.now();
        let world, pixels;
        try {
            world = wend.bake(file.bytes, options);
        } catch (error) {
            if (error.result === "LIMIT" || error.result === "MEMORY") throw error;
            pixels = await pixelsOf(file.bytes).catch((other) => { throw other.message.startsWith("This picture") ? other : refusal(error, file.name); }); // WebP, AVIF, SVG
            world = wend.bake(pixels, options);
        }
        const bakeMs = performance.now() - start, { source } = world;
        if (source.isImage) pixels ??= await pixelsOf(file.bytes).catch(() => null);
        const fits = pixels && pixels.width === world.width && pixels.height === world.height;
        return [world, { id: file.id, meanings: source.meanings, picture: fits ? pixels : null, isPicture: source.isImage, source, file, rule, negate, below, bakeMs }];
    });
    showRule();
    return shown;
}
// The controls of the rule, as the map has it that is shown.
function showRule() {
    const { file, rule, negate, below, source } = page.map ?? {};
    if (!file) return;
    $("rule").value = rule;
    $("negate").checked = negate;
    setBelow(below ?? (source.blockedBelow || 0.85));
    $("below-row").hidden = rule === "height" || rule === "linear";
}
function setBelow(value) {
    $("below").value = value;
    $("below-text").textContent = Number(value).toFixed(2);
}

function showWarning() {
    const source = page.map.source, box = $("warning");
    const offer = (text, label, act) => {
        const button = document.createElement("button");
        button.textContent = label;
        button.onclick = act;
        box.replaceChildren(text, button);
        box.hidden = false;
    };
    box.hidden = true;
    if (!source?.isImage) return;
    const blocked = Math.round(100 - (100 * page.world.info.passable) / (page.world.width * page.world.height));
    if (source.suggestsNegate) offer(`${blocked} % is blocked. This picture looks as if dark were walkable.`, "Make dark walkable", () => { $("negate").checked = true; rebake(page.map.below); });
    else if (source.suggestedBelow > 0) offer(`${blocked} % is darker than ${source.blockedBelow.toFixed(2)} and thus blocked. The histogram has its valley at ${source.suggestedBelow.toFixed(2)}.`, `Cut at ${source.suggestedBelow.toFixed(2)}`, () => rebake(source.suggestedBelow));
    else if (source.warning || source.colorWarning) { box.textContent = source.warning || source.colorWarning; box.hidden = false; }
}
const rebake = (below) => guarded(() => bakeFile(page.map.file, below)).then(showRule);

// Runs what may fail, and says why it did.
async function guarded(act) {
    try {
        await act();
    } catch (error) {
        console.error(error);
        toast(error.message, true);
        return false;
    }
    return true;
}

// ---- the plan

const settings = () => ({ algorithm: $("algorithm").value, heuristic: $("heuristic").value, weight: Number($("weight").value), smooth: $("smooth").checked });
const query = () => ({ ...settings(), snap: Infinity, partial: true });
const timeText = (ms) => (ms < 0.095 ? `${Math.round(ms * 1000)} µs` : ms < 10 ? `${ms.toFixed(2)} ms` : `${ms.toFixed(0)} ms`);

function plan() {
    const { world, start, goal } = page;
    if (!world) return;
    const begin = performance.now();
    page.path = world.path(start, goal, query());
    const took = performance.now() - begin;
    view.path = page.path;
    view.start = start;
    view.goal = goal;
    if (!$("comparison").hidden && !page.comparing) $("comparison").hidden = true;
    showResult(took);
    view.request();
}

function showResult(ms) {
    const { path } = page, s = path.stats, text = $("r-text");
    $("r-time").textContent = timeText(ms);
    $("r-cost").textContent = path.cost ? path.cost.toLocaleString("en", { maximumFractionDigits: 1 }) : "–";
    $("r-length").textContent = path.length ? path.length.toLocaleString("en") : "–";
    text.classList.toggle("bad", path.outcome !== "found");
    const n = (value, what) => `${value.toLocaleString("en")} ${what}`;
    text.textContent =
        path.outcome === "no_route" ? "No path leads there."
        : path.outcome === "partial" ? "No path leads there: this one ends at the nearest tile that can be reached."
        : path.outcome !== "found" ? "Start or goal is blocked."
        : s.expanded === 0 && s.abstractExpanded === 0 ? "Start and goal are so near that the tiles between them were searched at once."
        : s.expanded > 0 && s.abstractExpanded === 0 ? `Expanded ${n(s.expanded, "tiles")}.`
        : `Expanded ${n(s.abstractExpanded, "abstract nodes")}, scanned ${n(s.scanned, "tiles")} of ${n(s.clustersRefined, "clusters")}${s.expanded ? `, ${n(s.expanded, "tiles")}` : ""}.`;
    $("path-hash").textContent = path.hash;
}

// The clock of a browser is coarse, so a query is repeated; the least of some batches is what it takes undisturbed.
function timeOf(options, most = 25) {
    const { world, start, goal } = page, begin = performance.now();
    let least = Infinity;
    do {
        const from = performance.now();
        let runs = 0, took;
        do {
            world.path(start, goal, options);
            runs++;
            took = performance.now() - from;
        } while (took < most / 10 && runs < 500);
        least = Math.min(least, took / runs);
    } while (performance.now() - begin < most);
    return least;
}
let measureTimer;
function measureSoon() {
    clearTimeout(measureTimer);
    measureTimer = setTimeout(() => {
        if (!page.world || page.army) return;
        page.ms = timeOf(query());
        $("r-time").textContent = timeText(page.ms);
        $("world-hash").textContent = page.world.refresh() ? page.world.hash : "…";
        writeAddress();
    }, 160);
}

function compare() {
    const rows = [["hpa", "HPA*"], ["exact", "Exact"], ["astar", "A*"], ["dijkstra", "Dijkstra"], ["bfs", "Breadth-first"], ["greedy", "Greedy"]];
    const best = page.world.path(page.start, page.goal, { ...query(), algorithm: "exact" }).cost;
    const results = rows.map(([algorithm, name]) => {
        const options = { ...query(), algorithm, smooth: false }, path = page.world.path(page.start, page.goal, options);
        return { name, path, ms: timeOf(options, 12) };
    });
    const fastest = Math.min(...results.filter((r) => r.path.cost < best * 1.05).map((r) => r.ms)); // of the good ones
    $("comparison").tBodies[0].replaceChildren(
        ...results.map(({ name, path, ms }) => {
            const tr = document.createElement("tr"), more = best > 0 ? path.cost / best - 1 : 0;
            tr.className = ms === fastest ? "best" : "";
            const cost = !path.cost ? "–" : more < 0.00005 ? path.cost.toFixed(0) : `+${(more * 100).toFixed(more < 0.0995 ? 2 : 0)} %`;
            for (const text of [name, cost, (path.stats.expanded + path.stats.abstractExpanded).toLocaleString("en"), timeText(ms)]) tr.insertCell().textContent = text;
            return tr;
        }),
    );
    $("comparison").hidden = false;
}

function changed() {
    plan();
    measureSoon();
}

// ---- drawing

function spans([cx, cy], radius) {
    const areas = [], { width, height } = page.world;
    for (let dy = -radius; dy <= radius; dy++) {
        const y = cy + dy, half = Math.floor(Math.sqrt((radius + 0.3) * (radius + 0.3) - dy * dy)), x = Math.max(0, cx - half), end = Math.min(width - 1, cx + half);
        if (y >= 0 && y < height && x <= end) areas.push([x, y, end - x + 1, 1]);
    }
    return areas;
}
function strokeTo(tile) {
    const from = page.stroke ?? tile, steps = Math.max(Math.abs(tile[0] - from[0]), Math.abs(tile[1] - from[1]), 1), radius = Number($("radius").value);
    const rows = new Map();
    for (let i = 0; i <= steps; i++) {
        const at = [Math.round(from[0] + ((tile[0] - from[0]) * i) / steps), Math.round(from[1] + ((tile[1] - from[1]) * i) / steps)];
        for (const area of spans(at, radius)) rows.set(area.join(), area);
    }
    page.stroke = tile;
    draw([...rows.values()]);
}
function draw(areas) {
    if (!areas.length) return;
    const { tool, original } = page, { width } = page.world, edits = [];
    if (tool === "erase")
        for (const [x, y, w] of areas)
            for (let i = 0, run; i < w; i += run) {
                const c = original[y * width + x + i];
                for (run = 1; i + run < w && original[y * width + x + i + run] === c; ) run++;
                edits.push([[x + i, y, run, 1], c]);
            }
    else {
        const c = tool === "wall" ? 0 : widening(() => paintClass(Number($("paint-cost").value)));
        for (const area of areas) edits.push([area, c]);
    }
    const before = apply(edits);
    if (page.step) page.step.edits = before.concat(page.step.edits);
    changed();
}
// The class of a drawn cost. It is none that the map came with, which Erase and Undo bring back with their costs.
function paintClass(cost) {
    const { world, paints, originalCounts } = page;
    let c = world.classCosts.indexOf(Math.fround(cost), 1);
    if (c < 0) {
        for (c = 255; c > 0 && (originalCounts[c] > 0 || paints.has(c)); ) c--;
        if (c === 0) throw new Error("This map has as many kinds of ground as there can be: draw walls, or ground of a cost that it has.");
        world.setClassCost(c, cost);
    }
    paints.add(c);
    return c;
}
// Changes classes of rows, [[x, y, width, 1], class], and returns what changes them back.
function apply(edits) {
    const { world, classes } = page, { width } = world, before = [];
    world.editClasses(edits);
    let top = Infinity, bottom = 0;
    for (const [[x, y, w], c] of edits) {
        for (let i = y * width + x, end = i + w, run; i < end; i += run) {
            for (run = 1; i + run < end && classes[i + run] === classes[i]; ) run++;
            before.push([[i - y * width, y, run, 1], classes[i]]);
        }
        classes.fill(c, y * width + x, y * width + x + w);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
    }
    if (edits.length) view.repaint(top, bottom);
    return before.reverse();
}
function applyEdits(bytes) {
    widening(() => page.world.editMany(areasOf(bytes, page.world.width, page.world.height)));
    page.classes = page.world.classes;
    page.world.classCounts.forEach((count, c) => { if (count > 0 && !page.originalCounts[c]) page.paints.add(c); });
    view.repaint();
    refreshLegend();
}

// A step that can be undone: a stroke, or start or goal moved. It holds what brings the state before it back.
function beginStep() {
    page.step = { edits: [], start: page.start, goal: page.goal };
}
function endStep() {
    const { step, undo } = page;
    page.step = null;
    if (!step || (!step.edits.length && step.start === page.start && step.goal === page.goal)) return;
    undo.push(step);
    if (undo.length > MOST_STEPS) undo.shift();
    page.redo = [];
}
function takeBack(from, to) {
    const step = from.at(-1);
    if (!step || page.step) return;
    stopWatching();
    const back = { edits: apply(step.edits), start: page.start, goal: page.goal };
    from.pop();
    to.push(back);
    page.start = step.start;
    page.goal = step.goal;
    refreshLegend();
    changed();
}
const undo = () => guarded(() => takeBack(page.undo, page.redo));
const redo = () => guarded(() => takeBack(page.redo, page.undo));

// ---- watching the search

function watch() {
    const { path, recording } = page.world.record(page.start, page.goal, { ...query(), mostEvents: 3 << 20 });
    stopWatching();
    page.path = view.path = path;
    view.playback = page.playback = new Playback(recording, page.world, view.search);
    page.playing = true;
    page.playPosition = 0;
    page.perFrame = Math.max(0.35, recording.count / (7 * 60)); // seven seconds for all of it
    $("position").max = recording.count;
    $("player").hidden = false;
    document.body.classList.add("playing");
    $("play").textContent = "❚❚";
    requestAnimationFrame(playFrame);
}
function playFrame() {
    const { playback } = page;
    if (!playback) return;
    if (page.playing) {
        page.playPosition = Math.min(playback.count, page.playPosition + page.perFrame * Number($("speed").value));
        seek(page.playPosition);
        if (playback.ended) { page.playing = false; $("play").textContent = "▶"; }
    }
    requestAnimationFrame(playFrame);
}
function seek(position) {
    const { playback } = page;
    playback.seek(Math.floor(position));
    $("position").value = position;
    const hpa = page.path.stats.abstractExpanded > 0, what = hpa && !playback.ended ? "nodes" : hpa ? "nodes and tiles" : "tiles";
    $("position-text").textContent = playback.ended ? `Done: ${playback.closed.toLocaleString("en")} ${what} expanded` : `${playback.closed.toLocaleString("en")} ${what} expanded${hpa ? `, ${playback.swept.length} clusters refined` : ""}`;
    view.request();
}
function togglePlay() {
    if (!page.playback) return;
    page.playing = !page.playing;
    if (page.playing && page.playback.ended) page.playPosition = 0;
    $("play").textContent = page.playing ? "❚❚" : "▶";
}
function stopWatching() {
    page.playback = view.playback = null;
    page.playing = false;
    $("player").hidden = true;
    document.body.classList.remove("playing");
    view.request();
}

// ---- agents

function sendAgents() {
    const army = new Army(page.world, page.path.goal ?? page.goal, AGENTS);
    stopWatching();
    removeAgents();
    page.army = army;
    $("agents").textContent = "Send them again";
    $("agents-stop").hidden = false;
    requestAnimationFrame(agentsFrame);
}
function agentsFrame(now) {
    const { army } = page;
    if (!army) return;
    army.step();
    view.agents = army.read();
    if (!(now - page.agentsShown < 250)) { $("agents-text").textContent = army.text(); page.agentsShown = now; }
    view.request();
    requestAnimationFrame(agentsFrame);
}
function removeAgents() {
    page.army?.dispose();
    page.army = view.agents = null;
    $("agents").textContent = `Send ${AGENTS.toLocaleString("en")} agents`;
    $("agents-stop").hidden = true;
    view.request();
}

// ---- the address

async function address() {
    const { world, map } = page, values = settings();
    const fields = { start: page.start.join(), goal: page.goal.join(), drawn: page.widened ? 1 : undefined };
    for (const [name, value] of Object.entries(values)) if (value !== DEFAULTS[name]) fields[name] = value === true ? 1 : value;
    return encode({ map: map.id, costs: world.costs, originalCosts: page.originalCosts, width: world.width, height: world.height, fields });
}
async function writeAddress() {
    if (!page.map.id) return; // the tiles of a picture go into the address only when it is asked for
    const { text } = await address();
    history.replaceState(null, "", `#${text}`);
}
async function share() {
    const { text, complete } = await address(), url = `${location.origin}${location.pathname}#${text}`;
    if (!complete) return toast("This map does not fit into a link. Put the picture on the web, and link to this page with #picture=ADDRESS.", true);
    history.replaceState(null, "", `#${text}`);
    try {
        await navigator.clipboard.writeText(url);
        toast("The link is copied: whoever opens it sees this map and this plan.");
    } catch {
        toast("The address of this page is the link: copy it from above.");
    }
}
async function openAddress(hash) {
    const fields = await decode(hash).catch(() => { throw new Error("the link is damaged: its map cannot be read"); });
    const tile = (text) => { const t = (text ?? "").split(",").map(Number); return t.length === 2 && t.every(Number.isInteger) ? t : null; };
    const shown = await (fields.picture ? openMap(`picture:${fields.picture}`) : fields.tiles ? openTiles(fields.tiles) : openMap(fields.map ?? SAMPLES[0].id, fields.edits));
    if (!shown) return;
    for (const name of ["algorithm", "heuristic"]) if ([...$(name).options].some((o) => o.value === fields[name])) $(name).value = fields[name];
    if (fields.weight) $("weight").value = fields.weight;
    $("smooth").checked = fields.smooth === "1";
    syncControls();
    if (fields.drawn === "1" && !page.widened) widen();
    const start = tile(fields.start), goal = tile(fields.goal);
    if (start && inside(start)) page.start = start;
    if (goal && inside(goal)) page.goal = goal;
    changed();
}

// ---- controls

function syncControls() {
    $("weight-text").textContent = $("weight").value;
    const uses = ["astar", "greedy"].includes($("algorithm").value);
    $("heuristic").disabled = !uses;
    $("weight").disabled = $("algorithm").value !== "astar";
}
function setTool(tool) {
    page.tool = tool;
    for (const button of document.querySelectorAll(".tool")) button.classList.toggle("on", button.dataset.tool === tool);
    $("brush").hidden = tool === "move";
    $("cost-label").hidden = tool !== "cost";
    $("map").classList.toggle("drawing", tool !== "move");
    view.brush = null;
    if (tool !== "move") stopWatching();
    view.request();
}
function showTab(tab) {
    $("panel").dataset.shown = tab;
    for (const button of $("tabs").children) button.classList.toggle("on", button.dataset.show === tab);
    $("panel").scrollTop = 0;
}

function connect() {
    $("sample").replaceChildren(new Option("Your own", ""), ...SAMPLES.map((s) => new Option(s.title, s.id)));
    $("sample").options[0].disabled = true;
    $("sample").onchange = () => guarded(async () => { await nextFrame(); await openMap($("sample").value); }).then(showSample);
    $("another").onclick = () => guarded(() => openMap(anotherSeed(page.map.id)));
    $("open").onclick = () => $("file").click();
    $("file").onchange = () => { openFile($("file").files[0]); $("file").value = ""; };
    for (const id of ["algorithm", "heuristic", "smooth"]) $(id).onchange = () => { syncControls(); stopWatching(); changed(); };
    $("weight").oninput = () => { syncControls(); changed(); };
    $("compare").onclick = () => guarded(() => { stopWatching(); compare(); });
    $("watch").onclick = () => guarded(watch);
    $("rule").onchange = $("negate").onchange = () => rebake();
    $("below").oninput = () => setBelow($("below").value);
    $("below").onchange = () => rebake(Number($("below").value));
    $("level").onchange = () => { view.level = Number($("level").value); view.request(); };
    for (const button of document.querySelectorAll(".tool")) button.onclick = () => setTool(button.dataset.tool);
    $("reset-edits").onclick = () => guarded(() => {
        const { width, height } = page.world, tool = page.tool;
        beginStep();
        page.tool = "erase";
        try {
            draw(Array.from({ length: height }, (_, y) => [0, y, width, 1]));
        } finally {
            page.tool = tool;
            endStep();
        }
        refreshLegend();
    });
    $("undo").onclick = undo;
    $("zoom-in").onclick = () => view.zoom(1.5);
    $("zoom-out").onclick = () => view.zoom(1 / 1.5);
    $("zoom-fit").onclick = () => view.fit();
    $("hint-close").onclick = () => ($("hint").hidden = true);
    $("play").onclick = togglePlay;
    $("player-close").onclick = stopWatching;
    $("position").oninput = () => { page.playing = false; $("play").textContent = "▶"; page.playPosition = Number($("position").value); seek(page.playPosition); };
    $("agents").onclick = () => guarded(sendAgents);
    $("agents-stop").onclick = removeAgents;
    $("share").onclick = () => guarded(share);
    for (const button of $("tabs").children) button.onclick = () => showTab(button.dataset.show);
    showTab("plan");
    $("layers").replaceChildren(...LAYER_TEXTS.map(([name, text, color]) => {
        const label = document.createElement("label"), box = document.createElement("input"), swatch = document.createElement("i");
        label.className = "check";
        box.type = "checkbox";
        box.checked = layers[name];
        box.dataset.layer = name;
        swatch.style.background = color;
        box.onchange = () => { layers[name] = box.checked; if (name === "costs") view.repaint(); view.request(); };
        label.append(box, swatch, text);
        return label;
    }));
    connectDrop();
    connectPointers();
    window.addEventListener("hashchange", () => guarded(() => openAddress(location.hash)));
    window.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey) {
            const key = event.key.toLowerCase();
            if (!page.world || event.altKey || (key !== "z" && key !== "y")) return;
            event.preventDefault();
            if (key === "y" || event.shiftKey) redo();
            else undo();
            return;
        }
        if (event.target.closest("input, select")) return;
        const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (direction && event.target === $("map") && page.world && !event.altKey) return moveEnd(event, direction);
        const tool = { 1: "move", 2: "wall", 3: "cost", 4: "erase" }[event.key];
        if (tool) setTool(tool);
        else if (event.key === " " && page.playback) { event.preventDefault(); togglePlay(); }
        else if (event.key === "+") view.zoom(1.5);
        else if (event.key === "-") view.zoom(1 / 1.5);
        else if (event.key === "0") view.fit();
        else if (event.key === "Escape") stopWatching();
    });
    $("map").addEventListener("keyup", (event) => { if (event.key.startsWith("Arrow")) endStep(); });
    $("map").addEventListener("blur", endStep);
}

// Arrow keys move the goal by a tile, with Shift the start; a key that is held, by some pixels each time.
function moveEnd(event, [dx, dy]) {
    event.preventDefault();
    const end = event.shiftKey ? "start" : "goal", { width, height } = page.world, by = event.repeat ? Math.max(1, Math.round(6 / view.scale)) : 1;
    if (!page.step) beginStep();
    stopWatching();
    const [x, y] = page[end];
    page[end] = [Math.max(0, Math.min(width - 1, x + dx * by)), Math.max(0, Math.min(height - 1, y + dy * by))];
    view.keepInSight(page[end]);
    $("hint").hidden = true;
    changed();
    if (page.army && end === "goal") page.army.send(page.path.goal ?? page.goal);
}

function openFile(file) {
    if (!file) return;
    guarded(async () => {
        if (file.size > 200e6) throw new Error(`${file.name} has ${Math.round(file.size / 1e6)} MB. This page takes files of up to 200 MB.`);
        toast(`Baking ${file.name} …`);
        await nextFrame();
        await openBytes(new Uint8Array(await file.arrayBuffer()), file.name);
        $("toast").hidden = true;
        showTab("map");
    });
}
function connectDrop() {
    let depth = 0;
    window.addEventListener("dragenter", (event) => { event.preventDefault(); depth++; $("drop").hidden = false; });
    window.addEventListener("dragleave", () => { if (--depth <= 0) { depth = 0; $("drop").hidden = true; } });
    window.addEventListener("dragover", (event) => event.preventDefault());
    window.addEventListener("drop", (event) => {
        event.preventDefault();
        depth = 0;
        $("drop").hidden = true;
        openFile(event.dataTransfer.files[0]);
    });
}

// One pointer drags a marker, draws, or moves the map; two zoom it.
function connectPointers() {
    const canvas = $("map"), pointers = new Map();
    let action = null, pinch = null;
    const where = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    const clamp = ([x, y]) => [Math.max(0, Math.min(page.world.width - 1, x)), Math.max(0, Math.min(page.world.height - 1, y))];
    const near = (tile, [x, y], reach) => { const [cx, cy] = view.center(tile); return Math.hypot(cx - x, cy - y) < reach; };
    const pinchOf = () => { const [[ax, ay], [bx, by]] = [...pointers.values()]; return { x: (ax + bx) / 2, y: (ay + by) / 2, size: Math.hypot(ax - bx, ay - by) }; };

    canvas.addEventListener("pointerdown", (event) => {
        if (!page.world || event.button > 1) return;
        canvas.setPointerCapture(event.pointerId);
        const at = where(event), reach = event.pointerType === "mouse" ? 16 : 30;
        pointers.set(event.pointerId, at);
        if (pointers.size === 2) { pinch = pinchOf(); action = null; page.stroke = null; endStep(); return; }
        beginStep();
        if (near(page.goal, at, reach) && page.tool === "move") action = "goal";
        else if (near(page.start, at, reach) && page.tool === "move") action = "start";
        else if (page.tool === "move" || event.button === 1) action = "pan";
        else { action = "draw"; page.stroke = null; guarded(() => strokeTo(clamp(view.tileAt(...at)))); }
        canvas.classList.toggle("pressed", page.tool === "move");
        if (action === "start" || action === "goal") { stopWatching(); $("hint").hidden = true; }
    });
    canvas.addEventListener("pointermove", (event) => {
        if (!page.world) return;
        const at = where(event), before = pointers.get(event.pointerId);
        if (page.tool !== "move" && event.pointerType === "mouse") { view.brush = { tile: view.tileAt(...at), radius: Number($("radius").value) }; view.request(); }
        if (!before) {
            if (page.tool === "move") canvas.style.cursor = near(page.goal, at, 16) || near(page.start, at, 16) ? "pointer" : "";
            return;
        }
        pointers.set(event.pointerId, at);
        if (pinch && pointers.size === 2) {
            const now = pinchOf();
            view.move(now.x - pinch.x, now.y - pinch.y);
            if (pinch.size > 0) view.zoom(now.size / pinch.size, now.x, now.y);
            pinch = now;
        } else if (action === "pan") view.move(at[0] - before[0], at[1] - before[1]);
        else if (action === "draw") guarded(() => strokeTo(clamp(view.tileAt(...at))));
        else if (action) { page[action] = clamp(view.tileAt(...at)); changed(); }
    });
    const end = (event) => {
        if (!pointers.delete(event.pointerId)) return;
        pinch = null;
        canvas.classList.remove("pressed");
        if (action === "goal" && page.army) page.army.send(page.path.goal ?? page.goal);
        if (action === "draw") { refreshLegend(); $("hint").hidden = true; }
        action = null;
        page.stroke = null;
        endStep();
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("pointerleave", () => { view.brush = null; view.request(); });
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); view.zoom(Math.exp(-event.deltaY * 0.0015), ...where(event)); }, { passive: false });
}

// ---- the start

connect();
guarded(async () => {
    const begin = performance.now();
    wend = await load();
    await guarded(() => openAddress(location.hash));
    if (!page.world) await openMap(SAMPLES[0].id); // the link was damaged, which the message says
    page.loadMs = performance.now();
    $("engine-text").textContent = `WebAssembly ${wend.simd ? "with" : "without"} SIMD, loaded in ${Math.round(performance.now() - begin)} ms, one thread.`;
    // Keeps the page for when there is no network, with the form of the engine that this browser runs.
    navigator.serviceWorker?.register(`offline.js?engine=${wend.simd ? "wend-simd" : "wend"}.wasm`).catch((error) => console.warn(`The page will not open without a network: ${error.message}`));
});

// For the tests of the page, and for whoever looks at it in the console.
window.wendPage = { page, view, get wend() { return wend; }, timeOf: (options) => timeOf({ ...query(), ...options }, 200), openBytes: (bytes, name) => guarded(() => openBytes(bytes, name)), css, costText };
