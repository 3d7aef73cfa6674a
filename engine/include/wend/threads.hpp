// wend/threads.hpp: a pool of threads.
#ifndef WEND_THREADS_HPP
#define WEND_THREADS_HPP
#include "wend/base.hpp"
#include "wend/threads.h"

namespace wend {

/// A pool for wend_world_def.tasks, which must outlive the build.
class threads {
  public:
    /// 0: one worker per processor.
    explicit threads(std::int32_t count = 0) {
        wend_threads* made = nullptr;
        check(wend_threads_create(count, &made));
        threads_.reset(made);
    }
    wend_threads* get() noexcept { return threads_.get(); }
    wend_tasks tasks() noexcept { return wend_threads_tasks(get()); }

  private:
    detail::owner<wend_threads, wend_threads_destroy> threads_;
};

} // namespace wend
#endif
