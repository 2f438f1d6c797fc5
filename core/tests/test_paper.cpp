// The paper's strategies in their parts, and a search; tests/search/test_engines.py compares with
// Python.
#include <cstdint>
#include <iterator>
#include <vector>

#include "check.h"
#include "kaleido_search.h"
#include "mt19937.h"
#include "paper_progression.h"
#include "puzzles.h"
#include "strategy.h"

namespace {

using kaleido::Sizes;

void test_progressions() {
  CHECK((kaleido::changed_progression({3, 1}) == Sizes{2, 1, 1}));
  CHECK((kaleido::changed_progression({4, 3, 1}) == Sizes{3, 3, 2}));
  CHECK(kaleido::changed_progression({4}).empty());
  kaleido::Progressions progressions;
  const std::vector<Sizes> five{{4, 1}, {3, 2}, {3, 1, 1}};
  CHECK(progressions.alternatives(5, {4, 4, 4, 3, 3, 2, 1, 1}) == five);
  CHECK(progressions.alternatives(5, {4, 4, 4}).empty());
  CHECK(progressions.alternatives(0, {4}) == std::vector<Sizes>{{}});
}

void test_chance() {
  const std::vector<uint32_t> words{7};
  kaleido::Random random;
  kaleido::seed(random, words);
  // What random.Random(7).sample(range(10), 10) is in Python.
  CHECK((kaleido::sample(random, 10) == std::vector<uint32_t>{5, 2, 6, 9, 0, 7, 4, 1, 3, 8}));
}

void test_runs() {
  kaleido::RunLimits limits(100);
  for (const uint64_t limit : {100u, 100u, 200u, 100u, 100u, 200u, 400u, 100u})
    CHECK(limits.next() == limit);
  CHECK(kaleido::RunLimits(0).next() == kaleido::Strategy::kNoLimit);
  kaleido::RunLimits growing(300, 50);
  for (const uint64_t limit : {300u, 450u, 675u, 1012u, 1519u, 2278u})
    CHECK(growing.next() == limit);
}

/// Return how many solutions a strategy of the paper finds on the sheet, which has four.
int count_solutions(bool propagates) {
  kaleido_pieces* set = kaleido_pieces_new(kaleido::kSheetPieces, std::size(kaleido::kSheetPieces));
  kaleido_problem* problem =
      kaleido_problem_new(set, kaleido::kSheetBoard, std::size(kaleido::kSheetBoard));
  // No seed; seven rules; progressions as they are, no splits, any number of edges, and the frame;
  // three pieces of which one must be used; windows of 2 × 3 and 3 × 2; the board as one island.
  const std::vector<int32_t> strategy{2, 0, 7, 0, 0, 0, 0, 0, 0, propagates, 0, 0,   -1, 0, 0, 1, 1,
                                      1, 1, 1, 1, 0, 2, 2, 3, 3, 2,          1, 255, 0,  2, 4, 4};
  const std::vector<double> reals(12, 0.5);
  const std::vector<int32_t> start{0, 0, 0};
  kaleido_search* search =
      kaleido_search_new(problem, strategy.data(), strategy.size(), reals.data(), reals.size(),
                         start.data(), start.size());
  CHECK(search != nullptr);
  int solutions = 0;
  int32_t stop = 0;
  while ((stop = kaleido_search_run(search, 100'000)) == KALEIDO_SOLVED) ++solutions;
  CHECK(stop == KALEIDO_EXHAUSTED);
  kaleido_search_delete(search);
  kaleido_problem_delete(problem);
  kaleido_pieces_delete(set);
  return solutions;
}

}  // namespace

int main() {
  test_progressions();
  test_chance();
  test_runs();
  CHECK(count_solutions(false) == 4);
  CHECK(count_solutions(true) == 4);
  return 0;
}
