// Python's random generator: MT19937 of Matsumoto and Nishimura (1998), seeded and read as
// Modules/_randommodule.c and Lib/random.py of CPython 3.11 to 3.14 do it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kaleido_core.h"

namespace kaleido {

// Its functions are those of random.Random with the same names, or nearly.
using Random = kaleido_random;

// From the absolute value of Python's seed in 32-bit words, the lowest first; 0 has none.
void seed(Random& random, std::span<const std::uint32_t> words);

double real(Random& random);

// For a count of at most 64.
std::uint64_t bits(Random& random, unsigned count);

// 0 for a bound of 0.
std::uint64_t below(Random& random, std::uint64_t bound);

template <typename Item>
void shuffle(Random& random, std::span<Item> items) {
  for (std::size_t left = items.size(); left > 1; --left) {
    const auto other = static_cast<std::size_t>(below(random, left));
    std::swap(items[left - 1], items[other]);
  }
}

/// Return the numbers below `count` in the order of `sample(range(count), count)`.
std::vector<std::uint32_t> sample(Random& random, std::size_t count);

}  // namespace kaleido
