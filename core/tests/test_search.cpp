// Searches through the plain interface; tests/test_engines.py compares many more with Python.
#include <cstdint>
#include <vector>

#include "check.h"
#include "kaleido_search.h"
#include "puzzles.h"

namespace {

template <size_t pieces, size_t board>
size_t count_solutions(const int32_t (&own)[pieces], const int32_t (&cells)[board]) {
  kaleido_pieces* set = kaleido_pieces_new(own, pieces);
  CHECK(set != nullptr);
  CHECK(kaleido_pieces_new(own, pieces - 1) == nullptr);
  kaleido_problem* problem = kaleido_problem_new(set, cells, board);
  CHECK(problem != nullptr);
  CHECK(kaleido_problem_new(set, cells, board - 1) == nullptr);
  const std::vector<double> worths(16, 0.0);
  kaleido_plan plan{};
  plan.few = 6;
  plan.remembered = 100;
  plan.matched = 1;
  plan.worths = worths.data();
  kaleido_search* search = kaleido_search_new(problem, &plan, nullptr, 0);
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
  return 0;
}
