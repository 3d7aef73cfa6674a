// The types of the package. Tiles are [x, y]: column and row, or [x, y, floor] on a map with floors; arrays of a map are
// row by row, floor by floor.

/** A tile by column and row, and perhaps floor, which is 0 otherwise. */
export type Tile = readonly [x: number, y: number, floor?: number] | { readonly x: number; readonly y: number; readonly floor?: number } | Int32Array;
/** x, y, width, height, and perhaps floor. */
export type Area = readonly [x: number, y: number, width: number, height: number, floor?: number];
/** The cost of entering a tile; 0, Infinity and "blocked" block it. */
export type Cost = number | "blocked";

export type Algorithm = "hpa" | "exact" | "astar" | "dijkstra" | "bfs" | "greedy";
export type Heuristic = "octile" | "manhattan" | "chebyshev" | "euclidean" | "none";
export type Outcome = "found" | "partial" | "no_route" | "start_blocked" | "goal_blocked";
export type Connectivity = "8" | "4" | "8cut" | "hex-odd-r" | "hex-even-r" | "hex-odd-q" | "hex-even-q";
export type Rule = "brightness" | "luma" | "linear" | "inverse" | "threshold" | "ros" | "palette" | "height";
export type Channel = "max" | "luma" | "mean" | "red" | "green" | "blue" | "alpha";
export type Layer = "cluster" | "entrance" | "node" | "edge";
export type LinkKind = "other" | "tunnel" | "lift" | "ladder" | "jump" | "ferry" | "teleport" | "seam";
export type AgentState = "idle" | "waiting" | "walking" | "arrived" | "no_route" | "stuck" | "on_link" | "near_goal" | "blocked";
export type EventKind = "linked" | "opened" | "improved" | "reopened" | "closed" | "cluster" | "row" | "leg" | "corridor" | "propagated" | "goal";
export type Result = "ARGUMENT" | "DEF" | "MEMORY" | "LIMIT" | "STALE" | "FORMAT" | "IO" | "UNSUPPORTED" | "CANCELLED" | "DAMAGED" | "NOT_LOADED" | "CLOSED";

export const ALGORITHMS: readonly Algorithm[];
export const ASSIGN_GOALS: readonly AssignGoal[];
export const CHANNELS: readonly Channel[];
export const CONNECTIVITIES: readonly Connectivity[];
export const EVENTS: readonly EventKind[];
export const HEURISTICS: readonly Heuristic[];
export const LAYERS: readonly Layer[];
export const OUTCOMES: readonly Outcome[];
export const RULES: readonly Rule[];
export const SHAPE_KINDS: readonly ShapeKind[];
export const STATES: readonly AgentState[];
/** Larger maps are refused unless the option mostTiles says otherwise. */
export const MOST_TILES: number;

/** Whatever is refused: an argument, a file, a limit, an object that was disposed ("CLOSED"). Then nothing has changed. */
export class WendError extends Error {
    readonly name: "WendError";
    readonly result: Result;
    constructor(result: Result, message: string);
}

export interface LoadOptions {
    /** Use SIMD instructions. Default: where the machine has them. */
    simd?: boolean;
    /** Where the .wasm file is: whatever fetch() takes, under node also a path. Default: beside the package's files. */
    url?: string | URL;
    /** A compiled module, in place of a file. */
    module?: WebAssembly.Module;
}
/** Loads the engine into memory of its own; one instance is enough for any number of worlds. */
export function load(options?: LoadOptions): Promise<Wend>;
/** Does this machine run the form with SIMD? */
export function hasSimd(): boolean;

