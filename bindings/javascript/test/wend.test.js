// wend.test.js: does the package answer as the engine does, refuse bad input, and give its memory back?
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";
import { deflateSync } from "node:zlib";

const folder = new URL(process.env.WEND_PACKAGE ? `file://${process.env.WEND_PACKAGE}/` : "../", import.meta.url);
const { load, hasSimd, WendError, RULES, EVENTS } = await import(new URL("lib/node.js", folder));
const data = new URL("../../../data/", import.meta.url);

const refused = (result, pattern) => (error) => error instanceof WendError && error.result === result && pattern.test(error.message);

function island(width = 120, height = 80) {
    const costs = new Float64Array(width * height).fill(1);
    for (let y = 10; y < height; y++) costs[y * width + 60] = 0; // a wall with a gap at the top
    for (let y = 0; y < height; y++) for (let x = 80; x < 90; x++) costs[y * width + x] = 4;
    return { costs, width, height };
}

// A PNG of 1 x 1 chunks that only declares its size.
function pngOf(width, height) {
    const crc = (bytes) => {
        let c = ~0;
        for (const b of bytes) { c ^= b; for (let k = 0; k < 8; k++) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0); }
        return ~c >>> 0;
    };
    const chunk = (type, content) => {
        const body = Buffer.concat([Buffer.from(type), content]), out = Buffer.alloc(body.length + 8);
        out.writeUInt32BE(content.length, 0);
        body.copy(out, 4);
        out.writeUInt32BE(crc(body), body.length + 4);
        return out;
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 0, 0, 0, 0], 8);
    const rows = Buffer.alloc(Math.min(height, 64) * (Math.min(width, 64) + 1), 255);
    for (let y = 0; y < 64; y++) if (y * (Math.min(width, 64) + 1) < rows.length) rows[y * (Math.min(width, 64) + 1)] = 0;
    return new Uint8Array(Buffer.concat([Buffer.from([0x89, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]));
}

for (const simd of hasSimd() ? [false, true] : [false]) {
    describe(simd ? "with SIMD" : "without SIMD", () => {
        let wend;
        before(async () => { wend = await load({ simd }); });

        test("the same hashes as the native programs", async () => {
            const world = wend.bake(await readFile(new URL("island.png", data)), { name: "island.png" });
            assert.equal(world.hash, "9c975f9fdadae76b");
            const path = world.path([150, 200], [830, 220], { smooth: true });
            assert.equal(path.hash, "0fdcbf58c1636b3b");
            assert.equal(path.cost.toFixed(6), "1173.773084");
            assert.equal(path.length, 900);
            assert.equal(path.waypoints.length / 2, 24);
            assert.equal(path.stats.abstractExpanded, 108);
            assert.match(world.source.warning, /0\.57/);
            assert.equal(world.source.format, "png");
            world.dispose();
        });

        test("ImageData gives the costs of the file", () => {
            const data = new Uint8ClampedArray(4 * 40 * 30).fill(255);
            for (let i = 0; i < 40; i++) data.set([0, 0, 0, 255], 4 * (12 * 40 + i)); // a black row
            data.set([230, 230, 230, 255], 0);
            data.set([255, 255, 255, 0], 4); // transparent
            const world = wend.bake({ data, width: 40, height: 30 });
            assert.ok(Math.abs(world.costAt([0, 0]) - 255 / 230) < 1e-6);
            assert.equal(world.costAt([1, 0]), 0);
            assert.equal(world.costAt([5, 12]), 0);
            assert.equal(world.connected([5, 5], [5, 20]), false);
            assert.equal(world.source.format, "pixels");
            world.dispose();
        });

        test("text grids and legends", () => {
            const map = new TextEncoder().encode("type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n");
            const world = wend.bake(map, { name: "tiny.map" });
            assert.deepEqual([world.width, world.height, world.costAt([1, 1])], [4, 3, 0]);
            world.dispose();
            const red = Uint8ClampedArray.from({ length: 4 * 64 }, (_, i) => [200, 30, 30, 255][i % 4]);
            const legend = wend.bake({ data: red, width: 8, height: 8 }, { legend: "#c81e1e 3 lava\n" });
            assert.equal(legend.costAt([3, 3]), 3);
            legend.dispose();
        });

        test("paths over an array of costs", () => {
            const { costs, width } = island();
            const world = wend.fromArray(costs, width);
            const path = world.path([5, 70], [115, 70]);
            assert.equal(path.outcome, "found");
            assert.deepEqual([...path.tiles.slice(0, 2)], [5, 70]);
            assert.deepEqual([...path.tiles.slice(-2)], [115, 70]);
            let sum = 0;
            const tiles = [...path];
            for (let i = 1; i < tiles.length; i++) {
                const [dx, dy] = [0, 1].map((k) => Math.abs(tiles[i][k] - tiles[i - 1][k]));
                assert.ok(Math.max(dx, dy) === 1);
                sum += (dx && dy ? Math.SQRT2 : 1) * costs[tiles[i][1] * width + tiles[i][0]];
            }
            assert.ok(Math.abs(sum - path.cost) < 1e-9);
            const best = world.path([5, 70], [115, 70], { algorithm: "exact" }).cost;
            for (const algorithm of ["astar", "dijkstra"]) assert.ok(Math.abs(world.path([5, 70], [115, 70], { algorithm }).cost - best) < 1e-9);
            assert.ok(path.cost >= best - 1e-9 && path.cost <= best * 1.05);
            const { costs: all, outcomes, offsets, tiles: many } = world.paths([5, 70, 5, 70, 60, 40], [115, 70, 6, 70, 5, 5]);
            assert.deepEqual(outcomes, ["found", "found", "start_blocked"]);
            assert.equal(all[0], path.cost);
            assert.equal(all[2], Infinity);
            assert.deepEqual([...many.slice(0, 2 * offsets[1])], [...path.tiles]);
            world.dispose();
        });

        test("slopes and lanes", () => {
            const width = 40, heights = Float32Array.from({ length: 400 }, (_, i) => (i % width) * 3), ones = new Float32Array(400).fill(1);
            const hill = wend.fromArray(ones, width, 10, { tileSize: 10, relief: { elevations: heights, slopes: "tobler" } });
            const cost = (world, from, to) => world.path(from, to).cost, near = (a, b) => assert.ok(Math.abs(a / b - 1) < 0.003, `${a} is not ${b}`);
            near(cost(hill, [2, 5], [32, 5]), 300 * 0.6 * Math.exp(3.5 * 0.35));
            near(cost(hill, [32, 5], [2, 5]), 300 * 0.6 * Math.exp(3.5 * 0.25));
            const closed = wend.fromArray(ones, width, 10, { tileSize: 10, relief: { elevations: heights, slopes: [[-1, 2], [0, 1], [0.25, Infinity]] } });
            assert.equal(closed.path([2, 5], [32, 5]).outcome, "no_route");
            assert.equal(closed.path([32, 5], [2, 5]).outcome, "found");
            const lanes = Uint8Array.from({ length: 400 }, (_, i) => (Math.floor(i / width) === 5 ? 1 : 0));
            const belt = wend.fromClasses(new Uint8Array(400).fill(1), [0, 1], width, 10, { relief: { lanes, laneFactors: [0.5, 1, 1, 1, Infinity] } });
            near(cost(belt, [2, 5], [32, 5]), 15);
            assert.ok(cost(belt, [32, 5], [2, 5]) > 30);
            const make = (relief) => () => wend.fromArray(ones, width, 10, { relief });
            assert.throws(make({ elevations: [1] }), refused("ARGUMENT", /1 elevations are given; expected 400/));
            assert.throws(make({ elevations: heights, slopes: "walk" }), refused("ARGUMENT", /'walk' is unknown/));
            assert.throws(make({ lanes: new Uint8Array(400).fill(9) }), refused("ARGUMENT", /lane 0 is 9/));
            assert.throws(make({ laneFactors: [1] }), refused("ARGUMENT", /laneFactors/));
            assert.throws(make({ height: 1 }), refused("ARGUMENT", /no option "height"/));
            for (const world of [hill, closed, belt]) world.dispose();
        });

        test("several goals, snap and partial paths", () => {
            const { costs, width } = island();
            for (let y = 0; y < 10; y++) costs[y * width + 60] = Infinity;
            const world = wend.fromArray(costs, width);
            assert.equal(world.path([5, 5], [100, 5]).outcome, "no_route");
            const partial = world.path([5, 5], [100, 5], { partial: true });
            assert.deepEqual([partial.outcome, ...partial.tiles.slice(-2)], ["partial", 59, 5]);
            assert.deepEqual(world.path([5, 5], [60, 5], { snap: 3 }).goal, [59, 5]);
            assert.equal(world.path([5, 5], [[50, 50], [9, 9]]).goalIndex, 1);
            assert.equal(world.path([5, 5], [{ x: 50, y: 50 }, Int32Array.of(9, 9)]).goalIndex, 1);
            world.dispose();
        });

        test("edits repair what they touch and equal a new bake", () => {
            const { costs, width, height } = island();
            const world = wend.fromArray(costs, width, height, { costRange: [1, 4] });
            const before = world.path([5, 70], [115, 70]).cost;
            assert.ok(world.edit([60, 60, 1, 5], 1) >= 1);
            assert.ok(world.path([5, 70], [115, 70]).cost < before);
            world.edit([20, 20, 3, 3], "blocked");
            world.edit([30, 30, 8, 8], 2.5); // a cost that no class had
            assert.equal(world.costAt([33, 33]), 2.5);
            assert.equal(world.refresh(), true);
            const again = wend.fromArray(world.costs, width, height, { costRange: [1, 4] });
            assert.equal(world.hash, again.hash);
            assert.ok(world.editMany([[[40, 40, 2, 2], 1.5], [[50, 40, 2, 2], 1.75]]) >= 1); // two costs that no class had
            assert.equal(world.costAt([40, 40]), 1.5);
            assert.equal(world.costAt([50, 40]), 1.75);
            assert.throws(() => world.edit([0, 0, 2, 2], 9), refused("LIMIT", /costRange/));
            assert.throws(() => world.edit([119, 79, 2, 2], 0), refused("ARGUMENT", /leaves the map/));
            world.setWall([5, 70], [6, 70]);
            world.dispose();
            again.dispose();
        });

        test("forks and snapshots are worlds of their own", () => {
            const { costs, width, height } = island(), world = wend.fromArray(costs, width, height, { costRange: [1, 4] }), hash = world.hash;
            const before = world.snapshot(), fork = world.fork();
            world.edit([60, 10, 1, 5], 1);
            fork.edit([60, 0, 1, 10], 0);
            assert.equal(before.hash, hash);
            assert.equal(before.costAt([60, 12]), 0);
            assert.equal(world.costAt([60, 12]), 1);
            assert.equal(fork.path([10, 40], [100, 40]).outcome, "no_route");
            assert.equal(world.path([10, 40], [100, 40]).outcome, "found");
            assert.throws(() => before.edit([0, 0, 1, 1], 1), (error) => error instanceof WendError && error.result === "UNSUPPORTED");
            world.dispose();
            assert.equal(before.fork().hash, hash);
            before.dispose();
            fork.dispose();
            assert.throws(() => fork.snapshot(), (error) => error instanceof WendError && error.result === "CLOSED");
        });
        test("links", () => {
            const { costs, width } = island();
            const world = wend.fromArray(costs, width), far = world.path([5, 70], [115, 70]).cost;
            const id = world.addLink([50, 70], [70, 70], 1, { kind: "tunnel" });
            const path = world.path([5, 70], [115, 70]);
            assert.ok(path.cost < far);
            assert.equal(path.links[0].id, id);
            world.setLink(id, { enabled: false });
            assert.equal(world.path([5, 70], [115, 70]).cost, far);
            world.removeLink(id);
            assert.throws(() => world.setLink(id, { cost: 2 }), refused("ARGUMENT", /no link/));
            assert.throws(() => world.removeLink(), refused("ARGUMENT", /id is undefined/));
            assert.throws(() => world.removeLink(1.7), refused("ARGUMENT", /id is 1.7/));
            world.dispose();
        });

        test("saved worlds open again", () => {
            const { costs, width } = island();
            const world = wend.fromArray(costs, width), bytes = world.save(), again = wend.open(bytes);
            assert.equal(again.hash, world.hash);
            bytes[bytes.length >> 1] ^= 1;
            assert.throws(() => wend.open(bytes), refused("FORMAT", /./));
            assert.throws(() => wend.open(bytes.slice(0, 100)), refused("FORMAT", /./));
            world.dispose();
            again.dispose();
        });

        test("fields", () => {
            const { costs, width } = island();
            const world = wend.fromArray(costs, width), field = world.field([115, 70]);
            assert.equal(field.costAt([115, 70]), 0);
            const best = world.path([5, 70], [115, 70], { algorithm: "exact" }).cost;
            assert.ok(Math.abs(field.costAt([5, 70]) / best - 1) < 0.001, `${field.costAt([5, 70])}, ${best}`); // in the integer units of the grid
            assert.equal(field.costs[70 * width + 60], Infinity);
            assert.deepEqual(field.next([100, 70]), [101, 70]);
            assert.equal(field.next([60, 70]), null);
            world.dispose();
            assert.throws(() => field.costs, /disposed/);
        });

        test("cost matrices, assignments and tours", () => {
            const { costs, width } = island();
            const world = wend.fromArray(costs, width), sources = [[5, 70], [50, 20]], targets = [[115, 70], [6, 70], [60, 40]];
            const matrix = world.matrix(sources, targets);
            assert.equal(matrix.length, 6);
            for (const [i, source] of sources.entries())
                for (const [k, target] of targets.entries()) {
                    const path = world.path(source, target, { algorithm: "exact" });
                    if (path.found) assert.ok(Math.abs(matrix[3 * i + k] / path.cost - 1) < 0.001, `${matrix[3 * i + k]}, ${path.cost}`); // in the integer units of the grid
                    else assert.equal(matrix[3 * i + k], Infinity);
                }
            assert.deepEqual([...world.matrix(sources, targets, { nearest: 1 })].map(isFinite), [false, true, false, false, true, false]);
            assert.deepEqual([...world.matrix(sources, targets, { limit: 0 })], Array(6).fill(Infinity));
            assert.deepEqual([...wend.assign([1, 2, 9, 1, 9, 9], 3)], [1, 0]);
            assert.deepEqual([...wend.assign([5, 1, 4, 2], 2, { goal: "max" })], [1, 0]);
            assert.deepEqual([...wend.assign([Infinity, 3], 1)], [-1, 0]);
            // The best of all orders.
            const stops = [[5, 70], [50, 20], [115, 70], [20, 40], [100, 10]], between = world.matrix(stops, stops), n = stops.length;
            const orders = (left) => (left.length ? left.flatMap((s) => orders(left.filter((t) => t !== s)).map((rest) => [s, ...rest])) : [[]]);
            const costOf = (order) => order.slice(1).reduce((sum, stop, i) => sum + between[order[i] * n + stop], 0);
            const open = world.tour(stops), closed = wend.tour(between, { closed: true, first: 2 });
            assert.ok(Math.abs(open.cost - Math.min(...orders([0, 1, 2, 3, 4]).map(costOf))) < 1e-6);
            assert.ok(Math.abs(closed.cost - Math.min(...orders([0, 1, 2, 3, 4]).map((order) => costOf([...order, order[0]])))) < 1e-6);
            assert.equal(closed.order[0], 2);
            assert.ok(Math.abs(costOf([...open.order]) - open.cost) < 1e-6);
            assert.equal(world.tour([[5, 5], [60, 40]]).cost, Infinity); // one is blocked
            world.dispose();
        });

        test("large matrices are close to the optimum, with what was kept and without", () => {
            const side = 300, world = wend.fromArray(Float32Array.from({ length: side * side }, (_, i) => (i % 7 === 0 && i % side % 31 > 2 ? 0 : 1 + (i % 5) / 4)), side);
            const tiles = Array.from({ length: 80 }, (_, i) => [(i * 37) % side, (i * 61) % side]);
            const first = world.matrix(tiles, tiles), exact = world.matrix(tiles, tiles, { exact: true });
            assert.ok(first.every((cost, i) => (isFinite(exact[i]) ? isFinite(cost) && cost >= exact[i] : cost === Infinity)));
            const sum = (all) => all.filter(isFinite).reduce((total, cost) => total + cost, 0);
            assert.ok(sum(first) <= 1.01 * sum(exact), `${sum(first)}, ${sum(exact)}`);
            assert.deepEqual(world.matrix(tiles, tiles), first);
            world.dispose();
        });

        test("reach, territories and corridors", () => {
            const { costs, width, height } = island();
            const world = wend.fromArray(costs, width), field = world.reach([30, 40], 12), tiles = [];
            for (let i = 0; i < field.tiles.length; i += 2) tiles.push([field.tiles[i], field.tiles[i + 1]]);
            assert.equal(tiles.length, field.costs.filter((cost) => cost <= 12).length);
            assert.ok(tiles.every((tile) => field.costAt(tile) <= 12));
            assert.deepEqual([...world.reach([30, 40], 0).tiles], [30, 40]);
            const depots = [[5, 70], [115, 70], [60, 5]], near = world.field(depots), indices = near.goalIndices;
            assert.equal(indices.length, width * height);
            for (let i = 0; i < indices.length; i += 97) assert.equal(indices[i], near.goalIndex([i % width, Math.floor(i / width)]));
            assert.deepEqual(new Set(indices), new Set([0, 1, 2, -1]));
            const narrow = world.corridor([5, 70], [115, 70], { above: 0 }), wide = world.corridor([5, 70], [115, 70], { above: 10 });
            assert.equal(narrow.cost, wide.cost);
            assert.ok(narrow.tiles.length > 200 && narrow.tiles.length < wide.tiles.length && narrow.above.every((above) => above === 0));
            assert.equal(wide.tiles.length, 2 * wide.above.length);
            assert.ok(wide.above.every((above) => above >= 0 && above <= 10));
            assert.ok(world.corridor([0, 60, 10, 20], [110, 60, 10, 20]).cost < wide.cost);
            assert.deepEqual(world.corridor([0, 0, 5, 5], [3, 3, 5, 5]).cost, 0);
            const none = world.corridor([5, 70], [60, 40]);
            assert.deepEqual([none.cost, none.tiles.length, none.above.length], [Infinity, 0, 0]);
            world.dispose();
        });

        test("crowds walk, and alike each time", () => {
            const walk = () => {
                const { costs, width } = island();
                const world = wend.fromArray(costs, width), crowd = world.crowd(), ids = [];
                for (let i = 0; i < 40; i++) ids.push(crowd.add([3.5 + (i % 8) * 2, 30.5 + (i >> 3) * 2], { radius: 0.3 }));
                crowd.send(ids, [50, 5]);
                crowd.tick(1 / 30, 150);
                const { positions, states } = crowd.read(), { hash } = crowd;
                assert.equal(positions.length, 80);
                assert.equal(crowd.states.walking, states.filter((s) => s === 2).length);
                assert.equal(crowd.stats.ticks, 150);
                crowd.remove(ids[0]);
                assert.throws(() => crowd.send(ids[0], [5, 5]), refused("STALE", /removed/));
                assert.throws(() => crowd.add([60.5, 40.5]), refused("ARGUMENT", /./));
                world.dispose();
                return hash;
            };
            assert.equal(walk(), walk());
        });

        test("recordings tell every step", () => {
            const { costs, width } = island();
            const world = wend.fromArray(costs, width);
            const { path, recording } = world.record([5, 70], [115, 70], { algorithm: "astar" });
            const closed = EVENTS.indexOf("closed");
            assert.equal(recording.kinds.filter((kind) => kind === closed).length, path.stats.expanded);
            assert.deepEqual([...recording.tiles.slice(0, 2)], [5, 70]);
            assert.equal(recording.g[0], 0);
            assert.equal(recording.dropped, 0);
            const short = world.record([5, 70], [115, 70], { algorithm: "astar", mostEvents: 10 }).recording;
            assert.deepEqual([short.count, short.dropped], [10, recording.count - 10]);
            world.dispose();
        });

        test("shapes of the hierarchy", () => {
            const { costs, width } = island();
            const world = wend.fromArray(costs, width), shapes = world.shapes(["cluster", "node"]);
            const kinds = Array.from({ length: shapes.length / 5 }, (_, i) => shapes[5 * i]);
            assert.equal(kinds.filter((kind) => kind === 0).length, world.info.columns * world.info.rows);
            assert.ok(kinds.includes(2));
            world.dispose();
        });

        test("bad input is refused by name", () => {
            const { costs, width } = island();
            for (const [bad, pattern] of [[NaN, /tile \(1, 0\) is NaN/], [-1, /negative/], [5000, /out of range/]])
                assert.throws(() => wend.fromArray([1, bad], 2), refused("ARGUMENT", pattern));
            assert.throws(() => wend.fromArray(["1", "2"], 2), refused("ARGUMENT", /type string/));
            assert.throws(() => wend.fromArray(7, 2), refused("ARGUMENT", /no array/));
            assert.throws(() => wend.fromArray([1, 2, 3], 2), refused("ARGUMENT", /rows of 2/));
            assert.throws(() => wend.fromArray([1, 2, 3], 2, 2), refused("ARGUMENT", /expected 2 x 2/));
            assert.throws(() => wend.fromArray([], 0, 0), refused("ARGUMENT", /width of the map is 0; expected a whole number from 1/));
            assert.throws(() => wend.bake("map.png"), refused("ARGUMENT", /neither bytes/));
            assert.throws(() => wend.bake(new Uint8Array(0), { name: "empty" }), refused("FORMAT", /empty/));
            assert.throws(() => wend.bake(new Uint8Array([1, 2, 3]), { rule: "best" }), refused("ARGUMENT", new RegExp(RULES[0])));
            const world = wend.fromArray(costs, width);
            assert.throws(() => world.path([0, 0], [200, 0]), refused("ARGUMENT", /goal \(200, 0\) is outside the map/));
            assert.throws(() => world.path([0.5, 0], [2, 0]), refused("ARGUMENT", /whole numbers/));
            assert.throws(() => world.path([0, 0], [2, 0], { algorithm: "magic" }), refused("ARGUMENT", /expected one of hpa/));
            assert.throws(() => world.path([0, 0], [2, 0], { weight: NaN }), refused("ARGUMENT", /weight/));
            assert.throws(() => world.path([0, 0], [2, 0], { reopen: true }), refused("ARGUMENT", /reopen is for astar/));
            assert.throws(() => world.path([0, 0], [2, 0], { algorithm: "bfs", refine: "astar" }), refused("ARGUMENT", /refine is for hpa/));
            assert.throws(() => world.path([0, 0], [2, 0], { refine: "magic" }), refused("ARGUMENT", /expected one of sweep/));
            assert.throws(() => world.setClassCost(1, -2), refused("ARGUMENT", /negative/));
            assert.throws(() => world.setClassCost(257, 5), refused("ARGUMENT", /class is 257/));
            assert.throws(() => world.path([0, 0], []), refused("ARGUMENT", /no goal is given/));
            world.dispose();
            assert.throws(() => world.path([0, 0], [2, 0]), /disposed/);
            world.dispose(); // again does nothing
        });

        test("a picture of 30,000 x 30,000 is refused before it is decoded", () => {
            const before = wend.memory.total;
            assert.throws(() => wend.bake(pngOf(30000, 30000), { name: "huge.png" }), refused("LIMIT", /30000 x 30000/));
            assert.throws(() => wend.bake({ data: new Uint8Array(4), width: 30000, height: 30000 }), refused("LIMIT", /30000 x 30000/));
            assert.throws(() => wend.fromArray([1], 30000, 30000), refused("LIMIT", /30000 x 30000/));
            assert.ok(wend.memory.total <= before + (1 << 20));
        });

        test("damaged pictures are refused", async () => {
            const bytes = new Uint8Array(await readFile(new URL("island.png", data))), used = wend.memory.used;
            for (const at of [40, 200, 5000, 90000, bytes.length - 20]) {
                const damaged = bytes.slice();
                damaged[at] ^= 4;
                assert.throws(() => wend.bake(damaged, { name: "damaged.png" }), refused("FORMAT", /damaged|truncated/));
            }
            assert.throws(() => wend.bake(bytes.slice(0, 60000), { name: "cut.png" }), refused("FORMAT", /truncated/));
            assert.throws(() => wend.bake(Uint8Array.of(255, 216, 255, 224, 0, 16), { name: "cut.jpg" }), refused("FORMAT", /JPEG/));
            assert.equal(wend.memory.used, used);
        });

        test("more than 255 costs share classes", () => {
            const costs = Float64Array.from({ length: 10000 }, (_, i) => 1 + (9 * i) / 9999);
            const world = wend.fromArray(costs, 100);
            assert.ok(world.costError > 0 && world.costError < 0.005);
            let worst = 0;
            world.costs.forEach((cost, i) => { worst = Math.max(worst, Math.abs(cost / costs[i] - 1)); });
            assert.ok(worst <= world.costError + 1e-6);
            world.dispose();
        });

        test("1,000 bakes leave no memory behind", () => {
            const { costs, width } = island(64, 48);
            const once = () => {
                const world = wend.fromArray(costs, width);
                world.path([5, 40], [50, 5]);
                world.edit([10, 10, 2, 2], 0);
                world.shapes(["cluster"]);
                world.field([5, 5]);
                const crowd = world.crowd();
                crowd.add([5.5, 5.5]);
                world.dispose();
            };
            for (let i = 0; i < 20; i++) once();
            const { used, total } = wend.memory;
            for (let i = 0; i < 1000; i++) once();
            assert.equal(wend.memory.used, used);
            assert.equal(wend.memory.total, total);
        });
    });
}

test("both forms give the same worlds and paths", { skip: !hasSimd() }, async () => {
    const [plain, simd] = await Promise.all([load({ simd: false }), load({ simd: true })]);
    let seed = 7;
    const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
    for (let k = 0; k < 6; k++) {
        const width = 60 + 40 * k, costs = Float32Array.from({ length: width * 90 }, () => (random() < 0.2 ? 0 : k % 2 ? 1 : 1 + Math.floor(random() * 9)));
        const [a, b] = [plain, simd].map((wend) => wend.fromArray(costs, width));
        assert.equal(a.hash, b.hash);
        for (let i = 0; i < 10; i++) {
            const ends = [0, 1].map(() => [Math.floor(random() * width), Math.floor(random() * 90)]);
            assert.equal(a.path(...ends).hash, b.path(...ends).hash);
        }
    }
});

test("the code of the README runs, and says what it says", async () => {
    const text = await readFile(new URL("README.md", folder), "utf8"), [first, more, growth, whatIf, bundled] = [...text.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]);
    assert.match(bundled, /import simd from "wend\/wend-simd.wasm"/); // tests/web/bundlers/esbuild.js
    const lines = [], body = `${first.replace(/^import .*$/m, "")}
        const from = [10, 100], to = [190, 100], a = [5, 5], b = [180, 20], c = [190, 100], starts = [[4, 4], [6, 6]], colonists = starts, jobs = [a, b, c], stops = jobs, depots = jobs;
        const influence = new Float32Array(width * height).fill(1), chunk = new Float32Array(64 * 32).fill(1);
        { ${more.replace("{ path, recording }", "{ path: again, recording }")}; ${growth} { ${whatIf} return { path, positions, states, recording, field, scouts, robot }; } }`;
    const { path, positions, states, recording, field, scouts, robot } = await new (async () => {}).constructor("load", "draw", "console", body)(load, () => {}, { log: (...all) => lines.push(all) });
    assert.deepEqual([lines[0][0], lines[0][1].toFixed(3).slice(0, 6), lines[0][2]], ["found", /"found", (\S{6})/.exec(first)[1], 183]);
    assert.deepEqual([positions.length, states.length, field.world.costAt([40, 30])], [4, 2, 3]);
    assert.ok(recording.count > 0 && path.found);
    assert.deepEqual([scouts.layerInfo.handleCount, scouts.costAt([120, 60]), robot.isSeen([12, 100]), robot.isSeen([90, 60])], [3, 2, true, false]);
});

