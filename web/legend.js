// legend.js: what became of the ground: which terrain or brightness has which cost, and how much of the map it is.
import { COLORS, costColors, css } from "./colors.js";

const GROUPS = 7; // of costs in a picture

const percent = (share) => (share >= 0.0995 ? `${Math.round(share * 100)} %` : share >= 0.001 ? `${(share * 100).toFixed(1)} %` : share > 0 ? "< 0.1 %" : "0 %");
export const costText = (cost) => (cost === 0 ? "blocked" : cost >= 100 ? cost.toFixed(0) : String(Math.round(cost * 100) / 100));

// Classes of one meaning, such as the shades of a terrain.
function byMeaning(costs, counts, meanings, colors) {
    const rows = new Map();
    for (let i = 0; i < 256; i++) {
        if (!counts[i]) continue;
        const key = `${meanings[i]}|${costs[i]}`, row = rows.get(key) ?? { name: meanings[i] || "drawn", least: costs[i], most: costs[i], count: 0, color: css(colors[i]), top: 0 };
        row.count += counts[i];
        if (counts[i] > row.top && meanings[i]) { row.top = counts[i]; row.color = css(colors[i]); }
        rows.set(key, row);
    }
    return [...rows.values()];
}

// Neighbouring costs in groups of about equally many tiles, named by their range of brightness.
function byCost(costs, counts, meanings, colors) {
    const used = [...Array(256).keys()].filter((i) => counts[i] > 0 && costs[i] > 0).sort((a, b) => costs[a] - costs[b]);
    const total = used.reduce((sum, i) => sum + counts[i], 0), rows = [];
    const brightness = (i) => /^brightness ([\d.]+)/.exec(meanings[i])?.[1];
    const name = (list) => {
        const values = list.map(brightness).filter(Boolean).map(Number);
        if (!values.length) return meanings[list[0]] || "drawn";
        const least = Math.min(...values).toFixed(2), most = Math.max(...values).toFixed(2);
        return least === most ? least : `${most} to ${least}`;
    };
    let list = [], count = 0;
    const close = () => {
        if (list.length) rows.push({ name: name(list), least: costs[list[0]], most: costs[list.at(-1)], count, color: css(colors[list[list.length >> 1]]) });
        list = [];
        count = 0;
    };
    for (const i of used) {
        list.push(i);
        count += counts[i];
        if (used.length <= GROUPS || count >= total / GROUPS) close();
    }
    close();
    const blocked = [...Array(256).keys()].filter((i) => counts[i] > 0 && costs[i] === 0);
    if (blocked.length) rows.push({ name: name(blocked), least: 0, most: 0, count: blocked.reduce((sum, i) => sum + counts[i], 0), color: css(COLORS.blocked) });
    return rows;
}

export function showLegend(table, world, { meanings, colors, isPicture }) {
    const costs = world.classCosts, counts = world.classCounts, total = world.width * world.height;
    const scale = colors ?? costColors(costs, counts);
    const rows = isPicture ? byCost(costs, counts, meanings, scale) : byMeaning(costs, counts, meanings, scale);
    if (!isPicture) rows.sort((a, b) => (a.least || Infinity) - (b.least || Infinity) || b.count - a.count);
    table.tHead.rows[0].cells[0].textContent = isPicture && /^[\d.]/.test(rows[0]?.name) ? "Brightness" : "Ground";
    table.tBodies[0].replaceChildren(
        ...rows.map((row) => {
            const tr = document.createElement("tr");
            const cells = [row.name, row.least === row.most ? costText(row.least) : `${costText(row.least)} to ${costText(row.most)}`, percent(row.count / total)].map((text) => {
                const td = document.createElement("td");
                td.textContent = text;
                return td;
            });
            const swatch = document.createElement("i");
            swatch.style.background = row.color;
            cells[0].prepend(swatch);
            tr.append(...cells);
            return tr;
        }),
    );
}
