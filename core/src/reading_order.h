// The strategies that fill the board in reading order: `random` and `edge-matching`.
#pragma once

#include "strategy.h"

namespace kaleido {

/// Fills the next free cell. See Random and EdgeMatching in Python.
class ReadingOrder : public Strategy {
 public:
  static std::unique_ptr<Strategy> read(Problem& problem, Reader& numbers);

  std::uint64_t next_run() override { return kNoLimit; }
  void find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) override;

 private:
  ReadingOrder(Problem& problem, Reader& numbers);

  Problem& problem_;
  Random random_;
  bool shuffles_;
  bool sorts_by_edges_;
  bool propagates_;
};

}  // namespace kaleido
