#include "search.h"

#include <algorithm>
#include <limits>

namespace kaleido {

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

/// Return term `number` (from 1) of the schedule of Luby, Sinclair and Zuckerman.
std::uint64_t luby(std::uint64_t number) {
  while ((number & (number + 1)) != 0) number -= (std::uint64_t{1} << (std::bit_width(number) - 1)) - 1;
  return (number + 1) >> 1;
}

}  // namespace

std::size_t matched_sides(const Problem& problem, const Words& edges, std::size_t placement) {
  std::size_t matched = 0;
  for (const auto side : problem.border(placement)) matched += has(edges.data(), side);
  return matched;
}

KALEIDO_COUNTS_BITS
void find_open(const Problem& problem, const std::vector<std::uint32_t>& items, std::size_t covered, State& state) {
  list_words(state.live, state.words);
  const Word* live = state.live.data();
  const std::uint32_t* const words = state.words.data();
  const std::size_t all = state.words.size();
  state.items.clear();
  state.fewest = 0;
  std::size_t dropped = 0;
  std::size_t fewest = SIZE_MAX;
  for (const auto number : items) {
    const Item& item = problem.items()[number];
    std::size_t options = 0;
    if (item.end - item.first < all) {
      for (std::size_t at = item.first; at < item.end; ++at) {
        options += static_cast<std::size_t>(std::popcount(item.options[at] & live[at]));
      }
    } else {
      for (std::size_t place = 0; place < all; ++place) {
        const auto at = words[place];
        options += static_cast<std::size_t>(std::popcount(item.options[at] & live[at]));
      }
    }
    if (options == 0) {
      if (++dropped > covered) return;
      continue;
    }
    state.items.push_back(number);
    if (options < fewest) {
      fewest = options;
      state.scarcest = number;
    }
  }
  state.is_solved = state.items.empty() && problem[state.account].is_complete;
  if (!state.items.empty()) state.fewest = fewest;
}

Word Refuted::hash(const State& state) const {
  Word hash = state.account;
  for (const Word word : state.live) hash = mixed(hash, word);
  for (const Word word : state.filled) hash = mixed(hash, word);
  return hash;
}

bool Refuted::equals(const State& state, std::size_t number) const {
  const Word* key = keys_.data() + number * width_;
  return *key == state.account && std::equal(state.live.begin(), state.live.end(), key + 1) &&
         std::equal(state.filled.begin(), state.filled.end(), key + 1 + state.live.size());
}

bool Refuted::contains(const State& state) const {
  if (size_ == 0) return false;
  const Word hash = this->hash(state);
  for (std::size_t place = hash % places_.size(); places_[place] != 0; place = (place + 1) % places_.size()) {
    const std::size_t number = places_[place] - 1;
    if (hashes_[number] == hash && equals(state, number)) return true;
  }
  return false;
}

void Refuted::add(const State& state) {
  if (size_ >= most_ || contains(state)) return;
  hashes_.push_back(hash(state));
  keys_.push_back(state.account);
  keys_.insert(keys_.end(), state.live.begin(), state.live.end());
  keys_.insert(keys_.end(), state.filled.begin(), state.filled.end());
  ++size_;
  const bool is_full = 2 * size_ > places_.size();
  if (is_full) places_.assign(2 * places_.size(), 0);
  for (std::size_t number = is_full ? 0 : size_ - 1; number < size_; ++number) {
    std::size_t place = hashes_[number] % places_.size();
    while (places_[place] != 0) place = (place + 1) % places_.size();
    places_[place] = static_cast<std::uint32_t>(number + 1);
  }
}

Search::Search(Problem& problem, Plan plan, State start, Random random, bool is_watched)
    : problem_(problem),
      plan_(std::move(plan)),
      start_(std::move(start)),
      random_(random),
      refuted_(1 + start_.live.size() + start_.filled.size(), plan_.remembered),
      is_watched_(is_watched),
      noise_(plan_.first_noise),
      supported_(problem.words()) {}

void Search::next_run_length() {
  ++runs_;
  if (runs_ > 1) noise_ = std::min(noise_ + plan_.noise_step, plan_.most_noise);
  run_end_ = plan_.run_nodes == 0 || has_solution_ ? kNever : nodes + plan_.run_nodes * luby(runs_);
}

void Search::begin_run() {
  next_run_length();
  open_ = 0;
  open_ends_ = 0;
  if (start_.fewest == 0) return;
  if (frames_.empty()) frames_.emplace_back();
  frames_[0].state = start_;
  enter();
}

/// Put the board that lies ready on the current line of moves.
void Search::enter() {
  Frame& frame = frames_[open_++];
  frame.tried = 0;
  frame.open_ends = open_ends_;
  frame.moves.clear();
  find_moves(frame);
  if (is_watched_) {
    events_.push_back(kFork);
    events_.push_back(static_cast<std::int32_t>(frame.moves.size()));
    events_.insert(events_.end(), frame.moves.begin(), frame.moves.end());
  }
}

void Search::find_moves(Frame& frame) {
  State& state = frame.state;
  frame.is_known = refuted_.contains(state);
  if (frame.is_known) return;
  ++forks_;
  if (state.fewest > 1 && forks_ > plan_.narrow_after && narrow(state)) {
    find_open(problem_, state.items, 0, narrowed_);
    if (narrowed_.fewest > 0) rank(frame, narrowed_.live.data(), narrowed_.scarcest);
  } else {
    rank(frame, state.live.data(), state.scarcest);
  }
}

