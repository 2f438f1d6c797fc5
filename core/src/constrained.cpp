#include "constrained.h"

#include <algorithm>

namespace kaleido {

Constrained::Plan::Plan(const Problem& problem, Reader& numbers)
    : random(read_random(numbers)),
      run_nodes(numbers.natural()),
      narrow_after(numbers.natural()),
      few(numbers.natural()),
      remembered(numbers.natural()),
      growth(numbers.natural()),
      matched(numbers.real()),
      noise(numbers.real()),
      noise_step(numbers.real()),
      most_noise(numbers.real()),
      worths(read_worths(problem, numbers)) {}

Constrained::Constrained(Problem& problem, Plan plan)
    : problem_(problem),
      plan_(std::move(plan)),
      limits_(plan_.run_nodes, plan_.growth),
      supports_(problem, plan_.few),
      refuted_(plan_.remembered) {}

std::unique_ptr<Strategy> Constrained::read(Problem& problem, Reader& numbers) {
  return std::make_unique<Constrained>(problem, Plan(problem, numbers));
}

std::uint64_t Constrained::next_run() {
  const std::uint64_t limit = limits_.next();
  if (limits_.runs() > 1) plan_.noise = std::min(plan_.noise + plan_.noise_step, plan_.most_noise);
  return limit;
}

void Constrained::find_moves(const State& state, const std::vector<std::uint32_t>& path,
                             Fork& fork) {
  static_cast<void>(path);
  if (refuted_.contains(state)) return;
  fork.tells_failure = true;
  ++forks_;
  if (state.fewest > 1 && forks_ > plan_.narrow_after) {
    rank(state, supports_.narrowed(state), fork);
  } else {
    rank(state, state, fork);
  }
}

/// List the live options of the scarcest item, those with the best scores first.
void Constrained::rank(const State& state, const State& narrowed, Fork& fork) {
  if (narrowed.fewest == 0) return;
  problem_.for_each_live_option(narrowed.scarcest, narrowed.live, [&](std::size_t move) {
    fork.moves.push_back(static_cast<std::uint32_t>(move));
  });
  // The only option of an item needs no random number. On a narrowed board it takes one.
  if (fork.moves.size() == 1 && &narrowed == &state) return;
  ranked_.clear();
  for (const auto move : fork.moves) {
    const auto matched = static_cast<double>(matched_sides(problem_, state.edges, move));
    const double value = plan_.matched * matched + plan_.worths[problem_.piece(move)];
    ranked_.emplace_back(value + plan_.noise * real(plan_.random), move);
  }
  std::sort(ranked_.begin(), ranked_.end(), std::greater<>());
  fork.moves.clear();
  for (const auto& [value, move] : ranked_) fork.moves.push_back(move);
}

}  // namespace kaleido
