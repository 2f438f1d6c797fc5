// Counts through the plain interface; tests/counting/test_enumerating.py compares many more with
// Python.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "check.h"
#include "kaleido_search.h"
#include "puzzles.h"

namespace {

size_t count_bits(const std::vector<uint64_t>& sets) {
  size_t found = 0;
  for (const uint64_t word : sets) found += static_cast<size_t>(std::popcount(word));
  return found;
}

/// The sets of cells and of placements have the same pairs of them, which the identity maps.
void check_table(const kaleido_problem* problem, size_t cells, size_t sides) {
  const size_t placements = kaleido_problem_placements(problem);
  std::vector<uint8_t> faces(placements);
  std::vector<uint64_t> covered(placements * ((cells + 63) / 64));
  std::vector<uint64_t> around(placements * ((sides + 63) / 64));
  std::vector<uint64_t> options(cells * ((placements + 63) / 64));
  kaleido_problem_table(problem, faces.data(), covered.data(), around.data(), options.data());
  CHECK(count_bits(covered) == count_bits(options));
  CHECK(count_bits(around) > 0);
  std::vector<uint32_t> images(cells);
  std::iota(images.begin(), images.end(), 0U);
  CHECK(kaleido_problem_maps(problem, images.data()) == 1);
  std::rotate(images.begin(), images.begin() + 1, images.end());
  CHECK(kaleido_problem_maps(problem, images.data()) == 0);
}

/// Count in stretches of some steps; all placements, and one copy of each piece, may be left.
template <size_t pieces, size_t board>
uint64_t count_solutions(const int32_t (&own)[pieces], const int32_t (&cells)[board], size_t all,
                         uint64_t stretch) {
  kaleido_pieces* set = kaleido_pieces_new(own, pieces);
  CHECK(set != nullptr);
  kaleido_problem* problem = kaleido_problem_new(set, cells, board);
  CHECK(problem != nullptr);
  check_table(problem, static_cast<size_t>(own[1]), static_cast<size_t>(own[2]));
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
