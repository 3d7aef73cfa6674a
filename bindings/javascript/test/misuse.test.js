// misuse.test.js: what becomes of calls that no program should make? Each is refused with a WendError that names the
// argument, changes nothing and leaves no memory behind.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

const folder = new URL(process.env.WEND_PACKAGE ? `file://${process.env.WEND_PACKAGE}/` : "../", import.meta.url);
const { load, WendError, Wend, World, Crowd, Field, ALGORITHMS, STATES } = await import(new URL("lib/node.js", folder));

const detached = (array) => { structuredClone(array.buffer, { transfer: [array.buffer] }); return array; };
// Values that are wrong nearly everywhere; a call of the table names those that it takes.
const BAD = {
    null: null, NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity, "-1": -1, "1.5": 1.5, "2^31": 2 ** 31, "2^32 + 1": 2 ** 32 + 1, "2^53": 2 ** 53, "1e300": 1e300,
    "a text of a number": "1", "a text": "x", "a text with 0": "a\0b", true: true, "1n": 1n, "2^64 + 1n": 2n ** 64n + 1n, "-1n": -1n, symbol: Symbol("s"), function: () => 1,
    "{}": {}, "valueOf": { valueOf: () => 1 }, "[]": [], "[1]": [1], "[1, 2, 3]": [1, 2, 3], "[NaN, 1]": [NaN, 1], "['1', 1]": ["1", 1], "[-1, 5]": [-1, 5],
    "DataView": new DataView(new ArrayBuffer(8)), "detached bytes": detached(new Uint8Array(16)), "detached buffer": detached(new Uint8Array(16)).buffer,
    "detached floats": detached(new Float32Array(16)), "5 floats": new Float32Array(5), "big integers": new BigInt64Array(2), "a promise": Promise.resolve(1),
};
const SIDE = 40;
const ground = () => Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE === 20 && i > SIDE * 8 ? 0 : 1 + (i % 3)));

