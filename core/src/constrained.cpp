#include "constrained.h"

#include <algorithm>

namespace kaleido {

namespace {

std::uint32_t some(Reader& numbers) {
  return static_cast<std::uint32_t>(numbers.number(0, Reader::kMost));
}

}  // namespace

Constrained::Constrained(Problem& problem, Reader& numbers)
    : problem_(problem),
      random_(read_random(numbers)),
      limits_(some(numbers)),
      narrow_after_(some(numbers)),
      supports_(problem, some(numbers)),
      refuted_(some(numbers)),
      matched_(numbers.real()),
      noise_(numbers.real()),
      noise_step_(numbers.real()),
      most_noise_(numbers.real()),
      worths_(problem.set().pieces.size()) {
  for (auto& worth : worths_) worth = numbers.real();
}

std::unique_ptr<Strategy> Constrained::read(Problem& problem, Reader& numbers) {
  return std::unique_ptr<Strategy>(new Constrained(problem, numbers));
}

std::uint64_t Constrained::next_run() {
  const std::uint64_t limit = limits_.next();
  if (limits_.runs() > 1) noise_ = std::min(noise_ + noise_step_, most_noise_);
  return limit;
}

void Constrained::find_moves(const State& state, const std::vector<std::uint32_t>& path,
                             Fork& fork) {
  static_cast<void>(path);
  if (refuted_.contains(state)) return;
  fork.tells_failure = true;
  ++forks_;
  if (state.fewest > 1 && forks_ > narrow_after_) {
    rank(state, supports_.narrowed(state), fork);
  } else {
    rank(state, state, fork);
  }
}

/// List the live options of the scarcest item, those with the best scores first.
void Constrained::rank(const State& state, const State& narrowed, Fork& fork) {
  if (narrowed.fewest == 0) return;
  ranked_.clear();
  problem_.for_each_live_option(narrowed.scarcest, narrowed.live, [&](std::size_t move) {
    ranked_.emplace_back(0.0, static_cast<std::uint32_t>(move));
  });
  // The only option of an item needs no random number. On a narrowed board it takes one.
  if (ranked_.size() > 1 || &narrowed != &state) {
    for (auto& [value, move] : ranked_) {
      const auto matched = static_cast<double>(matched_sides(problem_, state.edges, move));
      value = matched_ * matched + worths_[problem_.piece(move)];
      value += noise_ * real(random_);
    }
    std::sort(ranked_.begin(), ranked_.end(), std::greater<>());
  }
  for (const auto& [value, move] : ranked_) fork.moves.push_back(move);
}

}  // namespace kaleido
