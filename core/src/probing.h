// The strategy `probing`: moves of `constrained` that a short search does not refute.
#pragma once

#include "constrained.h"

namespace kaleido {

/// See Probing in Python.
class Probing : public Constrained {
 public:
  static std::unique_ptr<Strategy> read(Problem& problem, Reader& numbers);

  void find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) override;

 private:
  Probing(Problem& problem, const Plan& plan, const Plan& probe, std::uint64_t probe_nodes);
  bool refutes(const State& state, const std::vector<std::uint32_t>& path, std::uint32_t move);
  bool is_found(std::uint32_t move) const { return has(found_.data(), move); }

  Plan probe_;
  std::uint64_t probe_nodes_;
  Words found_;  // the placements of the last solution that a probe has found
};

}  // namespace kaleido
