#include "lookahead.h"

namespace kaleido {

Lookahead::Lookahead(Problem& problem, Reader& numbers)
    : problem_(problem),
      passages_(numbers.count()),
      around_(problem.placements()),
      left_(problem.words()),
      free_(problem.board().size()),
      some_(free_.size()),
      several_(free_.size()),
      out_(passages_.size(), Words(free_.size())) {
  const std::size_t cells = problem.set().cells;
  for (auto& passage : passages_) {
    passage.distance = static_cast<std::int32_t>(numbers.index(cells));
    passage.cells = numbers.set(cells);
  }
}

bool Lookahead::find(const State& state, std::size_t placement, LookaheadTerms& terms) {
  if (!find_cells(state, placement, terms)) return false;
  find_small_islands(state, placement, terms);
  return true;
}

/// Return the cells of the board that touch a placement.
const std::vector<std::uint32_t>& Lookahead::around(std::size_t placement) {
  auto& found = around_[placement];
  if (found.empty()) {
    Words own(problem_.board().size(), 0);
    for (const auto cell : problem_.cells(placement)) put(own.data(), cell);
    Words cells = problem_.set().spread(own);
    for (std::size_t at = 0; at < own.size(); ++at) cells[at] &= problem_.board()[at] & ~own[at];
    for_each(cells.data(), cells.size(),
             [&](std::size_t cell) { found.push_back(static_cast<std::uint32_t>(cell)); });
  }
  return found;
}

/// Add up how scarce the options of the free cells beside a placement become.
KALEIDO_COUNTS_BITS
bool Lookahead::find_cells(const State& state, std::size_t placement, LookaheadTerms& terms) {
  const std::size_t account = problem_.account_after(state.account, placement);
  const Word* const affordable = problem_[account].affordable.data();
  const Word* const compatible = problem_.compatible(placement);
  const std::size_t all = state.words.size();
  for (std::size_t place = 0; place < all; ++place) {
    const auto at = state.words[place];
    left_[place] = state.live[at] & compatible[at] & affordable[at];
  }
  terms.cells = 0;
  for (const auto cell : around(placement)) {
    if (has(state.filled.data(), cell)) continue;
    const Word* const own = problem_.cell_options(cell);
    std::size_t options = 0;
    for (std::size_t place = 0; place < all; ++place) {
      options += static_cast<std::size_t>(std::popcount(own[state.words[place]] & left_[place]));
    }
    if (options == 0) return false;
    terms.cells += 1 / static_cast<double>(options);
  }
  return true;
}

/// Count the islands of one and of two cells, with the seams taken as closed.
KALEIDO_COUNTS_BITS
void Lookahead::find_small_islands(const State& state, std::size_t placement,
                                   LookaheadTerms& terms) {
  const std::size_t width = free_.size();
  for (std::size_t at = 0; at < width; ++at) {
    free_[at] = problem_.board()[at] & ~state.filled[at];
    some_[at] = several_[at] = 0;
  }
  for (const auto cell : problem_.cells(placement)) {
    free_[cell / kWordBits] &= ~(Word{1} << cell % kWordBits);
  }
  for (std::size_t number = 0; number < passages_.size(); ++number) {
    const auto distance = static_cast<std::size_t>(passages_[number].distance);
    Words& out = out_[number];
    for (std::size_t at = 0; at < width; ++at) {
      const Word open = passages_[number].cells[at] & free_[at];
      out[at] = open & shifted_down(free_.data(), width, distance, at);
    }
    // The cells with an open passage to a later cell, and those at its other end.
    for (std::size_t at = width; at-- > 0;) {
      const Word into = shifted_up(out.data(), distance, at);
      several_[at] |= (out[at] & into) | (some_[at] & (out[at] | into));
      some_[at] |= out[at] | into;
    }
  }
  std::size_t singles = 0;
  std::size_t pairs = 0;
  for (std::size_t at = 0; at < width; ++at) {
    singles += static_cast<std::size_t>(std::popcount(free_[at] & ~some_[at]));
    some_[at] &= ~several_[at];
  }
  for (std::size_t number = 0; number < passages_.size(); ++number) {
    const auto distance = static_cast<std::size_t>(passages_[number].distance);
    for (std::size_t at = 0; at < width; ++at) {
      const Word other = shifted_down(some_.data(), width, distance, at);
      pairs += static_cast<std::size_t>(std::popcount(some_[at] & other & out_[number][at]));
    }
  }
  terms.singles = static_cast<std::uint32_t>(singles);
  terms.pairs = static_cast<std::uint32_t>(pairs);
}

}  // namespace kaleido
