#include "state.h"

namespace kaleido {

std::size_t matched_sides(const Problem& problem, const Words& edges, std::size_t placement) {
  std::size_t matched = 0;
  for (const auto side : problem.border(placement)) matched += has(edges.data(), side);
  return matched;
}

void count_options(const Problem& problem, State& state) {
  state.counts.assign(problem.items().size(), 0);
  state.size = 0;
  for_each(state.live.data(), state.live.size(), [&](std::size_t number) {
    ++state.size;
    problem.for_each_item(number, [&](std::size_t item) { ++state.counts[item]; });
  });
}

void drop(const Problem& problem, State& state, std::size_t placement) {
  take(state.live.data(), placement);
  --state.size;
  problem.for_each_item(placement, [&](std::size_t item) { --state.counts[item]; });
}

void list_options(const Word* options, const State& state, std::vector<std::uint32_t>& found) {
  for (const auto at : state.words) {
    for (Word own = options[at] & state.live[at]; own != 0; own &= own - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(own));
      found.push_back(static_cast<std::uint32_t>(at * kWordBits + bit));
    }
  }
}

KALEIDO_COUNTS_BITS
bool find_open(const Problem& problem, const std::vector<std::uint32_t>& items, std::size_t covered,
               State& state) {
  list_words(state.live, state.words);
  const Word* live = state.live.data();
  const std::uint32_t* const words = state.words.data();
  const std::size_t all = state.words.size();
  state.items.clear();
  state.items.reserve(items.size());
  state.fewest = 0;
  state.is_solved = false;
  std::size_t dropped = 0;
  std::size_t fewest = SIZE_MAX;
  for (const auto number : items) {
    const Item& item = problem.items()[number];
    std::size_t options = 0;
    if (problem.is_sparse()) {
      options = state.counts[number];
    } else if (item.end - item.first < all) {
      for (std::size_t at = item.first; at < item.end; ++at) {
        options += static_cast<std::size_t>(std::popcount(item.options[at] & live[at]));
      }
    } else {
      for (std::size_t place = 0; place < all; ++place) {
        const auto at = words[place];
        options += static_cast<std::size_t>(std::popcount(item.options[at] & live[at]));
      }
    }
    if (options == 0) {
      if (++dropped > covered) return false;
      continue;
    }
    state.items.push_back(number);
    if (options < fewest) {
      fewest = options;
      state.scarcest = number;
    }
  }
  state.is_solved = state.items.empty() && problem[state.account].is_complete;
  if (!state.items.empty()) state.fewest = fewest;
  return true;
}

namespace {

/// Rule out of a sparse table the placements incompatible with one, or beyond the budget after it.
void drop_rivals(const Problem& problem, const State& state, std::size_t placement, State& after) {
  const auto leave_out = [&](std::size_t number) { drop(problem, after, number); };
  for_each_live_rival(problem, after, state.words, placement, leave_out);
  const Words& before = problem[state.account].payable;
  const Words& payable = problem[after.account].payable;
  for_each(before.data(), before.size(), [&](std::size_t cost) {
    if (has(payable.data(), cost)) return;
    for (const auto& [first, end] : problem.runs(cost))
      for_each_between(after.live.data(), first, end, leave_out);
  });
}

}  // namespace

void place(Problem& problem, const State& state, std::size_t placement, State& after,
           bool keeps_items) {
  const std::size_t words = problem.words();
  after.account = problem.account_after(state.account, placement);
  after.live = state.live;
  if (problem.is_sparse()) {
    after.counts = state.counts;
    after.size = state.size;
    drop_rivals(problem, state, placement, after);
  } else {
    problem.keep_compatible(after.live.data(), placement);
    const Word* affordable = problem[after.account].affordable.data();
    for (std::size_t at = 0; at < words; ++at) after.live[at] &= affordable[at];
  }
  after.edges = state.edges;
  for (const auto side : problem.border(placement)) put(after.edges.data(), side);
  after.filled = state.filled;
  for (const auto cell : problem.cells(placement)) put(after.filled.data(), cell);
  after.depth = state.depth + !problem.is_blank(placement);
  if (!find_open(problem, state.items, problem.covered(placement), after) && keeps_items) {
    after.items = state.items;
  }
  if (after.fewest > 0 && problem.checks_regions()) {
    Words free = problem.board();
    for (std::size_t at = 0; at < free.size(); ++at) free[at] &= ~after.filled[at];
    if (!problem.regions_fit_after(free, placement, after.account)) after.fewest = 0;
  }
}

void rule_out(const Problem& problem, State& state, const std::uint32_t* first,
              const std::uint32_t* last, std::vector<std::uint32_t>& scratch) {
  for (; first != last; ++first) {
    if (!problem.is_sparse()) {
      take(state.live.data(), *first);
    } else if (has(state.live.data(), *first)) {
      drop(problem, state, *first);
    }
  }
  if (state.fewest == 0) {
    list_words(state.live, state.words);
    return;
  }
  scratch.swap(state.items);
  if (!find_open(problem, scratch, 0, state)) state.items.swap(scratch);
}

}  // namespace kaleido
