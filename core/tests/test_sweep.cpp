// Sweeps through the plain interface; tests/counting/test_compiled.py compares many more with Python.
#include <cstdint>
#include <utility>
#include <vector>

#include "check.h"
#include "kaleido_search.h"

namespace {

struct Placement {
  uint64_t cells;
  int32_t piece;
};

void append(std::vector<int32_t>& numbers, uint64_t word) {
  numbers.push_back(static_cast<int32_t>(static_cast<uint32_t>(word)));
  numbers.push_back(static_cast<int32_t>(static_cast<uint32_t>(word >> 32U)));
}

/// Describe a region with no pieces used before, in a number of ways given as two words.
std::vector<int32_t> region(int32_t size, int32_t pieces, bool is_complete,
                            const std::vector<Placement>& placements, uint64_t low, uint64_t high) {
  std::vector<int32_t> numbers{size, is_complete ? 1 : 0};
  for (int32_t piece = 0; piece < pieces; ++piece) numbers.push_back(0);
  numbers.push_back(1);
  numbers.push_back(0);
  append(numbers, low);
  append(numbers, high);
  numbers.push_back(static_cast<int32_t>(placements.size()));
  for (const auto& each : placements) numbers.push_back(each.piece);
  for (const auto& each : placements) append(numbers, each.cells);
  return numbers;
}

/// Sweep in stretches of some steps, and return the ways found, as words.
std::vector<uint64_t> sweep(kaleido_sets* sets, const std::vector<int32_t>& numbers,
                            uint64_t stretch) {
  CHECK(kaleido_sweep_new(sets, numbers.data(), numbers.size() - 1) == nullptr);
  kaleido_sweep* own = kaleido_sweep_new(sets, numbers.data(), numbers.size());
  CHECK(own != nullptr);
  uint64_t counts[4];
  CHECK(kaleido_sweep_counts(own, counts) == 0);
  int32_t stop = KALEIDO_PAUSED;
  double share = 0;
  for (uint64_t steps = stretch; stop == KALEIDO_PAUSED; steps += stretch) {
    stop = kaleido_sweep_run(own, steps);
    const double now = kaleido_sweep_counts(own, counts);
    CHECK(share <= now && now <= 1);
    share = now;
  }
  CHECK(stop == KALEIDO_EXHAUSTED);
  CHECK(share == 1);
  CHECK(counts[3] > 0);
  CHECK(kaleido_sweep_run(own, 0) == KALEIDO_EXHAUSTED);
  std::vector<uint64_t> words(kaleido_sweep_found(own, nullptr, 0));
  CHECK(kaleido_sweep_found(own, words.data(), words.size()) == words.size());
  kaleido_sweep_delete(own);
  return words;
}

kaleido_sets* sets_of(const std::vector<int32_t>& sizes) {
  std::vector<int32_t> numbers{static_cast<int32_t>(sizes.size())};
  numbers.insert(numbers.end(), sizes.begin(), sizes.end());
  CHECK(kaleido_sets_new(numbers.data(), numbers.size() - 1) == nullptr);
  kaleido_sets* sets = kaleido_sets_new(numbers.data(), numbers.size());
  CHECK(sets != nullptr);
  return sets;
}

/// Single cells fill a row of as many in all orders.
void test_single_cells(uint64_t stretch) {
  const int32_t size = 9;
  std::vector<Placement> placements;
  for (int32_t piece = 0; piece < size; ++piece) {
    for (int32_t cell = 0; cell < size; ++cell) placements.push_back({uint64_t{1} << cell, piece});
  }
  kaleido_sets* sets = sets_of(std::vector<int32_t>(size, 1));
  const uint64_t all = 362880;
  const std::vector<uint64_t> once{511, all, 0, 0, 0, 0};
  CHECK(sweep(sets, region(size, size, true, placements, 1, 0), stretch) == once);
  CHECK(sweep(sets, region(size, size, false, placements, 1, 0), stretch) == once);
  // Numbers of more than 64 bits: 2^100 times as many.
  const std::vector<uint64_t> often{511, 0, all << 36U, 0, 0, 0};
  CHECK(sweep(sets, region(size, size, true, placements, 0, uint64_t{1} << 36U), stretch) == often);
  // Numbers of more than 128 bits are reported as too large.
  const auto beyond = region(size, size, true, placements, 0, uint64_t{1} << 63U);
  kaleido_sweep* own = kaleido_sweep_new(sets, beyond.data(), beyond.size());
  CHECK(kaleido_sweep_run(own, UINT64_MAX) == KALEIDO_BEYOND);
  CHECK(kaleido_sweep_run(own, UINT64_MAX) == KALEIDO_BEYOND);
  CHECK(kaleido_sweep_found(own, nullptr, 0) == 0);
  kaleido_sweep_delete(own);
  kaleido_sets_delete(sets);
}

/// A part of the board is filled by one of two pairs of pieces, and nothing fills another one.
void test_parts(uint64_t stretch) {
  kaleido_sets* sets = sets_of({2, 2, 1, 1});
  const std::vector<Placement> pair{{3, 0}, {3, 1}, {4, 2}};
  const std::vector<uint64_t> found{5, 1, 0, 0, 0, 0, 6, 1, 0, 0, 0, 0};
  CHECK(sweep(sets, region(3, 4, false, pair, 1, 0), stretch) == found);
  CHECK(sweep(sets, region(4, 4, false, pair, 1, 0), stretch).empty());
  // All pieces cannot be used there, and a placement has the size of its piece.
  const auto small = region(3, 4, true, pair, 1, 0);
  CHECK(kaleido_sweep_new(sets, small.data(), small.size()) == nullptr);
  const auto wrong = region(3, 4, false, {{7, 0}}, 1, 0);
  CHECK(kaleido_sweep_new(sets, wrong.data(), wrong.size()) == nullptr);
  kaleido_sets_delete(sets);
}

}  // namespace

int main() {
  for (const uint64_t stretch : {1U, 100U, 1000000U}) {
    test_single_cells(stretch);
    test_parts(stretch);
  }
  const int32_t many[] = {25, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                          1,  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  CHECK(kaleido_sets_new(many, 26) == nullptr);
  return 0;
}
