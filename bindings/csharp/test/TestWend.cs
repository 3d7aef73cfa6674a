// Does Wend.cs answer, share a world among threads, and refuse misuse with a clear exception? TestWend.exe FOLDER [SIZES]
// FOLDER: where it may write. SIZES: a file of lines "name size", the structures as C has them.
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using System.Threading;
using Wend;
using Path = Wend.Path; // not that of System.IO

static class TestWend {
    static int passed;

    static void Equal<T>(string what, T got, T wanted) {
        if (!Equals(got, wanted)) throw new Exception(what + ": got " + got + ", expected " + wanted);
        passed++;
    }

    static void Refused<E>(string what, string pattern, Action call) where E : Exception {
        try {
            call();
        } catch (E e) {
            if (!Regex.IsMatch(e.Message, pattern)) throw new Exception(what + ": says '" + e.Message + "', expected '" + pattern + "'");
            passed++;
            return;
        }
        throw new Exception(what + ": is not refused");
    }

    static float[] Costs(int width, int height, Func<int, int, float> of) {
        float[] costs = new float[width * height];
        for (int i = 0; i < costs.Length; i++) costs[i] = of(i % width, i / width);
        return costs;
    }
    static World NewWorld() {
        WorldOptions options = new WorldOptions { LeastCost = 1, GreatestCost = 8 };
        return World.FromArray(Costs(30, 20, (x, y) => x == 15 && y < 18 ? 0 : x > 20 ? 3 : 1), 30, options);
    }
    static Tile T(int x, int y) { return new Tile(x, y); }

    static void TestAnswers(string file) {
        using (World world = NewWorld()) {
            Path path = world.FindPath(T(2, 2), T(28, 2));
            Equal("outcome", path.Outcome, Outcome.Found);
            Equal("first tile", path.Tiles[0], T(2, 2));
            Equal("last tile", path.Tiles[path.Tiles.Length - 1], T(28, 2));
            double sum = 0;
            for (int i = 1; i < path.Tiles.Length; i++) {
                Tile a = path.Tiles[i - 1], b = path.Tiles[i];
                sum += (a.X != b.X && a.Y != b.Y ? Math.Sqrt(2) : 1) * world.CostAt(b);
            }
            Equal("cost", Math.Abs(sum - path.Cost) < 1e-6, true);
            Equal("waypoints", path.Waypoints.Length >= 2, true);
            Equal("connected", world.Connected(T(0, 0), T(29, 19)), true);
            Equal("the nearest of several", world.FindPath(T(2, 2), new[] { T(28, 2), T(4, 2) }).GoalIndex, 1);
            using (World split = World.FromArray(new float[] { 1, 0, 1 }, 3)) {
                Equal("no way is no error", split.FindPath(T(0, 0), T(2, 0)).Outcome, Outcome.NoRoute);
                Equal("a blocked start", split.FindPath(T(1, 0), T(2, 0)).Outcome, Outcome.StartBlocked);
                Equal("snapped", split.FindPath(T(1, 0), T(0, 0), new PathOptions { Snap = 2 }).Outcome, Outcome.Found);
            }
            double exact = world.FindPath(T(2, 2), T(28, 2), new PathOptions { Algorithm = Algorithm.Exact }).Cost;
            Equal("exact is not costlier", exact <= path.Cost, true);
            using (World one = World.FromClasses(new byte[] { 1, 1, 1, 1 }, new float[] { 0, 1 }, 2), other = World.FromArray(new float[] { 1, 1, 1, 1 }, 2))
                Equal("classes are costs", one.Hash, other.Hash);

            ulong before = world.Hash;
            world.Edit(new Area(15, 0, 1, 18), 1);
            Equal("an edit opens the wall", world.FindPath(T(2, 2), T(28, 2)).Cost < path.Cost, true);
            world.Edit(new Area(3, 3, 1, 1), 7.5f);
            Equal("a new cost", world.CostAt(T(3, 3)), 7.5f);
            world.Edit(new Area(3, 3, 1, 1), 1);
            world.Block(new Area(15, 0, 1, 18));
            Equal("refreshed", world.Refresh(), true);
            Equal("undone", world.Hash, before);
            Equal("version", world.Version >= 4, true);
            int id = world.AddLink(T(2, 2), T(28, 2), 1, LinkKind.Teleport);
            Equal("a link", world.FindPath(T(2, 2), T(28, 2)).Tiles.Length, 2);
            world.RemoveLink(id);

            using (Field field = new Field(world, new[] { T(28, 2) })) // in integer units of the grid
                Equal("field", Math.Abs(field.CostAt(T(2, 2)) - exact) < exact / 1000, true);
            using (Field near = new Field(world, new[] { T(28, 2) }, 5)) Equal("behind a limit", near.CostAt(T(2, 2)), double.PositiveInfinity);
            using (Crowd crowd = new Crowd(world)) {
                AgentId walker = crowd.Add(new Position(2.5f, 2.5f), 0.3f, 8), other = crowd.Add(new Position(4.5f, 2.5f));
                crowd.Send(walker, T(10, 10));
                for (int i = 0; i < 200; i++) crowd.Tick(1 / 16f);
                Equal("arrived", crowd.State(walker), AgentState.Arrived);
                Equal("where", Math.Abs(crowd.PositionOf(walker).X - 10.5f) < 0.2f, true);
                crowd.Remove(other);
                Position[] positions = new Position[4];
                Equal("left", crowd.CopyPositions(positions), 1);
                Equal("where by span", positions[0].X, crowd.PositionOf(walker).X);
            }
            world.Save(file);
            using (World opened = World.Open(file)) Equal("opened", opened.Hash, world.Hash);
        }
    }

