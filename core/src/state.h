// A board with some placements made: the options and the budget left.
#pragma once

#include "problem.h"

namespace kaleido {

/// See State in Python, whose attributes have the names of these.
struct State {
  Words live;
  std::vector<std::uint32_t> words;  // of `live` that are not empty: a few, soon
  Words edges;
  Words filled;
  std::vector<std::uint32_t> items;  // the open ones; those of the board before if they refute it
  // Of a sparse table, how many live options each item has, and all together.
  std::vector<std::uint32_t> counts;
  std::size_t size = 0;
  std::size_t account = 0;
  std::size_t depth = 0;
  std::size_t scarcest = 0;  // the item with the fewest options
  std::size_t fewest = 0;    // how many; 0 if the board cannot be completed
  bool is_solved = false;

  bool is_dead() const { return fewest == 0 && !is_solved; }
};

/// Return how many of some sides are edges.
std::size_t matched_sides(const Problem& problem, const Words& edges, std::size_t placement);

/// Count the live options of all items of a sparse table.
void count_options(const Problem& problem, State& state);

/// Leave a live placement of a sparse table out of a board.
void drop(const Problem& problem, State& state, std::size_t placement);

/// Call `visit` with each live placement that cannot be made beside one; of a sparse table.
///
/// It may leave out placements that are visited, and none else. `words` may contain words of
/// `state.live` that are empty.
template <class Visit>
void for_each_live_rival(const Problem& problem, const State& state,
                         const std::vector<std::uint32_t>& words, std::size_t placement,
                         Visit visit) {
  if (problem.rivals(placement) < state.size) {
    problem.for_each_rival(placement, [&](std::size_t rival) {
      if (has(state.live.data(), rival)) visit(rival);
    });
    return;
  }
  Words covered(problem.board().size(), 0);
  for (const auto cell : problem.cells(placement)) put(covered.data(), cell);
  for_each_in(state.live.data(), words, [&](std::size_t number) {
    if (problem.is_rival(number, placement, covered)) visit(number);
  });
}
/// List the live placements of a set, in ascending order.
void list_options(const Word* options, const State& state, std::vector<std::uint32_t>& found);

/// Find the open items of a board among some, and the one with the fewest options.
///
/// If more than `covered` of them have none, the board cannot be completed; the answer is then
/// false, and its list of items stays incomplete.
bool find_open(const Problem& problem, const std::vector<std::uint32_t>& items, std::size_t covered,
               State& state);

/// Make a placement, which may be one that is not live if `state` is dead or nobody concludes.
///
/// `keeps_items` is whether a dead board is still to be played on.
void place(Problem& problem, const State& state, std::size_t placement, State& after,
           bool keeps_items);

/// Leave some placements out of a board; `scratch` is room for it.
void rule_out(const Problem& problem, State& state, const std::uint32_t* first,
              const std::uint32_t* last, std::vector<std::uint32_t>& scratch);

}  // namespace kaleido