export interface WorldOptions {
    /** Default: "8". */
    connectivity?: Connectivity | 4 | 8;
    /** Side of the smallest clusters. Default: 31. */
    clusterSize?: 15 | 31;
    /** Levels of clusters; 0: by the size of the map. Default: 0. */
    levels?: number;
    /** Larger maps are refused. Default: MOST_TILES. */
    mostTiles?: number;
}
/** What makes steps cost by their direction: see wend/relief.h. */
export interface Relief {
    /** Metres, row by row; NaN where a tile is blocked. Default: a level map. */
    elevations?: ArrayLike<number> | null;
    /** The name of a function of slope, such as "tobler", or its points by rising slope; a factor of Infinity closes. */
    slopes?: string | readonly (readonly [slope: number, factor: number])[];
    /** Steps that climb more metres are closed. Default: Infinity. */
    maxClimb?: number;
    maxDrop?: number;
    /** Length of a level step that costs 1. Default: that of a tile; with the name of a function 1 metre. */
    unitLength?: number;
    /** 0: none; 1 to 8: to the right, down, left, up, down-right, down-left, up-left, up-right. */
    lanes?: ArrayLike<number> | null;
    /** Of a step into a lane, by the angle between them: 0, 45, 90, 135 and 180 degrees. Default: [1, 1, 1, 1, 1]. */
    laneFactors?: ArrayLike<number>;
}
export interface ArrayOptions extends WorldOptions {
    /** Slopes and lanes. Default: none. */
    relief?: Relief;
    /** The range that costs stay in when they change later. Default: that of the map. */
    costRange?: readonly [least: number, greatest: number];
    /** Floors of this size, one after the other, the lowest first. Default: 1. */
    floors?: number;
    /** World units a tile. Default: 1. */
    tileSize?: number;
    /** World position of the top-left corner. Default: [0, 0]. */
    origin?: readonly [x: number, y: number];
}
/** As the options of `wend bake`. */
export interface BakeOptions extends WorldOptions {
    /** Names the map in messages. */
    name?: string;
    /** How a pixel becomes a cost. Default: "brightness", or "palette" with a legend. */
    rule?: Rule;
    channel?: Channel;
    /** Dark is passable. */
    negate?: boolean;
    /** Brightness below this is blocked; -1: as the rule says. Default: -1. */
    blockedBelow?: number;
    cheapest?: number;
    costliest?: number;
    /** For "height": height of white above black. */
    heightScale?: number;
    maxClimb?: number;
    seaLevel?: number;
    waterCost?: number;
    swampCost?: number;
    transparentBelow?: number;
    /** So many pixels a side become one tile. Default: 1. */
    downscale?: number;
    downscaleBy?: "costliest" | "cheapest" | "auto" | "overview";
    /** Costs of letters of a text grid. */
    letters?: string | null;
    /** The text of a legend: costs of colours. */
    legend?: string | null;
}
export interface Pixels {
    readonly data: Uint8Array | Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
}

/** An instance of the engine. */
export class Wend {
    private constructor();
    readonly simd: boolean;
    /** Bytes that the instance has, and how many of them are in use. */
    readonly memory: { readonly total: number; readonly used: number };
    /** A world from costs: 0 and Infinity block; NaN and negative costs are refused. */
    fromArray(costs: ArrayLike<number>, width: number, height?: number, options?: ArrayOptions): World;
    /** A world from terrain classes and the costs of up to 256 of them; class 0 is blocked. */
    fromClasses(classes: Uint8Array | Uint8ClampedArray, classCosts: ArrayLike<number>, width: number, height: number, options?: ArrayOptions): World;
    /** A world from the bytes of a map file, or from ImageData. */
    bake(map: Uint8Array | ArrayBuffer | Pixels, options?: BakeOptions): World;
    /** A world from the bytes of a .wend file. */
    open(bytes: Uint8Array | ArrayBuffer): World;
    /**
     * By agent, the index of its job, or -1. costs: a row of jobCount for each agent; Infinity where it cannot take a job. As
     * many agents as possible get one.
     */
    assign(costs: ArrayLike<number>, jobCount: number, options?: { goal?: AssignGoal }): Int32Array;
    /** The order in which the stops of a matrix of costs, row by row, are visited at the least cost. */
    tour(costs: ArrayLike<number>, options?: TourOptions): Tour;
}

