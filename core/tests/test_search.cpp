// Searches through the plain interface; tests/test_engines.py compares many more with Python.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.h"
#include "kaleido_search.h"
#include "puzzles.h"

namespace {

template <size_t pieces, size_t board>
size_t count_solutions(const int32_t (&own)[pieces], const int32_t (&dense)[board],
                       bool is_sparse = false) {
  std::vector<int32_t> cells(dense, dense + board);
  if (is_sparse) cells[0] = 0;
  kaleido_pieces* set = kaleido_pieces_new(own, pieces);
  CHECK(set != nullptr);
  CHECK(kaleido_pieces_new(own, pieces - 1) == nullptr);
  kaleido_problem* problem = kaleido_problem_new(set, cells.data(), board);
  CHECK(problem != nullptr);
  CHECK(kaleido_problem_new(set, cells.data(), board - 1) == nullptr);
  // The strategy `constrained`: no seed, one run, narrowed boards, items of few options, boards
  // remembered.
  const std::vector<int32_t> strategy{1, 0, 0, 0, 6, 100};
  // There are fewer pieces than numbers that describe them.
  std::vector<uint32_t> counts(pieces, UINT32_MAX);
  kaleido_problem_counts(problem, counts.data());
  const auto all = std::find(counts.begin(), counts.end(), UINT32_MAX) - counts.begin();
  const std::vector<double> reals(4 + static_cast<size_t>(all), 1.0);
  const std::vector<int32_t> start{0, 0, 0};
  CHECK(kaleido_search_new(problem, strategy.data(), strategy.size() - 1, reals.data(),
                           reals.size(), start.data(), start.size()) == nullptr);
  CHECK(kaleido_search_new(problem, strategy.data(), strategy.size(), reals.data(),
                           reals.size() - 1, start.data(), start.size()) == nullptr);
  kaleido_search* search =
      kaleido_search_new(problem, strategy.data(), strategy.size(), reals.data(), reals.size(),
                         start.data(), start.size());
  CHECK(search != nullptr);
  size_t solutions = 0;
  while (kaleido_search_run(search, 1000) == KALEIDO_SOLVED) {
    CHECK(kaleido_search_solution(search, nullptr, 0) > 0);
    ++solutions;
  }
  CHECK(kaleido_search_run(search, 1000) == KALEIDO_EXHAUSTED);
  CHECK(kaleido_search_solution(search, nullptr, 0) == 0);
  kaleido_search_delete(search);
  kaleido_problem_delete(problem);
  kaleido_pieces_delete(set);
  return solutions;
}

}  // namespace

int main() {
  CHECK(count_solutions(kaleido::kSheetPieces, kaleido::kSheetBoard) == 4);
  CHECK(count_solutions(kaleido::kTorusPieces, kaleido::kTorusBoard) == 4);
  CHECK(count_solutions(kaleido::kHexPieces, kaleido::kHexBoard) == 0);
  CHECK(count_solutions(kaleido::kSheetPieces, kaleido::kSheetBoard, true) == 4);
  CHECK(count_solutions(kaleido::kTorusPieces, kaleido::kTorusBoard, true) == 4);
  CHECK(count_solutions(kaleido::kHexPieces, kaleido::kHexBoard, true) == 0);
  return 0;
}
