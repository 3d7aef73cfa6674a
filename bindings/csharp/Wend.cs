// Wend.cs: worlds, paths, edits, fields and crowds for C#. Native.cs, which is made from the C library's header, is what it calls.
//
// Any number of threads may use a world: queries run side by side, an edit waits for them and they for it. Objects are freed
// when they are disposed of or collected, in any order: a field and a crowd keep their world in memory.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Wend {
/// A tile by column and row, and floor, which is 0 on most maps.
[StructLayout(LayoutKind.Sequential)]
public struct Tile : IEquatable<Tile> {
    public int X, Y;
    public ushort Floor;
    ushort reserved;
    public Tile(int x, int y, int floor = 0) { X = x; Y = y; Floor = checked((ushort)floor); reserved = 0; }
    public bool Equals(Tile other) { return X == other.X && Y == other.Y && Floor == other.Floor && reserved == other.reserved; }
    public override bool Equals(object other) { return other is Tile && Equals((Tile)other); }
    public override int GetHashCode() { return X * 73856093 ^ Y * 19349663 ^ Floor * 83492791; }
    public override string ToString() { return "(" + X + ", " + Y + (Floor > 0 ? ", " + Floor : "") + ")"; }
}

/// A position in world units.
[StructLayout(LayoutKind.Sequential)]
public struct Position {
    public float X, Y;
    public Position(float x, float y) { X = x; Y = y; }
    public override string ToString() { return "(" + X + ", " + Y + ")"; }
}

/// Columns [X, X + Width), rows [Y, Y + Height), on one floor.
public struct Area {
    public int X, Y, Width, Height, Floor;
    public Area(int x, int y, int width, int height, int floor = 0) { X = x; Y = y; Width = width; Height = height; Floor = floor; }
    public override string ToString() { return "(" + X + ", " + Y + ", " + Width + ", " + Height + ")"; }
}

public enum Connectivity { Eight = 0, Four = 1, EightCut = 2, HexOddR = 3, HexEvenR = 4, HexOddQ = 5, HexEvenQ = 6 }
public enum Algorithm { Hpa = 0, Exact = 1, AStar = 2, Dijkstra = 3, BreadthFirst = 4, Greedy = 5 }
public enum Heuristic { Octile = 0, Manhattan = 1, Chebyshev = 2, Euclidean = 3, None = 4 }
public enum Outcome { Found = 0, Partial = 1, NoRoute = 2, StartBlocked = 3, GoalBlocked = 4 }
public enum ImageRule { Brightness = 0, Luma = 1, Linear = 2, Inverse = 3, Threshold = 4, Ros = 5, Palette = 6, Height = 7, Tobler = 8, Cost = 9, Slope = 10 }
public enum LinkKind { Other = 0, Tunnel = 1, Lift = 2, Ladder = 3, Jump = 4, Ferry = 5, Teleport = 6, Seam = 7 }
public enum AgentState { Idle = 0, Waiting = 1, Walking = 2, Arrived = 3, NoRoute = 4, Stuck = 5, OnLink = 6, NearGoal = 7 }

/// What a world is made with. The fields say what wend/grid.h and wend/world.h say of theirs.
public sealed class WorldOptions {
    public Connectivity Connectivity = Connectivity.Eight;
    public float TileSize = 1;
    public Position Origin;
    /// The range of costs that edits may give; 0: that of the map.
    public float LeastCost, GreatestCost;
    public int ClusterSize = 31, LevelCount;
    /// What makes steps cost by their direction; null: nothing.
    public Relief Relief;
}

/// Slopes and lanes: see wend_relief_def in wend/relief.h. A null or 0 keeps the default.
public sealed class Relief {
    /// Metres, row by row.
    public float[] Elevations;
    /// The name of a function of slope such as "tobler", or a CSV file; null: Slopes.
    public string Function;
    /// Slopes (rise over run) and their factors, by rising slope; infinity closes.
    public KeyValuePair<float, float>[] Slopes;
    /// Steps that climb or drop more metres are closed.
    public float MaxClimb = float.PositiveInfinity, MaxDrop = float.PositiveInfinity;
    /// Length of a level step that costs 1; 0: that of a tile, or with a Function 1 metre.
    public float UnitLength;
    /// 0: none; 1 to 8: to the right, down, left, up, down-right, down-left, up-left, up-right.
    public byte[] Lanes;
    /// Of a step into a lane, by the angle between them: 0, 45, 90, 135 and 180 degrees.
    public float[] LaneFactors = { 1, 1, 1, 1, 1 };
}

/// How a map file is read: see wend_import_def in wend/import.h. A null keeps the default.
public sealed class ImportOptions {
    public ImageRule Rule = ImageRule.Brightness;
    public float? BlockedBelow, TransparentBelow, Cheapest, Costliest, UnknownCost, HeightScale, MaxClimb, MaxStepClimb, MaxStepDrop, JumpDown, WaterCost, Resolution;
    public bool Negate, Outside;
    public int Downscale = 1, JumpAcross;
    public Connectivity Connectivity = Connectivity.Eight;
    public string Legend, Letters, Links, Walls, Collision, CostProperty;
    /// Under the rule Slope: a function of slope such as "tobler", or a CSV file; null: "tobler".
    public string Slope;
    public int ClusterSize = 31, LevelCount;
}

/// What a path is asked for: see wend_query in wend/search.h.
public sealed class PathOptions {
    public Algorithm Algorithm = Algorithm.Hpa;
    public Heuristic Heuristic = Heuristic.Octile;
    public float HeuristicWeight = 1, BodyRadius = 0.5f, Snap;
    public bool Smooth, Partial, Reopen, UntilProven;
    public int FirstTiles;
    /// The name of a profile of the world; null: the world itself.
    public string Profile;
}

