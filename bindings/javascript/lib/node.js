// node.js: the package under node: the same, but files are read from the disk.
import { readFile } from "node:fs/promises";
import { Wend } from "./index.js";
import { compileBytes, fetchModule, Native } from "./native.js";

export * from "./index.js";

/** As in index.js; url may also be a path. */
export async function load(options) {
    return new Wend(await Native.load(options, async (url) => {
        if (/^[a-z][a-z+.-]+:/i.test(url) && !url.startsWith("file:")) return fetchModule(url);
        return compileBytes(await readFile(url.startsWith("file:") ? new URL(url) : url), url);
    }));
}
