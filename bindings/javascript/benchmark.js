// benchmark.js: what does a query take in WebAssembly? usage: node benchmark.js PACKAGE [WORLD.wend]
// PACKAGE is build/web/package. Writes the world, if named, for `wend check WORLD.wend --random 1000`, which asks the
// native engine for as many random paths on it: compare us_median.
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, file] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "lib/node.js")));
const { makeMap } = await import(new URL("../../web/maps.js", import.meta.url));
const map = makeMap("island-1024x1024-5");

for (const simd of [false, true]) {
    const wend = await load({ simd });
    const begin = performance.now();
    const world = wend.fromClasses(map.classes, map.costs, map.width, map.height);
    const bakeMs = performance.now() - begin;
    let seed = 3;
    const random = (n) => Math.floor(((seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296) * n);
    const tile = () => {
        for (;;) {
            const found = [random(map.width), random(map.height)];
            if (world.costAt(found) > 0) return found;
        }
    };
    const queries = Array.from({ length: 1000 }, () => [tile(), tile()]);
    for (const [from, to] of queries) world.path(from, to); // so that all code is compiled
    const times = queries.map(([from, to]) => {
        let least = Infinity;
        for (let round = 0; round < 5; round++) {
            const start = performance.now();
            world.path(from, to);
            least = Math.min(least, performance.now() - start);
        }
        return least * 1000;
    });
    times.sort((a, b) => a - b);
    console.log(`${simd ? "with   " : "without"} SIMD: bake ${bakeMs.toFixed(0)} ms, a query ${times[500].toFixed(0)} us (median), world ${world.hash}`);
    if (simd && file) await writeFile(file, world.save());
}