/** "sum": the sum of the costs is least; "max": the greatest of them is. */
export type AssignGoal = "sum" | "max";
export interface MatrixOptions {
    /** Costs above it count as no path. Default: Infinity. */
    limit?: number;
    /** Only so many of the least costs of each source are kept; 0: all. Default: 0. */
    nearest?: number;
    /** Compute the optimum in any case. Default: false. */
    exact?: boolean;
}
export interface TourOptions {
    /** It returns to where it began. Default: false. */
    closed?: boolean;
    /** The index of the stop where it begins. Default: any. */
    first?: number;
    /** The index of the stop where an open tour ends. Default: any. */
    last?: number;
    /** How long to improve a tour of more than 12 stops, 0 to 1000000. Default: 20. */
    effort?: number;
}
export interface Tour {
    /** Indices of the stops. */
    readonly order: Int32Array;
    /** Infinity: no order visits all. */
    readonly cost: number;
}
export interface Corridor {
    /** Of the cheapest way; Infinity: there is none, and no tile. */
    readonly cost: number;
    /** x, y, x, y, ... */
    readonly tiles: Int32Array;
    /** By how many percent the cheapest way over each tile costs more. */
    readonly above: Float64Array;
}

/** What the importer found in a map file. */
export interface Source {
    readonly format: string;
    readonly rule: string;
    readonly warning: string;
    readonly colorWarning: string;
    readonly width: number;
    readonly height: number;
    readonly channels: number;
    readonly bits: number;
    readonly darkest: number;
    readonly brightest: number;
    readonly blockedBelow: number;
    readonly negate: boolean;
    readonly isImage: boolean;
    readonly suggestedBelow: number;
    readonly suggestsHeight: boolean;
    readonly suggestsNegate: boolean;
    /** Of each class, such as "brightness 0.851"; "": unused. */
    readonly meanings: readonly string[];
    readonly classColors: Uint32Array;
}
export interface WorldInfo {
    readonly width: number;
    readonly height: number;
    readonly passable: number;
    readonly clusterSize: number;
    readonly columns: number;
    readonly rows: number;
    readonly levelCount: number;
    readonly clusterCount: number;
    readonly nodeCount: number;
    readonly bytes: number;
    readonly leastCost: number;
    readonly greatestCost: number;
}
export interface QueryOptions {
    /** Default: "hpa". */
    algorithm?: Algorithm;
    /** For "astar" and "greedy". Default: "octile". */
    heuristic?: Heuristic;
    /** For "astar": factor of the heuristic, 0 to 16. Default: 1. */
    weight?: number;
    /** For "astar": open a closed tile again when a cheaper path to it is found. Default: false. */
    reopen?: boolean;
    /** For "astar": reopen, and go on after the goal until the path is the optimum. Default: false. */
    untilProven?: boolean;
    /** How "hpa" and "exact" search: over clusters or over tiles; the same cost. Default: "sweep". */
    refine?: "sweep" | "astar";
    /** Waypoints by string pulling. */
    smooth?: boolean;
    /** Radius of the body that keeps clear of walls, 0 to 0.5 tiles. Default: 0.5. */
    bodyRadius?: number;
    /** A blocked start or goal is replaced by the nearest passable tile within this radius. Default: 0. */
    snap?: number;
    /** Without a way, a path to the nearest tile that can be reached. */
    partial?: boolean;
    /** Areas that only this query avoids, as if on an overlay. */
    avoid?: readonly Shape[];
}
/** What all shapes have. Places are in tiles: [5, 3] is the centre of that tile, and fractions lie between centres. */
interface ShapeOptions {
    /** What each tile costs more; Infinity and "blocked" block it. Default: Infinity. */
    cost?: Cost;
    /** Around the shape the cost falls to 0 over this distance, in tiles. Default: 0. */
    falloff?: number;
    /** The share of the cost that is lost at each tick of an overlay, 0 to 1. Default: 0. */
    decay?: number;
    /** Of the map; a rectangle has it in its area. Default: 0. */
    floor?: number;
}
/** An area: the tiles whose centres lie in it. */
export type Shape =
    | (ShapeOptions & { kind: "disc"; center: Point; radius: number })
    | (ShapeOptions & { kind: "capsule"; from: Point; to: Point; radius: number })
    | (Omit<ShapeOptions, "floor"> & { kind: "rect"; area: Area })
    | (ShapeOptions & { kind: "polygon"; points: readonly Point[] });