/// A failure that is no mistake in the arguments of a call: a file, memory, a limit.
public sealed class WendException : Exception {
    public Native.wend_result Result { get; private set; }
    public WendException(Native.wend_result result, string message) : base(message) { Result = result; }
}

static unsafe class Help {
    static bool isChecked;

    /// Is the library the one that Native.cs was made for?
    public static void CheckLibrary() {
        if (isChecked) return;
        string version = Text(Native.wend_version_string()), expected = Native.WEND_VERSION_MAJOR + "." + Native.WEND_VERSION_MINOR;
        if (!version.StartsWith(expected + ".", StringComparison.Ordinal))
            throw new WendException(Native.wend_result.WEND_ERROR_UNSUPPORTED,
                                    Native.Library + " is version " + version + ", expected " + expected);
        isChecked = true;
    }

    public static string Text(byte* text) {
        int length = 0;
        while (text[length] != 0) length++;
        byte[] bytes = new byte[length];
        Marshal.Copy((IntPtr)text, bytes, 0, length);
        return Encoding.UTF8.GetString(bytes);
    }

    /// Bytes of C: UTF-8 with a zero at the end; null for null.
    public static byte[] Bytes(string text, string name) {
        if (text == null) return null;
        if (text.IndexOf('\0') >= 0) throw new ArgumentException("expected a text without zeros", name);
        return Encoding.UTF8.GetBytes(text + "\0");
    }

    public static void Check(Native.wend_result result, string what) {
        switch (result) {
        case Native.wend_result.WEND_OK: return;
        case Native.wend_result.WEND_ERROR_ARGUMENT: throw new ArgumentException(what);
        case Native.wend_result.WEND_ERROR_MEMORY: throw new OutOfMemoryException();
        default: throw new WendException(result, what + ": " + Text(Native.wend_result_string(result)));
        }
    }

    public static void CheckFile(Native.wend_result result, ref Native.wend_error error, string file) {
        if (result == Native.wend_result.WEND_OK) return;
        string message = file + ": " + Text(Native.wend_result_string(result));
        if (error.result != Native.wend_result.WEND_OK) fixed (byte* text = error.text) message = Text(text);
        if (result == Native.wend_result.WEND_ERROR_ARGUMENT) throw new ArgumentException(message);
        throw new WendException(result, message);
    }

    public static byte Byte(bool value) { return (byte)(value ? 1 : 0); }

    /// What a call returns that is run in some way, such as while nobody edits.
    public static T Ask<T>(Runner run, Asked<T> call) {
        T answer = default(T);
        run(delegate(IntPtr pointer) { answer = call(pointer); });
        return answer;
    }
}

delegate void Call(IntPtr pointer);
delegate T Asked<T>(IntPtr pointer);
delegate void Runner(Call call);

// ---- owners of objects of C: destroyed once they were disposed of or collected, and nobody uses them

sealed unsafe class Handle : SafeHandle {
    readonly Handle parent;
    readonly Call destroy;
    public Handle(void* pointer, Call destroy, Handle parent = null) : base(IntPtr.Zero, true) {
        bool added = false;
        if (parent != null) parent.DangerousAddRef(ref added);
        this.parent = parent;
        this.destroy = destroy;
        SetHandle((IntPtr)pointer);
    }
    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
    protected override bool ReleaseHandle() {
        destroy(handle);
        if (parent != null) parent.DangerousRelease();
        return true;
    }
    /// Calls with the object, which is not destroyed before the call has ended.
    public void Use(Call call) {
        bool added = false;
        try {
            DangerousAddRef(ref added);
            call(handle);
        } finally {
            if (added) DangerousRelease();
        }
    }
}

/// The scratch memory of a thread that queries, with the path that it writes.
sealed unsafe class Search : IDisposable {
    public readonly Handle Memory, Path;
    public Search() {
        Native.wend_path* path = null;
        Help.Check(Native.wend_path_create(null, &path), "path");
        Path = new Handle(path, delegate(IntPtr pointer) { Native.wend_path_destroy((Native.wend_path*)pointer); });
        Native.wend_search_def def = Native.wend_default_search_def();
        Native.wend_search* search = null;
        Help.Check(Native.wend_search_create(&def, &search), "search");
        Memory = new Handle(search, delegate(IntPtr pointer) { Native.wend_search_destroy((Native.wend_search*)pointer); });
    }
    public void Dispose() {
        Path.Dispose();
        Memory.Dispose();
    }
}

/// The answer to a query, copied out of the library: it needs no disposal and outlives its world.
public sealed class Path {
    readonly Tile[] tiles;
    readonly Position[] waypoints;
    internal Path(Outcome outcome, double cost, int goalIndex, ulong hash, Tile[] tiles, Position[] waypoints) {
        Outcome = outcome;
        Cost = cost;
        GoalIndex = goalIndex;
        Hash = hash;
        this.tiles = tiles;
        this.waypoints = waypoints;
    }
    public Outcome Outcome { get; private set; }
    /// Of the tiles entered and the links taken; 0 unless found or partial.
    public double Cost { get; private set; }
    /// Which of several goals it leads to; -1: to none.
    public int GoalIndex { get; private set; }
    /// As wend_path_hash in C.
    public ulong Hash { get; private set; }
    /// Every tile from start to goal.
    public ReadOnlySpan<Tile> Tiles { get { return tiles; } }
    /// Positions to walk along in straight lines.
    public ReadOnlySpan<Position> Waypoints { get { return waypoints; } }
}

/// A map with its clusters and its abstract graph.
public sealed unsafe class World : IDisposable {
    readonly Handle handle;
    readonly ConcurrentBag<Search> searches = new ConcurrentBag<Search>();
    readonly ConcurrentBag<Handle> matrices = new ConcurrentBag<Handle>(); // what cost matrices keep of the map
    readonly ReaderWriterLockSlim guard = new ReaderWriterLockSlim();
    volatile bool isClosed;

