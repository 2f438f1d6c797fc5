// The terms of a move against the board after it.
#include <vector>

#include "check.h"
#include "lookahead.h"
#include "puzzles.h"

namespace kaleido {
namespace {

/// Return the islands of a size among some cells, by going from cell to cell.
std::size_t count_islands(const PieceSet& set, Words free, std::size_t size) {
  std::size_t found = 0;
  for (std::size_t cell = 0; cell < set.cells; ++cell) {
    if (!has(free.data(), cell)) continue;
    Words seed(free.size(), 0);
    put(seed.data(), cell);
    const Words island = set.region(seed, free);
    found += count(island.data(), island.size()) == size;
    for (std::size_t at = 0; at < free.size(); ++at) free[at] &= ~island[at];
  }
  return found;
}

/// Return how many live options a cell has.
std::size_t options_of(const Problem& problem, const State& state, std::size_t cell) {
  std::vector<std::uint32_t> options;
  list_options(problem.cell_options(cell), state, options);
  return options.size();
}

void check_move(Problem& problem, Lookahead& lookahead, const State& state, std::uint32_t move) {
  State after;
  place(problem, state, move, after, true);
  list_words(after.live, after.words);
  Words own(problem.board().size(), 0);
  for (const auto cell : problem.cells(move)) put(own.data(), cell);
  const Words around = problem.set().spread(own);
  Words free = problem.board();
  for (std::size_t at = 0; at < free.size(); ++at) free[at] &= ~after.filled[at];
  double cells = 0;
  bool fits = true;
  for (std::size_t cell = 0; cell < problem.set().cells; ++cell) {
    if (!has(around.data(), cell) || !has(free.data(), cell)) continue;
    const std::size_t options = options_of(problem, after, cell);
    fits &= options > 0;
    cells += 1 / static_cast<double>(options);
  }
  LookaheadTerms terms;
  CHECK(lookahead.find(state, move, terms) == fits);
  if (!fits) return;
  CHECK(terms.cells == cells);
  CHECK(terms.singles == count_islands(problem.set(), free, 1));
  CHECK(terms.pairs == count_islands(problem.set(), free, 2));
}

template <std::size_t pieces, std::size_t cells>
std::size_t check_puzzle(const std::int32_t (&own)[pieces], const std::int32_t (&board)[cells]) {
  Reader set_numbers(own, pieces);
  const auto set = PieceSet::read(set_numbers);
  Reader board_numbers(board, cells);
  const auto problem = Problem::read(*set, board_numbers);
  std::vector<std::int32_t> passages{0};
  for (const Step& step : set->steps) {
    if (step.distance <= 0) continue;
    ++passages[0];
    passages.push_back(step.distance);
    for (const Word word : step.cells) {
      passages.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(word)));
      passages.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(word >> 32)));
    }
  }
  Reader numbers(passages.data(), passages.size());
  Lookahead lookahead(*problem, numbers);
  CHECK(!numbers.failed() && numbers.ended());
  State state;
  state.account = problem->start_account();
  state.live = problem->possible();
  const Words& affordable = (*problem)[state.account].affordable;
  for (std::size_t at = 0; at < state.live.size(); ++at) state.live[at] &= affordable[at];
  state.edges = problem->implied();
  state.filled.assign(problem->board().size(), 0);
  std::vector<std::uint32_t> items(problem->items().size());
  for (std::size_t item = 0; item < items.size(); ++item) {
    items[item] = static_cast<std::uint32_t>(item);
  }
  find_open(*problem, items, items.size(), state);
  std::size_t looks = 0;
  for (std::size_t depth = 0; depth < 3 && state.fewest > 0; ++depth) {
    std::vector<std::uint32_t> moves;
    list_options(problem->possible().data(), state, moves);
    for (const auto move : moves) check_move(*problem, lookahead, state, move);
    looks += moves.size();
    const State before = state;
    place(*problem, before, moves[moves.size() / 2], state, true);
  }
  return looks;
}

}  // namespace
}  // namespace kaleido

int main() {
  CHECK(kaleido::check_puzzle(kaleido::kSheetPieces, kaleido::kSheetBoard) > 10);
  CHECK(kaleido::check_puzzle(kaleido::kTorusPieces, kaleido::kTorusBoard) > 10);
  CHECK(kaleido::check_puzzle(kaleido::kHexPieces, kaleido::kHexBoard) > 5);
  return 0;
}