export type ShapeKind = Shape["kind"];
export type Point = readonly [x: number, y: number];
export interface SightOptions {
    /** It sees no farther, in tiles. Default: Infinity. */
    range?: number;
    /** The terrain classes that block sight. Default: those that block paths. */
    blockers?: ArrayLike<number> | null;
    /** Walls between two tiles do not block sight. Default: false. */
    throughWalls?: boolean;
}
export interface Stats {
    readonly expanded: number;
    readonly generated: number;
    readonly reopened: number;
    readonly abstractExpanded: number;
    readonly clustersRefined: number;
    /** Tiles of the clusters that were swept, which expands none. */
    readonly scanned: number;
    readonly insertMs: number;
    readonly routeMs: number;
    readonly refineMs: number;
    readonly smoothMs: number;
    readonly totalMs: number;
}

/** Frees the memory of the engine at once; otherwise the garbage collector does some time later. */
interface Freed {
    dispose(): void;
    readonly disposed: boolean;
}

/** The answer to a query. It holds copies and needs no dispose(). */
export class Path implements Iterable<[x: number, y: number, floor?: number]> {
    private constructor();
    readonly outcome: Outcome;
    readonly found: boolean;
    readonly cost: number;
    /** Which of several goals; -1 without a path. */
    readonly goalIndex: number;
    readonly start: [x: number, y: number, floor?: number] | null;
    readonly goal: [x: number, y: number, floor?: number] | null;
    /** As `wend path` prints it. */
    readonly hash: string;
    /** Number of tiles. */
    readonly length: number;
    /** x, y, x, y, ..., and on a map with floors x, y, floor, x, y, floor, ... */
    readonly tiles: Int32Array;
    /** x, y, x, y, ... in world units. */
    readonly waypoints: Float32Array;
    /** The abstract path: x, y, x, y, ... */
    readonly route: Int32Array;
    readonly links: readonly { readonly id: number; readonly tile: number; readonly waypoint: number }[];
    readonly stats: Stats;
    [Symbol.iterator](): Iterator<[x: number, y: number, floor?: number]>;
}
/** What a search did, in order: an element, or two for tiles, for each event. */
export interface Recording {
    readonly count: number;
    /** Events beyond mostEvents. */
    readonly dropped: number;
    /** Indices into EVENTS. */
    readonly kinds: Uint8Array;
    /** 0: tiles. */
    readonly levels: Uint8Array;
    readonly tiles: Int32Array;
    readonly parents: Int32Array;
    readonly g: Float32Array;
    readonly h: Float32Array;
}
export interface Paths {
    /** Infinity where there is no path. */
    readonly costs: Float64Array;
    readonly outcomes: Outcome[];
    /** Of all paths, x, y, x, y, ... */
    readonly tiles: Int32Array;
    /** Path i has the tiles offsets[i] to offsets[i + 1]. */
    readonly offsets: Uint32Array;
}

