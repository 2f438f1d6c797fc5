// Rules out placements that would leave an item without a support.
#pragma once

#include "state.h"

namespace kaleido {

/// See Supports in Python.
class Supports {
 public:
  /// Items of at most `few` options are looked at.
  Supports(Problem& problem, std::size_t few)
      : problem_(problem), few_(few), supported_(problem.words()) {}

  /// Return the same board without placements that block an open item; it lasts until the next
  /// call.
  const State& narrowed(const State& state);
  const State& narrowed(State&& state) = delete;

 private:
  bool narrow(const State& state);

  Problem& problem_;
  std::size_t few_;
  State narrowed_;
  Words supported_;
};

}  // namespace kaleido
