// The strategy `probing`: moves of `constrained` that a short search does not refute.
#pragma once

#include "constrained.h"
#include "search.h"

namespace kaleido {

/// See Probing in Python.
class Probing : public Constrained {
 public:
  static std::unique_ptr<Strategy> read(Problem& problem, Reader& numbers);

  void find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) override;
  bool is_thinking() const override { return is_thinking_; }

 private:
  enum class Verdict : std::uint8_t { kOpen, kRefuted, kThinks };

  Probing(Problem& problem, const Plan& plan, Plan probe, std::uint64_t probe_nodes);
  Verdict probe(const State& state, const std::vector<std::uint32_t>& path, std::uint32_t move);
  bool is_found(std::uint32_t move) const { return has(found_.data(), move); }

  Plan probe_plan_;
  std::uint64_t probe_nodes_;
  std::uint64_t stretch_;  // the nodes of probes that are made without a break
  Words found_;            // the placements of the last solution that a probe has found
  bool is_thinking_ = false;
  std::size_t refuted_ = 0;        // how many moves of the fork are refuted so far
  std::unique_ptr<Search> probe_;  // of the next one, where it has begun
};

}  // namespace kaleido
