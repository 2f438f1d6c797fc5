// Sets of numbers as bits in words of 64, the lowest first, as Python's ints are.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

// Wheels must run on any processor of their architecture; functions that count bits are also
// compiled for newer ones.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__POPCNT__)
#define KALEIDO_COUNTS_BITS __attribute__((target_clones("popcnt", "default")))
#else
#define KALEIDO_COUNTS_BITS
#endif

namespace kaleido {

using Word = std::uint64_t;
using Words = std::vector<Word>;

inline constexpr std::size_t kWordBits = 64;

inline std::size_t words_for(std::size_t bits) { return (bits + kWordBits - 1) / kWordBits; }

inline bool has(const Word* set, std::size_t number) {
  return (set[number / kWordBits] >> (number % kWordBits) & 1) != 0;
}

inline void put(Word* set, std::size_t number) {
  set[number / kWordBits] |= Word{1} << (number % kWordBits);
}

inline void take(Word* set, std::size_t number) {
  set[number / kWordBits] &= ~(Word{1} << (number % kWordBits));
}

/// Call `visit` with each word that has numbers from `first` to before `end`, and with these.
template <class Visit>
void for_each_word(std::size_t first, std::size_t end, Visit visit) {
  while (first < end) {
    const std::size_t at = first / kWordBits;
    const std::size_t stop = end < (at + 1) * kWordBits ? end : (at + 1) * kWordBits;
    visit(at, (~Word{0} >> (kWordBits - (stop - first))) << first % kWordBits);
    first = stop;
  }
}

/// Take the numbers from `first` to before `end` out of a set.
inline void take_range(Word* set, std::size_t first, std::size_t end) {
  for_each_word(first, end, [&](std::size_t at, Word numbers) { set[at] &= ~numbers; });
}

/// Add the numbers from `first` to before `end` to a set.
inline void put_range(Word* set, std::size_t first, std::size_t end) {
  for_each_word(first, end, [&](std::size_t at, Word numbers) { set[at] |= numbers; });
}

inline std::size_t count(const Word* set, std::size_t words) {
  std::size_t found = 0;
  for (std::size_t at = 0; at < words; ++at)
    found += static_cast<std::size_t>(std::popcount(set[at]));
  return found;
}

/// Call `visit` with each number of a set, in ascending order.
template <class Visit>
void for_each(const Word* set, std::size_t words, Visit visit) {
  for (std::size_t at = 0; at < words; ++at) {
    for (Word left = set[at]; left != 0; left &= left - 1) {
      visit(at * kWordBits + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

/// Call `visit` with each number of a set from `first` to before `end`.
template <class Visit>
void for_each_between(const Word* set, std::size_t first, std::size_t end, Visit visit) {
  for (std::size_t at = first / kWordBits; at * kWordBits < end; ++at) {
    for (Word left = set[at]; left != 0; left &= left - 1) {
      const std::size_t number = at * kWordBits + static_cast<std::size_t>(std::countr_zero(left));
      if (number >= first && number < end) visit(number);
    }
  }
}

/// Call `visit` with each number in some words of a set, in their order.
template <class Visit>
void for_each_in(const Word* set, const std::vector<std::uint32_t>& words, Visit visit) {
  for (const auto at : words) {
    for (Word left = set[at]; left != 0; left &= left - 1) {
      visit(at * kWordBits + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

/// List the words of a set that are not empty.
inline void list_words(const Words& set, std::vector<std::uint32_t>& words) {
  words.clear();
  words.reserve(set.size());
  for (std::size_t at = 0; at < set.size(); ++at) {
    if (set[at] != 0) words.push_back(static_cast<std::uint32_t>(at));
  }
}

/// Return word `at` of a set whose numbers are moved up by `distance`.
inline Word shifted_up(const Word* set, std::size_t distance, std::size_t at) {
  const std::size_t whole = distance / kWordBits;
  const std::size_t part = distance % kWordBits;
  if (whole > at) return 0;
  Word moved = set[at - whole] << part;
  if (part != 0 && at > whole) moved |= set[at - whole - 1] >> (kWordBits - part);
  return moved;
}

/// Add the numbers of another set, each moved up by `distance`; numbers past the end are lost.
inline void add_shifted(Word* set, const Word* other, std::size_t words, std::size_t distance) {
  for (std::size_t at = words; at-- > distance / kWordBits;)
    set[at] |= shifted_up(other, distance, at);
}

/// Return word `at` of a set whose numbers are moved down by `distance`.
inline Word shifted_down(const Word* set, std::size_t words, std::size_t distance, std::size_t at) {
  const std::size_t from = at + distance / kWordBits;
  const std::size_t part = distance % kWordBits;
  if (from >= words) return 0;
  Word moved = set[from] >> part;
  if (part != 0 && from + 1 < words) moved |= set[from + 1] << (kWordBits - part);
  return moved;
}

/// Mix a word into a hash (the finalizer of MurmurHash3).
inline Word mixed(Word hash, Word word) {
  hash ^= word;
  hash ^= hash >> 33;
  hash *= 0xff51afd7ed558ccdULL;
  hash ^= hash >> 33;
  hash *= 0xc4ceb9fe1a85ec53ULL;
  return hash ^ hash >> 33;
}

}  // namespace kaleido
