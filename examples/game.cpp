// game.cpp: a small strategy game with SDL2. Left drag: select. Right click: send. Middle drag: build a wall.
// game --demo plays by itself, prints what happens, and needs no screen (SDL_VIDEODRIVER=dummy).
#include <SDL.h>
#include <cstdio>
#include <wend/wend.hpp>

constexpr int width = 120, height = 80, scale = 8, unit_count = 60, frames_a_second = 60;

struct unit {
    wend_agent_id id; // stays the same, whoever joins or leaves the crowd
    bool selected;
};

class game {
  public:
    game() {
        build({60, 10, 2, 40});
        for (wend_tile tile : wend::formation_tiles(world.grid(), {20, 30}, unit_count, 2))
            units.push_back({crowd.add(wend::agent(world.grid().center(tile), 8, 40, 0.4f)), false});
    }

    void tick() { crowd.tick(1.0f / frames_a_second); }
    void mouse(Uint32 type, int button, SDL_Point at) {
        const wend_tile tile{at.x / scale, at.y / scale};
        if (button == SDL_BUTTON_LEFT && type == SDL_MOUSEBUTTONDOWN) corner = at;
        if (button == SDL_BUTTON_LEFT && type == SDL_MOUSEBUTTONUP) select(at);
        if (button == SDL_BUTTON_RIGHT && type == SDL_MOUSEBUTTONDOWN) send(tile);
        if (button == SDL_BUTTON_MIDDLE) building = type == SDL_MOUSEBUTTONDOWN;
        if (building) build({tile.x, tile.y, 1, 1});
    }

    void draw(SDL_Renderer* renderer) const {
        SDL_SetRenderDrawColor(renderer, 40, 60, 40, 255);
        SDL_RenderClear(renderer);
        SDL_SetRenderDrawColor(renderer, 160, 150, 140, 255);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const SDL_Rect square{x * scale, y * scale, scale, scale};
                if (!world.grid().passable({x, y})) SDL_RenderFillRect(renderer, &square);
            }
        for (const unit& each : units) {
            const SDL_Rect body{place(each).x - 3, place(each).y - 3, 6, 6};
            SDL_SetRenderDrawColor(renderer, each.selected ? 255 : 90, each.selected ? 220 : 160, 90, 255);
            SDL_RenderFillRect(renderer, &body);
        }
        SDL_RenderPresent(renderer);
    }

    int arrived() const {
        int count = 0;
        for (const unit& each : units) count += crowd.state(each.id) == WEND_AGENT_ARRIVED;
        return count;
    }

  private:
    SDL_Point place(const unit& unit) const { // in pixels
        const wend_vec2 at = crowd.agent(unit.id)->position;
        return {static_cast<int>(at.x * scale), static_cast<int>(at.y * scale)};
    }
    void select(SDL_Point at) {
        SDL_Rect area{};
        const SDL_Point corners[] = {corner, at};
        SDL_EnclosePoints(corners, 2, nullptr, &area);
        for (unit& each : units) {
            const SDL_Point where = place(each);
            each.selected = SDL_PointInRect(&where, &area);
        }
    }
    void send(wend_tile goal) { // each unit to a tile of its own, around the goal
        if (!world.grid().passable(goal)) return;
        const auto tiles = wend::formation_tiles(world.grid(), goal, unit_count, 2);
        std::size_t next = 0;
        for (const unit& each : units)
            if (each.selected) crowd.send(each.id, tiles[next++ % tiles.size()]);
    }
    void build(wend_rect wall) { // class 0 is blocked; units whose path that blocks replan by themselves
        if (world.grid().contains({wall.x, wall.y})) world.edit(wall, 0);
    }

    wend::world world{wend::grid(wend::grid_def(width, height))};
    wend::crowd crowd{world};
    std::vector<unit> units;
    SDL_Point corner{}; // of the selection
    bool building = false;
};

// What a player might do: select everybody, send them across, and close the way in the north.
static bool play(game& game, int frame) {
    if (frame == 0) game.mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_LEFT, {0, 0});
    if (frame == 1) game.mouse(SDL_MOUSEBUTTONUP, SDL_BUTTON_LEFT, {400, 600});
    if (frame == 2) game.mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_RIGHT, {760, 160});
    if (frame == 60) game.mouse(SDL_MOUSEBUTTONDOWN, SDL_BUTTON_MIDDLE, {480, 0});
    if (frame > 60 && frame < 70) game.mouse(SDL_MOUSEMOTION, 0, {480, (frame - 60) * scale});
    const bool done = game.arrived() == unit_count;
    if (done || frame % (3 * frames_a_second) == 0)
        std::printf("%2d s: %2d of %d have arrived\n", frame / frames_a_second, game.arrived(), unit_count);
    return !done && frame < 60 * frames_a_second;
}

int main(int count, char**) {
    bool demo = count > 1, quit = false;
    SDL_Window* window = nullptr;
    SDL_Renderer* renderer = nullptr;
    SDL_Init(SDL_INIT_VIDEO);
    if (SDL_CreateWindowAndRenderer(width * scale, height * scale, 0, &window, &renderer)) return 1;
    SDL_SetWindowTitle(window, "Wend game - left drag: select, right click: send, middle drag: wall");
    game game;
    for (int frame = 0; !quit && (!demo || play(game, frame)); frame++) {
        for (SDL_Event event; SDL_PollEvent(&event);) {
            if (event.type == SDL_QUIT) quit = true;
            if (event.type == SDL_MOUSEMOTION) game.mouse(event.type, 0, {event.motion.x, event.motion.y});
            if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP)
                game.mouse(event.type, event.button.button, {event.button.x, event.button.y});
        }
        game.tick();
        game.draw(renderer);
        if (!demo) SDL_Delay(1000 / frames_a_second);
    }
    SDL_Quit();
}
