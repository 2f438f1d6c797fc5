#include "probing.h"

#include <algorithm>

#include "search.h"

namespace kaleido {

Probing::Probing(Problem& problem, const Plan& plan, const Plan& probe, std::uint64_t probe_nodes)
    : Constrained(problem, plan),
      probe_(probe),
      probe_nodes_(probe_nodes),
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
  Constrained::find_moves(state, path, fork);
  auto& moves = fork.moves;
  if (moves.size() < 2) return;
  const auto is_found = [&](std::uint32_t move) { return this->is_found(move); };
  if (std::all_of(path.begin(), path.end(), is_found)) {
    std::stable_partition(moves.begin(), moves.end(), is_found);
    return;
  }
  std::size_t refuted = 0;
  while (refuted < moves.size() && refutes(state, path, moves[refuted])) ++refuted;
  moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(refuted));
}

/// Return whether a probe proves that no solution contains the board after a move.
bool Probing::refutes(const State& state, const std::vector<std::uint32_t>& path,
                      std::uint32_t move) {
  ++looks.moves;
  Start start;
  place(problem(), state, move, start.state, false);
  if (start.state.is_dead()) return true;
  const bool is_solved = start.state.is_solved;
  std::vector<std::uint32_t> line = path;
  line.push_back(move);
  if (!is_solved) {
    Search probe(problem(), std::make_unique<Constrained>(problem(), probe_), std::move(start), 0,
                 false);
    const Search::Stop stop = probe.run(probe_nodes_);
    looks.nodes += probe.nodes;
    if (stop != Search::Stop::kSolved) return stop == Search::Stop::kExhausted;
    const auto rest = probe.moves();
    line.insert(line.end(), rest.begin(), rest.end());
  }
  std::fill(found_.begin(), found_.end(), 0);
  for (const auto each : line) put(found_.data(), each);
  return false;
}

}  // namespace kaleido
