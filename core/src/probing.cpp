#include "probing.h"

#include <algorithm>

namespace kaleido {

namespace {

/// A probe pauses when its nodes times the words of a set of placements exceed this: some ms.
constexpr std::uint64_t kStretch = 20'000;

}  // namespace

Probing::Probing(Problem& problem, const Plan& plan, Plan probe, std::uint64_t probe_nodes)
    : Constrained(problem, plan),
      probe_plan_(std::move(probe)),
      probe_nodes_(probe_nodes),
      stretch_(1 + kStretch / std::max<std::uint64_t>(problem.words(), 1)),
      found_(problem.words(), 0) {}

std::unique_ptr<Strategy> Probing::read(Problem& problem, Reader& numbers) {
  const Plan plan(problem, numbers);
  Plan probe = plan;
  probe.run_nodes = 0;
  probe.narrow_after = numbers.natural();
  probe.remembered = numbers.natural();
  return std::unique_ptr<Strategy>(new Probing(problem, plan, probe, numbers.natural()));
}

void Probing::find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) {
  auto& moves = fork.moves;
  if (!is_thinking_) {
    Constrained::find_moves(state, path, fork);
    if (moves.size() < 2) return;
    const auto is_found = [&](std::uint32_t move) { return this->is_found(move); };
    if (std::all_of(path.begin(), path.end(), is_found)) {
      std::stable_partition(moves.begin(), moves.end(), is_found);
      return;
    }
    refuted_ = 0;
  }
  is_thinking_ = false;
  const std::uint64_t end = looks.nodes + stretch_;
  for (; refuted_ < moves.size(); ++refuted_) {
    const Verdict verdict = probe(state, path, moves[refuted_]);
    if (verdict == Verdict::kOpen) break;
    is_thinking_ = verdict == Verdict::kThinks;
    if (is_thinking_) return;
    if (looks.nodes >= end) {
      ++refuted_;
      is_thinking_ = true;
      return;
    }
  }
  moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(refuted_));
}

/// Find out, in as many turns as it takes, whether a short search refutes the board after a move.
Probing::Verdict Probing::probe(const State& state, const std::vector<std::uint32_t>& path,
                                std::uint32_t move) {
  std::vector<std::uint32_t> line = path;
  line.push_back(move);
  if (!probe_) {
    ++looks.moves;
    Start start;
    place(problem(), state, move, start.state, false);
    if (start.state.is_dead()) return Verdict::kRefuted;
    if (!start.state.is_solved) {
      probe_ =
          std::make_unique<Search>(problem(), std::make_unique<Constrained>(problem(), probe_plan_),
                                   std::move(start), 0, false);
    }
  }
  if (probe_) {
    const std::uint64_t before = probe_->nodes;
    const Search::Stop stop = probe_->run(std::min(before + stretch_, probe_nodes_));
    looks.nodes += probe_->nodes - before;
    if (stop == Search::Stop::kThinks) return Verdict::kThinks;
    if (stop == Search::Stop::kPaused && probe_->nodes < probe_nodes_) return Verdict::kThinks;
    const auto rest = probe_->moves();
    line.insert(line.end(), rest.begin(), rest.end());
    probe_.reset();
    if (stop == Search::Stop::kExhausted) return Verdict::kRefuted;
    if (stop != Search::Stop::kSolved) return Verdict::kOpen;
  }
  std::fill(found_.begin(), found_.end(), 0);
  for (const auto each : line) put(found_.data(), each);
  return Verdict::kOpen;
}

}  // namespace kaleido
