#include "supports.h"

namespace kaleido {

const State& Supports::narrowed(const State& state) {
  if (!narrow(state)) return state;
  find_open(problem_, state.items, 0, narrowed_);
  return narrowed_;
}

/// Narrow the live placements; return whether some are ruled out.
KALEIDO_COUNTS_BITS
bool Supports::narrow(const State& state) {
  narrowed_.live = state.live;
  narrowed_.account = state.account;
  Word* const live = narrowed_.live.data();
  const auto& words = state.words;
  bool is_narrowed = false;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const auto number : state.items) {
      const Item& item = problem_.items()[number];
      std::size_t options = 0;
      for (std::size_t place = 0; place < words.size() && options <= few_; ++place) {
        options += static_cast<std::size_t>(
            std::popcount(item.options[words[place]] & live[words[place]]));
      }
      if (options > few_) continue;
      for (const auto at : words) supported_[at] = item.options[at] & live[at];
      for (const auto at : words) {
        for (Word own = item.options[at] & live[at]; own != 0; own &= own - 1) {
          const Word* beside =
              problem_.compatible(at * kWordBits + static_cast<std::size_t>(std::countr_zero(own)));
          for (const auto word : words) supported_[word] |= beside[word];
        }
      }
      for (const auto at : words) {
        has_changed |= (live[at] & ~supported_[at]) != 0;
        live[at] &= supported_[at];
      }
    }
    is_narrowed |= has_changed;
  }
  return is_narrowed;
}

}  // namespace kaleido
