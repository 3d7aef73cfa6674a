// esbuild.js: the same for bundlers that keep no files of packages: they are named, and load() is told where they went.
import { hasSimd, load } from "wend";
import simd from "wend/wend-simd.wasm";
import plain from "wend/wend.wasm";

load({ url: hasSimd() ? simd : plain }).then((wend) => {
    const world = wend.fromArray(new Float32Array(2500).fill(1), 50);
    window.answer = { hash: world.path([0, 0], [49, 49]).hash, simd: wend.simd };
}, (error) => { window.failure = error.message; });
