// page.test.js: does the page do what it offers, in headless Chromium, with a mouse and with fingers?
//   WEND_SITE=FOLDER [WEND_PICTURES=FOLDER] node --test tests/web
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
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

test("it loads less than 1 MB and shows a path", async () => {
    server.sent.bytes = 0;
    const page = await open();
    assert.ok(server.sent.bytes < 1e6, `${server.sent.bytes} bytes`);
    assert.equal(await page.evaluate("wendPage.page.path.outcome"), "found");
    console.log(`loaded ${server.sent.bytes} bytes in ${Math.round(await page.evaluate("wendPage.page.loadMs"))} ms`);
    await page.until("document.getElementById('world-hash').textContent.length === 16");
    await picture(page, "desktop");
    quiet(page);
});

test("worlds and paths have the hashes of the native programs", async () => {
    const page = await open("#map=picture%3Amaps%2Fisland.png&start=150,200&goal=830,220&smooth=1");
    assert.equal(await page.evaluate("wendPage.page.world.hash"), "dbc97544cd6aceea");
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
