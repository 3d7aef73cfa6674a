// bundlers.test.js: does a page that uses the npm package run when a bundler has built it?
//   WEND_PACKAGE=FOLDER WEND_SITE=FOLDER WEND_BUNDLERS=FOLDER node --test tests/web/bundlers.test.js
// WEND_BUNDLERS is where the bundlers of tests/web/bundlers/package.json are installed by npm; without them, this skips.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { after, before, describe, test } from "node:test";
import { Browser, serve } from "./browser.js";

const folder = process.env.WEND_BUNDLERS, own = join(dirname(fileURLToPath(import.meta.url)), "bundlers");
const [major, minor] = process.versions.node.split(".").map(Number);
const skip = !folder || !existsSync(join(folder, "node_modules/vite")) ? "no bundlers (npm install of tests/web/bundlers)" : major < 20 || (major === 20 && minor < 19) ? "Vite needs node 20.19" : false;

describe("bundlers", { skip }, () => {
    let browser, expected;
    const out = (name) => join(folder, "out", name), entry = (name) => join(folder, "app", name);
    const tool = async (name) => import(pathToFileURL(createRequire(join(folder, "package.json")).resolve(name)));
    const page = (name, script) => { mkdirSync(out(name), { recursive: true }); copyFileSync(entry("index.html"), join(out(name), "index.html")); return join(out(name), script); };

    before(async () => {
        const installed = join(folder, "node_modules/wend");
        for (const old of [installed, join(folder, "app"), join(folder, "out"), join(folder, "node_modules/.vite")]) rmSync(old, { recursive: true, force: true });
        cpSync(process.env.WEND_PACKAGE, installed, { recursive: true });
        cpSync(own, join(folder, "app"), { recursive: true });
        const { load } = await import(pathToFileURL(join(installed, "lib/node.js")));
        expected = (await load()).fromArray(new Float32Array(2500).fill(1), 50).path([0, 0], [49, 49]).hash;
        browser = await Browser.start({ command: process.env.WEND_CHROMIUM ?? "chromium" });
    });
    after(() => browser?.close());

    async function runs(url) {
        const tab = await browser.open({ width: 400, height: 300 });
        await tab.go(url);
        await tab.until("window.answer || window.failure", 60);
        assert.equal(await tab.evaluate("window.failure"), undefined);
        assert.deepEqual(await tab.evaluate("window.answer"), { hash: expected, simd: true });
        assert.deepEqual(tab.errors, []);
    }
    async function runsFrom(name) {
        for (const file of readdirSync(out(name), { recursive: true })) if (/\.js$/.test(file)) assert.doesNotMatch(readFileSync(join(out(name), file), "utf8"), /node:fs/, file);
        const server = await serve(out(name));
        try {
            await runs(server.url);
            assert.ok(server.sent.files.some((file) => /\.wasm$/.test(file)));
        } finally {
            server.close();
        }
    }

    test("Vite", async () => {
        const { build } = await tool("vite");
        await build({ root: join(folder, "app"), logLevel: "error", build: { outDir: out("vite") } });
        await runsFrom("vite");
    });

    test("Vite's server for development", async () => {
        const { createServer } = await tool("vite");
        const server = await createServer({ root: join(folder, "app"), logLevel: "error", server: { host: "127.0.0.1", port: 0, fs: { allow: [folder] } } });
        try {
            await server.listen();
            await runs(`http://127.0.0.1:${server.httpServer.address().port}/`);
        } finally {
            await server.close();
        }
    });

    test("webpack", async () => {
        const { default: webpack } = await tool("webpack");
        page("webpack", "main.js");
        const stats = await new Promise((done, fail) => webpack({ mode: "production", context: folder, entry: entry("main.js"), output: { path: out("webpack"), filename: "main.js" } }, (error, result) => (error ? fail(error) : done(result))));
        assert.deepEqual(stats.toJson({ all: false, errors: true }).errors, []);
        await runsFrom("webpack");
    });

    test("Rollup", async () => {
        const [{ rollup }, { nodeResolve }, { importMetaAssets }] = await Promise.all(["rollup", "@rollup/plugin-node-resolve", "@web/rollup-plugin-import-meta-assets"].map(tool));
        const bundle = await rollup({ input: entry("main.js"), plugins: [nodeResolve({ browser: true }), importMetaAssets()] });
        await bundle.write({ file: page("rollup", "main.js"), format: "es" });
        await bundle.close();
        await runsFrom("rollup");
    });

    test("esbuild, by its loader of files", async () => {
        const { build } = await tool("esbuild");
        await build({ entryPoints: [entry("esbuild.js")], bundle: true, format: "esm", outfile: page("esbuild", "main.js"), loader: { ".wasm": "file" } });
        await runsFrom("esbuild");
    });

    test("esbuild, with the .wasm files beside the bundle", async () => {
        const { build } = await tool("esbuild");
        await build({ entryPoints: [entry("main.js")], bundle: true, format: "esm", outfile: page("beside", "main.js") });
        for (const name of ["wend.wasm", "wend-simd.wasm"]) copyFileSync(join(folder, "node_modules/wend/lib", name), join(out("beside"), name));
        await runsFrom("beside");
    });

    test("a missing .wasm file is named", async () => {
        const { build } = await tool("esbuild");
        await build({ entryPoints: [entry("main.js")], bundle: true, format: "esm", outfile: page("missing", "main.js") });
        const server = await serve(out("missing")), tab = await browser.open({ width: 400, height: 300 });
        await tab.go(server.url);
        await tab.until("window.failure", 60);
        assert.match(await tab.evaluate("window.failure"), /wend-simd\.wasm cannot be loaded: 404/);
        server.close();
    });

    test("node, through the name of the package", () => {
        const script = `import("wend").then(async ({ load }) => console.log((await load()).fromArray(new Float32Array(2500).fill(1), 50).path([0, 0], [49, 49]).hash))`;
        assert.equal(execFileSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" }).trim(), expected);
    });
});
