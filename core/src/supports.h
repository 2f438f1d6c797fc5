// Rules out placements that would leave an item without a support.
#pragma once

#include "state.h"

namespace kaleido {

/// See Supports in Python.
class Supports {
 public:
  /// Items of at most `few` options are looked at.
  Supports(Problem& problem, std::size_t few)
      : problem_(problem), few_(few), seen_(problem.items().size()) {}

  /// Return the same board without placements that block an open item; it lasts until the next
  /// call.
  const State& narrowed(const State& state);
  const State& narrowed(State&& state) = delete;

 private:
  bool narrow(const State& state);
  bool narrow_sparse(const State& state);
  void drop_blocking(std::size_t item);

  Problem& problem_;
  std::size_t few_;
  State narrowed_;
  // For each item, the number of its options at the last look: with the same number, they are the
  // same options.
  std::vector<std::size_t> seen_;
  Words supported_;
  std::vector<std::uint32_t> options_;
  std::vector<std::uint32_t> blocking_;
};

}  // namespace kaleido
