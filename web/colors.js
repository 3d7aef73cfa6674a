// colors.js: the colours of the page: those of the viewer and of every picture of Wend.

export const COLORS = {
    cluster: "#5A96FF", entrance: "#FF8C3C", node: "#E146BE", edge: "#E146BE", route: "#00AFEB", path: "#FFD800",
    waypoint: "#FFFFFF", start: "#28C850", goal: "#E63232", open: "#98FB98", closed: "#91CDFF", casing: "#141820",
    blocked: 0x24272e,
};
const STOPS = [0xf1eee4, 0xb5d8c6, 0x63b0ad, 0x3f7ca6, 0x4c4795, 0x3b1f5e]; // from cheap to costly

function between(stops, fraction) {
    const position = Math.max(0, Math.min(1, fraction)) * (stops.length - 1);
    const stop = Math.min(stops.length - 2, Math.floor(position)), blend = position - stop;
    let color = 0;
    for (const shift of [16, 8, 0]) {
        const a = (stops[stop] >> shift) & 255, b = (stops[stop + 1] >> shift) & 255;
        color |= Math.round(a + (b - a) * blend) << shift;
    }
    return color;
}

/** The colour of a cost on a logarithmic scale from the least on the map to the greatest, or to twice the least. */
export function costColor(cost, least, greatest) {
    if (cost === 0) return COLORS.blocked;
    return between(STOPS, Math.log(cost / least) / Math.log(Math.max(greatest / least, 2)));
}

/** The colours of all classes by their costs. */
export function costColors(costs, counts) {
    let least = Infinity, greatest = 0;
    for (let i = 0; i < 256; i++) if (costs[i] > 0 && counts[i] > 0) { least = Math.min(least, costs[i]); greatest = Math.max(greatest, costs[i]); }
    if (greatest === 0) least = greatest = 1;
    return Uint32Array.from(costs, (cost) => costColor(cost, least, greatest));
}

export const css = (color) => `#${color.toString(16).padStart(6, "0")}`;
