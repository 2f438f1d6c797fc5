// The strategy `tuned`: the cell or piece whose best move is surest, by learned weights.
#pragma once

#include "lookahead.h"
#include "refuted.h"
#include "strategy.h"
#include "supports.h"

namespace kaleido {

/// See Tuned in Python.
class Tuned : public Strategy {
 public:
  static std::unique_ptr<Strategy> read(Problem& problem, Reader& numbers);

  std::uint64_t next_run() override;
  void find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) override;
  void failed(const State& state) override { refuted_.add(state); }

 private:
  /// A set of moves one of which must be right, on the words of the live placements.
  struct Candidate {
    std::size_t count;
    std::size_t first;  // where its words begin
  };
  using Ranked = std::vector<std::pair<double, std::uint32_t>>;

  Tuned(Problem& problem, Reader& numbers);
  void find_candidates(const State& state);
  const Ranked& surest(const State& state, const State& narrowed);
  void rank(const State& state, const std::vector<std::uint32_t>& words, std::size_t candidate,
            Ranked& ranked);
  double value(const State& state, std::size_t move);

  Problem& problem_;
  Random random_;
  RunLimits limits_;
  Supports supports_;
  Refuted refuted_;
  double matched_;
  double scarce_cells_;
  double singles_;
  double pairs_;
  double sharpness_;
  double breadth_;
  double most_odds_;
  double noise_;
  double most_noise_;
  std::size_t extra_;
  std::size_t most_candidates_;
  std::vector<double> worths_;  // by piece: what its shape adds to a score
  Lookahead lookahead_;
  std::vector<Candidate> candidates_;
  Words candidate_words_;
  std::vector<LookaheadTerms> terms_;  // of the moves at this fork
  // Their values; those that are refuted have none, which is no number, nor have their terms.
  std::vector<double> values_;
  std::vector<std::uint64_t> valued_;  // at which fork each of them was made
  std::uint64_t forks_ = 0;
  Ranked ranked_;
  Ranked best_;
};

}  // namespace kaleido
