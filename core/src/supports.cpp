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
  seen_.assign(seen_.size(), SIZE_MAX);
  if (problem_.is_sparse()) return narrow_sparse(state);
  supported_.resize(problem_.words());
  Word* const live = narrowed_.live.data();
  Word* const supported = supported_.data();
  const auto& words = state.words;
  // Many words are faster one after the other, those that are empty, too.
  const std::size_t all = 2 * words.size() > supported_.size() ? supported_.size() : 0;
  const auto each_word = [&](auto visit) {
    for (std::size_t at = 0; at < all; ++at) visit(at);
    if (all > 0) return;
    for (const auto at : words) visit(at);
  };
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
      // Without an option for an item, the board cannot be completed, whatever else is left.
      if (options == 0) return true;
      if (options > few_ || options == seen_[number]) continue;
      seen_[number] = options;
      const Word* const own_options = item.options;
      each_word([=](std::size_t at) { supported[at] = own_options[at] & live[at]; });
      for (const auto at : words) {
        for (Word own = own_options[at] & live[at]; own != 0; own &= own - 1) {
          const Word* const beside =
              problem_.compatible(at * kWordBits + static_cast<std::size_t>(std::countr_zero(own)));
          each_word([=](std::size_t word) { supported[word] |= beside[word]; });
        }
      }
      Word lost = 0;
      each_word([=, &lost](std::size_t at) {
        lost |= live[at] & ~supported[at];
        live[at] &= supported[at];
      });
      has_changed |= lost != 0;
    }
    is_narrowed |= has_changed;
  }
  return is_narrowed;
}

bool Supports::narrow_sparse(const State& state) {
  narrowed_.counts = state.counts;
  narrowed_.size = state.size;
  narrowed_.words = state.words;
  for (std::size_t before = 0; before != narrowed_.size;) {
    before = narrowed_.size;
    for (const auto item : state.items) {
      const std::size_t options = narrowed_.counts[item];
      // Without an option for an item, the board cannot be completed, whatever else is left.
      if (options == 0) return true;
      if (options > few_ || options == seen_[item]) continue;
      seen_[item] = options;
      drop_blocking(item);
    }
  }
  return narrowed_.size != state.size;
}

/// Leave out the placements that cannot be made beside any of the options of an item.
void Supports::drop_blocking(std::size_t item) {
  options_.clear();
  const auto list = [&](std::size_t number) {
    options_.push_back(static_cast<std::uint32_t>(number));
  };
  problem_.for_each_live_option(item, narrowed_.live, list);
  blocking_.clear();
  for_each_live_rival(problem_, narrowed_, narrowed_.words, options_.front(),
                      [&](std::size_t number) {
                        take(narrowed_.live.data(), number);  // so that it comes once
                        blocking_.push_back(static_cast<std::uint32_t>(number));
                      });
  for (const auto number : blocking_) put(narrowed_.live.data(), number);
  std::size_t left = blocking_.size();
  for (const auto option : options_) {
    Words covered(problem_.board().size(), 0);
    for (const auto cell : problem_.cells(option)) put(covered.data(), cell);
    std::size_t kept = 0;
    for (std::size_t at = 0; at < left; ++at) {
      const auto number = blocking_[at];
      if (number != option && problem_.is_rival(number, option, covered))
        blocking_[kept++] = number;
    }
    left = kept;
  }
  for (std::size_t at = 0; at < left; ++at) drop(problem_, narrowed_, blocking_[at]);
}

}  // namespace kaleido
