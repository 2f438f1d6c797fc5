// How a move changes the cells around it, computed without making it.
#pragma once

#include "state.h"

namespace kaleido {

/// See LookaheadTerms in Python.
struct LookaheadTerms {
  double cells = 0;
  std::uint32_t singles = 0;
  std::uint32_t pairs = 0;
};

/// See Lookahead in Python.
class Lookahead {
 public:
  /// Read the steps to later cells that no edge of the empty board separates.
  Lookahead(Problem& problem, Reader& numbers);

  /// Find the terms of a live placement; false if it leaves a cell beside it without options.
  bool find(const State& state, std::size_t placement, LookaheadTerms& terms);

 private:
  const std::vector<std::uint32_t>& around(std::size_t placement);
  bool find_cells(const State& state, std::size_t placement, LookaheadTerms& terms);
  void find_small_islands(const State& state, std::size_t placement, LookaheadTerms& terms);

  Problem& problem_;
  std::vector<Step> passages_;
  std::vector<std::vector<std::uint32_t>> around_;  // by placement; empty if not asked for yet
  std::vector<Word> left_;
  // Sets of cells; of `out_`, one for each passage: those from which it leads to a free cell.
  Words free_;
  Words some_;
  Words several_;
  std::vector<Words> out_;
};

}  // namespace kaleido
