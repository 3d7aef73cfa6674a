// errors.js: which exception stands for which result of the engine?

const NAMES = Object.freeze(["OK", "ARGUMENT", "DEF", "MEMORY", "LIMIT", "STALE", "FORMAT", "IO", "UNSUPPORTED", "CANCELLED", "DAMAGED", "NOT_LOADED"]);
const TEXTS = {
    ARGUMENT: "an argument is out of range",
    DEF: "an option is out of range",
    MEMORY: "out of memory",
    LIMIT: "a limit is exceeded",
    STALE: "the map has changed, or the agent was removed",
    FORMAT: "malformed input",
    UNSUPPORTED: "not supported",
    DAMAGED: "the world is damaged",
};

/** Whatever the engine refuses; `result` names the reason. */
export class WendError extends Error {
    constructor(result, message) {
        super(message);
        this.name = "WendError";
        this.result = result;
    }
}

/**
 * The exception for a result that is not 0. Its message: the text of the engine, or `what` and the reason, for which
 * `reasons` has the words of the function that was called.
 */
export function failure(code, what, text, reasons = {}) {
    const result = NAMES[code] ?? `ERROR_${code}`;
    return new WendError(result, text || `${what}: ${reasons[result] ?? TEXTS[result] ?? result}`);
}

/** An argument that is wrong: the same exception as that of the engine. */
export function argumentError(message) {
    return new WendError("ARGUMENT", message);
}
