// agreement.test.js: do random worlds, edits and paths have the hashes that the native engine gives them?
//   WEND_CLI=build/release/bin/wend: also asks that program, for each of them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const folder = new URL(process.env.WEND_PACKAGE ? `file://${process.env.WEND_PACKAGE}/` : "../", import.meta.url);
const { load, hasSimd, CONNECTIVITIES, ALGORITHMS, HEURISTICS } = await import(new URL("lib/node.js", folder));
const DIGEST = "ed2e310ca383dfc2"; // of all hashes below, which the native programs have given too

const cli = process.env.WEND_CLI, scratch = cli ? mkdtempSync(join(tmpdir(), "wend-agreement-")) : null;
after(() => { if (scratch) rmSync(scratch, { recursive: true }); });
// Exit code 1 means that there is no path.
const wend = (...args) => { try { return execFileSync(cli, args, { encoding: "utf8" }); } catch (error) { if (error.status !== 1) throw error; return error.stdout; } };

let state = 77;
const below = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 4294967296) * n); };
const COSTS = [1, 1.5, 2, 3, 7.25];

function randomCase(k) {
    const width = 20 + below(120), height = 20 + below(120), connectivity = CONNECTIVITIES[k % CONNECTIVITIES.length], clusterSize = [15, 31][below(2)];
    const kinds = below(2) ? 1 : COSTS.length, blocked = [5, 20, 35][below(3)];
    const costs = Float32Array.from({ length: width * height }, () => (below(100) < blocked ? 0 : COSTS[below(kinds)]));
    const edits = Array.from({ length: 6 }, () => {
        const w = 1 + below(12), h = 1 + below(12);
        return [[below(width - w), below(height - h), w, h], below(3) ? COSTS[below(COSTS.length)] : 0];
    });
    const tile = () => [below(width), below(height)];
    const queries = Array.from({ length: 8 }, () => ({
        from: tile(), to: tile(), algorithm: ALGORITHMS[below(ALGORITHMS.length)], heuristic: HEURISTICS[below(connectivity.startsWith("hex") ? 1 : HEURISTICS.length)], smooth: below(2) > 0, snap: below(2) * 40, partial: below(2) > 0,
    }));
    const link = [tile(), tile()];
    return { width, height, costs, edits, queries, link, options: { connectivity, clusterSize, costRange: [1, 8] } };
}

const cases = Array.from({ length: 28 }, (_, k) => randomCase(k));

for (const simd of hasSimd() ? [false, true] : [false]) {
    test(`random worlds, edits and paths ${simd ? "with" : "without"} SIMD`, async (t) => {
        const engine = await load({ simd }), digest = createHash("sha256");
        let asked = 0;
        for (const { width, height, costs, edits, queries, link, options } of cases) {
            const world = engine.fromArray(costs, width, height, options), original = world.save(), hashes = [world.hash];
            for (const [i, edit] of edits.entries()) i < 3 ? world.edit(...edit) : i === 3 && world.editMany(edits.slice(3));
            const withLink = link.every((end) => world.costAt(end) > 0) && link[0].join() !== link[1].join();
            if (withLink) world.addLink(...link, 2);
            world.refresh();
            hashes.push(world.hash);
            const again = engine.open(world.save());
            assert.equal(again.hash, world.hash);
            again.dispose();
            for (const { from, to, ...query } of queries) hashes.push(world.path(from, to, query).hash);
            digest.update(hashes.join());
            const file = world.save();
            world.dispose();
            if (!cli || !simd) continue;
            const [before, changed, saved] = ["before", "after", "saved"].map((name) => join(scratch, `${name}.wend`));
            writeFileSync(before, original);
            writeFileSync(saved, file);
            wend("edit", before, "-q", ...edits.flatMap(([area, cost]) => ["--set", `${area}=${cost || "blocked"}`]), ...(withLink ? ["--link", `${link[0]}:${link[1]}=2`] : []), "-o", changed);
            const native = wend("hash", before, changed, saved).trim().split("\n").map((line) => line.split(/\s+/)[0]);
            assert.deepEqual(native, [hashes[0], hashes[1], hashes[1]], JSON.stringify({ width, height, options }));
            for (const [i, { from, to, algorithm, heuristic, smooth, snap, partial }] of queries.entries()) {
                const answer = JSON.parse(wend("path", changed, "--json", "--from", from.join(), "--to", to.join(), "--algorithm", algorithm, ...(/^(astar|greedy)$/.test(algorithm) ? ["--heuristic", heuristic] : []), "--snap", snap, ...(smooth ? ["--smooth"] : []), ...(partial ? ["--partial"] : [])));
                assert.equal(answer.hash, hashes[2 + i], JSON.stringify({ options, query: queries[i] }));
                asked++;
            }
        }
        if (cli && simd) t.diagnostic(`${cases.length} worlds and ${asked} paths of the native program are the same`);
        assert.equal(digest.digest("hex").slice(0, 16), DIGEST);
    });
}

