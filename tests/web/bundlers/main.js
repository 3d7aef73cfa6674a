// main.js: a page that uses the npm package, as a person would write it.
import { load, WendError } from "wend";

async function main() {
    const wend = await load();
    const world = wend.fromArray(new Float32Array(2500).fill(1), 50);
    try {
        world.path([0, 0], [49, 49], { snapp: 3 });
    } catch (error) {
        if (error instanceof WendError) window.answer = { hash: world.path([0, 0], [49, 49]).hash, simd: wend.simd };
    }
}
main().catch((error) => { window.failure = error.message; });
