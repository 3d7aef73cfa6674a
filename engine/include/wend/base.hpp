// wend/base.hpp: errors as exceptions, borrowed arrays, files and hooks: what every other C++ header relies
// on.
#ifndef WEND_BASE_HPP
#define WEND_BASE_HPP
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
#endif

#include "wend/base.h"

inline bool operator==(wend_tile a, wend_tile b) noexcept {
    return a.x == b.x && a.y == b.y && a.floor == b.floor;
}
inline bool operator!=(wend_tile a, wend_tile b) noexcept {
    return !(a == b);
}

namespace wend {

// ---- errors

class error : public std::runtime_error {
  public:
    error(wend_result result, const char* text) : std::runtime_error(text), result_(result) {}
    /// Never WEND_OK.
    wend_result result() const noexcept { return result_; }

  private:
    wend_result result_;
};

inline const char* to_string(wend_result result) noexcept {
    return wend_result_string(result);
}

/// Throws for any result but WEND_OK; the text is that of a file operation, if there is one.
inline void check(wend_result result, const wend_error* details_opt = nullptr) {
    if (result == WEND_OK) return;
    const bool detailed = details_opt && details_opt->text[0];
    throw error(result, detailed ? details_opt->text : to_string(result));
}

/// "major.minor.patch" of the library that is linked.
inline const char* version() noexcept {
    return wend_version_string();
}

// ---- borrowed arrays

/// As std::span of C++20, to which it converts and from which it is made.
template <class T> class span {
    template <class Items>
    using if_array =
        std::enable_if_t<std::is_convertible_v<
                             std::remove_pointer_t<decltype(std::declval<Items&>().data())> (*)[], T (*)[]> &&
                         std::is_convertible_v<decltype(std::declval<Items&>().size()), std::size_t>>;

  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;

    constexpr span() noexcept = default;
    constexpr span(T* data, std::size_t size) noexcept : data_(data), size_(data ? size : 0) {}
    template <std::size_t Size> constexpr span(T (&items)[Size]) noexcept : data_(items), size_(Size) {}
    /// Of a std::vector, std::array, std::string, std::span, or a span of what is not const.
    template <class Items, class = if_array<Items>>
    constexpr span(Items&& items) noexcept : span(items.data(), items.size()) {}

    constexpr T* begin() const noexcept { return data_; }
    constexpr T* end() const noexcept { return data_ + size_; }
    constexpr T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T& operator[](std::size_t i) const noexcept { return data_[i]; }
    constexpr T& front() const noexcept { return data_[0]; }
    constexpr T& back() const noexcept { return data_[size_ - 1]; }
    /// The first count items; count must not be above size().
    constexpr span first(std::size_t count) const noexcept { return {data_, count}; }
    /// All items from offset on, which must not be above size().
    constexpr span subspan(std::size_t offset) const noexcept { return {data_ + offset, size_ - offset}; }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// Text for a C function: a literal or a std::string, without a copy. Never NULL.
class text {
  public:
    text(const char* from) noexcept : text_(from ? from : "") {}
    text(const std::string& from) noexcept : text_(from.c_str()) {}
    const char* get() const noexcept { return text_; }

  private:
    const char* text_;
};

namespace detail {
template <auto Destroy> struct destroyer {
    template <class T> void operator()(T* object) const noexcept { Destroy(object); }
};
template <class T, auto Destroy> using owner = std::unique_ptr<T, destroyer<Destroy>>;

/// A count for C. Throws ARGUMENT when it does not fit.
inline std::int32_t count_of(std::size_t size) {
    if (size > INT32_MAX) check(WEND_ERROR_ARGUMENT);
    return static_cast<std::int32_t>(size);
}
/// A count for the functions that do not fail: what does not fit is left out.
inline std::int32_t clipped(std::size_t size) noexcept {
    return size > INT32_MAX ? INT32_MAX : static_cast<std::int32_t>(size);
}
/// Tiles of a rectangle; 0 when it is empty.
inline std::size_t area_of(std::int32_t width, std::int32_t height) noexcept {
    if (width <= 0 || height <= 0) return 0;
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}
/// What a getter with a count returns.
template <class T, class Get> span<const T> spanned(Get get) noexcept {
    std::int32_t count = 0;
    const T* data = get(&count);
    return {data, static_cast<std::size_t>(count)};
}
} // namespace detail

// ---- hooks

/// For the whole process; null: the defaults.
inline void set_hooks(const wend_hooks* hooks_opt) noexcept {
    wend_set_hooks(hooks_opt);
}

} // namespace wend

#if __cplusplus >= 202002L
template <class T> inline constexpr bool std::ranges::enable_borrowed_range<wend::span<T>> = true;
template <class T> inline constexpr bool std::ranges::enable_view<wend::span<T>> = true;
#endif
#endif
