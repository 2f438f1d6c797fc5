// Counts through the plain interface; tests/counting/test_enumerating.py compares many more with
// Python.
#include <cstdint>
#include <vector>

#include "check.h"
#include "kaleido_search.h"
#include "puzzles.h"

namespace {

/// Count in stretches of some steps; all placements, and one copy of each piece, may be left.
template <size_t pieces, size_t board>
uint64_t count_solutions(const int32_t (&own)[pieces], const int32_t (&cells)[board], size_t all,
                         uint64_t stretch) {
  kaleido_pieces* set = kaleido_pieces_new(own, pieces);
  CHECK(set != nullptr);
  kaleido_problem* problem = kaleido_problem_new(set, cells, board);
  CHECK(problem != nullptr);
  const size_t placements = kaleido_problem_placements(problem);
  std::vector<int32_t> start(2 * all, 1);
  kaleido_enumeration* whole = kaleido_enumeration_new(problem, start.data(), start.size());
  CHECK(kaleido_enumeration_run(whole, UINT64_MAX, UINT64_MAX) == KALEIDO_EXHAUSTED);
  uint64_t counts[3];
  CHECK(kaleido_enumeration_counts(whole, counts) == 1);
  const uint64_t solutions = counts[2];
  kaleido_enumeration_delete(whole);
  for (size_t half = 0; half < (placements + 63) / 64 * 2; ++half) {
    int32_t word = 0;
    for (size_t bit = 0; bit < 32 && 32 * half + bit < placements; ++bit) {
      word = static_cast<int32_t>(static_cast<uint32_t>(word) | 1U << bit);
    }
    start.push_back(word);
  }
  start.push_back(0);
  start.push_back(0);
  CHECK(kaleido_enumeration_new(problem, start.data(), start.size() - 1) == nullptr);
  kaleido_enumeration* count = kaleido_enumeration_new(problem, start.data(), start.size());
  CHECK(count != nullptr);
  CHECK(kaleido_enumeration_estimate(count, 10, 1) > 0);
  CHECK(kaleido_enumeration_counts(count, counts) == 0);
  int32_t stop = KALEIDO_PAUSED;
  for (uint64_t steps = stretch; stop == KALEIDO_PAUSED; steps += stretch) {
    stop = kaleido_enumeration_run(count, steps, UINT64_MAX);
  }
  CHECK(stop == KALEIDO_EXHAUSTED);
  CHECK(kaleido_enumeration_counts(count, counts) == 1);
  CHECK(kaleido_enumeration_run(count, UINT64_MAX, UINT64_MAX) == KALEIDO_EXHAUSTED);
  CHECK(counts[2] == solutions);
  if (solutions > 0) {
    kaleido_enumeration* one = kaleido_enumeration_new(problem, start.data(), start.size());
    CHECK(kaleido_enumeration_run(one, UINT64_MAX, 0) == KALEIDO_SOLVED);
    kaleido_enumeration_delete(one);
  }
  kaleido_enumeration_delete(count);
  kaleido_problem_delete(problem);
  kaleido_pieces_delete(set);
  return counts[2];
}

}  // namespace

int main() {
  for (const uint64_t stretch : {1U, 7U, 1000U}) {
    CHECK(count_solutions(kaleido::kSheetPieces, kaleido::kSheetBoard, 3, stretch) == 4);
    CHECK(count_solutions(kaleido::kHexPieces, kaleido::kHexBoard, 2, stretch) == 0);
  }
  return 0;
}