test("floors: tiles of three numbers, links between floors, edits of one floor", async () => {
    const wend = await load(), world = wend.fromArray(new Float32Array(2 * 5 * 8).fill(1), 8, 5, { floors: 2 });
    assert.equal(world.floors, 2);
    assert.equal(world.costs.length, 80);
    assert.equal(world.path([5, 2], [2, 2, 1]).outcome, "no_route");
    world.addLink([6, 2, 0], [4, 2, 1], 3);
    const path = world.path([5, 2], [2, 2, 1]);
    assert.equal(path.cost, 6); // a step, the link, two steps
    assert.deepEqual([...path], [[5, 2, 0], [6, 2, 0], [4, 2, 1], [3, 2, 1], [2, 2, 1]]);
    world.edit([0, 0, 8, 1, 1], "blocked");
    assert.equal(world.costAt([0, 0, 1]), 0);
    assert.equal(world.costAt([0, 0]), 1);
    assert.throws(() => world.path([0, 0], [0, 1, 2]), /goal: there is no floor 2; the map has floors 0\.\.1/);
    assert.throws(() => wend.fromArray(new Float32Array(80).fill(1), 8, 5, { floors: 2, mostTiles: 79 }), /8 x 5 x 2 tiles is too large/);
    assert.deepEqual([...wend.fromArray(new Float32Array(40).fill(1), 8, 5).path([0, 0], [1, 1])], [[0, 0], [1, 1]]);
});