    World(Native.wend_world* world) {
        handle = new Handle(world, delegate(IntPtr pointer) { Native.wend_world_destroy((Native.wend_world*)pointer); });
        Native.wend_grid* grid = Native.wend_world_grid(world);
        Native.wend_rect map = Native.wend_grid_area(grid);
        Left = map.x;
        Top = map.y;
        Width = map.width;
        Height = map.height;
        Floors = Native.wend_grid_floors(grid);
    }

    /// Column and row of the first tile: others than 0 where ground was added.
    public int Left { get; private set; }
    public int Top { get; private set; }
    public int Width { get; private set; }
    public int Height { get; private set; }
    /// Most maps have one.
    public int Floors { get; private set; }

    // ---- making and saving

    /// costs: row by row, what it costs to enter a tile; 0 and infinity block. At most 255 different ones.
    public static World FromArray(ReadOnlySpan<float> costs, int width, WorldOptions options = null) {
        Sizes(costs.Length, width);
        byte[] classes = new byte[costs.Length];
        float[] table = new float[Native.WEND_CLASS_COUNT];
        Dictionary<float, byte> known = new Dictionary<float, byte>();
        for (int i = 0; i < costs.Length; i++) {
            float cost = costs[i];
            if (float.IsNaN(cost) || cost < 0)
                throw new ArgumentException("tile (" + i % width + ", " + i / width + "): expected a cost, 0 or infinity, got " + cost, "costs");
            if (cost == 0 || float.IsInfinity(cost)) continue;
            byte number;
            if (!known.TryGetValue(cost, out number)) {
                if (known.Count == 255) throw new ArgumentException("more than 255 different costs; round them, or use FromClasses", "costs");
                number = (byte)(known.Count + 1);
                known.Add(cost, number);
                table[number] = cost;
            }
            classes[i] = number;
        }
        return FromClasses(classes, table, width, options);
    }

    /// classes: the terrain class of each tile, row by row; classCosts: the cost of each class. Class 0 is always blocked.
    public static World FromClasses(ReadOnlySpan<byte> classes, ReadOnlySpan<float> classCosts, int width, WorldOptions options = null) {
        int height = Sizes(classes.Length, width);
        if (classCosts.Length < 1 || classCosts.Length > Native.WEND_CLASS_COUNT)
            throw new ArgumentException("expected 1 to 256 costs, got " + classCosts.Length, "classCosts");
        Help.CheckLibrary();
        options = options ?? new WorldOptions();
        Native.wend_grid_def def = Native.wend_default_grid_def();
        def.width = width;
        def.height = height;
        def.connectivity = (Native.wend_connectivity)options.Connectivity;
        def.tile_size = options.TileSize;
        def.origin.x = options.Origin.X;
        def.origin.y = options.Origin.Y;
        def.least_cost = options.LeastCost;
        def.greatest_cost = options.GreatestCost;
        for (int i = 0; i < Native.WEND_CLASS_COUNT; i++) def.class_costs[i] = i < classCosts.Length ? classCosts[i] : 0;
        Native.wend_grid* grid = null;
        fixed (byte* bytes = &classes.GetPinnableReference()) {
            def.classes = bytes;
            Help.Check(Native.wend_grid_create(&def, &grid), "sizes, costs or options out of range");
        }
        if (options.Relief != null) {
            try {
                SetRelief(grid, options.Relief, classes.Length);
            } catch {
                Native.wend_grid_destroy(grid);
                throw;
            }
        }
        return Build(grid, options.ClusterSize, options.LevelCount);
    }

    static void SetRelief(Native.wend_grid* grid, Relief relief, int tiles) {
        Native.wend_relief_def def = Native.wend_default_relief_def();
        Native.wend_slope_point[] points = new Native.wend_slope_point[Native.WEND_MAX_SLOPE_POINTS];
        if (relief.Elevations != null && relief.Elevations.Length != tiles)
            throw new ArgumentException("expected " + tiles + " elevations, one for each tile, got " + relief.Elevations.Length, "Elevations");
        if (relief.Lanes != null && relief.Lanes.Length != tiles)
            throw new ArgumentException("expected " + tiles + " lanes, one for each tile, got " + relief.Lanes.Length, "Lanes");
        if (relief.LaneFactors == null || relief.LaneFactors.Length != Native.WEND_LANE_ANGLES)
            throw new ArgumentException("expected " + Native.WEND_LANE_ANGLES + " factors", "LaneFactors");
        def.max_climb = relief.MaxClimb;
        def.max_drop = relief.MaxDrop;
        def.unit_length = relief.UnitLength;
        for (int i = 0; i < Native.WEND_LANE_ANGLES; i++) def.lane_factors[i] = relief.LaneFactors[i];
        if (relief.Function == null && relief.Slopes != null) {
            if (relief.Slopes.Length > points.Length) points = new Native.wend_slope_point[relief.Slopes.Length];
            for (int i = 0; i < relief.Slopes.Length; i++) {
                points[i].slope = relief.Slopes[i].Key;
                points[i].factor = relief.Slopes[i].Value;
            }
            def.slope_count = relief.Slopes.Length;
        }
        fixed (float* elevations = relief.Elevations)
        fixed (byte* lanes = relief.Lanes, function = Help.Bytes(relief.Function, "Function"))
        fixed (Native.wend_slope_point* slopes = points) {
            if (function != null) {
                Native.wend_error error = new Native.wend_error();
                sbyte* unit = stackalloc sbyte[8];
                int count = 0;
                Help.CheckFile(Native.wend_slope_points(function, slopes, &count, (byte*)unit, &error), ref error, relief.Function);
                def.slope_count = count;
                if (def.unit_length == 0) def.unit_length = 1;
            }
            def.elevations = elevations;
            def.lanes = lanes;
            def.slopes = slopes;
            Help.Check(Native.wend_grid_set_relief(grid, &def), "the relief is out of range");
        }
    }

