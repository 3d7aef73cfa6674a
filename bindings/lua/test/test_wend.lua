-- Does wend.lua answer, keep objects alive, and refuse misuse with a clear message? test_wend.lua FOLDER, where it may write
local wend = require("wend")
local ffi = require("ffi")
local folder = arg[1]
local NAN = 0 / 0
local passed = 0

local function equal(what, got, wanted)
    if got ~= wanted then error(("%s: got %s, expected %s"):format(what, tostring(got), tostring(wanted)), 2) end
    passed = passed + 1
end
local function refused(what, pattern, call, ...)
    local ok, message = pcall(call, ...)
    if ok then error(what .. ": is not refused", 2) end
    if not tostring(message):find(pattern) then error(("%s: says '%s', expected '%s'"):format(what, tostring(message), pattern), 2) end
    passed = passed + 1
end
local function costs(width, height, of)
    local list = {}
    for y = 0, height - 1 do
        for x = 0, width - 1 do list[#list + 1] = of and of(x, y) or 1 end
    end
    return list
end
local function wall(x, y) return x == 15 and y < 18 and 0 or x > 20 and 3 or 1 end
local function new_world() return wend.from_array(costs(30, 20, wall), 30, { cost_range = { 1, 8 } }) end

-- ---- answers
local world = new_world()
local path = world:path({ 2, 2 }, { 28, 2 })
equal("outcome", path.outcome, "found")
local first_x, first_y = path:tile(1)
equal("first tile", first_x * 100 + first_y, 202)
equal("last tile", path.tiles[path.length - 1].x, 28)
local count, sum, previous_x, previous_y = 0, 0
for i, x, y in path:each() do
    count = count + 1
    equal("order", i, count)
    if previous_x then sum = sum + (x ~= previous_x and y ~= previous_y and math.sqrt(2) or 1) * world:cost_at({ x, y }) end
    previous_x, previous_y = x, y
end
equal("length", count, path.length)
equal("cost", math.abs(sum - path.cost) < 1e-6, true)
equal("waypoints", #path:waypoints() >= 2, true)
equal("connected", world:connected({ 0, 0 }, { 29, 19 }), true)
equal("the nearest of several", world:path({ 2, 2 }, { { 28, 2 }, { 4, 2 } }).goal_index, 2)
equal("no way is no error", wend.from_array({ 1, 0, 1 }, 3):path({ 0, 0 }, { 2, 0 }).outcome, "no_route")
equal("a blocked start", wend.from_array({ 0, 1, 1 }, 3):path({ 0, 0 }, { 2, 0 }).outcome, "start_blocked")
equal("snapped", wend.from_array({ 0, 1, 1 }, 3):path({ 0, 0 }, { 2, 0 }, { snap = 2 }).outcome, "found")
equal("exact is not costlier", world:path({ 2, 2 }, { 28, 2 }, { algorithm = "exact" }).cost <= path.cost, true)
equal("classes are costs", wend.from_classes(("\1"):rep(6), { [1] = 1 }, 3, 2):hash(), wend.from_array(costs(3, 2), 3):hash())

local before = world:hash()
world:edit({ 15, 0, 1, 18 }, 1)
equal("an edit opens the wall", world:path({ 2, 2 }, { 28, 2 }).cost < path.cost, true)
equal("the path before stays", path.length, count)
world:edit({ 3, 3 }, 7.5)
equal("a new cost", world:cost_at({ 3, 3 }), 7.5)
world:edit({ 3, 3 }, 1)
world:edit({ 15, 0, 1, 18 }, "blocked")
equal("refreshed", world:refresh(), true)
equal("undone", world:hash(), before)
equal("version", world:version() >= 4, true)
local id = world:add_link({ 2, 2 }, { 28, 2 }, 1, { kind = "teleport" })
equal("a link", world:path({ 2, 2 }, { 28, 2 }).length, 2)
world:remove_link(id)

local field = world:field({ { 28, 2 } })
local exact = world:path({ 2, 2 }, { 28, 2 }, { algorithm = "exact" }).cost -- in doubles, the field in integer units
equal("field", math.abs(field:cost_at({ 2, 2 }) - exact) < exact / 1000, true)
equal("behind a limit", world:field({ 28, 2 }, { limit = 5 }):cost_at({ 2, 2 }), math.huge)
local crowd = world:crowd()
local one = crowd:add({ 2.5, 2.5 }, { max_speed = 8 })
local other = crowd:add({ 4.5, 2.5 })
crowd:send(one, { 10, 10 })
crowd:tick(1 / 16, 200)
equal("arrived", crowd:state(one), "arrived")
equal("where", math.abs(crowd:position(one) - 10.5) < 0.2, true)
crowd:remove(other)
equal("left", crowd:count(), 1)

local file = folder .. "/lua.wend"
world:save(file)
local opened = wend.open(file)
equal("opened", opened:hash(), world:hash())
opened:close()

-- ---- misuse
for _, case in ipairs({
    { "no table", "from_array: expected a table of costs, got 'x'", wend.from_array, "x", 3 },
    { "no costs", "expected 1 x 3", function() wend.from_array({ 1, 1 }, 1, nil); wend.from_classes({ 1, 1 }, {}, 1, 3) end },
    { "a width that does not fit", "height: expected a whole number", wend.from_array, { 1, 1, 1 }, 2 },
    { "NaN as width", "width: expected a whole number", wend.from_array, { 1 }, NAN },
    { "width 0", "width: expected a whole number", wend.from_array, {}, 0 },
    { "NaN as cost", "tile %(1, 0%): expected a cost", wend.from_array, { 1, NAN }, 2 },
    { "a negative cost", "expected a cost, 0 or math.huge, got %-1", wend.from_array, { 1, -1 }, 2 },
    { "a text as cost", "got 'a'", wend.from_array, { 1, "a" }, 2 },
    { "costs too far apart", "wrong sizes, costs or options", wend.from_array, { 0.1, 1000 }, 2 },
    { "256 costs", "more than 255 different costs", wend.from_array, costs(20, 20, function(x, y) return 1 + x + 20 * y end), 20 },
    { "unknown option", "unknown option 'colour'", wend.from_array, { 1 }, 1, { colour = 1 } },
    { "options that are none", "expected a table of options", wend.from_array, { 1 }, 1, 5 },
    { "wrong connectivity", "connectivity: expected one of 4, 8, 8cut", wend.from_array, { 1 }, 1, { connectivity = "7" } },
    { "NaN as tile size", "tile_size: expected a number, got .*nan", wend.from_array, { 1 }, 1, { tile_size = NAN } },
    { "tile size 0", "wrong sizes", wend.from_array, { 1 }, 1, { tile_size = 0 } },
    { "wrong cluster size", "from_array: ", wend.from_array, { 1 }, 1, { cluster_size = 16 } },
    { "class 256", "classes%[1%]: expected a whole number in 0..255", wend.from_classes, { 256 }, { [1] = 1 }, 1, 1 },
    { "a missing map", "No such file", wend.bake, folder .. "/missing.png" },
    { "a number as file", "file: expected a string", wend.bake, 5 },
    { "a wrong rule", "rule: expected one of brightness", wend.bake, file, { rule = "light" } },
    { "a world as map", "bake", wend.bake, file },
    { "a missing world", "No such file", wend.open, folder .. "/missing.wend" },
    { "a zero in a name", "without zeros", wend.open, "a\0b" },
    { "start outside", "start %(30, 0%) is outside the map, which has x in 0..29 and y in 0..19", world.path, world, { 30, 0 }, { 1, 1 } },
    { "half a tile", "start: expected a tile", world.path, world, { 0.5, 0 }, { 1, 1 } },
    { "NaN as tile", "goal: expected a tile", world.path, world, { 0, 0 }, { NAN, 1 } },
    { "four numbers", "goal: expected a tile", world.path, world, { 0, 0 }, { 1, 1, 0, 1 } },
    { "a floor that is not there", "goal: there is no floor 1; the map has floors 0..0", world.path, world, { 0, 0 }, { 1, 1, 1 } },
    { "no goal", "goal: expected a tile {x, y} of whole numbers, got nil", world.path, world, { 0, 0 } },
    { "no goals", "goal: expected a tile", world.path, world, { 0, 0 }, {} },
    { "a wrong goal of several", "goals%[2%] %(99, 1%) is outside", world.path, world, { 0, 0 }, { { 1, 1 }, { 99, 1 } } },
    { "a wrong algorithm", "algorithm: expected one of astar, bfs", world.path, world, { 0, 0 }, { 1, 1 }, { algorithm = "fast" } },
    { "NaN as weight", "heuristic_weight: expected a number", world.path, world, { 0, 0 }, { 1, 1 }, { heuristic_weight = NAN } },
    { "a weight out of range", "path: a wrong option", world.path, world, { 0, 0 }, { 1, 1 }, { heuristic_weight = 99 } },
    { "a number as boolean", "smooth: expected true or false", world.path, world, { 0, 0 }, { 1, 1 }, { smooth = 1 } },
    { "an unknown profile", "profile: the world has none called 'ghost'", world.path, world, { 0, 0 }, { 1, 1 }, { profile = "ghost" } },
    { "an unknown option of a path", "path: unknown option 'speed'", world.path, world, { 0, 0 }, { 1, 1 }, { speed = 1 } },
    { "a point instead of a colon", "path: expected a world before the colon", world.path, { 0, 0 }, { 1, 1 } },
    { "a path as a world", "hash: expected a world", world.hash, path },
    { "tile 0 of a path", "tile: expected a whole number in 1..", path.tile, path, 0 },
    { "an area outside", "area: {25, 0, 6, 1} leaves the map", world.edit, world, { 25, 0, 6, 1 }, 1 },
    { "an empty area", "is empty", world.edit, world, { 1, 1, 0, 1 }, 1 },
    { "an area that overflows", "leaves the map", world.edit, world, { 2 ^ 31 - 1, 0, 2 ^ 31 - 1, 1 }, 1 },
    { "no area", "area: expected an area", world.edit, world, 5, 1 },
    { "NaN as cost of an edit", "cost: expected a number", world.edit, world, { 1, 1 }, NAN },
    { "a negative cost of an edit", "cost: expected a cost or 'blocked'", world.edit, world, { 1, 1 }, -1 },
    { "a cost out of range", "outside the range of the world", world.edit, world, { 1, 1 }, 100 },
    { "NaN as cost of a link", "cost: expected a number", world.add_link, world, { 1, 1 }, { 5, 5 }, NAN },
    { "a link into a wall", "its ends must be passable", world.add_link, world, { 1, 1 }, { 15, 2 }, 1 },
    { "a link that is none", "no link has this id", world.remove_link, world, 77 },
    { "a field without goals", "expected at least one tile", world.field, world, {} },
    { "NaN as limit", "limit: expected a number", world.field, world, { 1, 1 }, { limit = NAN } },
    { "limit 0", "limit: expected a number above 0", world.field, world, { 1, 1 }, { limit = 0 } },
    { "outside of a field", "tile %(99, 0%) is outside", field.cost_at, field, { 99, 0 } },
    { "NaN as position", "position: expected a number", crowd.add, crowd, { NAN, 1 } },
    { "a position in a wall", "a position or a body that does not fit", crowd.add, crowd, { 15.5, 2.5 } },
    { "NaN as speed", "max_speed: expected a number", crowd.add, crowd, { 1.5, 1.5 }, { max_speed = NAN } },
    { "a wide body", "does not fit", crowd.add, crowd, { 5.5, 5.5 }, { radius = 5 } },
    { "a number as agent", "expected an id that add has returned, got 1", crowd.send, crowd, 1, { 1, 1 } },
    { "a removed agent", "send: ", crowd.send, crowd, other, { 1, 1 } },
    { "where a removed agent is", "the agent was removed", crowd.position, crowd, other },
    { "a goal outside", "goal %(%-1, 0%) is outside", crowd.send, crowd, one, { -1, 0 } },
    { "NaN as time", "dt: expected a number", crowd.tick, crowd, NAN },
    { "time backwards", "dt is in %(0, 1%]", crowd.tick, crowd, -1 },
    { "a wrong option of a crowd", "crowd: unknown option", world.crowd, world, { size = 1 } },
    { "an option of a crowd out of range", "crowd: an option out of range", world.crowd, world, { max_neighbours = 99 } },
}) do
    refused(unpack(case, 1, 8))
end
equal("nothing has changed", world:hash(), before)

-- ---- a file of another version, or a damaged one
local bytes = assert(io.open(file, "rb")):read("*a")
local function with(name, content)
    local out = assert(io.open(folder .. "/" .. name, "wb"))
    out:write(content)
    out:close()
    return folder .. "/" .. name
end
refused("a world of another version", "version", wend.open, with("later.wend", bytes:sub(1, 12) .. string.char(bytes:byte(13) + 1) .. bytes:sub(14)))
local grown = wend.open(folder .. "/grown.wend") -- with a tile of ground left of column 0
equal("begins below 0", grown.left < -1 and grown.top == 0, true)
equal("ground below 0", grown:cost_at({ -1, 0 }) > 0 and grown:cost_at({ -2, 0 }) == 0, true)
grown:edit({ grown.left, 0, -grown.left, 1 }, 1)
path = grown:path({ -1, 0 }, { grown.left, 0 })
equal("tiles below 0", path.length == -grown.left and path.tiles[path.length - 1].x, grown.left)
refused("left of such a map", "x in %-%d+%.%.%d+ and y in 0%.%.", grown.cost_at, grown, { grown.left - 1, 0 })
refused("an area left of it", "leaves the map", grown.edit, grown, { grown.left - 1, 0, 2, 1 }, 1)
refused("an area right of it", "leaves the map", grown.edit, grown, { grown.left + grown.width - 1, 0, 2, 1 }, 1)
refused("half a world", "open", wend.open, with("half.wend", bytes:sub(1, #bytes / 2)))
refused("an empty world", "open", wend.open, with("empty.wend", ""))

-- ---- closed objects, and objects that need each other
for name, call in pairs({
    path = function(w) w:path({ 0, 0 }, { 1, 1 }) end, edit = function(w) w:edit({ 1, 1 }, 1) end, hash = function(w) w:hash() end,
    save = function(w) w:save(file) end, field = function(w) w:field({ 1, 1 }) end, crowd = function(w) w:crowd() end,
    refresh = function(w) w:refresh() end, cost_at = function(w) w:cost_at({ 1, 1 }) end, add_link = function(w) w:add_link({ 1, 1 }, { 2, 2 }, 1) end,
    connected = function(w) w:connected({ 1, 1 }, { 2, 2 }) end,
}) do
    local closed = new_world()
    closed:close()
    closed:close()
    refused(name .. " of a closed world", "the world is closed", call, closed)
end
local owner = new_world()
local its_field, its_crowd, its_path = owner:field({ 1, 1 }), owner:crowd(), owner:path({ 0, 0 }, { 9, 9 })
owner:close()
refused("a field of a closed world", "the world is closed", its_field.cost_at, its_field, { 1, 1 })
refused("a crowd of a closed world", "the world is closed", its_crowd.tick, its_crowd, 0.1)
equal("a path outlives its world", its_path.tiles[its_path.length - 1].x, 9)
its_path:close()
refused("a closed path", "the path is closed", its_path.tile, its_path, 1)
its_field:close()
refused("a closed field", "the field is closed", its_field.cost_at, its_field, { 1, 1 })
for _ = 1, 50 do -- collected in any order
    local w = new_world()
    local f, c = w:field({ 1, 1 }), w:crowd()
    c:add({ 1.5, 1.5 })
    if _ % 2 == 0 then w:close() end
    w, f, c = nil, nil, nil
    if _ % 10 == 0 then collectgarbage() end
end
local kept = (function() local w = new_world(); return w:field({ 28, 2 }) end)()
collectgarbage()
collectgarbage()
equal("a field keeps its world", kept:cost_at({ 28, 2 }), 0)

-- ---- many to many
local places = new_world()
local rows = places:matrix({ { 2, 2 }, { 28, 2 } }, { { 28, 2 }, { 2, 2 }, { 3, 2 } })
equal("a row for each source", #rows .. " " .. #rows[1], "2 3")
equal("a cost", rows[1][3], 1)
equal("the cost of a path", math.abs(rows[1][1] - places:path({ 2, 2 }, { 28, 2 }, { algorithm = "exact" }).cost) < 0.1, true)
equal("the nearest", places:matrix({ 2, 2 }, { { 28, 2 }, { 3, 2 } }, { nearest = 1 })[1][1], math.huge)
local taken = wend.assign({ { 1, 2, 9 }, { 1, 9, 9 }, { math.huge, math.huge, math.huge } })
equal("jobs", tostring(taken[1]) .. tostring(taken[2]) .. tostring(taken[3]), "21false")
equal("the least maximum", wend.assign({ { 5, 1 }, { 4, 2 } }, "max")[1], 2)
local order, price = places:tour({ { 10, 2 }, { 2, 2 }, { 6, 2 } }, { first = 2 })
equal("a tour", table.concat(order, " ") .. " " .. price, "2 3 1 8")
equal("a closed tour", select(2, wend.tour({ { 0, 1 }, { 2, 0 } }, { closed = true })), 3)
local cheapest, lane = places:corridor({ { 2, 2 }, { 2, 3 } }, { 6, 2 }, 0)
equal("a corridor", cheapest .. " " .. #lane, "4 5")
equal("the nearest goal", places:field({ { 2, 2 }, { 12, 2 } }):goal_index({ 11, 3 }), 2)
refused("no tiles", "sources: expected at least one tile", places.matrix, places, {}, { 1, 1 })
refused("a tile off the map", "targets", places.matrix, places, { 1, 1 }, { 99, 1 })
refused("a limit below 0", "matrix: limit", places.matrix, places, { 1, 1 }, { 2, 1 }, { limit = -1 })
refused("an option that is none", "matrix: unknown option 'most'", places.matrix, places, { 1, 1 }, { 2, 1 }, { most = 1 })
refused("a cost below 0", "expected 0 or more, got %-1", wend.assign, { { 1, -1 } })
refused("rows of several lengths", "expected 2 numbers", wend.assign, { { 1, 1 }, { 1 } })
refused("a goal that is none", "goal: expected 'sum' or 'max'", wend.assign, { { 1 } }, "best")
refused("no square", "as many columns as rows", wend.tour, { { 0, 1 } })
refused("a first stop that is none", "first: expected a whole number", wend.tour, { { 0 } }, { first = 2 })
refused("a percentage", "corridor: above", places.corridor, places, { 1, 1 }, { 2, 2 }, -1)
places:close()
refused("a matrix of a closed world", "the world is closed", places.matrix, places, { 1, 1 }, { 2, 1 })

-- ---- slopes
local hill = folder .. "/hill.pgm"
local heights = assert(io.open(hill, "wb"))
heights:write("P2 6 1 100 0 10 20 30 40 50\n")
heights:close()
local slopes = wend.bake(hill, { rule = "slope", slope = "naismith", height_scale = 2 })
local climb = slopes:path({ 0, 0 }, { 5, 0 }).cost
equal("up costs more than down", climb > slopes:path({ 5, 0 }, { 0, 0 }).cost, true)
equal("an elevation", math.abs(slopes:elevation({ 3, 0 }) - 0.6) < 0.01, true)
slopes:set_elevation({ 3, 0 }, 1.5)
equal("another elevation", math.abs(slopes:elevation({ 3, 0 }) - 1.5) < 0.01, true)
equal("over a peak", slopes:path({ 0, 0 }, { 5, 0 }).cost > climb, true)
local steep = wend.bake(hill, { rule = "slope", height_scale = 2, max_step_climb = 0.1 })
equal("too steep up", steep:path({ 0, 0 }, { 5, 0 }).outcome, "no_route")
equal("not down", steep:path({ 5, 0 }, { 0, 0 }).outcome, "found")
refused("no elevations", "set_elevation", new_world().set_elevation, new_world(), { 1, 1 }, 3)

local heights, ones, belt = {}, {}, {}
for i = 1, 40 * 10 do heights[i], ones[i], belt[i] = (i - 1) % 40 * 3, 1, 0 end
local slope = wend.from_array(ones, 40, { tile_size = 10, relief = { elevations = heights, slopes = "tobler" } })
local up, down = slope:path({ 2, 5 }, { 32, 5 }).cost, slope:path({ 32, 5 }, { 2, 5 }).cost
equal("Tobler's hiker uphill", math.abs(up / (300 * 0.6 * math.exp(3.5 * 0.35)) - 1) < 0.003, true)
equal("and downhill", math.abs(down / (300 * 0.6 * math.exp(3.5 * 0.25)) - 1) < 0.003, true)
local table_slope = wend.from_array(ones, 40, { tile_size = 10, relief = { elevations = heights, slopes = { { -1, 2 }, { 0, 1 }, { 0.25, math.huge } } } })
equal("closed up", table_slope:path({ 2, 5 }, { 32, 5 }).outcome, "no_route")
for x = 1, 40 do belt[5 * 40 + x] = 1 end
local lanes = wend.from_array(ones, 40, { relief = { lanes = belt, lane_factors = { 0.5, 1, 1, 1, math.huge } } })
equal("along a lane", math.abs(lanes:path({ 2, 5 }, { 32, 5 }).cost - 15) < 0.1, true)
equal("not against it", lanes:path({ 32, 5 }, { 2, 5 }).cost > 30, true)
refused("too few heights", "expected a table of 400 numbers", wend.from_array, ones, 40, { relief = { elevations = { 1 } } })
refused("no function", "walk", wend.from_array, ones, 40, { relief = { elevations = heights, slopes = "walk" } })
refused("no field", "there is no", wend.from_array, ones, 40, { relief = { height = heights } })

-- ---- forks and snapshots
local base = new_world()
local unchanged = base:hash()
local fork, snapshot = base:fork(), base:snapshot()
equal("a fork", fork:hash(), unchanged)
base:edit({ 15, 0, 1, 18 }, 1)
base:refresh()
equal("a fork does not see edits", fork:hash(), unchanged)
equal("nor does a snapshot", snapshot:hash(), unchanged)
equal("it plans on what it has", snapshot:path({ 2, 2 }, { 28, 2 }).cost > base:path({ 2, 2 }, { 28, 2 }).cost, true)
fork:edit({ 15, 0, 1, 18 }, 1)
fork:refresh()
equal("both edited alike", fork:hash(), base:hash())
refused("an edit of a snapshot", "edit: ", snapshot.edit, snapshot, { 1, 1 }, "blocked")
refused("a cost that is new to a snapshot", "edit: ", snapshot.edit, snapshot, { 1, 1 }, 5)
snapshot:save(file)
equal("a saved snapshot", wend.open(file):hash(), unchanged)
base:close()
equal("a snapshot outlives its world", snapshot:hash(), unchanged)
refused("a fork of a closed world", "the world is closed", base.fork, base)
refused("a snapshot of a closed world", "the world is closed", base.snapshot, base)
equal("a field of it", snapshot:field({ 28, 2 }):cost_at({ 28, 2 }), 0)
snapshot:close()
equal("a fork outlives both", fork:path({ 2, 2 }, { 28, 2 }).outcome, "found")
fork:close()

-- ---- threads: coroutines are one thread of C, so they may take turns on one world
local turns = {}
for i = 1, 4 do
    turns[i] = coroutine.wrap(function()
        for x = 1, 20 do
            coroutine.yield(world:path({ 2, 2 }, { x % 14, i }).cost)
        end
    end)
end
for x = 1, 20 do
    for i = 1, 4 do equal("a coroutine", turns[i](), world:path({ 2, 2 }, { x % 14, i }).cost) end
end
package.loaded.wend = nil
equal("loaded again", require("wend").from_array({ 1, 1 }, 2):path({ 0, 0 }, { 1, 0 }).outcome, "found")
equal("unguarded functions", ffi.string(wend.lib.wend_version_string()), wend.version)
print(("wend.lua: %d checks passed"):format(passed))