export class World implements Freed {
    protected constructor();
    readonly width: number;
    readonly height: number;
    /** [x, y, width, height]: arrays begin with the tile x, y, others than 0 where ground was added. */
    readonly area: Area;
    /** Most maps have one. */
    readonly floors: number;
    readonly connectivity: Connectivity;
    readonly tileSize: number;
    readonly origin: [x: number, y: number];
    readonly source: Source | null;
    /** The world that an overlay follows; null for other worlds. */
    readonly parent: World | null;
    /** By what share a tile's cost differs at most from the one given; 0 with up to 255 different costs. */
    readonly costError: number;
    readonly info: WorldInfo;
    /** As `wend hash` prints it. */
    readonly hash: string;
    /** How often the world was edited. */
    readonly version: number;
    readonly classCosts: Float32Array;
    readonly classCounts: Float64Array;
    readonly classes: Uint8Array;
    /** Of every tile; 0: blocked. */
    readonly costs: Float32Array;
    readonly disposed: boolean;
    count(): { edgeCount: number; componentCount: number; largestComponent: number };
    costAt(tile: Tile): number;
    connected(from: Tile, to: Tile): boolean;
    /** The bytes of a .wend file. */
    save(): Uint8Array;
    path(from: Tile, to: Tile | Tile[], options?: QueryOptions): Path;
    paths(starts: ArrayLike<number>, goals: ArrayLike<number>, options?: QueryOptions & { tiles?: boolean }): Paths;
    record(from: Tile, to: Tile | Tile[], options?: QueryOptions & { mostEvents?: number }): { path: Path; recording: Recording };
    classOf(cost: Cost): number;
    /** Returns how many clusters were repaired. */
    edit(area: Area, cost: Cost): number;
    editMany(edits: readonly (readonly [area: Area, cost: Cost])[]): number;
    editClasses(edits: readonly (readonly [area: Area, terrainClass: number])[]): number;
    /** Costs row by row, on or off the map, which grows to every side: width, height and area change. */
    addGround(area: Area, costs: ArrayLike<number>): void;
    removeGround(area: Area): void;
    setWall(a: Tile, b: Tile, wall?: boolean): number;
    setStep(from: Tile, to: Tile, open: boolean): number;
    setClassCost(terrainClass: number, cost: Cost): void;
    /** Recomputes larger clusters around edits; true: nothing is left. */
    refresh(mostClusters?: number): boolean;
    addLink(from: Tile, to: Tile, cost: number, options?: { kind?: LinkKind; duration?: number }): number;
    setLink(id: number, change: { cost?: number; enabled?: boolean }): void;
    removeLink(id: number): void;
    /** Five numbers for each shape: index in LAYERS, then x, y, width, height, or both ends of an edge. */
    shapes(layers: readonly Layer[], options?: { level?: number; area?: Area }): Float32Array;
    /** A row for each source. With up to 64 sources or targets the optimum, otherwise hardly more. */
    matrix(sources: Tile | Tile[], targets: Tile | Tile[], options?: MatrixOptions): Float64Array;
    tour(stops: Tile | Tile[], options?: TourOptions): Tour;
    /** All that lies within a cost; 0: only the given tiles. */
    reach(from: Tile | Tile[], within: number): Field;
    /** All tiles on ways that cost at most `above` percent more than the cheapest. Default: 5. */
    corridor(from: Tile | Tile[] | Area, to: Tile | Tile[] | Area, options?: { above?: number }): Corridor;
    field(tiles: Tile | Tile[], options?: { from?: boolean; limit?: number }): Field;
    crowd(options?: CrowdOptions): Crowd;
    /** Another world of the same map, which shares all that neither of the two changes. */
    fork(): World;
    /** The world as it is now, to be read: later edits do not change it. */
    snapshot(): World;
    /** A what-if world that follows the edits of this one. */
    overlay(): Overlay;
    /** Is the line between the centres of two tiles free of blocked tiles and walls? Not on hexagons, as all of sight. */
    sees(from: Tile, to: Tile, options?: SightOptions): boolean;
    /** The first tile that blocks that line; null when `to` is seen, or when only the range hides it. */
    sightBlocker(from: Tile, to: Tile, options?: SightOptions): [x: number, y: number, floor?: number] | null;
    /** Of every tile of a floor, row by row: 1 where a tile, or one of several, sees it; else 0. */
    visible(from: Tile | Tile[], options?: SightOptions): Uint8Array;
    /** Also disposes of its fields and crowds. */
    dispose(): void;
}

