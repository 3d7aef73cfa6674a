-- The same as answers.c by wend.lua: answers.lua MAP FOLDER [QUERIES]
local wend = require("wend")
local map, folder, queries = arg[1], arg[2], tonumber(arg[3] or 0)
local START, GOAL = { 150, 200 }, { 830, 220 }

local function print_path(name, world)
    local path = world:path(START, GOAL)
    print(("%s %s %s %s %.6f %d"):format(name, world:hash(), path.outcome, path:hash(), path.cost, path.length))
end

local world = wend.bake(map)
print_path("bake", world)
world:save(folder .. "/answers_lua.wend")
local opened = wend.open(folder .. "/answers_lua.wend")
print_path("open", opened)
opened:close()

local field = world:field(GOAL, { limit = 400 })
local x, y = field:next({ 753, 313 })
print(("field %.6f %d,%d %d"):format(field:cost_at({ 753, 313 }), x, y, field:count()))
field:close()

local crowd = world:crowd()
for i = 0, 19 do
    crowd:send(crowd:add({ 150.5 + i % 5, 200.5 + math.floor(i / 5) }), GOAL)
end
crowd:tick(1 / 16, 120)
print("crowd " .. crowd:hash())
crowd:close()

world:edit({ 400, 505, 30, 30 }, "blocked")
world:refresh()
print_path("edit", world)

if queries > 0 then
    local from = os.clock()
    for i = 0, queries - 1 do world:path({ 150 + i % 7, 200 }, GOAL):close() end
    io.stderr:write(("%.1f us a query\n"):format((os.clock() - from) / queries * 1e6))
end
