// wend/service.hpp: services.
#ifndef WEND_SERVICE_HPP
#define WEND_SERVICE_HPP
#include "wend/search.hpp"
#include "wend/service.h"

namespace wend {

inline wend_service_def service_def() noexcept {
    return wend_default_service_def();
}

/// A wend_answer that owns its path. path is set when result is WEND_OK and the answer is that of a query.
struct answer {
    wend_ticket ticket{};
    std::uint64_t tag = 0;
    wend_result result = WEND_OK;
    std::optional<wend::path> path;
    wend_stats stats{};
    std::uint64_t version = 0, refreshes = 0;
    std::int64_t waited_ns = 0;
};

/// Borrows the world, which must not be moved from or destroyed before the service is.
class service {
  public:
    explicit service(world& world, const wend_service_def& def = service_def()) {
        wend_service* made = nullptr;
        check(wend_service_create(world.get(), &def, &made));
        service_.reset(made);
    }
    wend_service* get() noexcept { return service_.get(); }
    void close() noexcept { wend_service_close(get()); }

    wend_ticket submit(const wend_query& query, std::int32_t priority = 0, std::uint64_t tag = 0) {
        wend_ticket ticket{};
        check(wend_service_submit(get(), &query, priority, tag, &ticket));
        return ticket;
    }
    wend_ticket submit_edits(span<const wend_edit> edits, std::uint64_t tag = 0) {
        wend_ticket ticket{};
        check(wend_service_submit_edits(get(), edits.data(), detail::count_of(edits.size()), tag, &ticket));
        return ticket;
    }
    wend_ticket submit_change(wend_change_fn* change, void* context, std::uint64_t tag = 0) {
        wend_ticket ticket{};
        check(wend_service_submit_change(get(), change, context, tag, &ticket));
        return ticket;
    }

    /// Empty while the answer is not there.
    std::optional<answer> poll(wend_ticket ticket) {
        bool ready = false;
        wend_answer taken{};
        check(wend_service_poll(get(), ticket, &ready, &taken));
        if (!ready) return std::nullopt;
        return owned(taken);
    }
    /// The answer of any ticket; empty when there is none.
    std::optional<answer> next() {
        bool ready = false;
        wend_answer taken{};
        check(wend_service_next(get(), &ready, &taken));
        if (!ready) return std::nullopt;
        return owned(taken);
    }
    answer wait(wend_ticket ticket) {
        wend_answer taken{};
        check(wend_service_wait(get(), ticket, &taken));
        return owned(taken);
    }
    void cancel(wend_ticket ticket) { check(wend_service_cancel(get(), ticket)); }
    void drain() { check(wend_service_drain(get())); }
    /// Returns true when nothing is left to do.
    bool run(std::int64_t budget_us) {
        bool idle = false;
        check(wend_service_run(get(), budget_us, &idle));
        return idle;
    }
    /// Reads the world while no change is applied: calls read with a const wend_world*.
    template <class Read> void hold(Read read) {
        struct holding {
            wend_service* service;
            ~holding() { wend_service_release(service); }
        };
        const wend_world* world = wend_service_hold(get());
        check(world ? WEND_OK : WEND_ERROR_ARGUMENT);
        const holding until_read{get()};
        read(world);
    }
    /// The world as it is now; changes go on.
    world snapshot() {
        wend_world* made = nullptr;
        check(wend_service_snapshot(get(), &made));
        return world(made);
    }
    wend_service_stats stats() noexcept { return wend_service_get_stats(get()); }

  private:
    static answer owned(const wend_answer& taken) {
        answer made;
        made.ticket = taken.ticket;
        made.tag = taken.tag;
        made.result = taken.result;
        if (taken.path) made.path = wend::path::adopt(taken.path);
        made.stats = taken.stats;
        made.version = taken.version;
        made.refreshes = taken.refreshes;
        made.waited_ns = taken.waited_ns;
        return made;
    }
    detail::owner<wend_service, wend_service_destroy> service_;
};

} // namespace wend
#endif