test("a map that begins below 0", { skip: !cli && "without WEND_CLI" }, async () => {
    const engine = await load(), world = engine.fromArray(new Float32Array(20 * 10).fill(1), 20), [before, grown] = ["before", "grown"].map((name) => join(scratch, `${name}.wend`));
    writeFileSync(before, world.save());
    writeFileSync(join(scratch, "ground.txt"), "....\n....\n");
    world.dispose();
    wend("edit", before, "-q", `--add-ground=-4,-2=${join(scratch, "ground.txt")}`, "-o", grown);
    const opened = engine.open(readFileSync(grown)), [left, top, width, height] = opened.area, at = (x, y) => (y - top) * width + x - left;
    assert.ok(left < -4 && top < -2 && left + width === 20 && top + height === 10);
    const { costs } = opened;
    assert.deepEqual([costs[at(-4, -2)], costs[at(-5, -2)], costs[at(0, 0)], opened.costAt([-4, -2])], [1, 0, 1, 1]);
    const path = opened.path([-4, -2], [-1, -1]), answer = JSON.parse(wend("path", grown, "--json", "--from=-4,-2", "--to=-1,-1"));
    assert.deepEqual([path.hash, [...path.tiles.slice(0, 2)]], [answer.hash, [-4, -2]]);
    const field = opened.field([-4, -2]);
    assert.deepEqual([field.costs[at(-4, -2)], field.costs[at(-3, -2)], field.goalIndices[at(-1, -1)], field.costAt([-3, -2])], [0, 1, 0, 1]);
    assert.equal(opened.visible([-4, -2])[at(-1, -1)], 1);
    const scouts = opened.overlay();
    scouts.add({ kind: "rect", area: [-4, -2, 2, 1], cost: 3 });
    scouts.add({ kind: "disc", center: [-2, -1], radius: 0.5, cost: Infinity });
    assert.deepEqual([scouts.area, scouts.costAt([-4, -2]), scouts.costAt([-2, -1]), scouts.costAt([-2, -2])], [opened.area, 4, 0, 1]);
    scouts.hide(2);
    scouts.see([-3, -2, 2, 1]);
    assert.deepEqual([scouts.isSeen([-3, -2]), scouts.isSeen([-4, -2]), scouts.costAt([-4, -2])], [true, false, 5]);
    assert.equal(opened.path([-4, -2], [-1, -2], { avoid: [{ kind: "rect", area: [-2, -2, 1, 1] }] }).cost.toFixed(3), "4.414"); // no corner is cut
    opened.edit([left, top, 1, height], 1);
    assert.equal(opened.costAt([left, 9]), 1);
    assert.throws(() => opened.costAt([left - 1, 0]), { message: new RegExp(`x in ${left}\\.\\.19 and y in ${top}\\.\\.9`) });
    assert.throws(() => opened.edit([left - 1, top, 2, 1], 1), { message: /leaves the map/ });
    opened.dispose();
});
