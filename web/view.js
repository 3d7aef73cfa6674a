// view.js: how is the map drawn? A camera, a picture of the tiles, and what lies on them.
import { COLORS, costColors } from "./colors.js";

const MOST_SHAPES = 30000;

export class View {
    constructor(canvas) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d", { alpha: false });
        this.scale = 1; // screen pixels a tile
        this.x = this.y = 0; // screen position of the top-left corner of the map
        this.insets = { top: 62, right: 16, bottom: 20, left: 16 };
        this.tiles = document.createElement("canvas");
        this.search = document.createElement("canvas");
        this.shapes = null;
        this.wanted = false;
        new ResizeObserver(() => this.resize()).observe(canvas);
        this.resize();
    }

    resize() {
        const ratio = Math.min(window.devicePixelRatio || 1, 3), { clientWidth, clientHeight } = this.canvas;
        const fits = this.fitted;
        this.canvas.width = Math.max(1, Math.round(clientWidth * ratio));
        this.canvas.height = Math.max(1, Math.round(clientHeight * ratio));
        this.ratio = ratio;
        if (fits) this.fit();
        this.request();
    }

    // ---- the camera

    fit() {
        if (!this.world) return;
        const { top, right, bottom, left } = this.insets;
        const width = this.canvas.clientWidth - left - right, height = this.canvas.clientHeight - top - bottom;
        this.scale = Math.max(0.02, Math.min(width / this.world.width, height / this.world.height));
        this.x = left + (width - this.scale * this.world.width) / 2;
        this.y = top + (height - this.scale * this.world.height) / 2;
        this.fitted = true;
        this.request();
    }
    zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
        const scale = Math.max(0.05, Math.min(60, this.scale * factor)), change = scale / this.scale;
        this.x = x - (x - this.x) * change;
        this.y = y - (y - this.y) * change;
        this.scale = scale;
        this.fitted = false;
        this.request();
    }
    move(dx, dy) {
        this.x += dx;
        this.y += dy;
        this.fitted = false;
        this.request();
    }
    /** Moves the map where a tile is not in sight. */
    keepInSight(tile) {
        const [x, y] = this.center(tile), { top, right, bottom, left } = this.insets, { clientWidth, clientHeight } = this.canvas;
        const dx = Math.max(0, left + 20 - x) - Math.max(0, x - (clientWidth - right - 20)), dy = Math.max(0, top - y) - Math.max(0, y - (clientHeight - bottom - 20));
        if (dx || dy) this.move(dx, dy);
    }
    /** The tile at a screen position, which may lie off the map. */
    tileAt(x, y) {
        return [Math.floor((x - this.x) / this.scale), Math.floor((y - this.y) / this.scale)];
    }
    /** The screen position of the centre of a tile. */
    center([x, y]) {
        return [this.x + (x + 0.5) * this.scale, this.y + (y + 0.5) * this.scale];
    }

    // ---- what is drawn

    /** A world; colors: of its classes, or null: by their costs; picture: of the map as it looks, or null. */
    setWorld(world, { colors, picture }) {
        const other = !this.world || this.world.width !== world.width || this.world.height !== world.height;
        this.world = world;
        this.colors = colors;
        this.picture = picture;
        this.level = Math.min(this.level ?? 1, world.info.levelCount) || 1;
        this.shapes = null;
        for (const canvas of [this.tiles, this.search]) {
            canvas.width = world.width;
            canvas.height = world.height;
        }
        this.repaint();
        if (other) this.fit();
    }

    /** Paints the tiles again: all, or the rows of an edit. */
    repaint(from = 0, to = this.world.height) {
        const { world } = this, { width } = world, context = this.tiles.getContext("2d");
        const classes = world.classes, byCost = costColors(world.classCosts, world.classCounts);
        const image = context.createImageData(width, to - from), pixels = new Uint32Array(image.data.buffer);
        const pictured = this.picture && !this.layers?.costs ? new Uint32Array(this.picture.data.buffer) : null;
        const costs = world.classCosts, looks = !this.layers?.costs && this.colors;
        const abgr = (c) => 0xff000000 | ((c & 255) << 16) | (c & 0xff00) | ((c >> 16) & 255);
        const table = Uint32Array.from({ length: 256 }, (_, i) => abgr(looks ? looks[i] : byCost[i]));
        for (let i = from * width, k = 0; i < to * width; i++, k++) {
            const c = classes[i];
            let color = table[c];
            if (this.original && this.original[i] !== c) color = abgr(byCost[c]);
            else if (pictured) color = costs[c] === 0 ? dim(pictured[i]) : pictured[i] | 0xff000000;
            pixels[k] = color;
        }
        context.putImageData(image, 0, from);
        this.shapes = null;
        this.request();
    }

    /** Draws with the next frame. */
    request() {
        if (this.wanted) return;
        this.wanted = true;
        requestAnimationFrame(() => {
            this.wanted = false;
            this.draw();
        });
    }

    visible() {
        const [x0, y0] = this.tileAt(0, 0), [x1, y1] = this.tileAt(this.canvas.clientWidth, this.canvas.clientHeight);
        const x = Math.max(0, x0), y = Math.max(0, y0);
        return [x, y, Math.min(this.world.width - 1, x1) - x + 1, Math.min(this.world.height - 1, y1) - y + 1];
    }

    // The shapes of the hierarchy that are in sight. Nodes and entrances are tiles, so they need tiles of some size.
    shapesInSight() {
        const { layers, scale } = this, area = this.visible();
        if (area[2] < 1 || area[3] < 1) return new Float32Array(0);
        const wanted = [];
        const side = this.world.info.clusterSize * 2 ** (this.level - 1) * scale; // of a cluster on the screen
        if (layers.clusters && side > 5) wanted.push("cluster");
        if (layers.entrances && side > 56) wanted.push("entrance");
        if (layers.nodes && side > 38) wanted.push("node");
        if (layers.edges && side > 90) wanted.push("edge");
        const key = `${wanted}|${area}|${this.level}|${this.world.version}`;
        if (this.shapesKey !== key || !this.shapes) {
            this.shapes = wanted.length ? this.world.shapes(wanted, { level: this.level, area }) : new Float32Array(0);
            this.shapesKey = key;
        }
        return this.shapes;
    }

    drawHierarchy(c) {
        const shapes = this.shapesInSight(), s = this.scale;
        const paths = [new Path2D(), new Path2D(), new Path2D(), new Path2D()];
        const step = shapes.length > 5 * MOST_SHAPES ? 5 * Math.ceil(shapes.length / 5 / MOST_SHAPES) : 5;
        const grow = Math.max(0, 2.6 - s) / 2; // a node is at least so many pixels
        for (let i = 0; i < shapes.length; i += shapes[i] === 3 ? step : 5) {
            const [kind, a, b, p, q] = shapes.subarray(i, i + 5);
            const x = this.x + a * s, y = this.y + b * s;
            if (kind === 3) { paths[3].moveTo(x, y); paths[3].lineTo(this.x + p * s, this.y + q * s); }
            else if (kind === 0) paths[0].rect(x + s / 2, y + s / 2, (p - 1) * s, (q - 1) * s);
            else paths[kind].rect(x - grow, y - grow, p * s + 2 * grow, q * s + 2 * grow);
        }
        c.lineWidth = 1;
        c.globalAlpha = 0.2;
        c.strokeStyle = COLORS.edge;
        c.stroke(paths[3]);
        c.globalAlpha = Math.min(0.85, 0.4 + this.level * 0.12);
        c.lineWidth = Math.min(2.6, 0.7 + 0.45 * this.level);
        c.strokeStyle = COLORS.cluster;
        c.stroke(paths[0]);
        c.globalAlpha = 0.55;
        c.fillStyle = COLORS.entrance;
        c.fill(paths[1]);
        c.globalAlpha = 1;
        c.fillStyle = COLORS.node;
        c.fill(paths[2]);
    }

    line(c, points, offset, color, width, casing = true) {
        if (points.length < 4) return;
        const path = new Path2D();
        for (let i = 0; i < points.length; i += 2) {
            const x = this.x + (points[i] + offset) * this.scale, y = this.y + (points[i + 1] + offset) * this.scale;
            if (i) path.lineTo(x, y);
            else path.moveTo(x, y);
        }
        c.lineJoin = c.lineCap = "round";
        if (casing) {
            c.strokeStyle = COLORS.casing;
            c.lineWidth = width + 2.4;
            c.stroke(path);
        }
        c.strokeStyle = color;
        c.lineWidth = width;
        c.stroke(path);
    }

    marker(c, tile, color, label) {
        const [x, y] = this.center(tile), radius = 10;
        c.beginPath();
        c.arc(x, y, radius, 0, 7);
        c.fillStyle = color;
        c.fill();
        c.lineWidth = 2.5;
        c.strokeStyle = "#fff";
        c.stroke();
        c.beginPath();
        c.arc(x, y, radius + 1.8, 0, 7);
        c.lineWidth = 1.2;
        c.strokeStyle = COLORS.casing;
        c.stroke();
        c.fillStyle = "#fff";
        c.font = "bold 12px system-ui, sans-serif";
        c.textAlign = "center";
        c.textBaseline = "middle";
        c.fillText(label, x, y + 0.5);
    }

    drawAgents(c) {
        const { positions, states } = this.agents, radius = Math.max(1.7, 0.36 * this.scale);
        const colors = { walking: "#FF7A1A", other: "#FFC14D", arrived: "#47E07C", lost: "#FF5252" };
        const groups = { walking: new Path2D(), other: new Path2D(), arrived: new Path2D(), lost: new Path2D() };
        for (let i = 0; i < states.length; i++) {
            const state = states[i], x = this.x + positions[2 * i] * this.scale, y = this.y + positions[2 * i + 1] * this.scale;
            const group = groups[state === 2 || state === 6 ? "walking" : state === 3 || state === 7 ? "arrived" : state === 4 || state === 5 ? "lost" : "other"];
            group.moveTo(x + radius, y);
            group.arc(x, y, radius, 0, 7);
        }
        for (const [name, path] of Object.entries(groups)) {
            c.strokeStyle = COLORS.casing;
            c.lineWidth = 1.6;
            c.stroke(path);
            c.fillStyle = colors[name];
            c.fill(path);
        }
    }

    draw() {
        const { context: c, world } = this;
        c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        c.fillStyle = "#101216";
        c.fillRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
        if (!world || world.disposed) return;
        const width = world.width * this.scale, height = world.height * this.scale;
        c.imageSmoothingEnabled = this.scale < 1;
        c.imageSmoothingQuality = "high";
        c.drawImage(this.tiles, this.x, this.y, width, height);
        if (this.playback) {
            c.fillStyle = "#10121655";
            c.fillRect(this.x, this.y, width, height);
        }
        this.drawHierarchy(c);
        this.playback?.draw(c, this);
        const { path, layers } = this;
        if (path && !(this.playback && !this.playback.ended)) {
            if (layers.path) this.line(c, path.tiles, 0.5, COLORS.path, Math.max(2.6, Math.min(5, this.scale * 0.7)));
            if (layers.route) this.line(c, path.route, 0.5, COLORS.route, 2);
            if (layers.waypoints) {
                this.line(c, path.waypoints, 0, COLORS.waypoint, 1.6);
                c.fillStyle = "#fff";
                for (let i = 0; i < path.waypoints.length; i += 2) c.fillRect(this.x + path.waypoints[i] * this.scale - 2, this.y + path.waypoints[i + 1] * this.scale - 2, 4, 4);
            }
        }
        if (this.agents) this.drawAgents(c);
        if (this.goal) this.marker(c, this.goal, COLORS.goal, "G");
        if (this.start) this.marker(c, this.start, COLORS.start, "S");
        if (this.brush) {
            const [x, y] = this.center(this.brush.tile);
            c.beginPath();
            c.arc(x, y, (this.brush.radius + 0.5) * this.scale, 0, 7);
            c.lineWidth = 1.5;
            c.strokeStyle = "#fff";
            c.stroke();
        }
    }
}

// A pixel of a picture where it is blocked: dark, but still to be seen.
function dim(pixel) {
    return 0xff000000 | ((((pixel >> 16) & 255) * 0.36) << 16) | ((((pixel >> 8) & 255) * 0.36) << 8) | ((pixel & 255) * 0.36);
}