test("worlds grow on any floor and shrink again", async () => {
    const wend = await load(), world = wend.fromArray(new Float32Array(2 * 5 * 8).fill(1), 8, 5, { floors: 2, costRange: [1, 3] }), { hash } = world;
    const fork = world.fork(), crowd = world.crowd(), id = crowd.add([2.5, 2.5], { radius: 0.3, maxSpeed: 4 });
    world.addLink([7, 4, 0], [7, 4, 1], 2);
    world.addGround([-3, -2, 3, 7, 1], new Float32Array(21).fill(3).fill(0, 0, 3));
    const [left, top, width, height] = world.area;
    assert.deepEqual([left <= -3, top <= -2, left + width, top + height, world.width, world.height], [true, true, 8, 5, width, height]);
    assert.deepEqual([world.costAt([-3, -1, 1]), world.costAt([-3, -2, 1]), world.costAt([-3, -1, 0]), world.costs.length], [3, 0, 0, 2 * width * height]);
    const path = world.path([0, 0, 0], [-3, -1, 1]);
    assert.deepEqual([path.outcome, [...path.tiles.slice(-3)]], ["found", [-3, -1, 1]]);
    crowd.send([id], [5, 1, 0]);
    for (let i = 0; i < 60; i++) crowd.tick(0.1);
    assert.deepEqual([...crowd.read().positions].map(Math.floor), [5, 1]);
    assert.deepEqual([fork.area, fork.hash], [[0, 0, 8, 5], hash]);
    world.removeGround([-3, -2, 3, 7, 1]);
    assert.deepEqual(world.area, [0, 0, 8, 5]);
    assert.throws(() => world.addGround([0, 0, 2, 2, 2], [1, 1, 1, 1]), /there is no floor 2/);
    assert.throws(() => world.addGround([0, 0, 2, 2], [1, 1, 1]), /3 costs are given; expected 2 x 2 = 4/);
    assert.throws(() => world.addGround([2 ** 30, 0, 1, 1], [1]), refused("LIMIT", /too large/));
    assert.throws(() => fork.snapshot().addGround([8, 0, 1, 1], [1]), refused("UNSUPPORTED", /cannot be edited/));
    assert.throws(() => world.removeGround([90, 0, 1, 1]), /no part of the map/);
});

test("forgotten worlds are freed by the garbage collector", { skip: !globalThis.gc }, async () => {
    const wend = await load();
    (() => { for (let i = 0; i < 50; i++) wend.fromArray(new Float32Array(64 * 64).fill(1), 64); })();
    const { used } = wend.memory;
    for (let i = 0; i < 40 && wend.memory.used > used / 2; i++) {
        globalThis.gc();
        await new Promise((done) => setTimeout(done, 20));
    }
    assert.ok(wend.memory.used < used / 2);
});
