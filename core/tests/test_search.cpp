// Searches through the plain interface; tests/search/test_engines.py compares many more with
// Python.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.h"
#include "kaleido_search.h"
#include "puzzles.h"

namespace {

/// A strategy's parameters: its numbers, and the count of other numbers besides the worths of the
/// pieces.
struct Told {
  std::vector<int32_t> numbers;
  size_t reals;
  bool has_worths;
};

// None has a seed, and there is one run.
const std::vector<Told>& strategies() {
  static const std::vector<Told> kAll{
      // Constrained: the nodes of a run, forks before boards are narrowed, few, boards remembered,
      // growth of runs.
      {{1, 0, 0, 0, 6, 100, 0}, 4, true},
      {{1, 0, 1, 0, 6, 0, 50}, 4, true},
      // Reading order: whether it shuffles, sorts and draws conclusions.
      {{3, 0, 1, 0, 1}, 0, false},
      {{3, 0, 0, 1, 0}, 0, false},
      // Tuned: the nodes of a run, few, boards remembered, extra, forks, passages.
      {{4, 0, 0, 6, 100, 3, 20, 0}, 9, true},
      // Probing: as constrained, and of probes: forks, boards remembered, nodes.
      {{5, 0, 0, 0, 6, 100, 0, 0, 100, 3}, 4, true},
  };
  return kAll;
}

template <size_t pieces, size_t board>
size_t count_solutions(const int32_t (&own)[pieces], const int32_t (&dense)[board],
                       const Told& told, bool is_sparse) {
  std::vector<int32_t> cells(dense, dense + board);
  if (is_sparse) cells[0] = 0;
  kaleido_pieces* set = kaleido_pieces_new(own, pieces);
  CHECK(set != nullptr);
  CHECK(kaleido_pieces_new(own, pieces - 1) == nullptr);
  kaleido_problem* problem = kaleido_problem_new(set, cells.data(), board);
  CHECK(problem != nullptr);
  CHECK(kaleido_problem_new(set, cells.data(), board - 1) == nullptr);
  // There are fewer pieces than numbers that describe them.
  std::vector<uint32_t> counts(pieces, UINT32_MAX);
  kaleido_problem_counts(problem, counts.data());
  const auto all = std::find(counts.begin(), counts.end(), UINT32_MAX) - counts.begin();
  const auto& strategy = told.numbers;
  const std::vector<double> reals(told.reals + (told.has_worths ? static_cast<size_t>(all) : 0), 1);
  const std::vector<int32_t> start{0, 0, 0};
  CHECK(kaleido_search_new(problem, strategy.data(), strategy.size() - 1, reals.data(),
                           reals.size(), start.data(), start.size()) == nullptr);
  if (!reals.empty()) {
    CHECK(kaleido_search_new(problem, strategy.data(), strategy.size(), reals.data(),
                             reals.size() - 1, start.data(), start.size()) == nullptr);
  }
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
  for (const bool is_sparse : {false, true}) {
    for (const Told& told : strategies()) {
      CHECK(count_solutions(kaleido::kSheetPieces, kaleido::kSheetBoard, told, is_sparse) == 4);
      CHECK(count_solutions(kaleido::kTorusPieces, kaleido::kTorusBoard, told, is_sparse) == 4);
      CHECK(count_solutions(kaleido::kHexPieces, kaleido::kHexBoard, told, is_sparse) == 0);
    }
  }
  return 0;
}
