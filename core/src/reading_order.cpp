#include "reading_order.h"

#include <algorithm>

namespace kaleido {

ReadingOrder::ReadingOrder(Problem& problem, Reader& numbers)
    : problem_(problem),
      random_(read_random(numbers)),
      shuffles_(numbers.flag()),
      sorts_by_edges_(numbers.flag()),
      propagates_(numbers.flag()) {}

std::unique_ptr<Strategy> ReadingOrder::read(Problem& problem, Reader& numbers) {
  return std::unique_ptr<Strategy>(new ReadingOrder(problem, numbers));
}

void ReadingOrder::find_moves(const State& state, const std::vector<std::uint32_t>& path,
                              Fork& fork) {
  static_cast<void>(path);
  fork.propagates = propagates_;
  std::size_t cell = 0;
  const std::size_t cells = problem_.set().cells;
  const auto is_free = [&] {
    return has(problem_.board().data(), cell) && !has(state.filled.data(), cell);
  };
  while (cell < cells && !is_free()) ++cell;
  if (cell == cells) return;
  list_options(problem_.cell_options(cell), state, fork.moves);
  if (shuffles_) shuffle(random_, std::span{fork.moves});
  if (sorts_by_edges_) {
    std::stable_sort(fork.moves.begin(), fork.moves.end(),
                     [&](std::uint32_t one, std::uint32_t other) {
                       return matched_sides(problem_, state.edges, one) >
                              matched_sides(problem_, state.edges, other);
                     });
  }
}

}  // namespace kaleido