/**
 * The ground of another world but for what its layers change. It is up to date whenever it is asked something, cannot be
 * edited itself, but forked, and have overlays in turn. With more than 64 different costs of tiles with added
 * ones, these are rounded: a tile's is at most 3 % off. Handles are never used again.
 */
export class Overlay extends World {
    private constructor();
    readonly parent: World;
    /** Where several overlap, costs are added up, and a tile stays blocked until the last of its obstacles is gone. */
    add(shape: Shape): number;
    move(handle: number, shape: Shape): void;
    remove(handle: number): void;
    /** Costs tile by tile of the map, or of an area; 0: nothing, Infinity: blocked. */
    addCosts(costs: ArrayLike<number>, options?: { area?: Area; decay?: number }): number;
    /** That of each is its cost at its tile, and falls evenly to 0 at the distance of its range. */
    addDangers(positions: readonly Point[], ranges: number | ArrayLike<number>, costs: number | ArrayLike<number>): Int32Array;
    /** Each added cost loses the share that is its decay, as often as there are ticks. Default: 1. */
    tick(ticks?: number): void;
    /** All tiles are unknown but for those that are seen later; cost: of entering an unknown one. Default: Infinity. */
    hide(cost?: Cost): void;
    reveal(): void;
    /** Sees a map or an area, or those tiles whose number in the mask, row by row, is not 0. */
    see(area?: Area, mask?: ArrayLike<number>): void;
    forget(area?: Area, mask?: ArrayLike<number>): void;
    /** Sees what is visible in the parent from a tile or several, and returns it: see World.visible(). */
    seeFrom(from: Tile | Tile[], options?: SightOptions): Uint8Array;
    isSeen(tile: Tile): boolean;
    readonly layerInfo: {
        readonly handleCount: number;
        /** Terrain classes that stand for costs. */
        readonly classCount: number;
        /** From one level of cost to the next; 1: costs are exact. */
        readonly levelFactor: number;
        /** That layers may change. */
        readonly privateTiles: number;
        readonly bytes: number;
    };
}

export class Field implements Freed {
    private constructor();
    readonly world: World;
    /** Of every tile; Infinity: no path. */
    readonly costs: Float64Array;
    /** That have a cost: x, y, x, y, ... */
    readonly tiles: Int32Array;
    /** Of every tile: the index of the given tile that is nearest, as of territories; -1: no path. */
    readonly goalIndices: Int32Array;
    readonly disposed: boolean;
    costAt(tile: Tile): number;
    goalIndex(tile: Tile): number;
    next(tile: Tile): [x: number, y: number, floor?: number] | null;
    dispose(): void;
}

export interface CrowdOptions {
    plansPerTick?: number;
    workPerTick?: number;
    /** As in QueryOptions, for goals. */
    snap?: number;
    partial?: boolean;
    /** Agents ignore each other. */
    passThrough?: boolean;
}
export interface Body {
    /** Default: 0.2. */
    radius?: number;
    /** World units a second. Default: 4. */
    maxSpeed?: number;
    /** World units a second squared. Default: 32. */
    maxAcceleration?: number;
}
export class Crowd implements Freed {
    private constructor();
    readonly world: World;
    readonly count: number;
    readonly states: Record<AgentState, number>;
    readonly stats: { ticks: number; plans: number; replans: number; forcedPasses: number; collisions: number; blockedTicks: number };
    readonly hash: string;
    readonly disposed: boolean;
    add(position: readonly [x: number, y: number] | Float32Array, body?: Body): bigint;
    send(ids: bigint | bigint[], goal: Tile): void;
    remove(id: bigint): void;
    tick(dt: number, count?: number): void;
    /** Positions and velocities as x, y, x, y, ..., and states as indices into STATES. */
    read(): { positions: Float32Array; velocities: Float32Array; states: Uint8Array };
    indexOf(id: bigint): number;
    dispose(): void;
}
