// The strategy `constrained`: the scarcest cell or piece first.
#pragma once

#include "refuted.h"
#include "strategy.h"
#include "supports.h"

namespace kaleido {

/// See Constrained in Python.
class Constrained : public Strategy {
 public:
  static std::unique_ptr<Strategy> read(Problem& problem, Reader& numbers);

  std::uint64_t next_run() override;
  void find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) override;
  void failed(const State& state) override { refuted_.add(state); }

 private:
  Constrained(Problem& problem, Reader& numbers);
  void rank(const State& state, const State& narrowed, Fork& fork);

  Problem& problem_;
  Random random_;
  RunLimits limits_;
  std::uint64_t narrow_after_;
  Supports supports_;
  Refuted refuted_;
  double matched_;
  double noise_;
  double noise_step_;
  double most_noise_;
  std::vector<double> worths_;  // by piece: what its shape adds to a score
  std::uint64_t forks_ = 0;
  std::vector<std::pair<double, std::uint32_t>> ranked_;
};

}  // namespace kaleido
