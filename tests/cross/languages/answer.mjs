// answer.mjs: the query of answer.c in JavaScript. usage: answer.mjs INDEX_OF_THE_PACKAGE simd|plain
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(process.argv[2]).href);
const wend = await load({ simd: process.argv[3] === "simd" });
const width = 400, height = 300;
const costs = new Float64Array(width * height);
for (let i = 0; i < costs.length; i++) {
    const x = i % width, y = Math.floor(i / width);
    const v = (x * 7919 + y * 104729 + Math.floor(x / 9) * Math.floor(y / 7) * 31) % 97;
    const blocked = v < 12 && x > 1 && x < width - 2;
    costs[i] = blocked ? 0 : v < 60 ? 1 : v < 85 ? 2 : 4;
}
const world = wend.fromArray(costs, width);
const path = world.path([1, 1], [398, 298]);
console.log(path.outcome, world.hash, path.hash, path.cost.toFixed(6));
