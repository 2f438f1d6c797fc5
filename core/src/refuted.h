// Boards that no solution contains, kept over the runs of a search.
#pragma once

#include "state.h"

namespace kaleido {

/// Boards by what they leave open: cells, placements and budget; see Refuted in Python.
class Refuted {
 public:
  Refuted(const Problem& problem, std::size_t most)
      : width_(1 + problem.words() + problem.board().size()), most_(most), places_(64, 0) {}
  bool contains(const State& state) const;
  void add(const State& state);

 private:
  static Word hash(const State& state);
  bool equals(const State& state, std::size_t number) const;

  std::size_t width_;
  std::size_t most_;
  std::size_t size_ = 0;
  Words keys_;
  Words hashes_;
  std::vector<std::uint32_t> places_;  // 1 + the number of a key, or 0: open addressing
};

}  // namespace kaleido