    static void TestMisuse(string folder, string file) {
        float nan = float.NaN;
        using (World grown = World.Open(folder + "/grown.wend")) { // with a tile of ground left of column 0
            Equal("begins below 0", grown.Left < -1 && grown.Top == 0, true);
            Equal("ground below 0", grown.CostAt(T(-1, 0)) > 0 && grown.CostAt(T(-2, 0)) == 0, true);
            grown.Edit(new Area(grown.Left, 0, -grown.Left, 1), 1);
            Path path = grown.FindPath(T(-1, 0), T(grown.Left, 0));
            Equal("tiles below 0", path.Tiles.Length, -grown.Left);
            Equal("the last of them", path.Tiles[path.Tiles.Length - 1], T(grown.Left, 0));
            Refused<ArgumentOutOfRangeException>("left of such a map", @"x in -\d+\.\.\d+ and y in 0\.\.", () => grown.CostAt(T(grown.Left - 1, 0)));
            Refused<ArgumentOutOfRangeException>("an area left of it", "leaves the map", () => grown.Edit(new Area(grown.Left - 1, 0, 2, 1), 1));
            Refused<ArgumentOutOfRangeException>("an area right of it", "leaves the map", () => grown.Edit(new Area(grown.Left + grown.Width - 1, 0, 2, 1), 1));
        }
        Refused<ArgumentException>("no costs", "rows of 3 tiles", () => World.FromArray(new float[0], 3));
        Refused<ArgumentException>("a width that does not fit", "rows of 2 tiles, got 3", () => World.FromArray(new float[] { 1, 1, 1 }, 2));
        Refused<ArgumentOutOfRangeException>("width 0", "expected 1..1048576", () => World.FromArray(new float[] { 1 }, 0));
        Refused<ArgumentException>("NaN as cost", @"tile \(1, 0\): expected a cost", () => World.FromArray(new[] { 1, nan }, 2));
        Refused<ArgumentException>("a negative cost", "got -1", () => World.FromArray(new float[] { 1, -1 }, 2));
        Refused<WendException>("costs too far apart", "options out of range", () => World.FromArray(new[] { 0.1f, 1000 }, 2));
        Refused<ArgumentException>("256 costs", "more than 255", () => World.FromArray(Costs(20, 20, (x, y) => 1 + x + 20 * y), 20));
        Refused<ArgumentException>("NaN as tile size", "out of range", () => World.FromArray(new float[] { 1 }, 1, new WorldOptions { TileSize = nan }));
        Refused<ArgumentException>("no connectivity", "out of range", () => World.FromArray(new float[] { 1 }, 1, new WorldOptions { Connectivity = (Connectivity)9 }));
        Refused<Exception>("a cluster size", "ClusterSize or LevelCount", () => World.FromArray(new float[] { 1 }, 1, new WorldOptions { ClusterSize = 16 }));
        Refused<ArgumentException>("no class costs", "1 to 256 costs", () => World.FromClasses(new byte[] { 1 }, new float[0], 1));
        Refused<ArgumentException>("NaN as class cost", "out of range", () => World.FromClasses(new byte[] { 1 }, new[] { 0, nan }, 1));
        Refused<ArgumentNullException>("null as file", "", () => World.Open(null));
        Refused<ArgumentNullException>("null as map", "", () => World.Bake(null));
        Refused<ArgumentException>("a zero in a name", "without zeros", () => World.Open("a\0b"));
        Refused<WendException>("a missing world", "No such file", () => World.Open(folder + "/missing.wend"));
        Refused<WendException>("a missing map", "No such file", () => World.Bake(folder + "/missing.png"));
        Refused<WendException>("a world as map", "cs.wend", () => World.Bake(file));
        Refused<ArgumentException>("NaN as threshold", "blocked_below is not in", () => World.Bake(file, new ImportOptions { BlockedBelow = nan }));
        byte[] bytes = File.ReadAllBytes(file);
        bytes[12]++;
        File.WriteAllBytes(folder + "/later.wend", bytes);
        Refused<WendException>("a world of another version", "version", () => World.Open(folder + "/later.wend"));
        File.WriteAllBytes(folder + "/empty.wend", new byte[0]);
        Refused<WendException>("an empty world", "empty.wend", () => World.Open(folder + "/empty.wend"));

        using (World world = NewWorld()) {
            ulong before = world.Hash;
            Refused<ArgumentOutOfRangeException>("start outside", @"\(30, 0\) is outside the map, which has x in 0..29", () => world.FindPath(T(30, 0), T(1, 1)));
            Refused<ArgumentOutOfRangeException>("goal outside", "is outside", () => world.FindPath(T(0, 0), T(0, -1)));
            Refused<ArgumentNullException>("no goals", "", () => world.FindPath(T(0, 0), (Tile[])null));
            Refused<ArgumentException>("an empty list of goals", "at least one", () => world.FindPath(T(0, 0), new Tile[0]));
            Refused<ArgumentOutOfRangeException>("one of several goals", "is outside", () => world.FindPath(T(0, 0), new[] { T(1, 1), T(99, 1) }));
            foreach (PathOptions options in new[] { new PathOptions { HeuristicWeight = nan }, new PathOptions { HeuristicWeight = 99 }, new PathOptions { Snap = -1 },
                                                    new PathOptions { Snap = nan }, new PathOptions { BodyRadius = 1 }, new PathOptions { FirstTiles = -1 },
                                                    new PathOptions { Algorithm = (Algorithm)77 }, new PathOptions { Heuristic = (Heuristic)(-1) } })
                Refused<ArgumentException>("an option", "out of range", () => world.FindPath(T(0, 0), T(1, 1), options));
            Refused<WendException>("reopening with HPA", "does not take", () => world.FindPath(T(0, 0), T(1, 1), new PathOptions { Reopen = true }));
            Refused<ArgumentException>("a profile", "no profile called 'ghost'", () => world.FindPath(T(0, 0), T(1, 1), new PathOptions { Profile = "ghost" }));
            Refused<ArgumentOutOfRangeException>("an area outside", "leaves the map", () => world.Edit(new Area(25, 0, 6, 1), 1));
            Refused<ArgumentOutOfRangeException>("an empty area", "is empty", () => world.Edit(new Area(1, 1, 0, 1), 1));
            Refused<ArgumentOutOfRangeException>("an area that overflows", "leaves", () => world.Edit(new Area(int.MaxValue, 0, int.MaxValue, 1), 1));
            Refused<ArgumentException>("NaN as cost of an edit", "expected a cost", () => world.Edit(new Area(1, 1, 1, 1), nan));
            Refused<ArgumentException>("a negative cost of an edit", "expected a cost", () => world.Edit(new Area(1, 1, 1, 1), -1));
            Refused<ArgumentException>("a cost out of range", "outside the range", () => world.Edit(new Area(1, 1, 1, 1), 100));
            Refused<ArgumentException>("NaN as cost of a link", "its cost in", () => world.AddLink(T(1, 1), T(5, 5), nan));
            Refused<ArgumentException>("a link into a wall", "must be passable", () => world.AddLink(T(1, 1), T(15, 2), 1));
            Refused<ArgumentException>("a link that is none", "no link has the id 77", () => world.RemoveLink(77));
            Refused<ArgumentException>("clusters below 0", "mostClusters", () => world.Refresh(-1));
            Refused<ArgumentNullException>("a field of null", "", () => new Field(null, new[] { T(1, 1) }));
            Refused<ArgumentException>("a field without goals", "at least one", () => new Field(world, new Tile[0]));
            Refused<ArgumentException>("NaN as limit", "limit", () => new Field(world, new[] { T(1, 1) }, double.NaN));
            using (Field field = new Field(world, new[] { T(1, 1) })) Refused<ArgumentOutOfRangeException>("outside of a field", "is outside", () => field.CostAt(T(99, 0)));
            Refused<ArgumentNullException>("a crowd of null", "", () => new Crowd(null));
            Refused<ArgumentException>("NaN as snap", "snap", () => new Crowd(world, false, nan));
            using (Crowd crowd = new Crowd(world)) {
                Refused<ArgumentException>("NaN as position", "does not fit", () => crowd.Add(new Position(nan, 1)));
                Refused<ArgumentException>("a position in a wall", "does not fit", () => crowd.Add(new Position(15.5f, 2.5f)));
                Refused<ArgumentException>("NaN as speed", "does not fit", () => crowd.Add(new Position(1.5f, 1.5f), 0.3f, nan));
                Refused<WendException>("a wide body", "does not fit", () => crowd.Add(new Position(5.5f, 5.5f), 5));
                AgentId id = crowd.Add(new Position(1.5f, 1.5f));
                crowd.Remove(id);
                Refused<WendException>("a removed agent", "send", () => crowd.Send(id, T(1, 1)));
                Refused<WendException>("where a removed agent is", "was removed", () => crowd.PositionOf(id));
                Refused<Exception>("no agent", "send", () => crowd.Send(new AgentId(), T(1, 1)));
                Refused<ArgumentOutOfRangeException>("a goal outside", "is outside", () => crowd.Send(id, T(-1, 0)));
                Refused<ArgumentException>("NaN as time", "dt: expected", () => crowd.Tick(nan));
                Refused<ArgumentException>("time backwards", "dt: expected", () => crowd.Tick(-1));
            }
            Equal("nothing has changed", world.Hash, before);
        }
    }