/// Rule out placements that would leave an item of few options without any; return whether some are.
KALEIDO_COUNTS_BITS
bool Search::narrow(const State& state) {
  narrowed_.live = state.live;
  narrowed_.account = state.account;
  Word* const live = narrowed_.live.data();
  const auto& words = state.words;
  bool is_narrowed = false;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const auto number : state.items) {
      const Item& item = problem_.items()[number];
      std::size_t options = 0;
      for (std::size_t place = 0; place < words.size() && options <= plan_.few; ++place) {
        options += static_cast<std::size_t>(std::popcount(item.options[words[place]] & live[words[place]]));
      }
      if (options > plan_.few) continue;
      for (const auto at : words) supported_[at] = item.options[at] & live[at];
      for (const auto at : words) {
        for (Word own = item.options[at] & live[at]; own != 0; own &= own - 1) {
          const Word* beside = problem_.compatible(at * kWordBits + static_cast<std::size_t>(std::countr_zero(own)));
          for (const auto word : words) supported_[word] |= beside[word];
        }
      }
      for (const auto at : words) {
        has_changed |= (live[at] & ~supported_[at]) != 0;
        live[at] &= supported_[at];
      }
    }
    is_narrowed |= has_changed;
  }
  return is_narrowed;
}

/// List the live options of an item, those with the best scores first.
void Search::rank(Frame& frame, const Word* live, std::size_t item_number) {
  const Item& item = problem_.items()[item_number];
  ranked_.clear();
  for (std::size_t at = item.first; at < item.end; ++at) {
    for (Word own = item.options[at] & live[at]; own != 0; own &= own - 1) {
      ranked_.emplace_back(0.0, static_cast<std::uint32_t>(at * kWordBits + static_cast<std::size_t>(std::countr_zero(own))));
    }
  }
  // The only option of an item needs no random number. On a narrowed board it takes one.
  if (ranked_.size() > 1 || live != frame.state.live.data()) {
    for (auto& [value, move] : ranked_) {
      const auto matched = static_cast<double>(matched_sides(problem_, frame.state.edges, move));
      value = plan_.matched * matched + plan_.worths[problem_.piece(move)];
      value += noise_ * real(random_);
    }
    std::sort(ranked_.begin(), ranked_.end(), std::greater<>());
  }
  for (const auto& [value, move] : ranked_) frame.moves.push_back(move);
}

void Search::place(const State& state, std::size_t move, State& after) {
  const std::size_t words = problem_.words();
  after.account = problem_.account_after(state.account, move);
  after.live = state.live;
  problem_.keep_compatible(after.live.data(), move);
  const Word* affordable = problem_[after.account].affordable.data();
  for (std::size_t at = 0; at < words; ++at) after.live[at] &= affordable[at];
  after.edges = state.edges;
  for (const auto side : problem_.border(move)) put(after.edges.data(), side);
  after.filled = state.filled;
  for (const auto cell : problem_.cells(move)) put(after.filled.data(), cell);
  after.depth = state.depth + !problem_.is_blank(move);
  after.is_solved = false;
  find_open(problem_, state.items, problem_.covered(move), after);
  if (after.fewest > 0 && problem_.checks_regions()) {
    Words free = problem_.board();
    for (std::size_t at = 0; at < free.size(); ++at) free[at] &= ~after.filled[at];
    if (!problem_.regions_fit_after(free, move, after.account)) after.fewest = 0;
  }
}

/// Go back until a board has a move left, or none is left.
void Search::leave() {
  while (open_ > 0) {
    const Frame& frame = frames_[open_ - 1];
    if (frame.tried < frame.moves.size()) return;
    --open_;
    if (!frame.is_known && frame.open_ends == open_ends_) refuted_.add(frame.state);
    if (open_ > 0) {
      ++backtracks;
      note(kBacktrack);
    }
  }
}

Search::Stop Search::run(std::uint64_t most_nodes) {
  if (!has_begun_) {
    has_begun_ = true;
    begin_run();
  }
  if (is_at_solution_) {
    is_at_solution_ = false;
    // A restart would find the same solution again.
    run_end_ = kNever;
    ++backtracks;
    note(kBacktrack);
  }
  while (true) {
    leave();
    if (open_ == 0) return Stop::kExhausted;
    if (nodes >= most_nodes) return Stop::kPaused;
    if (nodes == run_end_) {
      ++restarts;
      note(kRestart);
      begin_run();
      continue;
    }
    if (plan_.refute_after != 0 && nodes == plan_.refute_after && !has_asked_) {
      has_asked_ = true;
      return Stop::kAsks;
    }
    ++nodes;
    // Growing the list moves the frames, so that none is held meanwhile.
    if (frames_.size() == open_) frames_.emplace_back();
    Frame& frame = frames_[open_ - 1];
    State& after = frames_[open_].state;
    place(frame.state, frame.moves[frame.tried++], after);
    note(kPlace);
    deepest = std::max(deepest, after.depth - start_.depth);
    if (after.is_solved) {
      ++open_ends_;
      note(kSolution);
      has_solution_ = true;
      is_at_solution_ = true;
      return Stop::kSolved;
    }
    if (after.fewest > 0) {
      enter();
    } else {
      ++backtracks;
      note(kBacktrack);
    }
  }
}

std::uint32_t Search::matched(std::size_t number) const {
  return static_cast<std::uint32_t>(matched_sides(problem_, frames_[number].state.edges, move(number)));
}

const std::vector<std::int32_t>& Search::taken_events() {
  taken_.swap(events_);
  events_.clear();
  return taken_;
}

}  // namespace kaleido