    /// Reads a map of any format (see docs/import.md) and builds its world.
    public static World Bake(string file, ImportOptions options = null) {
        if (file == null) throw new ArgumentNullException("file");
        Help.CheckLibrary();
        options = options ?? new ImportOptions();
        Native.wend_import_def def = Native.wend_default_import_def();
        def.rule = (Native.wend_image_rule)options.Rule;
        def.blocked_below = options.BlockedBelow ?? def.blocked_below;
        def.transparent_below = options.TransparentBelow ?? def.transparent_below;
        def.cheapest = options.Cheapest ?? def.cheapest;
        def.costliest = options.Costliest ?? def.costliest;
        def.unknown_cost = options.UnknownCost ?? def.unknown_cost;
        def.height_scale = options.HeightScale ?? def.height_scale;
        def.max_climb = options.MaxClimb ?? def.max_climb;
        def.max_step_climb = options.MaxStepClimb ?? def.max_step_climb;
        def.max_step_drop = options.MaxStepDrop ?? def.max_step_drop;
        def.jump_down = options.JumpDown ?? def.jump_down;
        def.jump_across = options.JumpAcross;
        def.water_cost = options.WaterCost ?? def.water_cost;
        def.resolution = options.Resolution ?? def.resolution;
        def.negate = Help.Byte(options.Negate);
        def.outside = Help.Byte(options.Outside);
        def.downscale = options.Downscale;
        def.connectivity = (Native.wend_connectivity)options.Connectivity;
        Native.wend_grid* grid = null;
        Native.wend_error error = new Native.wend_error();
        fixed (byte* name = Help.Bytes(file, "file"), legend = Help.Bytes(options.Legend, "Legend"), letters = Help.Bytes(options.Letters, "Letters"),
               links = Help.Bytes(options.Links, "Links"), walls = Help.Bytes(options.Walls, "Walls"),
               collision = Help.Bytes(options.Collision, "Collision"), property = Help.Bytes(options.CostProperty, "CostProperty"),
               slope = Help.Bytes(options.Slope, "Slope")) {
            def.slope = slope;
            def.legend = legend;
            def.letters = letters;
            def.links = links;
            def.walls = walls;
            def.collision = collision;
            def.cost_property = property;
            Help.CheckFile(Native.wend_import_file(name, &def, &grid, null, &error), ref error, file);
        }
        return Build(grid, options.ClusterSize, options.LevelCount);
    }

    /// Opens a .wend file; it is mapped, so it takes a millisecond at any size.
    public static World Open(string file) {
        if (file == null) throw new ArgumentNullException("file");
        Help.CheckLibrary();
        Native.wend_world* world = null;
        Native.wend_error error = new Native.wend_error();
        fixed (byte* name = Help.Bytes(file, "file")) Help.CheckFile(Native.wend_world_map(name, null, &world, &error), ref error, file);
        return new World(world);
    }

    /// Writes a .wend file. What edits have left pending is recomputed before.
    public void Save(string file) {
        if (file == null) throw new ArgumentNullException("file");
        Write(delegate(IntPtr world) {
            Native.wend_world_refresh((Native.wend_world*)world, 0, null); // a snapshot stays as it is
            Native.wend_error why = new Native.wend_error();
            fixed (byte* name = Help.Bytes(file, "file")) {
                Native.wend_result result = Native.wend_world_save((Native.wend_world*)world, name, &why);
                Help.CheckFile(result, ref why, file);
            }
        });
    }

    static int Sizes(int count, int width) {
        if (width < 1 || width > Native.WEND_MAX_SIDE) throw new ArgumentOutOfRangeException("width", width, "expected 1.." + Native.WEND_MAX_SIDE);
        if (count < 1 || count % width != 0) throw new ArgumentException("expected rows of " + width + " tiles, got " + count + " tiles");
        return count / width;
    }

    static World Build(Native.wend_grid* grid, int clusterSize, int levelCount) {
        Native.wend_world_def def = Native.wend_default_world_def();
        def.cluster_size = clusterSize;
        def.level_count = levelCount;
        Native.wend_world* world = null;
        Native.wend_result result = Native.wend_world_build(&grid, &def, &world);
        if (result != Native.wend_result.WEND_OK) {
            Native.wend_grid_destroy(grid);
            Help.Check(result, "ClusterSize or LevelCount out of range");
        }
        return new World(world);
    }

    // ---- worlds that share what they do not change

    /// Another world of the same map: edits of one are not seen by the other. It takes microseconds, and each edit afterwards
    /// copies only what lies around it. Both may be used by other threads and disposed of in any order.
    public World Fork() { return MakeVersion(false); }
    /// The world as it is now, and stays, for queries that need not wait while it is edited. Edits of a snapshot are refused.
    public World Snapshot() { return MakeVersion(true); }

    World MakeVersion(bool snapshot) {
        return Help.Ask(Read, delegate(IntPtr world) {
            Native.wend_world *from = (Native.wend_world*)world, version = null;
            Native.wend_result result = snapshot ? Native.wend_world_snapshot(from, &version) : Native.wend_world_fork(from, &version);
            Help.Check(result, snapshot ? "snapshot" : "fork");
            return new World(version);
        });
    }

    // ---- who may use it

    internal Handle Handle { get { return handle; } }

    /// Runs a call while nobody edits.
    internal void Read(Call call) { Run(call, false); }
    /// Runs a call while nobody else uses the world.
    internal void Write(Call call) { Run(call, true); }

    void Run(Call call, bool writes) {
        if (isClosed) throw new ObjectDisposedException("World");
        handle.Use(delegate(IntPtr world) {
            if (writes) guard.EnterWriteLock();
            else guard.EnterReadLock();
            try {
                if (isClosed) throw new ObjectDisposedException("World");
                call(world);
            } finally {
                if (writes) guard.ExitWriteLock();
                else guard.ExitReadLock();
            }
        });
    }

