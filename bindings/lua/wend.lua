-- wend.lua: Wend for LuaJIT: worlds, paths, edits, fields and crowds by its FFI. One file: the build puts the plain header of
-- the C library into it. docs/bindings.md and bindings/lua/README.md say how it is used.
local ffi = require("ffi")
local declarations = nil -- wend_ffi.h

local wend = {}
if not declarations then error("wend: this is the source of wend.lua; use the file that the build makes (bindings/lua/wend.lua)") end
if not pcall(ffi.typeof, "wend_world") then ffi.cdef(declarations) end -- once, also when a game loads this file again
local C = ffi.C

-- ---- the library

local function load_library()
    local version = C.WEND_VERSION_MAJOR .. "." .. C.WEND_VERSION_MINOR
    local named = os.getenv("WEND_LIBRARY")
    local names = named and { named } or { "wend_ffi", "wend_import", "libwend_import.so." .. version }
    local why = {}
    for _, name in ipairs(names) do
        local found, library = pcall(ffi.load, name)
        if found then
            local there = ffi.string(library.wend_version_string())
            if there:sub(1, #version + 1) == version .. "." then return library end
            library = ("%s is version %s, expected %s"):format(name, there, version)
        end
        why[#why + 1] = tostring(library)
    end
    error("wend: no library (set WEND_LIBRARY to libwend_ffi): " .. table.concat(why, "; "), 0)
end
local lib = load_library()
--- Every function of the plain header, unguarded.
wend.lib = lib
wend.version = ffi.string(lib.wend_version_string())

-- ---- arguments and errors

local function fail(text, ...) error("wend: " .. text:format(...), 0) end

local function describe(value)
    if type(value) == "string" then return ("'%s'"):format(value) end
    if type(value) == "number" then return ("%.17g"):format(value) end
    if type(value) ~= "table" then return type(value) end
    local parts = {}
    for i = 1, math.min(#value, 6) do parts[i] = type(value[i]) == "table" and "{...}" or describe(value[i]) end
    return "{" .. table.concat(parts, ", ") .. "}"
end

local function is_whole(value) return type(value) == "number" and value == math.floor(value) and math.abs(value) < 2 ^ 31 end

local function whole(value, name, least, most)
    if not is_whole(value) or value < least or value > most then
        fail("%s: expected a whole number in %d..%d, got %s", name, least, most, describe(value))
    end
    return value
end

local function number(value, name)
    if type(value) ~= "number" or value ~= value then fail("%s: expected a number, got %s", name, describe(value)) end
    return value
end

local function text(value, name)
    if type(value) ~= "string" or value:find("\0", 1, true) then fail("%s: expected a string without zeros, got %s", name, describe(value)) end
    return value
end

local function check(result, name, err)
    if result == C.WEND_OK then return end
    local said = err and err.result ~= 0 and ffi.string(err.text) or ffi.string(lib.wend_result_string(result))
    fail("%s: %s", name, said)
end

local function names_of(...)
    local numbers = {}
    for i, name in ipairs({ ... }) do numbers[name] = i - 1 end
    return numbers
end
local function named(count, name_of)
    local numbers = {}
    for i = 0, count - 1 do numbers[ffi.string(name_of(i))] = i end
    return numbers
end
local CONNECTIVITIES = names_of("8", "4", "8cut", "hex-odd-r", "hex-even-r", "hex-odd-q", "hex-even-q")
local ALGORITHMS = names_of("hpa", "exact", "astar", "dijkstra", "bfs", "greedy")
local HEURISTICS = names_of("octile", "manhattan", "chebyshev", "euclidean", "none")
local WORDS = { -- options whose values are words
    connectivity = CONNECTIVITIES, algorithm = ALGORITHMS, heuristic = HEURISTICS,
    rule = named(C.WEND_RULE_COUNT, lib.wend_image_rule_name), channel = named(C.WEND_CHANNEL_COUNT, lib.wend_channel_name),
    ros_mode = named(C.WEND_ROS_MODE_COUNT, lib.wend_ros_mode_name),
    downscale_by = named(C.WEND_DOWNSCALE_COUNT, lib.wend_downscale_name),
    kind = named(C.WEND_LINK_KIND_COUNT, lib.wend_link_kind_string),
}

local function word(value, name)
    local number_of = WORDS[name][value]
    if not number_of then
        local known = {}
        for key in pairs(WORDS[name]) do known[#known + 1] = key end
        table.sort(known)
        fail("%s: expected one of %s, got %s", name, table.concat(known, ", "), describe(value))
    end
    return number_of
end

-- Sets fields of a structure by the options of the same name. allowed: their types; "word", "whole", "number", "boolean",
-- "string". The strings must live as long as the structure is used: the caller keeps the options.
local function set_fields(structure, options, allowed, call)
    for name, value in pairs(options or {}) do
        local kind = allowed[name]
        if not kind then fail("%s: unknown option '%s'", call, tostring(name)) end
        if kind == "word" then structure[name] = word(value, name)
        elseif kind == "whole" then structure[name] = whole(value, name, -2 ^ 31, 2 ^ 31 - 1)
        elseif kind == "number" then structure[name] = number(value, name)
        elseif kind == "string" then structure[name] = text(value, name)
        elseif kind == "boolean" then
            if type(value) ~= "boolean" then fail("%s: expected true or false, got %s", name, describe(value)) end
            structure[name] = value
        elseif kind == "vec2" then
            if type(value) ~= "table" then fail("%s: expected {x, y}, got %s", name, describe(value)) end
            structure[name].x, structure[name].y = number(value[1], name), number(value[2], name)
        end
    end
end

local function check_options(options, call)
    if options ~= nil and type(options) ~= "table" then fail("%s: expected a table of options, got %s", call, describe(options)) end
    return options or {}
end

-- ---- objects: who owns what

-- Owns an object of C, which is destroyed once it was closed or collected and no other object needs it.
local Handle = {}
Handle.__index = Handle

local function release(handle)
    if handle.open or handle.users > 0 or not handle.pointer then return end
    handle.destroy(handle.pointer)
    handle.pointer = nil
    for _, parent in ipairs(handle.parents) do
        parent.users = parent.users - 1
        release(parent)
    end
end

local function new_handle(pointer, destroy, name, ...)
    local handle = setmetatable({ pointer = pointer, destroy = destroy, name = name, users = 0, open = true, parents = { ... } }, Handle)
    for _, parent in ipairs(handle.parents) do parent.users = parent.users + 1 end
    -- The guard, not the handle, is what the objects of Lua keep: when the last of them is collected, so is the guard.
    return ffi.gc(ffi.new("char[1]"), function()
        handle.open = false
        release(handle)
    end), handle
end

function Handle:get()
    if not self.open then fail("the %s is closed", self.name) end
    for _, parent in ipairs(self.parents) do parent:get() end
    return self.pointer
end

local function close(object)
    local handle = object.handle
    handle.open = false
    release(handle)
end

local function class(name)
    local methods = { close = close }
    methods.__index = function(object, key)
        local getter = methods["get_" .. tostring(key)]
        if getter then return getter(object) end
        return methods[key]
    end
    methods.__name = name
    methods.__tostring = function(object) return ("<wend %s%s>"):format(name, object.handle.open and "" or ", closed") end
    return methods
end
local World, Path, Field, Crowd = class("world"), class("path"), class("field"), class("crowd")

local function object(methods, create, destroy, name, ...)
    local out = ffi.new("void*[1]")
    create(out)
    local guard, handle = new_handle(out[0], destroy, name, ...)
    return setmetatable({ guard = guard, handle = handle }, methods)
end

local function pointer(self, methods, call)
    if type(self) ~= "table" or getmetatable(self) ~= methods then
        fail("%s: expected a %s before the colon, got %s", call, methods.__name, describe(self))
    end
    return self.handle:get()
end

local function hex(hash)
    return ("%08x%08x"):format(tonumber(hash / 4294967296ULL), tonumber(hash % 4294967296ULL))
end

-- ---- worlds

local IMPORT = {
    rule = "word", channel = "word", blocked_below = "number", transparent_below = "number", negate = "boolean", cheapest = "number",
    costliest = "number", ros_mode = "word", occupied_thresh = "number", free_thresh = "number", unknown_cost = "number",
    legend = "string", height_scale = "number", max_climb = "number", slope = "string",
    max_step_climb = "number", max_step_drop = "number", jump_down = "number", jump_across = "whole", deck = "string", headroom = "number", sea_level = "number", gdal = "string", band = "whole",
    cost_scale = "number", darkest_value = "number", brightest_value = "number", downscale = "whole", downscale_by = "word",
    connectivity = "word", resolution = "number", origin = "vec2", swamp_cost = "number", water_cost = "number", letters = "string",
    fill_short = "boolean", cost_property = "string", collision = "string", links = "string", walls = "string", lanes = "string", lane_costs = "string",
    thin_walls = "boolean", outside = "boolean", root = "string",
}
local GRID = { connectivity = "word", tile_size = "number", origin = "vec2" }
local BUILD = { cluster_size = "whole", level_count = "whole" }

-- Takes the options of wend_world_def out of a copy of all options.
local function split(options, call)
    local others, build = {}, {}
    for name, value in pairs(check_options(options, call)) do
        if BUILD[name] then build[name] = value else others[name] = value end
    end
    return others, build
end

local function finish_world(world)
    world.grid = lib.wend_world_grid(world.handle.pointer)
    local map = lib.wend_grid_area(world.grid)
    world.left, world.top = map.x, map.y -- others than 0 where ground was added
    world.width, world.height = map.width, map.height
    world.floors = lib.wend_grid_floors(world.grid)
    world.children = setmetatable({}, { __mode = "k" })
    local def, out = lib.wend_default_search_def(), ffi.new("wend_search*[1]")
    check(lib.wend_search_create(def, out), "search")
    world.search = ffi.gc(out[0], lib.wend_search_destroy)
    return world
end

local function build_world(grid, build, call)
    local slot = ffi.new("wend_grid*[1]", grid)
    local ok, world = pcall(object, World, function(out)
        local def = lib.wend_default_world_def()
        set_fields(def, build, BUILD, call)
        check(lib.wend_world_build(slot, def, ffi.cast("wend_world**", out)), call)
    end, lib.wend_world_destroy, "world")
    if not ok then
        lib.wend_grid_destroy(slot[0])
        error(world, 0)
    end
    return finish_world(world)
end

-- An array of C from a table with a number for each tile.
local function plane(values, count, ctype, name)
    if type(values) ~= "table" or #values ~= count then
        fail("%s: expected a table of %d numbers, one for each tile, got %s", name, count, type(values) == "table" and #values or describe(values))
    end
    local made = ffi.new(ctype, count)
    for i = 1, count do
        if type(values[i]) ~= "number" then fail("%s[%d]: expected a number, got %s", name, i, describe(values[i])) end
        made[i - 1] = values[i]
    end
    return made
end

local RELIEF = { elevations = true, slopes = true, lanes = true, lane_factors = true, max_climb = true, max_drop = true, unit_length = true }

-- Gives a grid a relief: see wend/relief.h.
local function set_relief(grid, relief, count)
    local def, slopes = lib.wend_default_relief_def(), relief.slopes
    for name in pairs(relief) do
        if not RELIEF[name] then fail("relief: there is no %s", describe(name)) end
    end
    local elevations = relief.elevations and plane(relief.elevations, count, "float[?]", "relief.elevations")
    local lanes = relief.lanes and plane(relief.lanes, count, "uint8_t[?]", "relief.lanes")
    local points, err = ffi.new("wend_slope_point[?]", type(slopes) == "table" and #slopes + 1 or C.WEND_MAX_SLOPE_POINTS), ffi.new("wend_error")
    if type(slopes) == "string" then
        local point_count = ffi.new("int32_t[1]")
        check(lib.wend_slope_points(slopes, points, point_count, ffi.new("char[8]"), err), "relief.slopes", err)
        def.slope_count, def.unit_length = point_count[0], 1
    elseif type(slopes) == "table" then
        for i, point in ipairs(slopes) do
            if type(point) ~= "table" then fail("relief.slopes[%d]: expected {slope, factor}, got %s", i, describe(point)) end
            points[i - 1].slope, points[i - 1].factor = number(point[1], "slope"), point[2] == math.huge and math.huge or number(point[2], "factor")
        end
        def.slope_count = #slopes
    elseif slopes ~= nil then fail("relief.slopes: expected the name of a function or a table of {slope, factor}, got %s", describe(slopes)) end
    for i, factor in ipairs(relief.lane_factors or {}) do
        if i > C.WEND_LANE_ANGLES then fail("relief.lane_factors: expected %d numbers", C.WEND_LANE_ANGLES) end
        def.lane_factors[i - 1] = factor
    end
    for _, name in ipairs { "max_climb", "max_drop", "unit_length" } do
        if relief[name] ~= nil then def[name] = number(relief[name], "relief." .. name) end
    end
    def.elevations, def.lanes, def.slopes = elevations, lanes, points
    check(lib.wend_grid_set_relief(grid, def), "relief: values out of range")
end

local function create_grid(width, height, classes, costs, options, call)
    local def = lib.wend_default_grid_def()
    local range, relief = options.cost_range, options.relief
    options.cost_range, options.relief = nil, nil
    if relief ~= nil and type(relief) ~= "table" then fail("relief: expected a table, got %s", describe(relief)) end
    set_fields(def, options, GRID, call)
    if range ~= nil then
        if type(range) ~= "table" then fail("cost_range: expected {least, greatest}, got %s", describe(range)) end
        def.least_cost, def.greatest_cost = number(range[1], "cost_range"), number(range[2], "cost_range")
    end
    def.width, def.height, def.classes = width, height, classes
    ffi.fill(def.class_costs, ffi.sizeof(def.class_costs))
    for class_number, cost in pairs(costs) do def.class_costs[class_number] = cost end
    local out = ffi.new("wend_grid*[1]")
    check(lib.wend_grid_create(def, out), call .. ": wrong sizes, costs or options")
    if relief then
        local ok, problem = pcall(set_relief, out[0], relief, width * height)
        if not ok then
            lib.wend_grid_destroy(out[0])
            error(problem, 0)
        end
    end
    return out[0]
end

local function sizes(count, width, height, call)
    whole(width, call .. ": width", 1, C.WEND_MAX_SIDE)
    if height == nil then height = count / width end
    whole(height, call .. ": height", 1, C.WEND_MAX_SIDE)
    if count ~= width * height then fail("%s: expected %d x %d tiles, got %d", call, width, height, count) end
    return width, height
end

--- costs: a table of numbers, row by row, what it costs to enter a tile; 0 and math.huge block. At most 255 different ones.
--- options: connectivity, tile_size, origin, cost_range = {least, greatest} of costs that edits may give, cluster_size,
--- level_count, and relief, which makes steps cost by their direction: a table of elevations (metres, row by row), slopes (the
--- name of a function such as "tobler", or {{slope, factor}, ...}), max_climb, max_drop, unit_length, lanes (row by row, 0 to 8)
--- and lane_factors: see wend/relief.h.
function wend.from_array(costs, width, options)
    local call = "from_array"
    if type(costs) ~= "table" then fail("%s: expected a table of costs, got %s", call, describe(costs)) end
    local w, h = sizes(#costs, width, nil, call)
    local classes, known, table_of_costs, count = ffi.new("uint8_t[?]", w * h), {}, {}, 0
    for i = 1, w * h do
        local cost = costs[i]
        if type(cost) ~= "number" or cost ~= cost or cost < 0 then
            fail("%s: tile (%d, %d): expected a cost, 0 or math.huge, got %s", call, (i - 1) % w, math.floor((i - 1) / w), describe(cost))
        end
        if cost ~= 0 and cost ~= math.huge then
            local class_number = known[cost]
            if not class_number then
                count = count + 1
                if count > 255 then fail("%s: more than 255 different costs; round them, or use from_classes", call) end
                class_number = count
                known[cost], table_of_costs[count] = count, cost
            end
            classes[i - 1] = class_number
        end
    end
    local others, build = split(options, call)
    return build_world(create_grid(w, h, classes, table_of_costs, others, call), build, call)
end

--- classes: a table of terrain classes 0..255, row by row, or a string of bytes; class_costs[class]: the cost of each; 0
--- is always blocked.
function wend.from_classes(classes, class_costs, width, height, options)
    local call = "from_classes"
    if type(classes) ~= "table" and type(classes) ~= "string" then
        fail("%s: expected a table or a string of classes, got %s", call, describe(classes))
    end
    if type(class_costs) ~= "table" then fail("%s: expected a table of costs, got %s", call, describe(class_costs)) end
    local w, h = sizes(#classes, width, height, call)
    local bytes = ffi.new("uint8_t[?]", w * h)
    if type(classes) == "string" then ffi.copy(bytes, classes, w * h)
    else
        for i = 1, w * h do bytes[i - 1] = whole(classes[i], "classes[" .. i .. "]", 0, 255) end
    end
    for class_number, cost in pairs(class_costs) do
        whole(class_number, "a class", 0, 255)
        number(cost, "class_costs[" .. class_number .. "]")
    end
    local others, build = split(options, call)
    return build_world(create_grid(w, h, bytes, class_costs, others, call), build, call)
end

--- Reads a map of any format and builds its world. options: those of wend_import_def that are numbers or words (wend/import.h).
function wend.bake(file, options)
    text(file, "bake: file")
    local others, build = split(options, "bake")
    local def, err, out = lib.wend_default_import_def(), ffi.new("wend_error"), ffi.new("wend_grid*[1]")
    set_fields(def, others, IMPORT, "bake")
    check(lib.wend_import_file(file, def, out, nil, err), "bake " .. file, err)
    return build_world(out[0], build, "bake")
end

--- Opens a .wend file; it is mapped, so it takes a millisecond at any size.
function wend.open(file)
    text(file, "open: file")
    local err = ffi.new("wend_error")
    return finish_world(object(World, function(out)
        check(lib.wend_world_map(file, nil, ffi.cast("wend_world**", out), err), "open " .. file, err)
    end, lib.wend_world_destroy, "world"))
end

local function is_inside(world, x, y) return x >= world.left and y >= world.top and x < world.left + world.width and y < world.top + world.height end

local function tile(world, value, name)
    local floor = type(value) == "table" and value[3] or 0
    if type(value) ~= "table" or not is_whole(value[1]) or not is_whole(value[2]) or not is_whole(floor) or value[4] ~= nil then
        fail("%s: expected a tile {x, y} of whole numbers, got %s", name, describe(value))
    end
    if not is_inside(world, value[1], value[2]) then
        fail("%s (%d, %d) is outside the map, which has x in %d..%d and y in %d..%d", name, value[1], value[2],
            world.left, world.left + world.width - 1, world.top, world.top + world.height - 1)
    end
    if floor < 0 or floor >= world.floors then fail("%s: there is no floor %d; the map has floors 0..%d", name, floor, world.floors - 1) end
    return ffi.new("wend_tile", value[1], value[2], floor)
end

local function tiles_of(world, list, name)
    if type(list) ~= "table" or #list == 0 then fail("%s: expected at least one tile, got %s", name, describe(list)) end
    local out = ffi.new("wend_tile[?]", #list)
    for i, value in ipairs(list) do out[i - 1] = tile(world, value, ("%s[%d]"):format(name, i)) end
    return out, #list
end

local function area_of(value, name)
    if type(value) == "table" and (#value == 2 or #value == 3) then value = { value[1], value[2], 1, 1, value[3] } end
    if type(value) ~= "table" or #value < 4 or #value > 5 then fail("%s: expected an area {x, y, width, height} or a tile {x, y}, got %s", name, describe(value)) end
    for i = 1, 4 do whole(value[i], name, -2 ^ 31, 2 ^ 31 - 1) end
    return ffi.new("wend_rect", value[1], value[2], value[3], value[4], whole(value[5] or 0, name, 0, C.WEND_MAX_FLOORS - 1))
end

--- The hash of all that a query can see, as wend_world_hash in C.
function World:hash() return hex(lib.wend_world_hash(pointer(self, World, "hash"))) end
--- Writes a .wend file. What edits have left pending is recomputed before.
function World:save(file)
    local err = ffi.new("wend_error")
    lib.wend_world_refresh(pointer(self, World, "save"), 0, nil) -- a snapshot stays as it is
    check(lib.wend_world_save(pointer(self, World, "save"), text(file, "save: file"), err), "save", err)
end
--- The cost of a tile; 0: blocked.
function World:cost_at(at)
    pointer(self, World, "cost_at")
    return lib.wend_grid_class_costs(self.grid)[lib.wend_grid_class(self.grid, tile(self, at, "tile"))]
end
--- Does a path lead from one tile to the other? Decided without a search.
function World:connected(from, to)
    local world = pointer(self, World, "connected")
    return lib.wend_world_connected(world, tile(self, from, "start"), tile(self, to, "goal"))
end
--- How often the world was edited.
function World:version() return tonumber(lib.wend_world_version(pointer(self, World, "version"))) end

local QUERY = {
    algorithm = "word", heuristic = "word", heuristic_weight = "number", smooth = "boolean", body_radius = "number", snap = "number",
    partial = "boolean", first_tiles = "whole", goal_class = "whole", reopen = "boolean", until_proven = "boolean",
    hex_diagonals = "boolean",
}

--- A path from a tile to a tile, or to the nearest of several: {{x, y}, ...}. options: those of wend_query, and profile, the
--- name of one; with goal_class, goal is nil.
function World:path(start, goal, options)
    local world = pointer(self, World, "path")
    local others = {}
    for name, value in pairs(check_options(options, "path")) do others[name] = value end
    local first = tile(self, start, "start")
    local several = type(goal) == "table" and type(goal[1]) == "table"
    local by_class = goal == nil and others.goal_class ~= nil
    local query = lib.wend_default_query(first, (several or by_class) and first or tile(self, goal, "goal"))
    local goals
    if several then
        goals, query.goal_count = tiles_of(self, goal, "goals")
        query.goals = goals
    end
    if others.profile ~= nil then
        query.profile = lib.wend_world_find_profile(world, text(others.profile, "profile"))
        if query.profile < 0 then fail("profile: the world has none called '%s'", others.profile) end
        others.profile = nil
    end
    set_fields(query, others, QUERY, "path")
    local path = object(Path, function(out) check(lib.wend_path_create(nil, ffi.cast("wend_path**", out)), "path") end,
        lib.wend_path_destroy, "path")
    check(lib.wend_find_path(self.search, world, query, path.handle.pointer, nil), "path: a wrong option")
    local c, count = path.handle.pointer, ffi.new("int32_t[1]")
    path.outcome, path.cost = ffi.string(lib.wend_outcome_string(lib.wend_path_outcome(c))), lib.wend_path_cost(c)
    path.goal_index = lib.wend_path_goal(c) + 1
    lib.wend_path_tiles(c, count)
    path.length = count[0]
    return path
end

--- Of a path: outcome ("found", "partial", ...), cost, length (tiles), goal_index, and these.
function Path:hash() return hex(lib.wend_path_hash(pointer(self, Path, "hash"))) end
--- The borrowed array of C: tiles[0].x to tiles[length - 1].y. Valid while the path is reachable and open.
function Path:get_tiles() return lib.wend_path_tiles(pointer(self, Path, "tiles"), ffi.new("int32_t[1]")) end
--- x, y and floor of the i-th tile, from 1.
function Path:tile(i)
    local tiles = self.tiles
    whole(i, "tile", 1, self.length)
    return tiles[i - 1].x, tiles[i - 1].y, tiles[i - 1].floor
end
--- for i, x, y in path:each() do ... end
function Path:each()
    pointer(self, Path, "each")
    return function(path, i)
        if i < path.length then return i + 1, path:tile(i + 1) end
    end, self, 0
end
--- A table of {x, y}: positions to walk along in straight lines.
function Path:waypoints()
    local count, list = ffi.new("int32_t[1]"), {}
    local points = lib.wend_path_waypoints(pointer(self, Path, "waypoints"), count)
    for i = 0, count[0] - 1 do list[i + 1] = { points[i].x, points[i].y } end
    return list
end

-- The class that stands for a cost: one that has it, or one that no tile uses.
local function class_of(world, cost)
    local costs, counts = lib.wend_grid_class_costs(world.grid), lib.wend_grid_class_counts(world.grid)
    local wanted, free = ffi.new("float[1]", cost)[0], nil
    if wanted == 0 or wanted == math.huge then return 0 end
    for i = 1, 255 do
        if costs[i] == wanted then return i end
        if not free and counts[i] == 0 then free = i end
    end
    if not free then fail("edit: all 255 classes are in use, and none has the cost %g", cost) end
    local result = lib.wend_world_set_class_cost(world.handle:get(), 0, free, cost)
    if result == C.WEND_ERROR_LIMIT then
        fail("edit: the cost %g is outside the range of the world (cost_range of from_array)", cost)
    end
    check(result, "edit")
    return free
end

local function area_on(world, area)
    local rect = area_of(area, "area")
    local left, top = rect.x - world.left, rect.y - world.top
    if rect.width < 1 or rect.height < 1 or left < 0 or top < 0 or left > world.width - rect.width or top > world.height - rect.height
        or rect.floor >= world.floors then
        fail("area: %s leaves the map of %d x %d tiles, or is empty", describe(area), world.width, world.height)
    end
    return rect
end

--- Gives all tiles of an area {x, y, width, height}, or a tile {x, y}, a cost or "blocked". Repairs what is near it.
function World:edit(area, cost)
    local world = pointer(self, World, "edit")
    if cost ~= "blocked" then
        if number(cost, "cost") < 0 then fail("cost: expected a cost or 'blocked', got %s", describe(cost)) end
    end
    local rect = area_on(self, area)
    local edit = lib.wend_edit_tiles(rect, cost == "blocked" and 0 or class_of(self, cost))
    check(lib.wend_world_edit(world, edit, 1, nil), "edit")
end
--- Gives all tiles of an area, or a tile, an elevation in metres, where the world has elevations.
function World:set_elevation(area, elevation)
    local world = pointer(self, World, "set_elevation")
    local edit = lib.wend_edit_elevation(area_on(self, area), number(elevation, "elevation"))
    check(lib.wend_world_edit(world, edit, 1, nil), "set_elevation")
end
--- The elevation of a tile in metres; 0 on a level map.
function World:elevation(at)
    return lib.wend_grid_elevation(lib.wend_world_grid(pointer(self, World, "elevation")), tile(self, at, "tile"))
end
--- Adds a link from one tile to another; options: kind, duration. Returns its id.
function World:add_link(from, to, cost, options)
    local world = pointer(self, World, "add_link")
    local link, id = lib.wend_default_link(tile(self, from, "from"), tile(self, to, "to"), number(cost, "cost")), ffi.new("int32_t[1]")
    set_fields(link, check_options(options, "add_link"), { kind = "word", duration = "number", enabled = "boolean" }, "add_link")
    check(lib.wend_world_add_link(world, link, id), "add_link: its ends must be passable, its cost in 0..65536")
    return id[0]
end
function World:remove_link(id)
    check(lib.wend_world_remove_link(pointer(self, World, "remove_link"), whole(id, "id", 0, 2 ^ 31 - 1)), "remove_link: no link has this id")
end
--- Recomputes what edits have left pending; true when nothing is.
function World:refresh(most_clusters)
    local done = ffi.new("bool[1]")
    check(lib.wend_world_refresh(pointer(self, World, "refresh"), whole(most_clusters or 0, "most_clusters", 0, 2 ^ 31 - 1), done), "refresh")
    return done[0]
end

local function another(self, name, call)
    local world = pointer(self, World, name)
    return finish_world(object(World, function(out) check(call(world, ffi.cast("wend_world**", out)), name) end,
        lib.wend_world_destroy, "world"))
end
--- Another world of the same map: edits of one are not seen by the other. It takes microseconds, and each edit afterwards
--- copies only what lies around it.
function World:fork() return another(self, "fork", lib.wend_world_fork) end
--- The world as it is now, and stays: an edit of a snapshot is an error.
function World:snapshot() return another(self, "snapshot", lib.wend_world_snapshot) end

-- ---- fields

--- The cost from every tile to the nearest of some goals. options: limit, from = true: from them to every tile.
function World:field(goals, options)
    pointer(self, World, "field")
    local opts = check_options(options, "field")
    for name in pairs(opts) do
        if name ~= "limit" and name ~= "from" then fail("field: unknown option '%s'", tostring(name)) end
    end
    if type(goals) == "table" and type(goals[1]) == "number" then goals = { goals } end
    local list, count = tiles_of(self, goals, "goals")
    local limit = opts.limit == nil and math.huge or number(opts.limit, "limit")
    if limit <= 0 then fail("limit: expected a number above 0, got %s", describe(limit)) end
    local field = object(Field, function(out) check(lib.wend_field_create(nil, ffi.cast("wend_field**", out)), "field") end,
        lib.wend_field_destroy, "field", self.handle)
    field.world = self
    check(lib.wend_field_fill(field.handle.pointer, self.grid, opts.from and C.WEND_FIELD_FROM or C.WEND_FIELD_TO, list, count, limit), "field")
    return field
end
--- math.huge: no path, or none within the limit.
function Field:cost_at(at) return lib.wend_field_cost(pointer(self, Field, "cost_at"), tile(self.world, at, "tile")) end
--- The next tile on the path, as x, y; the tile itself at its end; nil without a path.
function Field:next(at)
    local out = ffi.new("wend_tile[1]")
    if lib.wend_field_next_tile(pointer(self, Field, "next"), tile(self.world, at, "tile"), out) then return out[0].x, out[0].y end
end
function Field:count() return tonumber(lib.wend_field_tiles(pointer(self, Field, "count"), nil, 0)) end

--- The index of the nearest goal, from 1; nil without a path.
function Field:goal_index(at)
    local index = lib.wend_field_end(pointer(self, Field, "goal_index"), tile(self.world, at, "tile"))
    if index >= 0 then return index + 1 end
end

-- ---- many to many

-- One tile, or a list of tiles.
local function ends_of(world, list, name)
    if type(list) == "table" and type(list[1]) == "number" then list = { list } end
    return tiles_of(world, list, name)
end

--- The costs of the paths from each source to each target: a list for each source; math.huge where there is no path.
--- options: limit, nearest, exact.
function World:matrix(sources, targets, options)
    local world = pointer(self, World, "matrix")
    local from, from_count = ends_of(self, sources, "sources")
    local to, to_count = ends_of(self, targets, "targets")
    local def = lib.wend_default_matrix_def()
    set_fields(def, check_options(options, "matrix"), { limit = "number", nearest = "whole", exact = "boolean" }, "matrix")
    if not self.matrices then -- keeps what it computes of the map for the next call
        local out = ffi.new("wend_matrix_search*[1]")
        check(lib.wend_matrix_search_create(nil, out), "matrix")
        self.matrices = ffi.gc(out[0], lib.wend_matrix_search_destroy)
    end
    local costs = ffi.new("double[?]", from_count * to_count)
    check(lib.wend_cost_matrix(self.matrices, world, from, from_count, to, to_count, def, costs), "matrix: limit or nearest out of range")
    local rows = {}
    for i = 1, from_count do
        rows[i] = {}
        for k = 1, to_count do rows[i][k] = costs[(i - 1) * to_count + k - 1] end
    end
    return rows
end

-- A matrix in C, its rows and columns.
local function costs_of(rows)
    if type(rows) ~= "table" or type(rows[1]) ~= "table" or #rows[1] == 0 then fail("costs: expected a list of rows, got %s", describe(rows)) end
    local columns = #rows[1]
    local costs = ffi.new("double[?]", #rows * columns)
    for i, row in ipairs(rows) do
        if type(row) ~= "table" or #row ~= columns then fail("costs[%d]: expected %d numbers, got %s", i, columns, describe(row)) end
        for k, cost in ipairs(row) do
            if number(cost, ("costs[%d][%d]"):format(i, k)) < 0 then fail("costs[%d][%d]: expected 0 or more, got %s", i, k, describe(cost)) end
            costs[(i - 1) * columns + k - 1] = cost
        end
    end
    return costs, #rows, columns
end

--- By row, an agent, the column of its job, from 1; false: none. goal: "sum" (the sum of the costs is least) or "max".
function wend.assign(rows, goal)
    local goals = { sum = C.WEND_ASSIGN_LEAST_SUM, max = C.WEND_ASSIGN_LEAST_MAXIMUM }
    local costs, agents, jobs = costs_of(rows)
    if not goals[goal or "sum"] then fail("goal: expected 'sum' or 'max', got %s", describe(goal)) end
    local out, taken = ffi.new("int32_t[?]", agents), {}
    check(lib.wend_assign(costs, agents, jobs, goals[goal or "sum"], out), "assign")
    for i = 1, agents do taken[i] = out[i - 1] >= 0 and out[i - 1] + 1 end
    return taken
end

--- The order of the stops of a matrix of costs, from 1, and what it costs. options: closed, first and last (stops, from 1), effort.
function wend.tour(rows, options)
    local costs, count, columns = costs_of(rows)
    if columns ~= count then fail("costs: expected as many columns as rows, got %d x %d", count, columns) end
    local def, opts = lib.wend_default_tour_def(), {}
    for name, value in pairs(check_options(options, "tour")) do
        opts[name] = (name == "first" or name == "last") and whole(value, name, 1, count) - 1 or value
    end
    set_fields(def, opts, { closed = "boolean", first = "whole", last = "whole", effort = "whole" }, "tour")
    local order, cost, list = ffi.new("int32_t[?]", count), ffi.new("double[1]"), {}
    check(lib.wend_tour(costs, count, def, order, cost), "tour: first is last, last is given to a closed tour, or effort is out of range")
    for i = 1, count do list[i] = order[i - 1] + 1 end
    return list, cost[0]
end

--- The same for tiles.
function World:tour(stops, options) return wend.tour(self:matrix(stops, stops), options) end

--- The cost of the cheapest way from any of some tiles to any of others, and a list of {x, y, above}: all tiles on ways that cost
--- at most above percent more (5), and by how many.
function World:corridor(from, to, above)
    pointer(self, World, "corridor")
    local sources, source_count = ends_of(self, from, "from")
    local goals, goal_count = ends_of(self, to, "to")
    local fields, cost, list = {}, ffi.new("double[1]"), {}
    for i = 1, 2 do
        local out = ffi.new("wend_field*[1]")
        check(lib.wend_field_create(nil, out), "corridor")
        fields[i] = ffi.gc(out[0], lib.wend_field_destroy)
    end
    local most = number(above or 5, "above")
    check(lib.wend_corridor_fill(fields[1], fields[2], self.grid, sources, source_count, goals, goal_count, most, cost), "corridor: above is in 0..1000000")
    local count = tonumber(lib.wend_corridor_tiles(fields[1], fields[2], most, nil, nil, 0))
    local tiles, percents = ffi.new("wend_tile[?]", count), ffi.new("double[?]", count)
    lib.wend_corridor_tiles(fields[1], fields[2], most, tiles, percents, count)
    for i = 1, count do list[i] = { tiles[i - 1].x, tiles[i - 1].y, percents[i - 1] } end
    return cost[0], list
end

-- ---- crowds

local CROWD = {
    max_neighbours = "whole", neighbour_range = "number", horizon = "number", plans_per_tick = "whole", work_per_tick = "whole",
    first_tiles = "whole", replan_time = "number", forced_pass_time = "number", beside_goal_time = "number", snap = "number",
    partial = "boolean", pass_through = "boolean",
}
local AGENT = { radius = "number", max_speed = "number", max_acceleration = "number", profile = "whole" }

--- Agents that walk on the world and avoid each other. options: those of wend_crowd_def.
function World:crowd(options)
    local world = pointer(self, World, "crowd")
    local crowd = object(Crowd, function(out)
        local def = lib.wend_default_crowd_def()
        set_fields(def, check_options(options, "crowd"), CROWD, "crowd")
        check(lib.wend_crowd_create(world, def, ffi.cast("wend_crowd**", out)), "crowd: an option out of range")
    end, lib.wend_crowd_destroy, "crowd", self.handle)
    crowd.world = self
    return crowd
end

local function agent_id(id, call)
    if not ffi.istype("wend_agent_id", id) then fail("%s: expected an id that add has returned, got %s", call, describe(id)) end
    return id
end

--- Adds an agent at a position {x, y} in world units and returns its id. options: radius (0.3), max_speed (4),
--- max_acceleration (32), profile (its number).
function Crowd:add(position, options)
    local crowd, out = pointer(self, Crowd, "add"), ffi.new("wend_agent_id[1]")
    if type(position) ~= "table" then fail("position: expected {x, y}, got %s", describe(position)) end
    local agent = ffi.new("wend_agent", { max_speed = 4, max_acceleration = 32, radius = 0.3 })
    agent.position.x, agent.position.y = number(position[1], "position"), number(position[2], "position")
    set_fields(agent, check_options(options, "add"), AGENT, "add")
    check(lib.wend_crowd_add(crowd, agent, out), "add: a position or a body that does not fit")
    return ffi.new("wend_agent_id", out[0])
end
function Crowd:send(id, goal)
    local crowd = pointer(self, Crowd, "send")
    check(lib.wend_crowd_send(crowd, agent_id(id, "send"), tile(self.world, goal, "goal")), "send")
end
function Crowd:remove(id) check(lib.wend_crowd_remove(pointer(self, Crowd, "remove"), agent_id(id, "remove")), "remove") end
--- Moves all agents by dt seconds, count times (1).
function Crowd:tick(dt, count)
    local crowd = pointer(self, Crowd, "tick")
    number(dt, "dt")
    for _ = 1, whole(count or 1, "count", 0, 2 ^ 31 - 1) do check(lib.wend_crowd_tick(crowd, dt), "tick: dt is in (0, 1]") end
end
--- "walking", "arrived", ...
function Crowd:state(id)
    return ffi.string(lib.wend_agent_state_string(lib.wend_crowd_state(pointer(self, Crowd, "state"), agent_id(id, "state"))))
end
--- x, y in world units.
function Crowd:position(id)
    local agent = lib.wend_crowd_agent(pointer(self, Crowd, "position"), agent_id(id, "position"))
    if agent == nil then fail("position: the agent was removed") end
    return agent.position.x, agent.position.y
end
function Crowd:count()
    local count = ffi.new("int32_t[1]")
    lib.wend_crowd_agents(pointer(self, Crowd, "count"), count)
    return count[0]
end
function Crowd:hash() return hex(lib.wend_crowd_hash(pointer(self, Crowd, "hash"))) end

return wend
