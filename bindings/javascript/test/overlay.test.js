// overlay.test.js: do overlays, shapes to avoid and line of sight answer as the engine does, refuse bad input, and give
// their memory back?
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

const folder = new URL(process.env.WEND_PACKAGE ? `file://${process.env.WEND_PACKAGE}/` : "../", import.meta.url);
const { load, CONNECTIVITIES, Overlay, SHAPE_KINDS, WendError, World } = await import(new URL("lib/node.js", folder));

const WIDTH = 60, HEIGHT = 40;
const refused = (result, pattern) => (error) => error instanceof WendError && error.result === result && pattern.test(error.message);
const disc = (center, radius, cost = Infinity, more = {}) => ({ kind: "disc", center, radius, cost, ...more });
let state = 7;
const below = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 4294967296) * n); };

describe("overlays", () => {
    let wend;
    before(async () => { wend = await load(); });
    const plain = (options) => wend.fromArray(new Float32Array(WIDTH * HEIGHT).fill(1), WIDTH, HEIGHT, { costRange: [1, 64], ...options });
    const blockedOf = (world) => Array.from(world.costs, (cost, i) => (cost === 0 ? i : -1)).filter((i) => i >= 0);

    test("each kind of shape has the tiles whose centres lie in it", () => {
        const world = plain(), shapes = {
            disc: [disc([20, 10], 4), (x, y) => (x - 20) ** 2 + (y - 10) ** 2 <= 16],
            capsule: [{ kind: "capsule", from: [10, 20], to: [30, 20], radius: 2.5 }, (x, y) => Math.hypot(Math.max(10 - x, 0, x - 30), y - 20) <= 2.5],
            rect: [{ kind: "rect", area: [5, 6, 7, 8], cost: "blocked" }, (x, y) => x >= 5 && x < 12 && y >= 6 && y < 14],
            polygon: [{ kind: "polygon", points: [[10, 10], [30, 10], [10, 30]] }, (x, y) => x >= 10 && y >= 10 && x + y <= 40],
        };
        assert.deepEqual(Object.keys(shapes), [...SHAPE_KINDS]);
        for (const [kind, [shape, has]] of Object.entries(shapes)) {
            const overlay = world.overlay();
            overlay.add(shape);
            const expected = Array.from({ length: WIDTH * HEIGHT }, (_, i) => i).filter((i) => has(i % WIDTH, Math.floor(i / WIDTH)));
            assert.deepEqual(blockedOf(overlay), expected, kind);
            overlay.dispose();
        }
        assert.equal(blockedOf(world).length, 0);
        world.dispose();
    });

    test("on hexagons a shape lies at the centres of its tiles", () => {
        for (const connectivity of CONNECTIVITIES.filter((name) => name.startsWith("hex"))) {
            const world = plain({ connectivity, tileSize: 3, origin: [-7, 90] }), overlay = world.overlay(), at = (x, y) => y * WIDTH + x;
            const one = overlay.add(disc([31, 31], 0.1));
            assert.deepEqual(blockedOf(overlay), [at(31, 31)], connectivity);
            overlay.move(one, disc([30, 20], 1.01));
            assert.equal(blockedOf(overlay).length, 7, connectivity); // and its six neighbours
            for (const i of blockedOf(overlay)) if (i !== at(30, 20)) assert.equal(world.path([30, 20], [i % WIDTH, Math.floor(i / WIDTH)]).cost, 1);
            overlay.move(one, { kind: "rect", area: [10, 11, 4, 5] });
            assert.deepEqual(blockedOf(overlay), [11, 12, 13, 14, 15].flatMap((y) => [10, 11, 12, 13].map((x) => at(x, y))), connectivity);
            overlay.move(one, { kind: "rect", area: [9, 39, 1, 1] });
            assert.deepEqual(blockedOf(overlay), [at(9, 39)], connectivity);
            overlay.remove(one);
            overlay.addDangers([[20, 8]], 0.5, 8);
            assert.deepEqual(Array.from(overlay.costs, (cost, i) => (cost > 1 ? i : -1)).filter((i) => i >= 0), [at(20, 8)], connectivity);
            assert.throws(() => overlay.add(disc([3.5, 3], 2)), refused("UNSUPPORTED", /point \(3\.5, 3\): points of shapes are whole numbers on hexagons/));
            assert.throws(() => world.sees([1, 1], [3, 3]), refused("UNSUPPORTED", /hexagons have no line of sight/));
            world.dispose();
            overlay.dispose();
        }
    });

    test("an overlay has its parent's ground but for its layers, and follows its edits", () => {
        const world = plain(), scouts = world.overlay(), from = [5, 20], to = [55, 20];
        assert.ok(scouts instanceof Overlay && scouts instanceof World && scouts.parent === world && world.parent === null);
        const { hash } = scouts;
        assert.equal(hash, world.hash);
        const tower = scouts.add(disc([30, 20], 8, 5, { falloff: 3 }));
        assert.ok(scouts.path(from, to).cost > 51 && world.path(from, to).cost === 50);
        assert.ok(scouts.costAt([30, 20]) > 5.8 && scouts.costAt([30, 20]) < 6.2);
        assert.equal(scouts.costAt([30, 8]), 1);
        world.edit([30, 1, 1, 39], 0);
        assert.equal(scouts.costAt([30, 20]), 0); // blocked ground of the parent stays so
        assert.equal(scouts.path(from, to).cost, world.path(from, to).cost); // past the end of the wall, far from the tower
        scouts.remove(tower);
        assert.deepEqual(scouts.costs, world.costs);
        const first = scouts.add(disc([10, 10], 2)), second = scouts.add(disc([11, 10], 2));
        scouts.remove(first);
        assert.deepEqual([scouts.costAt([11, 10]), scouts.costAt([8, 10])], [0, 1]);
        assert.throws(() => scouts.remove(first), refused("STALE", /remove: it was removed already/));
        assert.throws(() => scouts.move(second + 9, disc([1, 1], 1)), refused("ARGUMENT", /move: no such handle was ever given/));
        assert.equal(scouts.layerInfo.handleCount, 1);
        for (const change of [() => scouts.edit([1, 1, 1, 1], 0), () => scouts.setWall([1, 1], [1, 2]), () => scouts.setClassCost(1, 2), () => scouts.addLink([1, 1], [5, 5], 2)])
            assert.throws(change, refused("UNSUPPORTED", /a snapshot or an overlay cannot be edited; fork it/), String(change));
        const fork = scouts.fork();
        fork.edit([0, 0, 3, 3], 0);
        assert.deepEqual([fork.costAt([11, 10]), fork.costAt([1, 1]), scouts.costAt([1, 1])], [0, 0, 1]);
        world.dispose();
        scouts.remove(second); // its layers still change
        assert.deepEqual([scouts.costAt([11, 10]), scouts.costAt([30, 20])], [1, 0]);
        scouts.dispose();
        assert.throws(() => scouts.add(disc([1, 1], 1)), refused("CLOSED", /Overlay was disposed/));
        assert.equal(fork.costAt([11, 10]), 0);
        fork.dispose();
    });

    test("arrays, dangers and decay", () => {
        const world = plain(), overlay = world.overlay(), wall = new Float32Array(WIDTH * HEIGHT);
        for (let y = 1; y < HEIGHT; y++) wall[y * WIDTH + 30] = 60;
        const whole = overlay.addCosts(wall);
        assert.ok(overlay.path([20, 30], [40, 30]).tiles.some((number, i) => i % 2 && number === 0)); // through the gap
        overlay.remove(whole);
        overlay.addCosts([0, Infinity, 3, 0], { area: [10, 10, 2, 2], decay: 1 });
        assert.deepEqual([[10, 10], [11, 10], [11, 11]].map((tile) => overlay.costAt(tile)), [1, 0, 1]);
        assert.ok(Math.abs(overlay.costAt([10, 11]) - 4) < 0.13);
        overlay.tick();
        assert.deepEqual([overlay.costAt([11, 10]), overlay.layerInfo.handleCount], [1, 0]);
        const handles = overlay.addDangers([[5, 5], [50, 30]], [4, 6], 10);
        assert.equal(handles.length, 2);
        assert.ok(Math.abs(overlay.costAt([50, 27]) - 6) < 0.2 && overlay.costAt([50, 24]) === 1 && overlay.costAt([5, 9]) === 1);
        overlay.remove(handles[1]);
        assert.equal(overlay.costAt([50, 27]), 1);
        assert.equal(overlay.addDangers([], 1, 1).length, 0);
        const fading = overlay.add(disc([30, 20], 0, 8, { decay: 0.5 }));
        overlay.tick(2);
        assert.ok(Math.abs(overlay.costAt([30, 20]) - 3) < 0.1);
        overlay.remove(fading);
        world.dispose();
        overlay.dispose();
    });

    test("unknown ground, and what is seen of it", () => {
        const world = plain(), robot = world.overlay(), from = [10, 20], to = [50, 20];
        world.edit([30, 5, 1, 30], 0);
        robot.hide(1);
        assert.equal(robot.path(from, to).cost, 40); // it does not know of the wall
        assert.ok(!robot.isSeen([30, 20]));
        const seen = robot.seeFrom([28, 20], { range: 4 });
        assert.deepEqual(seen, world.visible([28, 20], { range: 4 }));
        assert.ok(seen[20 * WIDTH + 30] && !seen[20 * WIDTH + 31] && robot.isSeen([30, 20]) && !robot.isSeen([31, 20]));
        const cost = robot.path(from, to).cost;
        assert.ok(cost > 40 && cost < world.path(from, to).cost);
        world.edit([30, 18, 1, 5], 1);
        assert.equal(robot.costAt([30, 20]), 0); // as it was last seen
        robot.see([30, 20, 1, 1]);
        assert.deepEqual([robot.costAt([30, 20]), robot.costAt([30, 19])], [1, 0]);
        robot.see([0, 0, 2, 2], [1, 0, 0, true]);
        assert.deepEqual([[0, 0], [1, 0], [0, 1], [1, 1]].map((tile) => robot.isSeen(tile)), [true, false, false, true]);
        robot.forget([0, 0, 1, 1]);
        assert.ok(!robot.isSeen([0, 0]));
        robot.hide();
        assert.equal(robot.path(from, to).outcome, "start_blocked");
        robot.reveal();
        assert.equal(robot.hash, world.hash);
        assert.throws(() => robot.see(), refused("ARGUMENT", /see: the map is not hidden/));
        world.dispose();
        robot.hide();
        assert.throws(() => robot.see(), refused("STALE", /see: its world was disposed/));
        robot.dispose();
    });

    test("line of sight", () => {
        const world = plain();
        world.edit([30, 5, 1, 30], 0);
        assert.ok(!world.sees([10, 20], [50, 20]) && world.sees([10, 2], [50, 2]) && !world.sees([10, 2], [50, 2], { range: 5 }));
        assert.deepEqual(world.sightBlocker([10, 20], [50, 20]), [30, 20]);
        assert.equal(world.sightBlocker([10, 2], [50, 2]), null);
        assert.ok(world.sees([10, 20], [50, 20], { blockers: [] }));
        world.setWall([20, 2], [21, 2]);
        assert.ok(!world.sees([10, 2], [50, 2]) && world.sees([10, 2], [50, 2], { throughWalls: true }));
        const two = world.visible([[1, 20], [58, 20]], { range: 3 });
        assert.ok(two[20 * WIDTH + 4] && two[20 * WIDTH + 55] && !two[20 * WIDTH + 5]);
        assert.equal(two.length, WIDTH * HEIGHT);
        world.dispose();
    });

    test("a query that avoids shapes is answered as on an overlay with them", () => {
        const world = plain(), { hash, version } = world;
        for (let i = 0; i < 40; i++) {
            const shapes = Array.from({ length: 1 + below(4) }, () => disc([below(WIDTH), below(HEIGHT)], 1 + below(9), below(3) ? 1 + below(20) : Infinity, { falloff: below(2) * 3 }));
            const from = [below(WIDTH), below(HEIGHT)], to = [below(WIDTH), below(HEIGHT)], overlay = world.overlay();
            for (const shape of shapes) overlay.add(shape);
            const there = overlay.path(from, to), here = world.path(from, to, { avoid: shapes });
            assert.deepEqual([here.outcome, here.cost, [...here.tiles]], [there.outcome, there.cost, [...there.tiles]]);
            overlay.dispose();
        }
        const { costs } = world.paths([5, 20, 5, 20], [55, 20, 55, 21], { avoid: [disc([30, 20], 8)] });
        assert.ok(costs[0] > 50 && costs[0] === world.record([5, 20], [55, 20], { avoid: [disc([30, 20], 8)] }).path.cost);
        assert.deepEqual([world.hash, world.version, world.path([5, 20], [55, 20]).cost], [hash, version, 50]);
        world.dispose();
    });

    test("after any layers an overlay has the paths of a world that was built so", () => {
        const world = plain({ clusterSize: 15 }), lower = world.overlay(), overlay = lower.overlay(), handles = [];
        for (let i = 0; i < 60; i++) {
            const where = [below(WIDTH), below(HEIGHT)];
            if (below(4) === 0) world.edit([below(WIDTH - 4), below(HEIGHT - 4), 4, 2], below(2) ? 0 : 1 + below(3));
            if (below(4) === 0) lower.add(disc(where, 2, 4));
            if (below(3)) handles.push(overlay.add(disc(where, 1 + below(6), below(4) ? 1 + below(9) : Infinity, { decay: below(2) / 4 })));
            else if (handles.length && below(2)) try { overlay.remove(handles.splice(below(handles.length), 1)[0]); } catch (error) { assert.equal(error.result, "STALE"); } // it has decayed
            if (below(5) === 0) overlay.tick(1 + below(3));
            if (i % 5) continue;
            const built = wend.fromArray(overlay.costs, WIDTH, HEIGHT, { clusterSize: 15, costRange: [1, 64] });
            for (let k = 0; k < 10; k++) {
                const from = [below(WIDTH), below(HEIGHT)], to = [below(WIDTH), below(HEIGHT)];
                const a = overlay.path(from, to, { algorithm: "exact" }), b = built.path(from, to, { algorithm: "exact" });
                assert.equal(a.outcome, b.outcome);
                if (a.found) assert.ok(Math.abs(a.cost - b.cost) <= 1e-5 * b.cost, `${a.cost} and ${b.cost}`);
            }
            built.dispose();
        }
        assert.ok(overlay.refresh());
        for (const one of [overlay, lower, world]) one.dispose();
    });

    test("crowds and fields on an overlay", () => {
        const world = plain(), overlay = world.overlay(), crowd = overlay.crowd(), agent = crowd.add([5.5, 20.5]);
        overlay.add({ kind: "rect", area: [30, 10, 2, 25] });
        assert.ok(overlay.field([50, 20]).costAt([10, 20]) > world.field([50, 20]).costAt([10, 20]));
        crowd.send(agent, [50, 20]);
        for (let i = 0; i < 60; i++) crowd.tick(1 / 30);
        overlay.add({ kind: "rect", area: [30, 0, 2, 10] }); // now only the way below is left
        let last;
        for (let i = 0; i < 900; i++) {
            crowd.tick(1 / 30);
            last = crowd.read().positions;
            assert.ok(!(last[0] >= 30 && last[0] < 32 && last[1] < 35), `the agent stands in the obstacle at (${last.join(", ")})`);
        }
        assert.equal(crowd.states.arrived, 1);
        overlay.dispose();
        assert.ok(crowd.disposed);
        world.dispose();
    });

    test("bad input is refused by name", () => {
        const world = plain(), overlay = world.overlay(), { used } = wend.memory;
        const bad = [
            [() => overlay.add(), /shape is no shape; expected an object such as/],
            [() => overlay.add({ kind: "circle" }), /the kind of shape is "circle"; expected one of disc, capsule, rect, polygon/],
            [() => overlay.add({ kind: "disc", center: [1, 1] }), /a disc needs radius/],
            [() => overlay.add({ kind: "disc", center: [1, 1], raduis: 2 }), /a disc has no option "raduis"/],
            [() => overlay.add(disc([1, NaN], 2)), /center is|expected a number/],
            [() => overlay.add(disc([1, 1], -2)), /radius is -2/],
            [() => overlay.add(disc([1, 1], 2, -1)), /cost is -1; expected a number from 0 to 1024, or Infinity/],
            [() => overlay.add(disc([1, 1], 2, 2000)), /cost is 2000/],
            [() => overlay.add(disc([1, 1], 2, 5, { decay: 2 })), /decay is 2/],
            [() => overlay.add(disc([1, 1], 2, 5, { floor: 1 })), /there is no floor 1; the map has one floor, 0/],
            [() => overlay.add({ kind: "rect", area: [1, 1, 0, 4] }), /width of area is 0/],
            [() => overlay.add({ kind: "polygon", points: [[1, 1], [2, 2]] }), /points are no array of 3 to 4096 points/],
            [() => overlay.move("1", disc([1, 1], 1)), /handle is "1"/],
            [() => overlay.remove(77), /no such handle was ever given/],
            [() => overlay.addCosts([1, 2, 3]), /3 costs are given; expected 60 x 40 = 2400/],
            [() => overlay.addCosts([1, -2], { area: [0, 0, 2, 1] }), /costs\[1\] is -2/],
            [() => overlay.addCosts([1], { area: [0, 0, 1, 1], decai: 2 }), /addCosts has no option "decai"/],
            [() => overlay.addDangers([[1, 1]], [1, 2], 3), /ranges are neither a number nor an array of 1/],
            [() => overlay.addDangers([[1, 1]], 1, Infinity), /costs is Infinity/],
            [() => overlay.tick(-1), /ticks is -1/],
            [() => overlay.hide(-1), /cost = -1 is negative/],
            [() => overlay.forget(), /forget: the map is not hidden/],
            [() => overlay.isSeen([99, 1]), /outside the map/],
            [() => world.visible([1, 1], { range: -1 }), /range is -1/],
            [() => world.sees([1, 1], [2, 2], { blockers: [256] }), /a class is 256/],
            [() => world.path([1, 1], [2, 2], { avoid: disc([1, 1], 1) }), /avoid are no array of shapes/],
            [() => world.path([1, 1], [2, 2], { avoid: [disc([1, 1], 1), 5] }), /avoid\[1\] is no shape/],
        ];
        for (const [call, pattern] of bad) assert.throws(call, refused("ARGUMENT", pattern), String(call));
        assert.throws(() => new Overlay({}), /./);
        assert.equal(wend.memory.used, used);
        assert.equal(overlay.hash, world.hash);
        overlay.dispose();
        world.dispose();
    });

    test("2,000 overlays leave no memory behind", async () => {
        const own = await load(), world = own.fromArray(new Float32Array(WIDTH * HEIGHT).fill(1), WIDTH);
        const once = () => {
            const overlay = world.overlay();
            overlay.add(disc([30, 20], 5, 3));
            overlay.hide(2);
            overlay.seeFrom([30, 20], { range: 6 });
            overlay.path([1, 1], [50, 30]);
            assert.throws(() => overlay.add(disc([30, 20], -5)));
            overlay.dispose();
            world.path([1, 1], [50, 30], { avoid: [disc([30, 20], 5)] });
            world.path([1, 1], [50, 30]);
        };
        for (let i = 0; i < 20; i++) once();
        const { used } = own.memory;
        for (let i = 0; i < 2000; i++) once();
        assert.equal(own.memory.used, used);
    });
});