    /// Its fields and crowds are closed with it; its memory is given back when the last call and the last of them has ended.
    public void Dispose() {
        isClosed = true;
        handle.Dispose();
        Search search;
        while (searches.TryTake(out search)) search.Dispose();
        Handle matrix;
        while (matrices.TryTake(out matrix)) matrix.Dispose();
    }

    internal void CheckTile(Tile tile, string name) {
        if (tile.X < Left || tile.Y < Top || tile.X >= Left + Width || tile.Y >= Top + Height || tile.Floor >= Floors)
            throw new ArgumentOutOfRangeException(
                name, tile, tile + " is outside the map, which has x in " + Left + ".." + (Left + Width - 1) + " and y in " + Top + ".." + (Top + Height - 1) +
                (Floors > 1 ? " and floors 0.." + (Floors - 1) : ""));
    }
    internal void CheckTiles(Tile[] tiles, string name) {
        if (tiles == null) throw new ArgumentNullException(name);
        if (tiles.Length == 0) throw new ArgumentException("expected at least one tile", name);
        foreach (Tile tile in tiles) CheckTile(tile, name);
    }
    internal static Native.wend_tile Of(Tile tile) {
        Native.wend_tile native = new Native.wend_tile();
        native.x = tile.X;
        native.y = tile.Y;
        native.floor = tile.Floor;
        return native;
    }

    // ---- many to many

    /// The costs of the paths from each source to each target; Infinity where there is no path, or it costs more than limit.
    /// nearest: only so many of the least costs of each source; 0: all. exact: the optimum in any case, see wend_cost_matrix.
    public double[,] Costs(Tile[] sources, Tile[] targets, double limit = double.PositiveInfinity, int nearest = 0, bool exact = false) {
        CheckTiles(sources, "sources");
        CheckTiles(targets, "targets");
        if (!(limit >= 0)) throw new ArgumentException("expected 0 or more, got " + limit, "limit");
        if (nearest < 0) throw new ArgumentException("expected 0 or more, got " + nearest, "nearest");
        double[,] costs = new double[sources.Length, targets.Length];
        Read(delegate(IntPtr world) {
            Native.wend_matrix_def def = Native.wend_default_matrix_def();
            def.limit = limit;
            def.nearest = nearest;
            def.exact = Help.Byte(exact);
            Handle search;
            if (!matrices.TryTake(out search)) {
                Native.wend_matrix_search* made = null;
                Help.Check(Native.wend_matrix_search_create(null, &made), "costs");
                search = new Handle(made, delegate(IntPtr pointer) { Native.wend_matrix_search_destroy((Native.wend_matrix_search*)pointer); });
            }
            try {
                fixed (Tile* from = sources, to = targets)
                fixed (double* rows = costs)
                    Help.Check(Native.wend_cost_matrix((Native.wend_matrix_search*)search.DangerousGetHandle(), (Native.wend_world*)world,
                                                       (Native.wend_tile*)from, sources.Length, (Native.wend_tile*)to, targets.Length, &def, rows),
                               "costs");
            } finally {
                matrices.Add(search);
            }
        });
        return costs;
    }

    /// All tiles on ways that cost at most so many percent more than the cheapest from any of some tiles to any of others. cost:
    /// of the cheapest; Infinity: there is none, and no tile.
    public Tile[] FindCorridor(Tile[] from, Tile[] to, double above, out double cost) {
        CheckTiles(from, "from");
        CheckTiles(to, "to");
        if (!(above >= 0 && above <= 1e6)) throw new ArgumentException("expected percent in 0..1000000, got " + above, "above");
        double cheapest = 0;
        Tile[] tiles = null;
        Read(delegate(IntPtr world) {
            Native.wend_field* there = null, back = null;
            double found = 0;
            try {
                Help.Check(Native.wend_field_create(null, &there), "corridor");
                Help.Check(Native.wend_field_create(null, &back), "corridor");
                fixed (Tile* first = from, last = to)
                    Help.Check(Native.wend_corridor_fill(there, back, Native.wend_world_grid((Native.wend_world*)world), (Native.wend_tile*)first,
                                                         from.Length, (Native.wend_tile*)last, to.Length, above, &found), "corridor");
                tiles = new Tile[Native.wend_corridor_tiles(there, back, above, null, null, 0)];
                fixed (Tile* list = tiles) Native.wend_corridor_tiles(there, back, above, (Native.wend_tile*)list, null, tiles.Length);
            } finally {
                Native.wend_field_destroy(there);
                Native.wend_field_destroy(back);
            }
            cheapest = found;
        });
        cost = cheapest;
        return tiles;
    }

    // ---- queries

    /// The hash of all that a query can see, as wend_world_hash in C.
    public ulong Hash { get { return Help.Ask(Read, delegate(IntPtr world) { return Native.wend_world_hash((Native.wend_world*)world); }); } }
    /// How often it was edited.
    public ulong Version { get { return Help.Ask(Read, delegate(IntPtr world) { return Native.wend_world_version((Native.wend_world*)world); }); } }
    /// The cost of a tile; 0: blocked.
    public float CostAt(Tile tile) {
        CheckTile(tile, "tile");
        return Help.Ask(Read, delegate(IntPtr world) {
            Native.wend_grid* grid = Native.wend_world_grid((Native.wend_world*)world);
            return Native.wend_grid_class_costs(grid)[Native.wend_grid_class(grid, Of(tile))];
        });
    }
    /// Does a path lead from one tile to the other? Decided without a search.
    public bool Connected(Tile from, Tile to) {
        CheckTile(from, "from");
        CheckTile(to, "to");
        return Help.Ask(Read, delegate(IntPtr world) { return Native.wend_world_connected((Native.wend_world*)world, Of(from), Of(to)) != 0; });
    }