    static void TestClosed(string file) {
        World world = NewWorld();
        Field field = new Field(world, new[] { T(1, 1) });
        Crowd crowd = new Crowd(world);
        AgentId id = crowd.Add(new Position(1.5f, 1.5f));
        Path path = world.FindPath(T(0, 0), T(9, 9));
        world.Dispose();
        world.Dispose();
        foreach (Action call in new Action[] { () => world.FindPath(T(0, 0), T(1, 1)), () => world.Edit(new Area(1, 1, 1, 1), 1), () => world.Save(file),
                                               () => world.Refresh(), () => world.CostAt(T(1, 1)), () => world.AddLink(T(1, 1), T(2, 2), 1),
                                               () => new Field(world, new[] { T(1, 1) }), () => new Crowd(world), () => world.Hash.ToString(),
                                               () => world.Connected(T(1, 1), T(2, 2)), () => field.CostAt(T(1, 1)), () => field.Count.ToString(),
                                               () => crowd.Tick(0.1f), () => crowd.Send(id, T(1, 1)), () => crowd.Hash.ToString() })
            Refused<ObjectDisposedException>("a closed world", "World", call);
        Equal("a path outlives its world", path.Tiles[path.Tiles.Length - 1], T(9, 9));
        crowd.Dispose();
        field.Dispose();
        using (World open = NewWorld()) {
            Field closed = new Field(open, new[] { T(1, 1) });
            closed.Dispose();
            Refused<ObjectDisposedException>("a closed field", "Field", () => closed.CostAt(T(1, 1)));
            Crowd gone = new Crowd(open);
            gone.Dispose();
            Refused<ObjectDisposedException>("a closed crowd", "Crowd", () => gone.Tick(0.1f));
        }
        for (int i = 0; i < 60; i++) { // collected in any order
            World forgotten = NewWorld();
            new Field(forgotten, new[] { T(1, 1) }).CostAt(T(2, 2));
            new Crowd(forgotten).Add(new Position(1.5f, 1.5f));
            forgotten.FindPath(T(0, 0), T(9, 9));
            if (i % 2 == 0) forgotten.Dispose();
            if (i % 20 == 0) GC.Collect();
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
        passed++;
    }

    static void TestSlopes(string folder) {
        string hill = folder + "/hill.pgm";
        File.WriteAllText(hill, "P2 6 1 100 0 10 20 30 40 50\n");
        ImportOptions options = new ImportOptions { Rule = ImageRule.Slope, Slope = "naismith", HeightScale = 2 };
        using (World world = World.Bake(hill, options)) {
            double up = world.FindPath(T(0, 0), T(5, 0)).Cost, down = world.FindPath(T(5, 0), T(0, 0)).Cost;
            Equal("up costs more than down", up > down, true);
            Equal("an elevation", Math.Abs(world.ElevationOf(T(3, 0)) - 0.6f) < 0.01f, true);
            world.SetElevation(new Area(3, 0, 1, 1), 1.5f);
            Equal("another elevation", Math.Abs(world.ElevationOf(T(3, 0)) - 1.5f) < 0.01f, true);
            Equal("over a peak", world.FindPath(T(0, 0), T(5, 0)).Cost > up, true);
            Refused<ArgumentException>("NaN as elevation", "finite", () => world.SetElevation(new Area(3, 0, 1, 1), float.NaN));
        }
        options.MaxStepClimb = 0.1f;
        using (World world = World.Bake(hill, options)) {
            Equal("too steep up", world.FindPath(T(0, 0), T(5, 0)).Outcome, Outcome.NoRoute);
            Equal("not down", world.FindPath(T(5, 0), T(0, 0)).Outcome, Outcome.Found);
        }
        using (World world = World.FromArray(new float[] { 1, 1 }, 2))
            Refused<Exception>("no elevations", "edit", () => world.SetElevation(new Area(0, 0, 1, 1), 1));
    }

    static void TestRelief() {
        float[] heights = new float[40 * 10], ones = new float[40 * 10];
        byte[] belt = new byte[40 * 10];
        for (int i = 0; i < heights.Length; i++) {
            heights[i] = i % 40 * 3;
            ones[i] = 1;
            belt[i] = (byte)(i / 40 == 5 ? 1 : 0);
        }
        WorldOptions options = new WorldOptions { TileSize = 10, Relief = new Relief { Elevations = heights, Function = "tobler" } };
        using (World world = World.FromArray(ones, 40, options)) {
            double up = world.FindPath(T(2, 5), T(32, 5)).Cost, down = world.FindPath(T(32, 5), T(2, 5)).Cost;
            Equal("Tobler's hiker uphill", Math.Abs(up / (300 * 0.6 * Math.Exp(3.5 * 0.35)) - 1) < 0.003, true);
            Equal("and downhill", Math.Abs(down / (300 * 0.6 * Math.Exp(3.5 * 0.25)) - 1) < 0.003, true);
        }
        options.Relief = new Relief { Elevations = heights, Slopes = new[] {
            new KeyValuePair<float, float>(-1, 2), new KeyValuePair<float, float>(0, 1), new KeyValuePair<float, float>(0.25f, float.PositiveInfinity) } };
        using (World world = World.FromArray(ones, 40, options))
            Equal("closed up", world.FindPath(T(2, 5), T(32, 5)).Outcome, Outcome.NoRoute);
        options = new WorldOptions { Relief = new Relief { Lanes = belt, LaneFactors = new[] { 0.5f, 1, 1, 1, float.PositiveInfinity } } };
        using (World world = World.FromArray(ones, 40, options)) {
            Equal("along a lane", Math.Abs(world.FindPath(T(2, 5), T(32, 5)).Cost - 15) < 0.1, true);
            Equal("not against it", world.FindPath(T(32, 5), T(2, 5)).Cost > 30, true);
        }
        options.Relief = new Relief { Elevations = new float[] { 1 } };
        Refused<ArgumentException>("too few heights", "expected 400 elevations", () => World.FromArray(ones, 40, options));
        options.Relief = new Relief { Elevations = heights, Function = "walk" };
        Refused<Exception>("no function", "walk", () => World.FromArray(ones, 40, options));
    }

    static void TestForks(string file) {
        World world = NewWorld();
        ulong before = world.Hash;
        World fork = world.Fork(), snapshot = world.Snapshot();
        Equal("a fork", fork.Hash, before);
        world.Edit(new Area(15, 0, 1, 18), 1);
        world.Refresh();
        Equal("a fork does not see edits", fork.Hash, before);
        Equal("nor does a snapshot", snapshot.Hash, before);
        Equal("it plans on what it has", snapshot.FindPath(T(2, 2), T(28, 2)).Cost > world.FindPath(T(2, 2), T(28, 2)).Cost, true);
        fork.Edit(new Area(15, 0, 1, 18), 1);
        fork.Refresh();
        Equal("both edited alike", fork.Hash, world.Hash);
        Refused<WendException>("an edit of a snapshot", "edit", () => snapshot.Edit(new Area(1, 1, 1, 1), 0));
        Refused<WendException>("a cost that is new to a snapshot", "edit", () => snapshot.Edit(new Area(1, 1, 1, 1), 5));
        snapshot.Save(file);
        using (World opened = World.Open(file)) Equal("a saved snapshot", opened.Hash, before);
        world.Dispose();
        Equal("a snapshot outlives its world", snapshot.Hash, before);
        Refused<ObjectDisposedException>("a fork of a closed world", "World", () => world.Fork());
        Refused<ObjectDisposedException>("a snapshot of a closed world", "World", () => world.Snapshot());
        using (Field field = new Field(snapshot, new[] { T(28, 2) })) Equal("a field of it", field.CostAt(T(28, 2)), 0.0);
        snapshot.Dispose();
        Equal("a fork outlives both", fork.FindPath(T(2, 2), T(28, 2)).Outcome, Outcome.Found);
        fork.Dispose();
    }

    /// Readers side by side, an editor among them, and a world that is closed while they ask.
    static void TestMany() {
        World world = NewWorld();
        double[,] costs = world.Costs(new[] {T(2, 2), T(28, 2)}, new[] {T(28, 2), T(2, 2), T(3, 2)});
        Equal("a row for each source", costs.GetLength(0) * 10 + costs.GetLength(1), 23);
        Equal("a cost", costs[0, 2], 1.0);
        Equal("the nearest", world.Costs(new[] {T(2, 2)}, new[] {T(28, 2), T(3, 2)}, nearest: 1)[0, 0], double.PositiveInfinity);
        Equal("exact", world.Costs(new[] {T(2, 2)}, new[] {T(28, 2)}, exact: true)[0, 0], costs[0, 0]);
        int[] jobs = Many.Assign(new double[,] {{1, 2, 9}, {1, 9, 9}});
        Equal("jobs", jobs[0] * 10 + jobs[1], 10);
        Equal("the least maximum", Many.Assign(new double[,] {{5, 1}, {4, 2}}, true)[0], 1);
        double cost;
        Tile[] stops = {T(10, 2), T(2, 2), T(6, 2)};
        int[] order = Many.Tour(world.Costs(stops, stops), out cost, first: 1);
        Equal("a tour", order[0] * 100 + order[1] * 10 + order[2], 120);
        Equal("its cost", cost, 8.0);
        Equal("a corridor", world.FindCorridor(new[] {T(2, 2), T(2, 3)}, new[] {T(6, 2)}, 0, out cost).Length, 5);
        Equal("the cheapest way", cost, 4.0);
        Equal("the nearest goal", new Field(world, new[] {T(2, 2), T(12, 2)}).GoalIndex(T(11, 3)), 1);
        Refused<ArgumentException>("no tiles", "sources", () => world.Costs(new Tile[0], stops));
        Refused<ArgumentException>("a tile off the map", "targets", () => world.Costs(stops, new[] {T(99, 1)}));
        Refused<ArgumentException>("a limit below 0", "limit", () => world.Costs(stops, stops, -1));
        Refused<ArgumentException>("a cost below 0", "expected 0 or more", () => Many.Assign(new double[,] {{1, -1}}));
        Refused<ArgumentException>("no square", "as many columns", () => Many.Tour(new double[,] {{0, 1}}, out cost));
        Refused<ArgumentException>("a first stop that is none", "first", () => Many.Tour(new double[,] {{0}}, out cost, first: 1));
        Refused<ArgumentException>("a percentage", "above", () => world.FindCorridor(stops, stops, -1, out cost));
        world.Dispose();
        Refused<ObjectDisposedException>("costs of a closed world", "", () => world.Costs(stops, stops));
    }

    static void TestThreads() {
        World world = NewWorld();
        double with = world.FindPath(T(2, 2), T(28, 2)).Cost;
        world.Edit(new Area(15, 0, 1, 1), 1);
        double without = world.FindPath(T(2, 2), T(28, 2)).Cost;
        int wrong = 0, asked = 0, closed = 0;
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.Length; i++) {
            threads[i] = new Thread(() => {
                try {
                    while (true) {
                        double cost = world.FindPath(T(2, 2), T(28, 2)).Cost;
                        if (cost != with && cost != without) Interlocked.Increment(ref wrong);
                        Interlocked.Increment(ref asked);
                    }
                } catch (ObjectDisposedException) { Interlocked.Increment(ref closed); }
            });
            threads[i].Start();
        }
        for (int i = 0; i < 100 || Thread.VolatileRead(ref asked) < 100; i++) world.Edit(new Area(15, 0, 1, 1), i % 2);
        world.Dispose();
        foreach (Thread thread in threads) thread.Join();
        Equal("threads", wrong, 0);
        Equal("threads whose world was closed", closed, threads.Length);
    }

    static void TestSizes(string file) {
        int seen = 0;
        foreach (string line in File.ReadAllLines(file)) {
            string[] parts = line.Split(' ');
            Type type = typeof(Native).GetNestedType(parts[0], BindingFlags.Public);
            if (type == null) throw new Exception(parts[0] + ": Native.cs lacks it");
            Equal(parts[0], Marshal.SizeOf(type), int.Parse(parts[1]));
            seen++;
        }
        Equal("structures", seen > 40, true);
    }

    static int Main(string[] args) {
        string file = args[0] + "/cs.wend";
        TestAnswers(file);
        TestMisuse(args[0], file);
        TestClosed(file);
        TestForks(file);
        TestMany();
        TestSlopes(args[0]);
        TestRelief();
        TestThreads();
        if (args.Length > 1) TestSizes(args[1]);
        Console.WriteLine("Wend.cs: {0} checks passed", passed);
        return 0;
    }
}
