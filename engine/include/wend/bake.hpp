// wend/bake.hpp: builds worlds larger than memory, on any number of threads, processes or machines.
#ifndef WEND_BAKE_HPP
#define WEND_BAKE_HPP
#include <cstdlib>

#include "wend/bake.h"
#include "wend/world.hpp"

namespace wend {

/// file is borrowed until the bake is created.
inline wend_bake_def bake_def(const char* file) noexcept {
    wend_bake_def def = wend_default_bake_def();
    def.file = file;
    return def;
}

/// A task that was taken. It must not outlive its bake.
class bake_task {
  public:
    bake_task(wend_bake* bake, const wend_bake_task& taken) noexcept : bake_(bake), task_(taken) {}
    bake_task(bake_task&& from) noexcept
        : bake_(std::exchange(from.bake_, nullptr)), task_(std::exchange(from.task_, {})) {}
    bake_task& operator=(bake_task&& from) noexcept {
        std::swap(bake_, from.bake_);
        std::swap(task_, from.task_);
        return *this;
    }
    ~bake_task() {
        if (bake_) wend_bake_free_task(bake_, &task_);
    }
    std::int64_t id() const noexcept { return task_.id; }
    std::int32_t level() const noexcept { return task_.level; }
    std::int64_t memory_bytes() const noexcept { return task_.memory_bytes; }
    span<const unsigned char> input() const noexcept {
        return {static_cast<const unsigned char*>(task_.input), task_.input_size};
    }

  private:
    wend_bake* bake_;
    wend_bake_task task_;
};

/// What a task has computed.
class bake_output {
  public:
    bake_output(void* taken, std::size_t size) noexcept : bytes_(taken, std::free), size_(size) {}
    span<const unsigned char> bytes() const noexcept {
        return {static_cast<const unsigned char*>(bytes_.get()), size_};
    }

  private:
    std::unique_ptr<void, void (*)(void*)> bytes_;
    std::size_t size_;
};

/// Computes a task, on any thread, in any process, on any machine of the same byte order.
inline bake_output run_bake_task(span<const unsigned char> input) {
    void* output = nullptr;
    std::size_t size = 0;
    wend_error details{};
    check(wend_bake_run_task(input.data(), input.size(), nullptr, &output, &size, &details), &details);
    return bake_output(output, size);
}

class bake {
  public:
    explicit bake(const wend_bake_def& def) {
        wend_bake* made = nullptr;
        wend_error details{};
        check(wend_bake_create(&def, &made, &details), &details);
        bake_.reset(made);
    }
    wend_bake* get() noexcept { return bake_.get(); }
    const wend_bake* get() const noexcept { return bake_.get(); }

    /// A grid whose tiles lie in a file. Destroy it before the bake, or give it to begin.
    grid create_grid(const wend_grid_def& def) {
        wend_grid* made = nullptr;
        wend_error details{};
        check(wend_bake_create_grid(get(), &def, &made, &details), &details);
        return grid(made);
    }
    /// Takes the grid; when this throws, the grid is still the caller's.
    void begin(grid&& grid, const wend_world_def& def = world_def()) {
        wend_grid* given = grid.get();
        wend_error details{};
        check(wend_bake_begin(get(), &given, &def, &details), &details);
        static_cast<void>(grid.release());
    }
    /// Runs all tasks on the workers of def.tasks, then finishes.
    void run(const wend_world_def& def = world_def()) {
        wend_error details{};
        check(wend_bake_run(get(), &def, &details), &details);
    }

    /// Empty when no task is left, or none before results are there.
    std::optional<bake_task> next_task() {
        wend_bake_task taken{};
        wend_error details{};
        check(wend_bake_next_task(get(), &taken, &details), &details);
        if (taken.id < 0) return std::nullopt;
        return bake_task(get(), taken);
    }
    void return_task(std::int64_t id) { check(wend_bake_return_task(get(), id)); }
    void put_result(span<const unsigned char> output) {
        wend_error details{};
        check(wend_bake_put_result(get(), output.data(), output.size(), &details), &details);
    }
    void finish(const wend_world_def& def = world_def()) {
        wend_error details{};
        check(wend_bake_finish(get(), &def, &details), &details);
    }
    wend_bake_info info() const noexcept { return wend_bake_get_info(get()); }

  private:
    detail::owner<wend_bake, wend_bake_destroy> bake_;
};

} // namespace wend
#endif
