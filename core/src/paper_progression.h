// Size progressions: the ways to split an island's cells into sizes of the pieces left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace kaleido {

using Sizes = std::vector<std::uint32_t>;

/// Return the progression to try when no move has the first of some sizes; empty without one.
Sizes changed_progression(const Sizes& sizes);

/// The progressions of numbers of cells against the pieces left, as
/// kaleido/paper/progression.py finds them; they are kept.
class Progressions {
 public:
  /// Return the first progressions, biggest sizes first, from the sizes left in descending order.
  const std::vector<Sizes>& alternatives(std::size_t cells, const Sizes& left);

 private:
  static void find(std::size_t cells, const Sizes& left, Sizes& chosen, std::vector<Sizes>& found);

  std::map<Sizes, std::vector<Sizes>> known_;  // by the sizes left, and the cells at their end
};

}  // namespace kaleido