    public Path FindPath(Tile start, Tile goal, PathOptions options = null) {
        CheckTile(goal, "goal");
        return Find(start, goal, null, options);
    }
    /// To the nearest of several goals.
    public Path FindPath(Tile start, Tile[] goals, PathOptions options = null) {
        CheckTiles(goals, "goals");
        return Find(start, start, goals, options);
    }

    Path Find(Tile start, Tile goal, Tile[] goals, PathOptions options) {
        CheckTile(start, "start");
        return Help.Ask(Read, delegate(IntPtr pointer) {
            Native.wend_world* world = (Native.wend_world*)pointer;
            Native.wend_query query = Native.wend_default_query(Of(start), Of(goal));
            if (options != null) SetOptions(&query, world, options);
            Search search;
            if (!searches.TryTake(out search)) search = new Search();
            try {
                Native.wend_path* found = (Native.wend_path*)search.Path.DangerousGetHandle();
                fixed (Tile* list = goals) {
                    query.goals = (Native.wend_tile*)list;
                    query.goal_count = goals == null ? 0 : goals.Length;
                    Help.Check(Native.wend_find_path((Native.wend_search*)search.Memory.DangerousGetHandle(), world, &query, found, null),
                               "an option out of range, or one that the algorithm does not take");
                }
                return Copy(found);
            } finally {
                searches.Add(search); // if the world is closed by now, the finalizers of its handles end it
            }
        });
    }

    static void SetOptions(Native.wend_query* query, Native.wend_world* world, PathOptions options) {
        query->algorithm = (Native.wend_algorithm)options.Algorithm;
        query->heuristic = (Native.wend_heuristic)options.Heuristic;
        query->heuristic_weight = options.HeuristicWeight;
        query->body_radius = options.BodyRadius;
        query->snap = options.Snap;
        query->smooth = Help.Byte(options.Smooth);
        query->partial = Help.Byte(options.Partial);
        query->reopen = Help.Byte(options.Reopen);
        query->until_proven = Help.Byte(options.UntilProven);
        query->first_tiles = options.FirstTiles;
        if (options.Profile == null) return;
        fixed (byte* name = Help.Bytes(options.Profile, "Profile")) query->profile = Native.wend_world_find_profile(world, name);
        if (query->profile < 0) throw new ArgumentException("the world has no profile called '" + options.Profile + "'", "options");
    }

    static Path Copy(Native.wend_path* path) {
        int tileCount = 0, waypointCount = 0;
        Native.wend_tile* tiles = Native.wend_path_tiles(path, &tileCount);
        Native.wend_vec2* waypoints = Native.wend_path_waypoints(path, &waypointCount);
        return new Path((Outcome)Native.wend_path_outcome(path), Native.wend_path_cost(path), Native.wend_path_goal(path),
                        Native.wend_path_hash(path), new ReadOnlySpan<Tile>(tiles, tileCount).ToArray(),
                        new ReadOnlySpan<Position>(waypoints, waypointCount).ToArray());
    }

    // ---- edits

    /// Blocks all tiles of an area.
    public void Block(Area area) { Edit(area, 0); }

    /// Gives all tiles of an area a cost; 0 blocks. Repairs what is near it; Refresh does the rest.
    public void Edit(Area area, float cost) {
        if (float.IsNaN(cost) || cost < 0) throw new ArgumentException("expected a cost, 0 or infinity, got " + cost, "cost");
        EditArea(area, delegate(IntPtr world, Native.wend_rect rect) { return Native.wend_edit_tiles(rect, ClassOf((Native.wend_world*)world, cost)); });
    }

    /// Gives all tiles of an area an elevation in metres, where the world has elevations (a map under the rule Slope).
    public void SetElevation(Area area, float elevation) {
        if (float.IsNaN(elevation) || float.IsInfinity(elevation)) throw new ArgumentException("expected a finite number, got " + elevation, "elevation");
        EditArea(area, delegate(IntPtr world, Native.wend_rect rect) { return Native.wend_edit_elevation(rect, elevation); });
    }

    /// The elevation of a tile in metres; 0 on a level map.
    public float ElevationOf(Tile tile) {
        CheckTile(tile, "tile");
        return Help.Ask(Read, delegate(IntPtr world) { return Native.wend_grid_elevation(Native.wend_world_grid((Native.wend_world*)world), Of(tile)); });
    }

    delegate Native.wend_edit EditOf(IntPtr world, Native.wend_rect rect);

    void EditArea(Area area, EditOf make) {
        long left = (long)area.X - Left, top = (long)area.Y - Top;
        if (area.Width < 1 || area.Height < 1 || left < 0 || top < 0 || left > Width - area.Width || top > Height - area.Height || area.Floor < 0 || area.Floor >= Floors)
            throw new ArgumentOutOfRangeException("area", area, "the area leaves the map of " + Width + " x " + Height + " tiles, or is empty");
        Write(delegate(IntPtr pointer) {
            Native.wend_world* world = (Native.wend_world*)pointer;
            Native.wend_rect rect = new Native.wend_rect();
            rect.x = area.X;
            rect.y = area.Y;
            rect.width = area.Width;
            rect.height = area.Height;
            rect.floor = (ushort)area.Floor;
            Native.wend_edit edit = make(pointer, rect);
            Help.Check(Native.wend_world_edit(world, &edit, 1, null), "edit");
        });
    }

