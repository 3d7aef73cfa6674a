// playback.js: a recorded search, shown up to some event.
import { COLORS } from "./colors.js";

const LINKED = 0, OPENED = 1, IMPROVED = 2, REOPENED = 3, CLOSED = 4, CLUSTER = 5, LEG = 7, PROPAGATED = 9;
const OPEN_PIXEL = 0xb498fb98, CLOSED_PIXEL = 0x9affcd91; // ABGR

export class Playback {
    constructor(recording, world, canvas) {
        this.recording = recording;
        this.world = world;
        this.canvas = canvas;
        this.side = world.info.clusterSize;
        this.rewind();
    }
    get count() { return this.recording.count; }
    get ended() { return this.at >= this.count; }

    rewind() {
        this.at = 0;
        this.image = new ImageData(this.world.width, this.world.height);
        this.pixels = new Uint32Array(this.image.data.buffer);
        this.nodes = new Map(); // of a tile: level and whether it is closed
        this.swept = []; // clusters in which costs were propagated
        this.legs = [];
        this.cluster = null;
        this.closed = this.open = 0;
    }

    seek(to) {
        if (to < this.at) this.rewind();
        const { kinds, levels, tiles, parents } = this.recording, { width, height } = this.world;
        for (; this.at < to && this.at < this.count; this.at++) {
            const i = this.at, kind = kinds[i], level = levels[i], x = tiles[2 * i], y = tiles[2 * i + 1], tile = y * width + x;
            if (kind === CLUSTER || kind === PROPAGATED) {
                const side = kind === CLUSTER ? this.side * 2 ** (level - 1) : this.side;
                const area = [x, y, Math.min(side + 1, width - x), Math.min(side + 1, height - y)];
                if (kind === CLUSTER) this.cluster = area;
                else { this.swept.push(area); this.cluster = null; }
            } else if (kind === LEG) this.legs.push([parents[2 * i], parents[2 * i + 1], x, y]);
            else if (kind === CLOSED) {
                this.closed++;
                if (level === 0) this.pixels[tile] = CLOSED_PIXEL;
                else this.nodes.set(tile, { level, closed: true });
            } else if (kind === OPENED || kind === IMPROVED || kind === REOPENED || kind === LINKED) {
                if (kind === OPENED) this.open++;
                if (level === 0 && kind !== LINKED) this.pixels[tile] = OPEN_PIXEL;
                else if (!this.nodes.get(tile)?.closed || kind === REOPENED) this.nodes.set(tile, { level, closed: false });
            }
        }
        this.canvas.getContext("2d").putImageData(this.image, 0, 0);
    }

    draw(c, view) {
        const { scale: s, x: left, y: top } = view, { width } = this.world;
        c.imageSmoothingEnabled = false;
        c.drawImage(this.canvas, left, top, width * s, this.world.height * s);
        c.fillStyle = "#5a96ff38";
        for (const [x, y, w, h] of this.swept) c.fillRect(left + x * s, top + y * s, w * s, h * s);
        if (this.cluster && !this.ended) {
            const [x, y, w, h] = this.cluster;
            c.fillStyle = "#ffffff2e";
            c.fillRect(left + x * s, top + y * s, w * s, h * s);
            c.strokeStyle = "#fff";
            c.lineWidth = 1.5;
            c.strokeRect(left + x * s, top + y * s, w * s, h * s);
        }
        const open = new Path2D(), closed = new Path2D();
        for (const [tile, node] of this.nodes) {
            const size = Math.max(2 + node.level, s), x = left + ((tile % width) + 0.5) * s, y = top + (Math.floor(tile / width) + 0.5) * s;
            (node.closed ? closed : open).rect(x - size / 2, y - size / 2, size, size);
        }
        c.lineWidth = 1.5;
        c.strokeStyle = COLORS.casing;
        for (const [path, color] of [[open, COLORS.open], [closed, COLORS.closed]]) {
            c.stroke(path);
            c.fillStyle = color;
            c.fill(path);
        }
        for (const [x0, y0, x1, y1] of this.legs) view.line(c, [x0, y0, x1, y1], 0.5, COLORS.route, 2);
    }
}