// function -> [call, arguments that are good, what is fine besides: argument -> names of BAD]
const QUERY = { algorithm: "astar", heuristic: "octile", weight: 1, smooth: false, bodyRadius: 0.5, snap: 0, partial: false };
const QUERY_FINE = { weight: ["1.5"], smooth: ["true"], snap: ["Infinity", "1.5", "2^31", "2^32 + 1", "2^53", "1e300"], partial: ["true"] };
const BUILD = { connectivity: "8", clusterSize: 31, levels: 0, mostTiles: 1 << 20 };
const BUILD_FINE = { mostTiles: ["2^31"] };
const ARRAY = { ...BUILD, costRange: [1, 4], tileSize: 1, origin: [0, 0] };
const ARRAY_FINE = { ...BUILD_FINE, tileSize: ["1.5", "2^31", "2^32 + 1", "2^53"], origin: ["[-1, 5]"] };
const FREE = ["1.5", "2^31", "2^32 + 1", "2^53"]; // of sizes that have no end
const TEXTS = ["a text of a number", "a text"];
const BAKE_FINE = {
    ...BUILD_FINE, name: TEXTS, negate: ["true"], blockedBelow: ["-1"], cheapest: ["1.5"], costliest: ["1.5"], heightScale: FREE,
    maxClimb: FREE, seaLevel: ["-1", ...FREE], waterCost: ["1.5"], swampCost: ["1.5"], letters: ["null", ...TEXTS], legend: ["null", ...TEXTS],
};
const pixels = new Uint8ClampedArray(4 * 64).fill(255);
const grid = new TextEncoder().encode("type octile\nheight 4\nwidth 4\nmap\n....\n.@@.\n....\n....\n");
const CALLS = {
    fromArray: [({ wend }, ...a) => wend.fromArray(...a), () => [ground(), SIDE, SIDE, ARRAY], { 3: ARRAY_FINE }],
    fromClasses: [({ wend }, ...a) => wend.fromClasses(...a), () => [new Uint8Array(16).fill(1), [0, 2], 4, 4, { ...ARRAY }], { 4: ARRAY_FINE, 1: ["[1, 2, 3]", "['1', 1]", "5 floats", "[NaN, 1]"] }],
    bake: [({ wend }, ...a) => wend.bake(...a), () => [{ data: pixels, width: 8, height: 8 }, {
        ...BUILD, name: "n", rule: "linear", channel: "max", negate: false, blockedBelow: 0, cheapest: 1, costliest: 3, heightScale: 1, maxClimb: 1, seaLevel: -1, waterCost: 0,
        swampCost: 1, transparentBelow: 0.5, downscale: 1, downscaleBy: "costliest", letters: null, legend: null }], { 1: BAKE_FINE }],
    "bake text": [({ wend }, ...a) => wend.bake(...a), () => [grid, { letters: "S=2", legend: null }], { 1: BAKE_FINE }],
    "bake data": [({ wend }, data) => wend.bake({ data, width: 8, height: 8 }), () => [pixels], {}],
    "bake width": [({ wend }, width) => wend.bake({ data: pixels, width, height: 8 }), () => [8], {}],
    open: [({ wend }, ...a) => wend.open(...a), ({ file }) => [file], {}],
    costAt: [({ world }, ...a) => world.costAt(...a), () => [[1, 1]], {}],
    connected: [({ world }, ...a) => world.connected(...a), () => [[1, 1], [5, 5]], {}],
    path: [({ world }, ...a) => world.path(...a), () => [[1, 1], [30, 30], QUERY], { 2: QUERY_FINE }],
    "path to many": [({ world }, goal) => world.path([1, 1], [[30, 30], goal]), () => [[5, 5]], {}],
    paths: [({ world }, ...a) => world.paths(...a), () => [[1, 1], [30, 30], { ...QUERY, tiles: true }], { 2: { ...QUERY_FINE, tiles: ["true"] } }],
    record: [({ world }, ...a) => world.record(...a), () => [[1, 1], [30, 30], { ...QUERY, mostEvents: 10 }], { 2: QUERY_FINE }],
    matrix: [({ world }, ...a) => world.matrix(...a), () => [[[1, 1], [2, 2]], [[30, 30]], { limit: 5, nearest: 1, exact: false }], { 2: { limit: FREE.concat("Infinity", "1e300"), nearest: [], exact: ["true"] } }],
    assign: [({ wend }, ...a) => wend.assign(...a), () => [[1, 2, 3, 4], 2, { goal: "max" }], {}],
    tour: [({ world }, ...a) => world.tour(...a), () => [[[1, 1], [30, 30], [5, 9]], { closed: false, first: 0, last: 1, effort: 5 }], { 1: { closed: [] } }],
    "tour of costs": [({ wend }, ...a) => wend.tour(...a), () => [[0, 1, 1, 0], { closed: true, first: 0, effort: 5 }], { 0: ["[1]"], 1: { closed: ["true"] } }],
    reach: [({ world }, ...a) => world.reach(...a).dispose(), () => [[1, 1], 5], { 1: FREE.concat("Infinity", "1e300") }],
    corridor: [({ world }, ...a) => world.corridor(...a), () => [[1, 1], [2, 2, 3, 3], { above: 5 }], { 2: { above: ["1.5"] } }],
    goalIndex: [({ world }, tile) => { const field = world.field([1, 1]); try { return field.goalIndex(tile); } finally { field.dispose(); } }, () => [[3, 3]], {}],
    classOf: [({ world }, ...a) => world.classOf(...a), () => [2], { 0: ["Infinity", "1.5"] }],
    edit: [({ world }, ...a) => world.edit(...a), () => [[1, 1, 2, 2], 2], { 1: ["Infinity", "1.5"] }],
    editMany: [({ world }, ...a) => world.editMany(...a), () => [[[[1, 1, 2, 2], 2]]], { 0: ["[]"] }],
    "editMany second": [({ world }, second) => world.editMany([[[1, 1, 2, 2], 2.5], second]), () => [[[5, 5, 2, 2], 3]], {}],
    editClasses: [({ world }, ...a) => world.editClasses(...a), () => [[[[1, 1, 2, 2], 0]]], { 0: ["[]"] }],
    "editClasses class": [({ world }, c) => world.editClasses([[[1, 1, 2, 2], c]]), () => [0], {}],
    addGround: [({ world }, ...a) => world.addGround(...a), () => [[35, 3, 2, 2], [1, 2, 1, 0]], {}],
    removeGround: [({ world }, ...a) => world.removeGround(...a), () => [[35, 3, 1, 1]], {}],
    setWall: [({ world }, ...a) => world.setWall(...a), () => [[1, 1], [2, 1], true], { 2: ["true"] }],
    setStep: [({ world }, ...a) => world.setStep(...a), () => [[1, 1], [2, 1], false], { 2: ["true"] }],
    setClassCost: [({ world }, ...a) => world.setClassCost(...a), () => [200, 2], { 1: ["Infinity", "1.5"] }],
    refresh: [({ world }, ...a) => world.refresh(...a), () => [0], {}],
    addLink: [({ world }, ...a) => world.addLink(...a), () => [[7, 7], [30, 30], 3, { kind: "lift", duration: 1 }], { 2: ["1.5"], 3: { duration: ["1.5"] } }],
    setLink: [({ world }, ...a) => world.setLink(...a), ({ link }) => [link, { cost: 2, enabled: true }], { 1: { cost: ["1.5"], enabled: ["true"] } }],
    removeLink: [({ world }, ...a) => world.removeLink(...a), ({ world }) => [world.addLink([7, 7], [9, 9], 2)], {}],
    shapes: [({ world }, ...a) => world.shapes(...a), () => [["node"], { level: 1, area: [0, 0, 9, 9] }], { 0: ["[]"] }],
    field: [({ world }, ...a) => world.field(...a), () => [[30, 30], { from: true, limit: 100 }], { 1: { from: ["true"], limit: ["Infinity", ...FREE, "1e300"] } }],
    "field.costAt": [({ field }, ...a) => field.costAt(...a), () => [[3, 3]], {}],
    "field.next": [({ field }, ...a) => field.next(...a), () => [[3, 3]], {}],
    crowd: [({ world }, ...a) => world.crowd(...a), () => [{ plansPerTick: 1, workPerTick: 1, snap: 1, partial: false, passThrough: false }],
        { 0: { snap: ["Infinity", "1.5", "2^31", "2^32 + 1", "2^53", "1e300"], partial: ["true"], passThrough: ["true"] } }],
    "crowd.add": [({ crowd }, ...a) => crowd.add(...a), () => [[9.5, 9.5], { radius: 0.3, maxSpeed: 4, maxAcceleration: 3 }], { 1: { maxSpeed: FREE, maxAcceleration: FREE } }],
    "crowd.send": [({ crowd }, ...a) => crowd.send(...a), ({ agent }) => [[agent], [5, 5]], { 0: ["[]"] }],
    "crowd.send second": [({ crowd, agent }, id) => crowd.send([agent, id], [6, 6]), ({ agent }) => [agent], {}],
    "crowd.remove": [({ crowd }, ...a) => crowd.remove(...a), ({ crowd }) => [crowd.add([15.5, 3.5])], {}],
    "crowd.tick": [({ crowd }, ...a) => crowd.tick(...a), () => [0.1, 1], {}],
    "crowd.indexOf": [({ crowd }, ...a) => crowd.indexOf(...a), ({ agent }) => [agent], { 0: ["1n"] }],
};
const isOptions = (value) => Object.getPrototypeOf(value ?? 0) === Object.prototype && value.data === undefined && value.x === undefined;

