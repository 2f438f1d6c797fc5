#include "tuned.h"

#include <algorithm>
#include <cmath>

namespace kaleido {

namespace {

constexpr double kRefuted = std::numeric_limits<double>::quiet_NaN();

/// Write down the terms as Python reads them.
void note(const LookaheadTerms& terms, std::vector<std::int32_t>& notes) {
  const auto cells = std::bit_cast<std::uint64_t>(terms.cells);
  for (const std::uint64_t number :
       {cells, cells >> 32, std::uint64_t{terms.singles}, std::uint64_t{terms.pairs}}) {
    notes.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(number)));
  }
}

}  // namespace

Tuned::Tuned(Problem& problem, Reader& numbers)
    : problem_(problem),
      random_(read_random(numbers)),
      limits_(numbers.natural()),
      supports_(problem, numbers.natural()),
      refuted_(numbers.natural()),
      matched_(numbers.real()),
      scarce_cells_(numbers.real()),
      singles_(numbers.real()),
      pairs_(numbers.real()),
      sharpness_(numbers.real()),
      breadth_(numbers.real()),
      most_odds_(numbers.real()),
      noise_(numbers.real()),
      most_noise_(numbers.real()),
      extra_(numbers.natural()),
      most_candidates_(numbers.natural()),
      worths_(read_worths(problem, numbers)),
      lookahead_(problem, numbers),
      terms_(problem.placements()),
      values_(problem.placements()),
      valued_(problem.placements(), 0) {}

std::unique_ptr<Strategy> Tuned::read(Problem& problem, Reader& numbers) {
  return std::unique_ptr<Strategy>(new Tuned(problem, numbers));
}

std::uint64_t Tuned::next_run() {
  const std::uint64_t limit = limits_.next();
  if (limits_.runs() > 1) noise_ = std::min(noise_ + 1, most_noise_);
  return limit;
}

void Tuned::find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) {
  static_cast<void>(path);
  if (refuted_.contains(state)) return;
  fork.tells_failure = true;
  ++forks_;
  if (state.fewest == 1) {
    list_options(problem_.items()[state.scarcest].options, state, fork.moves);
    const auto move = fork.moves.front();
    if (!lookahead_.find(state, move, terms_[move])) terms_[move].cells = kRefuted;
  } else {
    const State& narrowed = supports_.narrowed(state);
    if (narrowed.fewest == 0) return;
    for (const auto& [value, move] : surest(state, narrowed)) fork.moves.push_back(move);
  }
  for (const auto move : fork.moves) note(terms_[move], fork.move_notes);
}

/// List the options of the scarcest cells and pieces, each once, fewest first.
KALEIDO_COUNTS_BITS
void Tuned::find_candidates(const State& state) {
  const auto& words = state.words;
  const std::size_t width = words.size();
  const std::size_t most = state.fewest + extra_;
  candidates_.clear();
  candidate_words_.clear();
  for (const auto number : state.items) {
    const Word* const options = problem_.items()[number].options;
    std::size_t count = 0;
    for (std::size_t place = 0; place < width && count <= most; ++place) {
      count +=
          static_cast<std::size_t>(std::popcount(options[words[place]] & state.live[words[place]]));
    }
    if (count > most) continue;
    candidates_.push_back({count, candidate_words_.size()});
    for (const auto at : words) candidate_words_.push_back(options[at] & state.live[at]);
  }
  // Ties are broken as Python compares ints: the last word is the most significant one.
  const auto order = [&](const Candidate& one, const Candidate& other) {
    if (one.count != other.count) return one.count < other.count ? -1 : 1;
    for (std::size_t at = width; at-- > 0;) {
      const Word own = candidate_words_[one.first + at];
      const Word others = candidate_words_[other.first + at];
      if (own != others) return own < others ? -1 : 1;
    }
    return 0;
  };
  std::sort(candidates_.begin(), candidates_.end(),
            [&](const auto& one, const auto& other) { return order(one, other) < 0; });
  const auto end =
      std::unique(candidates_.begin(), candidates_.end(),
                  [&](const auto& one, const auto& other) { return order(one, other) == 0; });
  candidates_.erase(end, candidates_.end());
  if (candidates_.size() > most_candidates_) candidates_.resize(most_candidates_);
}

/// Return the moves of the surest cell or piece with their scores, best first.
const Tuned::Ranked& Tuned::surest(const State& state, const State& narrowed) {
  find_candidates(narrowed);
  best_.clear();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t candidate = 0; candidate < candidates_.size(); ++candidate) {
    rank(state, narrowed.words, candidate, ranked_);
    if (candidates_.size() == 1 || ranked_.size() < 2) {
      // It is the only choice, the board is refuted, or its next move is known.
      return ranked_;
    }
    const double top = ranked_[0].first;
    // One over the likelihood that the best move is right.
    double odds = 0;
    for (const auto& [value, move] : ranked_) odds += std::exp(sharpness_ * (value - top));
    if (odds <= most_odds_) return ranked_;
    const double doubt = odds * std::pow(static_cast<double>(ranked_.size()), breadth_);
    if (doubt < least) {
      least = doubt;
      best_.swap(ranked_);
    }
  }
  return best_;
}

/// List the options of a candidate that are not refuted with their scores, best first.
void Tuned::rank(const State& state, const std::vector<std::uint32_t>& words, std::size_t candidate,
                 Ranked& ranked) {
  ranked.clear();
  for (std::size_t place = 0; place < words.size(); ++place) {
    for (Word own = candidate_words_[candidates_[candidate].first + place]; own != 0;
         own &= own - 1) {
      const std::size_t move =
          words[place] * kWordBits + static_cast<std::size_t>(std::countr_zero(own));
      if (valued_[move] != forks_) {
        valued_[move] = forks_;
        values_[move] = value(state, move);
      }
      if (!std::isnan(values_[move])) {
        ranked.emplace_back(values_[move], static_cast<std::uint32_t>(move));
      }
    }
  }
  std::sort(ranked.begin(), ranked.end(), std::greater<>());
}

/// Return the score of a move with its random number added.
double Tuned::value(const State& state, std::size_t move) {
  ++looks.moves;
  LookaheadTerms& terms = terms_[move];
  if (!lookahead_.find(state, move, terms)) return kRefuted;
  double value = matched_ * static_cast<double>(matched_sides(problem_, state.edges, move));
  value += worths_[problem_.piece(move)];
  value += scarce_cells_ * terms.cells;
  value += singles_ * terms.singles;
  value += pairs_ * terms.pairs;
  return value + noise_ * real(random_);
}

}  // namespace kaleido
