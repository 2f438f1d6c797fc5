// Long work that may be left and taken up again wherever it says so.
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

namespace kaleido {

/// The work of a coroutine, which waits with `co_await std::suspend_always{}`.
class Task {
 public:
  struct Promise {
    Task get_return_object() { return Task(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    void return_void() const {}
    void unhandled_exception() const {
#if defined(__cpp_exceptions)
      throw;
#else
      std::terminate();
#endif
    }
  };
  using promise_type = Promise;

  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  /// Work on until it waits again, and return whether there is more to do.
  bool goes_on() {
    if (!handle_.done()) handle_.resume();
    return !handle_.done();
  }

 private:
  using Handle = std::coroutine_handle<Promise>;
  explicit Task(Handle handle) : handle_(handle) {}
  Handle handle_;
};

}  // namespace kaleido