describe("misuse", () => {
    let wend, things;
    before(async () => {
        wend = await load();
        const world = wend.fromArray(ground(), SIDE, SIDE, { costRange: [1, 10] }), crowd = world.crowd();
        things = { wend, world, crowd, field: world.field([30, 30]), agent: crowd.add([5.5, 5.5]), link: world.addLink([3, 3], [33, 33], 4), file: world.save() };
    });
    const stateOf = ({ world, crowd }) => [world.hash, world.version, crowd.hash, world.width].join();

    for (const [name, [call, good, fine]] of Object.entries(CALLS)) {
        test(name, () => {
            const attempt = (args, what, mayPass) => {
                const state = stateOf(things), { used } = wend.memory;
                let result;
                try {
                    result = call(things, ...args);
                } catch (error) {
                    assert.ok(error instanceof WendError, `${name}, ${what}: ${error.stack}`);
                    assert.doesNotMatch(error.message, /undefined|\[object|ERROR_|^[a-zA-Z. ]+: [A-Z]+$/, what);
                    assert.equal(stateOf(things), state, `${name}, ${what}: changed something`);
                    assert.equal(wend.memory.used, used, `${name}, ${what}: leaves memory behind`);
                    return;
                }
                assert.ok(mayPass, `${name} takes ${what}`);
                for (const part of [result, result?.path]) part?.dispose?.();
            };
            const count = good(things).length;
            for (let i = 0; i < count; i++) {
                for (const [label, value] of Object.entries(BAD)) {
                    const args = good(things), original = args[i];
                    args[i] = value;
                    const takesAny = isOptions(original) && label === "{}";
                    attempt(args, `argument ${i} = ${label}`, takesAny || (Array.isArray(fine[i]) && fine[i].includes(label)));
                    if (!isOptions(original)) continue;
                    for (const option of Object.keys(original)) {
                        const options = good(things);
                        options[i] = { ...options[i], [option]: value };
                        attempt(options, `${option} = ${label}`, fine[i]?.[option]?.includes(label));
                    }
                }
                const args = good(things);
                if (!isOptions(args[i])) continue;
                args[i] = { ...args[i], wieght: 2 };
                assert.throws(() => call(things, ...args), (e) => e instanceof WendError && /has no option "wieght"; expected one of ./.test(e.message), `${name} takes an unknown option`);
            }
            const result = call(things, ...good(things)); // after all that
            if (result !== things.world) result?.dispose?.();
        });
    }

    test("arrays of the wrong length", () => {
        const { world, crowd } = things, refused = (call, pattern) => assert.throws(call, (e) => e instanceof WendError && e.result === "ARGUMENT" && pattern.test(e.message));
        refused(() => world.path([1, 2, 3], [4, 5]), /start: there is no floor 3; the map has one floor, 0/);
        refused(() => world.path([1, 2, 0, 0], [4, 5]), /start is no tile/);
        refused(() => world.path([1, 2], [4, 5, 6, 7]), /goal is no tile/);
        refused(() => world.path([1, 2], Int32Array.of(4, 5, 6)), /goal: there is no floor 6/);
        refused(() => world.paths([1, 2, 3], [4, 5, 6]), /3 numbers of starts/);
        refused(() => world.edit([1, 1, 2, 2, 2], 0), /area: there is no floor 2/);
        refused(() => world.edit([1, 1, 2, 2, 0, 0], 0), /no rectangle/);
        refused(() => world.edit([1, 1, 2], 0), /no rectangle/);
        refused(() => crowd.add([1, 1, 1]), /position/);
        refused(() => wend.fromArray(ground(), SIDE, SIDE, { origin: [1, 2, 8] }), /origin/);
        refused(() => wend.fromClasses(new Uint8Array([0, 1, 2, 1]), [0, 1], 2, 2), /tile \(0, 1\) has class 2/);
        refused(() => wend.fromClasses(new Uint8Array(4), new Float32Array(300), 2, 2), /up to 256/);
        refused(() => wend.bake({ data: new Uint8ClampedArray(15), width: 2, height: 2 }), /16 bytes/);
    });

    test("objects of two worlds, of two crowds and of two instances", async () => {
        const { world, crowd, agent } = things, small = wend.fromArray(ground().subarray(0, 4 * SIDE), SIDE), other = small.crowd();
        assert.equal(other.indexOf(agent), -1);
        assert.throws(() => other.send(agent, [1, 1]), (e) => e.result === "STALE");
        assert.throws(() => other.remove(agent), (e) => e.result === "STALE");
        assert.throws(() => { "use strict"; other.world = world; }, TypeError); // tiles are checked against it
        assert.throws(() => { "use strict"; world.width = 4000; }, TypeError);
        assert.throws(() => ALGORITHMS.push("magic"), TypeError);
        assert.throws(() => STATES.reverse(), TypeError);
        for (const Class of [World, Crowd, Field, Wend]) assert.throws(() => new Class({}), /./);
        const second = await load(), far = second.fromArray(ground(), SIDE);
        assert.deepEqual([...far.path([1, 1], [30, 30]).tiles], [...wend.fromArray(ground(), SIDE).path([1, 1], [30, 30]).tiles]);
        far.dispose();
        small.dispose();
    });

    test("disposed objects", () => {
        const world = wend.fromArray(ground(), SIDE), field = world.field([1, 1]), crowd = world.crowd(), id = crowd.add([1.5, 1.5]);
        const closed = (call) => assert.throws(call, (e) => e instanceof WendError && e.result === "CLOSED" && /disposed/.test(e.message), String(call));
        crowd.dispose();
        crowd.dispose();
        for (const call of [() => crowd.add([1.5, 1.5]), () => crowd.send(id, [1, 1]), () => crowd.send([], [1, 1]), () => crowd.tick(0.1), () => crowd.read(), () => crowd.count, () => crowd.hash, () => crowd.stats, () => crowd.states, () => crowd.remove(id), () => crowd.indexOf(id)]) closed(call);
        world.dispose();
        world.dispose();
        assert.ok(world.disposed && field.disposed);
        for (const call of [() => field.costs, () => field.costAt([1, 1]), () => field.next([1, 1])]) closed(call);
        for (const key of ["info", "hash", "version", "classCosts", "classCounts", "classes", "costs"]) closed(() => world[key]);
        for (const call of [() => world.count(), () => world.costAt([1, 1]), () => world.connected([1, 1], [2, 2]), () => world.save(), () => world.path([1, 1], [2, 2]), () => world.paths([1, 1], [2, 2]), () => world.record([1, 1], [2, 2]), () => world.edit([1, 1, 1, 1], 0), () => world.editClasses([]), () => world.setWall([1, 1], [1, 2]), () => world.setClassCost(1, 2), () => world.refresh(), () => world.addLink([1, 1], [3, 3], 1), () => world.setLink(0, {}), () => world.removeLink(0), () => world.shapes([]), () => world.field([1, 1]), () => world.crowd()]) closed(call);
        // One that is disposed of while its own arguments are read.
        const victim = wend.fromArray(ground(), SIDE), { used } = wend.memory;
        closed(() => victim.path({ get x() { victim.dispose(); return 1; }, y: 1 }, [2, 2]));
        assert.ok(wend.memory.used < used);
    });

    test("exceptions of arguments come through and leave nothing behind", () => {
        const { world } = things, { used } = wend.memory, state = stateOf(things);
        const fails = new Error("mine"), bad = { get x() { throw fails; }, get weight() { throw fails; }, get origin() { throw fails; }, get limit() { throw fails; }, get snap() { throw fails; } };
        for (const call of [
            () => world.path(bad, [1, 1]), () => world.path([1, 1], [[2, 2], bad]), () => world.field([bad, [1, 1]]), () => world.setWall([1, 1], bad),
            () => world.path([1, 1], [2, 2], Object.defineProperty({}, "weight", { enumerable: true, get() { throw fails; } })),
            () => wend.fromArray(ground(), SIDE, SIDE, Object.defineProperty({}, "origin", { enumerable: true, get() { throw fails; } })),
        ]) assert.throws(call, (e) => e === fails, String(call));
        assert.equal(wend.memory.used, used);
        assert.equal(stateOf(things), state);
    });

    test("arrays that a call has returned stay as they are when memory grows and moves", () => {
        const fresh = wend.fromArray(ground(), SIDE), path = fresh.path([1, 1], [30, 30]), field = fresh.field([1, 1]);
        const results = { tiles: path.tiles, costs: field.costs, classes: fresh.classes, file: fresh.save(), shapes: fresh.shapes(["node"]), table: fresh.classCosts };
        const copies = Object.fromEntries(Object.entries(results).map(([name, array]) => [name, array.slice()]));
        const { total } = wend.memory;
        const large = wend.fromClasses(new Uint8Array(3000 * 3000).fill(1), [0, 1], 3000, 3000);
        assert.ok(wend.memory.total > total, "the memory has grown");
        for (const [name, array] of Object.entries(results)) assert.deepEqual(array, copies[name], name);
        assert.deepEqual(fresh.path([1, 1], [30, 30]).tiles, path.tiles);
        assert.equal(field.costAt([30, 30]), copies.costs[30 * SIDE + 30]);
        large.dispose();
        fresh.dispose();
    });

    test("out of memory is an error, and nothing is lost by it", async () => {
        const own = await load(), world = own.fromArray(ground(), SIDE, SIDE, { costRange: [1, 4] }), { malloc, free } = world.native.exports;
        world.path([1, 1], [30, 30], { smooth: true }); // what queries keep is there from now on
        const held = [], { used } = own.memory, outcomes = { done: 0, MEMORY: 0 }, hash = world.hash;
        for (let size = 2 ** 30; size >= 16; size /= 2) for (let at; (at = malloc(size)) !== 0; ) held.push(at);
        const attempts = [
            () => own.fromArray(ground(), SIDE).dispose(), () => own.fromClasses(new Uint8Array(900 * 900).fill(1), [0, 1], 900, 900).dispose(), () => own.bake({ data: pixels, width: 8, height: 8 }).dispose(),
            () => own.open(things.file).dispose(), () => world.save(), () => world.path([1, 1], [30, 30]), () => world.paths([1, 1], [30, 30]), () => world.record([1, 1], [30, 30], { algorithm: "astar" }),
            () => world.field([3, 3]).dispose(), () => world.classes, () => world.classCounts, () => world.shapes(["cluster", "edge"]),
            () => { const crowd = world.crowd(); try { crowd.send(crowd.add([3.5, 3.5]), [30, 30]); crowd.tick(0.1, 3); crowd.read(); } finally { crowd.dispose(); } },
        ];
        for (let freed = 0; held.length; freed++) {
            for (const attempt of attempts) {
                try {
                    attempt();
                    outcomes.done++;
                } catch (error) {
                    assert.ok(error instanceof WendError && error.result === "MEMORY", `${attempt}: ${error.stack}`);
                    outcomes.MEMORY++;
                }
            }
            for (let k = 0; k <= freed && held.length; k++) free(held.pop());
        }
        assert.ok(outcomes.MEMORY > attempts.length && outcomes.done > attempts.length, JSON.stringify(outcomes));
        assert.ok(own.memory.used <= used + 200000, `${own.memory.used - used} bytes more in use`); // scratch memory of the search
        assert.equal(world.hash, hash);
        world.edit([5, 5, 2, 2], 0);
        assert.equal(world.path([1, 1], [30, 30]).outcome, "found");
    });

    test("10,000 worlds, fields, crowds and recordings leave no memory behind", async () => {
        const own = await load(), costs = new Float32Array(20 * 20).fill(1);
        const once = () => {
            const world = own.fromArray(costs, 20);
            world.path([1, 1], [18, 18]);
            world.field([5, 5]);
            world.record([1, 1], [9, 9], { mostEvents: 50 });
            world.crowd().add([5.5, 5.5]);
            assert.throws(() => world.path([1, 1], [50, 50]));
            assert.throws(() => world.crowd({ plans: 1 }));
            world.dispose();
        };
        for (let i = 0; i < 20; i++) once();
        const { used, total } = own.memory;
        for (let i = 0; i < 10000; i++) once();
        assert.deepEqual(own.memory, { used, total });
    });

    test("load refuses what it cannot use", async () => {
        const wrong = (options, pattern) => assert.rejects(load(options), (e) => e instanceof WendError && pattern.test(e.message), pattern);
        await wrong({ simmd: true }, /load has no option "simmd"; expected one of simd, url, module/);
        await wrong({ simd: "yes" }, /simd is "yes"/);
        await wrong({ module: {} }, /module is no WebAssembly.Module/);
        await wrong({ url: 7 }, /url is 7/);
        await wrong(7, /options of load/);
        await wrong({ url: new URL(import.meta.url) }, /misuse.test.js is no WebAssembly/);
        await wrong({ url: "http://127.0.0.1:9/wend.wasm" }, /cannot be loaded/);
        await wrong({ module: await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) }, /another program/);
        await assert.rejects(load({ url: new URL("missing.wasm", folder) }), /ENOENT|missing.wasm/);
    });
});
