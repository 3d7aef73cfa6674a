// The same as answers.c by Wend.cs: answers.exe MAP FOLDER [QUERIES]
using System;
using System.Diagnostics;
using System.Globalization;
using Wend;

static class Answers {
    static readonly Tile Start = new Tile(150, 200), Goal = new Tile(830, 220);

    static void PrintPath(string name, World world) {
        Path path = world.FindPath(Start, Goal);
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0} {1:x16} {2} {3:x16} {4:F6} {5}", name, world.Hash,
                                        path.Outcome.ToString().ToLowerInvariant(), path.Hash, path.Cost, path.Tiles.Length));
    }

    static void Main(string[] args) {
        int queries = args.Length > 2 ? int.Parse(args[2]) : 0;
        using (World world = World.Bake(args[0])) {
            PrintPath("bake", world);
            world.Save(args[1] + "/answers_cs.wend");
            using (World opened = World.Open(args[1] + "/answers_cs.wend")) PrintPath("open", opened);

            using (Field field = new Field(world, new[] { Goal }, 400)) {
                Tile next, at = new Tile(753, 313);
                field.Next(at, out next);
                Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "field {0:F6} {1},{2} {3}", field.CostAt(at), next.X, next.Y, field.Count));
            }

            using (Crowd crowd = new Crowd(world)) {
                for (int i = 0; i < 20; i++) crowd.Send(crowd.Add(new Position(150.5f + i % 5, 200.5f + i / 5)), Goal);
                for (int i = 0; i < 120; i++) crowd.Tick(1.0f / 16);
                Console.WriteLine("crowd {0:x16}", crowd.Hash);
            }

            world.Block(new Area(400, 505, 30, 30));
            world.Refresh();
            PrintPath("edit", world);

            if (queries > 0) {
                TimeSpan from = Process.GetCurrentProcess().TotalProcessorTime;
                for (int i = 0; i < queries; i++) world.FindPath(new Tile(150 + i % 7, 200), Goal);
                double us = (Process.GetCurrentProcess().TotalProcessorTime - from).TotalMilliseconds * 1000 / queries;
                Console.Error.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0:F1} us a query", us));
            }
        }
    }
}
