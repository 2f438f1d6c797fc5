// Reads consecutive numbers of a caller, and checks bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bits.h"

namespace kaleido {

class Reader {
 public:
  Reader(const std::int32_t* numbers, std::size_t length)
      : next_(numbers), end_(numbers + length) {}
  Reader(const std::int32_t* numbers, std::size_t length, const double* reals, std::size_t many)
      : next_(numbers), end_(numbers + length), next_real_(reals), end_reals_(reals + many) {}

  /// Return the next number; 0 if it is missing or out of range, and the reader has failed then.
  std::int32_t number(std::int32_t least, std::int32_t most) {
    if (failed_ || next_ == end_ || *next_ < least || *next_ > most) {
      failed_ = true;
      return 0;
    }
    return *next_++;
  }

  /// Return a count of items; it is at most the count of numbers left to read.
  std::size_t count() {
    const auto left = end_ - next_;
    return static_cast<std::size_t>(
        number(0, left > kMost ? kMost : static_cast<std::int32_t>(left)));
  }

  /// Return the next number, which is below `bound`.
  std::uint32_t index(std::size_t bound) {
    if (bound == 0) {
      failed_ = true;
      return 0;
    }
    const std::size_t most = bound - 1;
    return static_cast<std::uint32_t>(
        number(0, most > kMost ? kMost : static_cast<std::int32_t>(most)));
  }

  /// Return the next number, which is 0 or more.
  std::uint32_t natural() { return static_cast<std::uint32_t>(number(0, kMost)); }

  bool flag() { return number(0, 1) != 0; }

  /// Return the next of the numbers that need not be whole, which come apart from the others.
  double real() {
    if (next_real_ == end_reals_) {
      failed_ = true;
      return 0;
    }
    return *next_real_++;
  }

  /// Return a list of numbers below `bound`, which comes after its length.
  std::vector<std::uint32_t> indices(std::size_t bound) {
    std::vector<std::uint32_t> found(count());
    for (auto& each : found) each = index(bound);
    return found;
  }

  /// Return a set of numbers below `bits`, which comes in halves of words, the lowest first.
  Words set(std::size_t bits) {
    Words found(words_for(bits), 0);
    const std::size_t halves = 2 * found.size();
    if (failed_ || static_cast<std::size_t>(end_ - next_) < halves) {
      failed_ = true;
      return found;
    }
    for (std::size_t half = 0; half < halves; ++half) {
      found[half / 2] |= static_cast<Word>(static_cast<std::uint32_t>(*next_++))
                         << (32 * (half % 2));
    }
    if (bits % kWordBits != 0 && found.back() >> (bits % kWordBits) != 0) failed_ = true;
    return found;
  }

  void fail() { failed_ = true; }
  bool failed() const { return failed_; }
  bool ended() const { return next_ == end_ && next_real_ == end_reals_; }

  static constexpr std::int32_t kMost = INT32_MAX;

 private:
  const std::int32_t* next_;
  const std::int32_t* end_;
  const double* next_real_ = nullptr;
  const double* end_reals_ = nullptr;
  bool failed_ = false;
};

}  // namespace kaleido
