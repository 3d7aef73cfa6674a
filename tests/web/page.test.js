// page.test.js: does the page do what it offers, in headless Chromium, with a mouse and with fingers?
//   WEND_SITE=FOLDER [WEND_PICTURES=FOLDER] node --test tests/web
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Browser, serve } from "./browser.js";

const pictures = process.env.WEND_PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });
const READY = "window.wendPage?.page.loadMs > 0";
let server, browser;

before(async () => {
    server = await serve(process.env.WEND_SITE);
    browser = await Browser.start({ command: process.env.WEND_CHROMIUM ?? "chromium" });
});
after(async () => {
    await browser?.close();
    server?.close();
});

async function open(hash = "", size = { width: 1280, height: 800 }) {
    const page = await browser.open(size);
    await page.go(server.url + hash);
    await page.until(READY, 120);
    return page;
}
const picture = (page, name) => (pictures ? page.picture(join(pictures, `${name}.png`)) : null);
const hashOf = (page) => page.evaluate("wendPage.page.path.hash");
const screenOf = (page, what) => page.evaluate(`(() => { const box = document.getElementById("map").getBoundingClientRect(), [x, y] = wendPage.view.center(wendPage.page.${what}); return [box.left + x, box.top + y]; })()`);
const click = (page, id) => page.evaluate(`document.getElementById("${id}").click()`);
const quiet = (page) => assert.deepEqual(page.errors, []);

