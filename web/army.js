// army.js: a thousand agents that walk to the goal.

const DT = 1 / 30, MOST_MS = 14; // of work in a frame

export class Army {
    constructor(world, goal, count) {
        this.world = world;
        this.crowd = world.crowd({ snap: 1e6, partial: true, workPerTick: 20000 });
        this.ids = [];
        this.tickMs = 0;
        const { width, height, tileSize } = world;
        let seed = 12345;
        const random = (n) => { seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0; return Math.floor((seed / 4294967296) * n); };
        const speed = Math.max(8, Math.hypot(width, height) / 45) * tileSize;
        for (let tries = 0; this.ids.length < count && tries < count * 60; tries++) {
            const tile = [random(width), random(height)];
            if (world.costAt(tile) === 0 || !world.connected(tile, goal)) continue;
            try {
                this.ids.push(this.crowd.add([tile[0] + 0.5, tile[1] + 0.5], { radius: 0.3, maxSpeed: speed, maxAcceleration: speed * 6 }));
            } catch { /* another agent or a wall is in the way */ }
        }
        this.send(goal);
    }
    send(goal) { this.crowd.send(this.ids, goal); }
    step() {
        const start = performance.now();
        this.crowd.tick(DT);
        const took = performance.now() - start;
        this.tickMs = this.tickMs ? this.tickMs * 0.92 + took * 0.08 : took;
        return took < MOST_MS;
    }
    read() { return this.crowd.read(); }
    text() {
        const { waiting, walking, arrived, near_goal, no_route, stuck } = this.crowd.states;
        const lost = no_route + stuck;
        return `${this.ids.length.toLocaleString("en")} agents: ${walking + waiting} on the way, ${arrived + near_goal} arrived${lost ? `, ${lost} without a way` : ""}. ${this.tickMs.toFixed(1)} ms a tick.`;
    }
    dispose() { this.crowd.dispose(); }
}
