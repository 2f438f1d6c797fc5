// The strategy `constrained`: the scarcest cell or piece first.
#pragma once

#include "refuted.h"
#include "strategy.h"
#include "supports.h"

namespace kaleido {

/// See Constrained in Python.
class Constrained : public Strategy {
 public:
  /// Its parameters.
  struct Plan {
    Plan(const Problem& problem, Reader& numbers);

    Random random;
    std::uint64_t run_nodes;  // of the shortest run; 0 for one run without a limit
    std::uint64_t narrow_after;
    std::size_t few;
    std::size_t remembered;
    std::uint64_t growth;  // of runs, in percent; 0 for Luby's schedule
    double matched;
    double noise;
    double noise_step;
    double most_noise;
    std::vector<double> worths;  // by piece: what its shape adds to a score
  };

  Constrained(Problem& problem, Plan plan);
  static std::unique_ptr<Strategy> read(Problem& problem, Reader& numbers);

  std::uint64_t next_run() override;
  void find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) override;
  void failed(const State& state) override { refuted_.add(state); }

 protected:
  Problem& problem() { return problem_; }

 private:
  void rank(const State& state, const State& narrowed, Fork& fork);

  Problem& problem_;
  Plan plan_;
  RunLimits limits_;
  Supports supports_;
  Refuted refuted_;
  std::uint64_t forks_ = 0;
  std::vector<std::pair<double, std::uint32_t>> ranked_;
};

}  // namespace kaleido
