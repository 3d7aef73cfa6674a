// types.mts: do the types of the package say what it offers, and refuse what it does not?
import { load, WendError, World, Path, Crowd, Overlay, EVENTS, type Outcome, type QueryOptions, type Shape } from "wend";
async function main(): Promise<void> {
    const wend = await load({ simd: false });
    const world: World = wend.fromArray(new Float32Array(100), 10, 10, { costRange: [1, 10], connectivity: "8cut" });
    const options: QueryOptions = { algorithm: "astar", weight: 1.5, snap: Infinity };
    const path: Path = world.path([1, 2], [[3, 4], [5, 6]], options);
    const outcome: Outcome = path.outcome;
    for (const [x, y] of path) console.log(x + y, outcome);
    world.edit([0, 0, 2, 2], "blocked");
    const crowd: Crowd = world.crowd({ partial: true });
    const id: bigint = crowd.add([1.5, 1.5]);
    crowd.send([id], { x: 3, y: 3 });
    const { recording } = world.record([0, 0], [1, 1]);
    const kind = EVENTS[recording.kinds[0]!];
    wend.bake(new Uint8Array(3), { rule: "height", heightScale: 3, legend: null });
    try { world.field([1, 1]).next([2, 2])?.[0]; } catch (error) { if (error instanceof WendError && error.result === "LIMIT") throw error; }
    const scouts: Overlay = world.overlay(), tower: Shape = { kind: "disc", center: [3, 3], radius: 2, cost: "blocked" };
    scouts.move(scouts.add(tower), { kind: "rect", area: [1, 1, 2, 2], decay: 0.5 });
    scouts.hide();
    const seen: Uint8Array = scouts.seeFrom([[1, 1], [2, 2]], { range: 3 });
    scouts.see([0, 0, 10, 10], seen);
    world.path([1, 2], [3, 4], { avoid: [tower] });
    // @ts-expect-error
    scouts.add({ kind: "disc", center: [3, 3] });
    // @ts-expect-error
    world.add(tower);
    world.dispose();
    // @ts-expect-error
    world.path([1, 2], [3, 4], { algorithm: "magic" });
    // @ts-expect-error
    world.path([1, 2], [3, 4], { wieght: 2 });
    // @ts-expect-error
    world.edit([1, 2, 3], 4);
    // @ts-expect-error
    crowd.send(7, [1, 1]);
    // @ts-expect-error
    await load({ simmd: true });
    try { world.hash; } catch (error) { if (error instanceof WendError && error.result === "CLOSED") throw error; }
    // @ts-expect-error
    new World();
    console.log(kind);
}
void main();
