// errors.js: which exception stands for which result of the engine?

const NAMES = ["OK", "ARGUMENT", "DEF", "MEMORY", "LIMIT", "STALE", "FORMAT", "IO", "UNSUPPORTED", "CANCELLED", "DAMAGED", "NOT_LOADED"];
const TEXTS = {
    ARGUMENT: "an argument is out of range",
    MEMORY: "out of memory",
    LIMIT: "a limit is exceeded",
    STALE: "the map has changed, or the agent was removed",
    FORMAT: "malformed input",
    UNSUPPORTED: "not supported",
};

/** Whatever the engine refuses; `result` names the reason. */
export class WendError extends Error {
    constructor(result, message) {
        super(message);
        this.name = "WendError";
        this.result = result;
    }
}

/** The exception for a result that is not 0; `what` begins its message. */
export function failure(code, what, text) {
    const result = NAMES[code] ?? `ERROR_${code}`;
    return new WendError(result, text || `${what}: ${TEXTS[result] ?? result}`);
}

/** An argument that is wrong: the same exception as that of the engine. */
export function argumentError(message) {
    return new WendError("ARGUMENT", message);
}