    /// The class that stands for a cost: one that has it, or one that no tile uses.
    static byte ClassOf(Native.wend_world* world, float cost) {
        if (cost == 0 || float.IsInfinity(cost)) return 0;
        Native.wend_grid* grid = Native.wend_world_grid(world);
        float* costs = Native.wend_grid_class_costs(grid);
        long* counts = Native.wend_grid_class_counts(grid);
        int free = 0;
        for (int i = 255; i > 0; i--) {
            if (costs[i] == cost) return (byte)i;
            if (counts[i] == 0) free = i;
        }
        if (free == 0) throw new ArgumentException("all 255 classes are in use, and none has the cost " + cost, "cost");
        Native.wend_result result = Native.wend_world_set_class_cost(world, 0, (byte)free, cost);
        if (result != Native.wend_result.WEND_OK && result != Native.wend_result.WEND_ERROR_LIMIT) Help.Check(result, "edit");
        if (result == Native.wend_result.WEND_ERROR_LIMIT)
            throw new ArgumentException(cost + " is outside the range of the world (LeastCost and GreatestCost of WorldOptions)", "cost");
        return (byte)free;
    }

    /// Adds a link from one tile to another and returns its id.
    public int AddLink(Tile from, Tile to, float cost, LinkKind kind = LinkKind.Other) {
        CheckTile(from, "from");
        CheckTile(to, "to");
        return Help.Ask(Write, delegate(IntPtr world) {
            Native.wend_link link = Native.wend_default_link(Of(from), Of(to), cost);
            link.kind = (Native.wend_link_kind)kind;
            int added = -1;
            Help.Check(Native.wend_world_add_link((Native.wend_world*)world, &link, &added), "the ends of a link must be passable, its cost in 0..65536");
            return added;
        });
    }
    public void RemoveLink(int id) {
        Write(delegate(IntPtr world) { Help.Check(Native.wend_world_remove_link((Native.wend_world*)world, id), "no link has the id " + id); });
    }
    /// Recomputes up to so many clusters that edits have left pending, 0: all; true when none is left.
    public bool Refresh(int mostClusters = 0) {
        return Help.Ask(Write, delegate(IntPtr world) {
            byte done = 0;
            Help.Check(Native.wend_world_refresh((Native.wend_world*)world, mostClusters, &done), "mostClusters: expected 0 or more");
            return done != 0;
        });
    }
}

/// The cost from every tile to the nearest of some goals. Reading it and filling it take turns with edits of the world.
public sealed unsafe class Field : IDisposable {
    readonly World world;
    readonly Handle handle;
    volatile bool isClosed;

    /// limit: tiles that cost more have no cost. from: the cost from the goals to every tile.
    public Field(World world, Tile[] goals, double limit = double.PositiveInfinity, bool from = false) {
        if (world == null) throw new ArgumentNullException("world");
        world.CheckTiles(goals, "goals");
        if (!(limit > 0)) throw new ArgumentException("expected a number above 0, got " + limit, "limit");
        this.world = world;
        handle = Help.Ask(world.Read, delegate(IntPtr pointer) {
            Native.wend_field* field = null;
            Help.Check(Native.wend_field_create(null, &field), "field");
            Handle made = new Handle(field, delegate(IntPtr owned) { Native.wend_field_destroy((Native.wend_field*)owned); }, world.Handle);
            fixed (Tile* list = goals)
                Help.Check(Native.wend_field_fill(field, Native.wend_world_grid((Native.wend_world*)pointer),
                                                  from ? Native.wend_field_sense.WEND_FIELD_FROM : Native.wend_field_sense.WEND_FIELD_TO,
                                                  (Native.wend_tile*)list, goals.Length, limit), "field");
            return made;
        });
    }

    void Read(Call call) {
        world.Read(delegate(IntPtr ignored) {
            if (isClosed) throw new ObjectDisposedException("Field");
            handle.Use(call);
        });
    }
    public void Dispose() {
        isClosed = true;
        handle.Dispose();
    }

    /// Infinity: no path, or none within the limit.
    public double CostAt(Tile tile) {
        world.CheckTile(tile, "tile");
        return Help.Ask(Read, delegate(IntPtr field) { return Native.wend_field_cost((Native.wend_field*)field, World.Of(tile)); });
    }
    /// The next tile on the path, the tile itself at its end; false without a path.
    public bool Next(Tile tile, out Tile next) {
        world.CheckTile(tile, "tile");
        bool found = false;
        Native.wend_tile result = new Native.wend_tile();
        Read(delegate(IntPtr field) {
            Native.wend_tile there = new Native.wend_tile();
            found = Native.wend_field_next_tile((Native.wend_field*)field, World.Of(tile), &there) != 0;
            result = there;
        });
        next = new Tile(result.x, result.y, result.floor);
        return found;
    }
    /// The index of the goal that is nearest to a tile; -1 without a path.
    public int GoalIndex(Tile tile) {
        world.CheckTile(tile, "tile");
        return Help.Ask(Read, delegate(IntPtr field) { return Native.wend_field_end((Native.wend_field*)field, World.Of(tile)); });
    }
    /// How many tiles have a cost.
    public long Count { get { return Help.Ask(Read, delegate(IntPtr field) { return Native.wend_field_tiles((Native.wend_field*)field, null, 0); }); } }
}

/// Who takes which job, and in which order are stops visited? Of costs such as those of World.Costs.
public static unsafe class Many {
    static void CheckCosts(double[,] costs) {
        if (costs == null) throw new ArgumentNullException("costs");
        if (costs.Length == 0) throw new ArgumentException("expected rows and columns", "costs");
        foreach (double cost in costs)
            if (!(cost >= 0)) throw new ArgumentException("expected 0 or more, got " + cost, "costs");
    }

    /// By row, an agent, the column of its job; -1: none. As many agents as possible get one, at the least sum of costs, or so that
    /// the greatest is least.
    public static int[] Assign(double[,] costs, bool leastMaximum = false) {
        CheckCosts(costs);
        int[] jobs = new int[costs.GetLength(0)];
        fixed (double* rows = costs)
        fixed (int* list = jobs)
            Help.Check(Native.wend_assign(rows, jobs.Length, costs.GetLength(1),
                                          leastMaximum ? Native.wend_assign_goal.WEND_ASSIGN_LEAST_MAXIMUM
                                                       : Native.wend_assign_goal.WEND_ASSIGN_LEAST_SUM, list), "costs");
        return jobs;
    }