test("it loads what docs/browser.md says, and shows a path", async (t) => {
    const first = await serve(process.env.WEND_SITE);
    t.after(() => first.close());
    const page = await browser.open({ width: 1280, height: 800 });
    await page.go(first.url);
    await page.until(READY, 120);
    const files = [...new Set(first.sent.files)].filter((file) => file !== "/offline.js").map((file) => readFileSync(join(process.env.WEND_SITE, file)));
    const mb = (sizes) => (sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(2), engine = files.filter((bytes) => bytes.subarray(1, 4).toString() === "asm");
    const text = readFileSync(new URL("../../docs/browser.md", import.meta.url), "utf8");
    assert.equal(engine.length, 1);
    assert.match(text, new RegExp(`The page loads ${mb(files.map((f) => f.length))} MB, uncompressed: ${mb(engine.map((f) => f.length))} MB are the engine`));
    assert.match(text, new RegExp(`compresses by gzip\\s+sends ${mb(files.map((f) => gzipSync(f).length))} MB`));
    assert.equal(await page.evaluate("wendPage.page.path.outcome"), "found");
    console.log(`loaded ${mb(files.map((f) => f.length))} MB in ${Math.round(await page.evaluate("wendPage.page.loadMs"))} ms`);
    await page.until("document.getElementById('world-hash').textContent.length === 16");
    await picture(page, "desktop");
    quiet(page);
});

test("worlds and paths have the hashes of the native programs", async () => {
    const page = await open("#map=picture%3Amaps%2Fisland.png&start=150,200&goal=830,220&smooth=1");
    assert.equal(await page.evaluate("wendPage.page.world.hash"), "9c975f9fdadae76b");
    assert.equal(await hashOf(page), "0fdcbf58c1636b3b");
    assert.match(await page.evaluate("document.getElementById('warning').textContent"), /0\.57/);
    assert.ok((await page.evaluate("document.getElementById('legend').rows.length")) >= 5);
    await page.evaluate("document.getElementById('panel').scrollTop = 440");
    await picture(page, "picture");
    quiet(page);
});

test("the goal is dragged and the path follows; a wall changes it; the link brings all of it back", async () => {
    const page = await open();
    const first = await hashOf(page), at = await screenOf(page, "goal");
    await page.drag(at, [at[0] - 120, at[1] - 60]);
    assert.notEqual(await hashOf(page), first);
    const cost = await page.evaluate("wendPage.page.path.cost");
    await page.evaluate("document.querySelector('[data-tool=wall]').click()");
    const middle = await page.evaluate(`(() => { const box = document.getElementById("map").getBoundingClientRect(), t = wendPage.page.path.tiles, i = t.length >> 2 << 1, [x, y] = wendPage.view.center([t[i], t[i + 1]]); return [box.left + x, box.top + y]; })()`);
    await page.drag([middle[0], middle[1] - 40], [middle[0], middle[1] + 40], 10);
    assert.ok((await page.evaluate("wendPage.page.path.cost")) > cost);
    await page.evaluate("document.querySelector('[data-tool=cost]').click()");
    await page.drag([middle[0] - 60, middle[1] + 60], [middle[0] + 60, middle[1] + 60], 10);
    await picture(page, "drawn");
    await click(page, "share");
    await page.until("/edits=/.test(location.hash)");
    const hash = await hashOf(page), link = await page.evaluate("location.hash");
    assert.ok(link.length < 4000, `${link.length} characters`);
    const again = await open(link);
    assert.equal(await hashOf(again), hash);
    await again.evaluate("document.querySelector('[data-tool=wall]').click(), document.getElementById('reset-edits').click()");
    assert.ok((await again.evaluate("wendPage.page.path.cost")) <= cost + 1e-9);
    quiet(page);
    quiet(again);
});

test("the search plays back, all of it", async () => {
    const page = await open();
    for (const algorithm of ["hpa", "astar"]) {
        await page.evaluate(`{ const a = document.getElementById("algorithm"); a.value = "${algorithm}"; a.onchange(); }`);
        await click(page, "watch");
        const count = await page.evaluate("wendPage.page.playback.count");
        assert.ok(count > 100);
        await page.evaluate(`{ const p = document.getElementById("position"); p.value = ${Math.floor(count * 0.55)}; p.oninput(); }`);
        await picture(page, `search-${algorithm}`);
        await page.evaluate(`{ const p = document.getElementById("position"); p.value = ${count}; p.oninput(); }`);
        assert.equal(await page.evaluate("wendPage.page.playback.ended"), true);
        const stats = await page.evaluate("wendPage.page.path.stats");
        const closed = await page.evaluate("wendPage.page.playback.closed");
        if (algorithm === "astar") assert.equal(closed, stats.expanded);
        else assert.ok(closed > 50 && closed <= stats.abstractExpanded);
    }
    await click(page, "player-close");
    quiet(page);
});

test("all algorithms are compared, and a thousand agents walk", async () => {
    const page = await open();
    await click(page, "compare");
    assert.equal(await page.evaluate("document.getElementById('comparison').tBodies[0].rows.length"), 6);
    await picture(page, "compared");
    await click(page, "agents");
    await page.until("wendPage.page.army?.crowd.stats.ticks > 20", 120);
    assert.equal(await page.evaluate("wendPage.page.army.ids.length"), 1000);
    assert.ok((await page.evaluate("wendPage.page.army.crowd.states.walking")) > 500);
    await page.until("wendPage.page.army?.crowd.stats.ticks > 90", 120);
    await picture(page, "agents");
    await click(page, "agents-stop");
    assert.equal(await page.evaluate("wendPage.page.army"), null);
    quiet(page);
});

test("a map of one's own goes into the link", async () => {
    const page = await open();
    await page.evaluate(`wendPage.openBytes(new TextEncoder().encode("type octile\\nheight 9\\nwidth 40\\nmap\\n" + (".".repeat(40) + "\\n").repeat(4) + "@".repeat(39) + ".\\n" + (".".repeat(40) + "\\n").repeat(4)), "own.map")`);
    const hash = await hashOf(page);
    assert.equal(await page.evaluate("wendPage.page.world.width"), 40);
    await click(page, "share");
    await page.until("/tiles=/.test(location.hash)");
    const again = await open(await page.evaluate("location.hash"));
    assert.equal(await hashOf(again), hash);
    quiet(again);
});

test("a picture that is too large, and a damaged one, are refused with a reason", async () => {
    const page = await open();
    const before = await page.evaluate("wendPage.page.world.hash");
    const size = (name, bytes) => page.evaluate(`wendPage.openBytes(new Uint8Array(${JSON.stringify(bytes)}), "${name}").then(() => document.getElementById("toast").textContent)`);
    const head = [0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 0, 0, 0, 0, 0, 0, 0, 0];
    assert.match(await size("huge.png", [...head, ...new Array(200).fill(0)]), /30000 x 30000|900000000/);
    assert.match(await size("damaged.png", head.map((b, i) => (i >= 16 && i < 24 ? [0, 0, 0, 40][i % 4] : b))), /damaged|truncated/);
    assert.equal(await page.evaluate("wendPage.page.world.hash"), before);
});

test("a file that is refused leaves the map as it was, and says what to do", async () => {
    const page = await open();
    const give = (name, text) => page.evaluate(`wendPage.openBytes(new TextEncoder().encode(${JSON.stringify(text)}), "${name}").then(() => document.getElementById("toast").textContent)`);
    for (const [name, text, pattern] of [
        ["dem.tif", "II*\0\x08\0\0\0\0\0\0\0\0", /gdal_translate -of PNG -scale dem.tif/],
        ["report.pdf", "%PDF-1.7\n1 0 obj\n", /report.pdf is none of the maps.*PNG.*\.wend/],
        ["notes.txt", "These are notes.\nThey are no map.\n", /notes.txt/],
        ["bad.wend", "WEND and then nothing that follows", /./],
    ]) {
        const state = "wendPage.page.world.refresh(), JSON.stringify([wendPage.page.world.hash, wendPage.page.start, wendPage.page.goal, wendPage.page.path.hash, document.getElementById('sample').value])", before = await page.evaluate(state);
        assert.match(await give(name, text), pattern);
        assert.equal(await page.evaluate(state), before, name);
        const first = await hashOf(page), at = await screenOf(page, "goal");
        await page.drag(at, [at[0] - 30, at[1] - 20]);
        assert.notEqual(await hashOf(page), first, name);
        await page.evaluate("document.querySelector('[data-tool=wall]').click()");
        const version = await page.evaluate("wendPage.page.world.version");
        await page.drag([600, 300], [640, 340]);
        assert.ok((await page.evaluate("wendPage.page.world.version")) > version);
        await page.evaluate(`document.querySelector('[data-tool=move]').click(); { const a = document.getElementById("algorithm"); a.value = "astar"; a.onchange(); }`);
        await page.evaluate("history.replaceState(null, '', '#')");
        await click(page, "share");
        await page.until("/map=island.*edits=/.test(location.hash)");
    }
    assert.equal(page.errors.filter((text) => !/^WendError|^Error: .*(raster|none of the maps)/.test(text)).length, 0, page.errors.join("\n"));
    await page.evaluate(`{ const s = document.getElementById("sample"); s.value = "picture:maps/island.png"; s.onchange(); }`);
    await page.until("wendPage.page.map.source?.isImage");
    // A rule that fails: the controls show the one that the map has.
    await page.evaluate(`wendPage.page.map.file.bytes = new TextEncoder().encode("no picture"); { const r = document.getElementById("rule"); r.value = "threshold"; r.onchange(); }`);
    await page.until("document.getElementById('rule').value === 'brightness'");
});

test("a damaged link opens the first map", async () => {
    for (const hash of ["#map=nowhere-9x9-1", "#size=40x40&tiles=AAAA", "#picture=missing.png"]) {
        const page = await open(hash);
        assert.equal(await page.evaluate("wendPage.page.path.outcome"), "found", hash);
        assert.equal(await page.evaluate("document.getElementById('toast').hidden"), false, hash);
    }
});

test("strokes and moves are undone and done again", async () => {
    const page = await open();
    const key = (name, modifiers) => page.key(name, modifiers), CTRL = 2, SHIFT = 8;
    const state = () => page.evaluate("wendPage.page.world.refresh(), JSON.stringify([wendPage.page.world.hash, wendPage.page.start, wendPage.page.goal])");
    const states = [await state()];
    const at = await screenOf(page, "goal");
    await page.drag(at, [at[0] - 90, at[1] - 40]);
    states.push(await state());
    for (const tool of ["wall", "cost", "erase"]) {
        await page.evaluate(`document.querySelector('[data-tool=${tool}]').click()`);
        await page.drag([620, 280], [700, 330], 8);
        states.push(await state());
    }
    await click(page, "reset-edits");
    states.push(await state());
    const last = states.length - 1;
    assert.equal(states[last], states[1]); // Reset has brought back what was there after the move
    assert.equal(new Set(states).size, last - 1, states.join("\n")); // and Erase what was there before the walls
    for (let i = last - 1; i >= 0; i--) { await key("z", CTRL); assert.equal(await state(), states[i], `undo ${i}`); }
    await key("z", CTRL); // nothing is left
    assert.equal(await state(), states[0]);
    for (let i = 1; i <= last; i++) { await key(i % 2 ? "y" : "Z", i % 2 ? CTRL : CTRL | SHIFT); assert.equal(await state(), states[i], `redo ${i}`); }
    await click(page, "undo");
    assert.equal(await state(), states[last - 1]);
    quiet(page);
});

test("arrow keys move the goal, with Shift the start, and the map follows", async () => {
    const page = await open();
    await page.evaluate("document.getElementById('map').focus(), wendPage.view.zoom(12)");
    const ends = () => page.evaluate("[wendPage.page.start, wendPage.page.goal]");
    const [start, goal] = await ends(), hash = await hashOf(page);
    await page.key("ArrowLeft");
    await page.key("ArrowUp");
    await page.key("ArrowDown", 8);
    assert.deepEqual(await ends(), [[start[0], start[1] + 1], [goal[0] - 1, goal[1] - 1]]);
    assert.notEqual(await hashOf(page), hash);
    const seen = await screenOf(page, "start");
    assert.ok(seen[0] > 330 && seen[0] < 1280 && seen[1] > 0 && seen[1] < 800, String(seen));
    for (let i = 0; i < 3; i++) await page.key("z", 2);
    assert.deepEqual(await ends(), [start, goal]);
    quiet(page);
});

test("texts have the contrast that WCAG AA asks for", async () => {
    const page = await open("#map=picture%3Amaps%2Fisland.png");
    await click(page, "compare");
    for (const phone of [false, true]) for (const [hover, tab] of [["", "plan"], ["watch", "plan"], ["agents", "agents"], ["share", "map"], ["", "layers"]]) {
        if (phone) await page.send("Emulation.setDeviceMetricsOverride", { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
        await page.evaluate(`document.querySelector('[data-show=${tab}]').click(), ${JSON.stringify(hover)} && document.getElementById("${hover}").scrollIntoView()`);
        if (hover) {
            const [x, y] = await page.evaluate(`(() => { const b = document.getElementById("${hover}").getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()`);
            await page.mouse("mouseMoved", x, y, 0);
        }
        const low = await page.evaluate(`(() => {
            const rgb = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
            const over = (top, under) => Object.fromEntries(["r", "g", "b"].map((c) => [c, top[c] * top.a + under[c] * (1 - top.a)]));
            const light = (c) => { const part = (v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b); };
            const back = (e) => { const own = rgb(getComputedStyle(e).backgroundColor); return own.a === 1 || !e.parentElement ? own : over(own, back(e.parentElement)); };
            const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            for (let node; (node = walk.nextNode()); ) {
                const e = node.parentElement, style = getComputedStyle(e);
                if (!node.data.trim() || !e.getClientRects().length || e.closest("[disabled], option")) continue;
                const under = back(e), a = light(over(rgb(style.color), under)), b = light(under), size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
                const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                if (ratio < (large ? 3 : 4.5)) found.push(node.data.trim().slice(0, 30) + " " + ratio.toFixed(2));
            }
            return found;
        })()`);
        assert.deepEqual(low, [], `${phone ? "phone" : "desktop"}, ${tab}, pointer on ${hover || "nothing"}`);
    }
});

test("once loaded, it opens without a network", async () => {
    const other = await serve(process.env.WEND_SITE), page = await browser.open({ width: 800, height: 600 });
    await page.go(other.url);
    await page.until(READY, 120);
    const hash = await hashOf(page);
    await page.until("navigator.serviceWorker.ready.then((r) => r.active?.state === 'activated')", 60);
    other.close();
    await page.go("about:blank");
    await page.go(other.url + "#map=picture%3Amaps%2Fisland.png&start=150,200&goal=830,220&smooth=1");
    await page.until(READY, 60);
    assert.equal(await hashOf(page), "0fdcbf58c1636b3b");
    await page.go("about:blank");
    await page.go(other.url + "index.html");
    await page.until(READY, 60);
    assert.equal(await hashOf(page), hash);
    quiet(page);
});

test("on a phone fingers drag, draw and zoom", async () => {
    const page = await open("", { width: 390, height: 844, phone: true, ratio: 2 });
    await picture(page, "phone");
    const first = await hashOf(page), at = await screenOf(page, "goal");
    await page.touchDrag(at, [at[0] - 40, at[1] - 30]);
    assert.notEqual(await hashOf(page), first);
    const scale = await page.evaluate("wendPage.view.scale");
    await page.touch("touchStart", [150, 250], [220, 300]);
    for (let i = 1; i <= 5; i++) await page.touch("touchMove", [150 - 10 * i, 250 - 8 * i], [220 + 10 * i, 300 + 8 * i]);
    await page.touch("touchEnd");
    assert.ok((await page.evaluate("wendPage.view.scale")) > scale * 1.5);
    await page.evaluate("document.querySelector('[data-show=map]').click(), document.querySelector('[data-tool=wall]').click(), wendPage.view.fit()");
    const version = await page.evaluate("wendPage.page.world.version");
    await page.touchDrag([120, 260], [160, 320]);
    assert.ok((await page.evaluate("wendPage.page.world.version")) > version);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
    await picture(page, "phone-map");
    quiet(page);
});
