// native.js: one instance of the WebAssembly: loading it, its memory, its numbers and texts.
import { readBoolean, readOptions, readText, typeOf } from "./arguments.js";
import { argumentError, failure, WendError } from "./errors.js";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

// A function that returns v128.const 0: only engines with SIMD accept it.
const SIMD_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 22, 1, 20, 0, 253, 12, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 11,
]);

export const hasSimd = () => WebAssembly.validate(SIMD_PROBE);

/** Compiles the bytes of a file; from: how messages name it. */
export function compileBytes(bytes, from) {
    // A server that has no such file often sends a page in its place.
    if (String.fromCharCode(...new Uint8Array(bytes).subarray(0, 4)) !== "\0asm") throw new WendError("IO", `${from} is no WebAssembly; the option url of load() says where the .wasm file is`);
    return WebAssembly.compile(bytes);
}

export async function fetchModule(url) {
    const response = await fetch(url).catch((error) => { throw new WendError("IO", `${url} cannot be loaded: ${error.message}`); });
    if (!response.ok) throw new WendError("IO", `${url} cannot be loaded: ${response.status} ${response.statusText}`);
    const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
    return isTyped ? WebAssembly.compileStreaming(response) : compileBytes(await response.arrayBuffer(), url);
}

const LOAD = {
    simd: [undefined, readBoolean],
    url: [undefined, (value, name) => (value instanceof URL ? value.href : readText(value, name))],
    module: [undefined, (value, name) => { if (typeOf(value) !== "WebAssembly.Module") throw argumentError(`${name} is no WebAssembly.Module`); return value; }],
};

const now = () => performance.now();

// The system calls that the C library may ask for: a clock, and nothing else. Functions without a name here fail as on
// a system that has no files.
function systemOf(native) {
    const ENOSYS = 52;
    const known = {
        emscripten_notify_memory_growth: () => {},
        clock_time_get(_clock, _precision, out) {
            new DataView(native.memory.buffer).setBigUint64(out, BigInt(Math.round(now() * 1e6)), true);
            return 0;
        },
        proc_exit(code) {
            throw new Error(`Wend stopped with ${code}: please report this`);
        },
    };
    return new Proxy(known, { get: (target, name) => target[name] ?? (() => ENOSYS), has: () => true });
}

export class Native {
    /** compile: makes a module of the file at a URL or, as the option url may have it, whatever fetch() takes. */
    static async load(options, compile = fetchModule) {
        const { simd = hasSimd(), url, module } = readOptions(options, LOAD, "load");
        const native = new Native();
        // Bundlers look for exactly this form, with the name as it stands.
        const ownFile = () => (simd ? new URL("./wend-simd.wasm", import.meta.url) : new URL("./wend.wasm", import.meta.url));
        const compiled = module ?? (await compile(url ?? ownFile().href));
        const imports = {};
        const system = systemOf(native);
        for (const { module: name, name: field } of WebAssembly.Module.imports(compiled))
            (imports[name] ??= {})[field] = system[field];
        native.simd = simd;
        native.instance = await WebAssembly.instantiate(compiled, imports);
        native.exports = native.instance.exports;
        if (!native.exports.wendjs_get_numbers) throw argumentError(`${module ? "module" : url} is WebAssembly of another program`);
        native.memory = native.exports.memory;
        native.exports._initialize?.();
        native.numbersAt = native.exports.wendjs_get_numbers();
        native.out = native.exports.malloc(8);
        return native;
    }

    // Views of the memory, which moves when it grows.
    get u8() { return new Uint8Array(this.memory.buffer); }

    number(index) {
        return new Float64Array(this.memory.buffer, this.numbersAt, 18)[index];
    }
    numbers(count) {
        return new Float64Array(this.memory.buffer, this.numbersAt, 18).slice(0, count);
    }
    /** The hash whose halves are two of the numbers, as `wend hash` prints it. */
    hash(index = 0) {
        const half = (i) => this.number(i).toString(16).padStart(8, "0");
        return half(index) + half(index + 1);
    }
    copy(Type, at, count) {
        return count === 0 ? new Type(0) : new Type(this.memory.buffer, at, count).slice();
    }
    text(at) {
        const bytes = this.u8;
        let end = at;
        while (bytes[end]) end++;
        return decoder.decode(bytes.subarray(at, end));
    }

    /** Memory for a typed array, a text or so many bytes; for free(). */
    allocate(content) {
        const bytes =
            typeof content === "string" ? encoder.encode(content + "\0")
            : typeof content === "number" ? null
            : new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
        const size = bytes ? bytes.length : content;
        const at = size < 2 ** 31 ? this.exports.malloc(Math.max(size, 1)) >>> 0 : 0; // malloc takes 32 bits
        if (!at) throw failure(3, `${size} bytes`);
        if (bytes) this.u8.set(bytes, at);
        return at;
    }
    /** Calls use with memory for each content, and frees it afterwards. Contents may be null. */
    with(contents, use) {
        const places = [];
        try {
            for (const content of contents) places.push(content === null || content === undefined ? 0 : this.allocate(content));
            return use(...places);
        } finally {
            for (const at of places) this.exports.free(at);
        }
    }

    check(code, what, reasons) {
        if (code === 0) return;
        const at = this.exports.wendjs_error_text(), text = this.text(at);
        this.u8[at] = 0; // it is not that of the next failure
        throw failure(code, what, text, reasons);
    }
    /** Calls create with the address of a pointer, and returns what was written there. */
    create(what, create, reasons) {
        this.check(create(this.out), what, reasons);
        return this.written;
    }
    /** A pointer or a count that a call has written to `out`. */
    get written() { return new Uint32Array(this.memory.buffer, this.out, 1)[0]; }
}

/** An object of the engine: freed by dispose(), or by the garbage collector some time after it was forgotten. */
export class Handle {
    #pointer;
    constructor(native, pointer, destroy) {
        if (!(native instanceof Native)) throw argumentError(`a ${new.target.name} is made by functions of the package, not by new`);
        this.native = native;
        this.#pointer = pointer;
        Object.defineProperty(this, "native", { enumerable: false });
        this.#freed = { pointer, destroy: (p) => native.exports[destroy](p) };
        registry.register(this, this.#freed, this.#freed);
    }
    #freed;
    /** @internal */
    get pointer() {
        if (!this.#pointer) throw new WendError("CLOSED", `this ${this.constructor.name} was disposed`);
        return this.#pointer;
    }
    get disposed() { return !this.#pointer; }
    dispose() {
        if (!this.#pointer) return;
        this.#pointer = 0;
        registry.unregister(this.#freed);
        this.#freed.destroy(this.#freed.pointer);
    }
}
if (Symbol.dispose) Handle.prototype[Symbol.dispose] = Handle.prototype.dispose;

const registry = new FinalizationRegistry(({ pointer, destroy }) => destroy(pointer));
