// browser.js: a page in headless Chromium, driven by the DevTools protocol over a pipe; and a server of its files.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm", ".png": "image/png" };

/** Serves a folder on a free port; counts the bytes of what it sends. */
export async function serve(folder) {
    const sent = { bytes: 0, files: [] };
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
        try {
            const bytes = await readFile(join(folder, path));
            sent.bytes += bytes.length;
            sent.files.push(path);
            response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
            response.end(bytes);
        } catch {
            response.writeHead(404);
            response.end();
        }
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return { url: `http://127.0.0.1:${server.address().port}/`, sent, close: () => { server.closeAllConnections(); server.close(); } };
}

export class Browser {
    static async start({ command = "chromium", flags = [] } = {}) {
        const browser = new Browser();
        browser.profile = await mkdtemp(join(tmpdir(), "wend-chromium-"));
        browser.process = spawn(command, ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
            "--remote-debugging-pipe", `--user-data-dir=${browser.profile}`, ...flags, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
        browser.waiting = new Map();
        browser.listeners = new Set();
        browser.next = 1;
        let rest = Buffer.alloc(0);
        browser.process.stdio[4].on("data", (data) => {
            rest = Buffer.concat([rest, data]);
            for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) browser.receive(JSON.parse(rest.subarray(0, end)));
        });
        browser.ended = new Promise((done) => browser.process.on("exit", done));
        browser.process.on("exit", () => { for (const { fail } of browser.waiting.values()) fail(new Error("Chromium has ended")); });
        return browser;
    }
    receive(message) {
        if (message.id) {
            const { done, fail } = this.waiting.get(message.id) ?? {};
            this.waiting.delete(message.id);
            if (message.error) fail?.(new Error(message.error.message));
            else done?.(message.result);
        } else for (const listener of this.listeners) listener(message);
    }
    send(method, params = {}, sessionId = undefined) {
        const id = this.next++;
        return new Promise((done, fail) => {
            this.waiting.set(id, { done, fail });
            this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
        });
    }
    async open({ width, height, phone = false, ratio = 1 }) {
        const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
        const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
        const page = new Page(this, sessionId);
        await page.send("Page.enable");
        await page.send("Runtime.enable");
        await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: ratio, mobile: phone });
        if (phone) await page.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
        return page;
    }
    async close() {
        this.process.kill();
        await this.ended;
        await rm(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
}

class Page {
    constructor(browser, sessionId) {
        this.browser = browser;
        this.sessionId = sessionId;
        this.errors = [];
        browser.listeners.add((message) => {
            if (message.sessionId !== sessionId) return;
            if (message.method === "Runtime.exceptionThrown") this.errors.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
            if (message.method === "Runtime.consoleAPICalled" && message.params.type === "error") this.errors.push(message.params.args.map((a) => a.description ?? a.value).join(" "));
        });
    }
    send(method, params) { return this.browser.send(method, params, this.sessionId); }
    async go(url) { await this.send("Page.navigate", { url }); }
    /** The value of an expression in the page, which may be a promise. */
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }
    /** Waits until an expression is true. */
    async until(expression, seconds = 60) {
        for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise((done) => setTimeout(done, 40)))
            if (await this.evaluate(expression).catch(() => false)) return;
        throw new Error(`never true: ${expression}; errors of the page: ${this.errors.join("; ") || "none"}`);
    }
    async picture(file) {
        const { data } = await this.send("Page.captureScreenshot", { format: "png" });
        await writeFile(file, Buffer.from(data, "base64"));
    }
    async mouse(type, x, y, buttons = 1) {
        await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons, clickCount: 1, pointerType: "mouse" });
    }
    /** Presses and releases a key; modifiers: 2 Ctrl, 8 Shift. */
    async key(key, modifiers = 0) {
        for (const type of ["rawKeyDown", "keyUp"]) await this.send("Input.dispatchKeyEvent", { type, key, modifiers, code: key });
    }
    async drag(from, to, steps = 6) {
        await this.mouse("mouseMoved", ...from, 0);
        await this.mouse("mousePressed", ...from);
        for (let i = 1; i <= steps; i++) await this.mouse("mouseMoved", from[0] + ((to[0] - from[0]) * i) / steps, from[1] + ((to[1] - from[1]) * i) / steps);
        await this.mouse("mouseReleased", ...to, 0);
    }
    async touch(type, ...points) {
        await this.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    }
    async touchDrag(from, to, steps = 6) {
        await this.touch("touchStart", from);
        for (let i = 1; i <= steps; i++) await this.touch("touchMove", [from[0] + ((to[0] - from[0]) * i) / steps, from[1] + ((to[1] - from[1]) * i) / steps]);
        await this.touch("touchEnd");
    }
}