    /// The order in which the stops are visited at the least cost. cost: Infinity: none visits all. first, last: where it begins, and
    /// where an open tour ends; -1: any.
    public static int[] Tour(double[,] costs, out double cost, bool closed = false, int first = -1, int last = -1, int effort = 20) {
        CheckCosts(costs);
        int count = costs.GetLength(0);
        if (costs.GetLength(1) != count) throw new ArgumentException("expected as many columns as rows", "costs");
        Native.wend_tour_def def = Native.wend_default_tour_def();
        def.closed = Help.Byte(closed);
        def.first = first;
        def.last = last;
        def.effort = effort;
        int[] order = new int[count];
        double found = 0;
        fixed (double* rows = costs)
        fixed (int* list = order)
            Help.Check(Native.wend_tour(rows, count, &def, list, &found),
                       "first and last: two of the " + count + " stops, none of a closed tour; effort: 0..1000000");
        cost = found;
        return order;
    }
}

/// Names one agent of a crowd.
public struct AgentId {
    internal readonly ulong Value;
    internal AgentId(ulong value) { Value = value; }
}

/// Agents that walk on a world and avoid each other. One thread at a time uses it; others wait.
public sealed unsafe class Crowd : IDisposable {
    readonly World world;
    readonly Handle handle;
    readonly object turn = new object();
    volatile bool isClosed;

    public Crowd(World world, bool partial = false, float snap = 0) {
        if (world == null) throw new ArgumentNullException("world");
        this.world = world;
        handle = Help.Ask(world.Read, delegate(IntPtr pointer) {
            Native.wend_crowd_def def = Native.wend_default_crowd_def();
            def.partial = Help.Byte(partial);
            def.snap = snap;
            Native.wend_crowd* crowd = null;
            Help.Check(Native.wend_crowd_create((Native.wend_world*)pointer, &def, &crowd), "snap: expected 0 or more, got " + snap);
            return new Handle(crowd, delegate(IntPtr owned) { Native.wend_crowd_destroy((Native.wend_crowd*)owned); }, world.Handle);
        });
    }

    void Use(Call call) {
        world.Read(delegate(IntPtr ignored) {
            lock (turn) {
                if (isClosed) throw new ObjectDisposedException("Crowd");
                handle.Use(call);
            }
        });
    }
    public void Dispose() {
        isClosed = true;
        handle.Dispose();
    }
    static Native.wend_agent_id Of(AgentId id) {
        Native.wend_agent_id native = new Native.wend_agent_id();
        native.value = id.Value;
        return native;
    }

    /// Adds an agent at rest.
    public AgentId Add(Position position, float radius = 0.3f, float maxSpeed = 4, float maxAcceleration = 32, int profile = 0) {
        return Help.Ask(Use, delegate(IntPtr crowd) {
            Native.wend_agent agent = new Native.wend_agent();
            agent.position.x = position.X;
            agent.position.y = position.Y;
            agent.radius = radius;
            agent.max_speed = maxSpeed;
            agent.max_acceleration = maxAcceleration;
            agent.profile = profile;
            Native.wend_agent_id id = new Native.wend_agent_id();
            Help.Check(Native.wend_crowd_add((Native.wend_crowd*)crowd, &agent, &id), "an agent at " + position + " with this body and these limits does not fit");
            return new AgentId(id.value);
        });
    }
    public void Send(AgentId id, Tile goal) {
        world.CheckTile(goal, "goal");
        Use(delegate(IntPtr crowd) { Help.Check(Native.wend_crowd_send((Native.wend_crowd*)crowd, Of(id), World.Of(goal)), "send"); });
    }
    public void Remove(AgentId id) {
        Use(delegate(IntPtr crowd) { Help.Check(Native.wend_crowd_remove((Native.wend_crowd*)crowd, Of(id)), "remove"); });
    }
    /// Moves all agents by dt seconds.
    public void Tick(float dt) {
        Use(delegate(IntPtr crowd) { Help.Check(Native.wend_crowd_tick((Native.wend_crowd*)crowd, dt), "dt: expected a time in (0, 1], got " + dt); });
    }
    public AgentState State(AgentId id) {
        return Help.Ask(Use, delegate(IntPtr crowd) { return (AgentState)Native.wend_crowd_state((Native.wend_crowd*)crowd, Of(id)); });
    }
    public Position PositionOf(AgentId id) {
        return Help.Ask(Use, delegate(IntPtr crowd) {
            Native.wend_agent* agent = Native.wend_crowd_agent((Native.wend_crowd*)crowd, Of(id));
            if (agent == null) throw new WendException(Native.wend_result.WEND_ERROR_STALE, "the agent was removed");
            return new Position(agent->position.x, agent->position.y);
        });
    }
    /// Writes the positions of all agents, in the order in which they were added as long as none is removed; returns how many
    /// there are.
    public int CopyPositions(Span<Position> positions) {
        Position[] copy = Help.Ask(Use, delegate(IntPtr crowd) {
            int count = 0;
            Native.wend_agent* agents = Native.wend_crowd_agents((Native.wend_crowd*)crowd, &count);
            Position[] all = new Position[count];
            for (int i = 0; i < count; i++) all[i] = new Position(agents[i].position.x, agents[i].position.y);
            return all;
        });
        copy.AsSpan(0, Math.Min(copy.Length, positions.Length)).CopyTo(positions);
        return copy.Length;
    }
    public ulong Hash { get { return Help.Ask(Use, delegate(IntPtr crowd) { return Native.wend_crowd_hash((Native.wend_crowd*)crowd); }); } }
}
}
