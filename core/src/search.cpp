#include "search.h"

#include <algorithm>

namespace kaleido {

namespace {

/// The most deferred boards; beyond them, the rest of a board is tried at once.
constexpr std::size_t kMostWaiting = 50'000;

/// After leaving this number of boards without a move, the search returns, so that a limit can end
/// it.
constexpr std::size_t kMostLeft = 1000;

}  // namespace

Search::Search(Problem& problem, std::unique_ptr<Strategy> strategy, Start start,
               std::uint64_t refute_after, bool is_watched)
    : problem_(problem),
      strategy_(std::move(strategy)),
      start_(std::move(start)),
      refute_after_(refute_after),
      is_watched_(is_watched),
      width_(strategy_->width()) {}

bool Search::lay(std::size_t placement) {
  if (has_begun_ || placement >= problem_.placements()) return false;
  if (!has(start_.state.live.data(), placement)) return false;
  State after;
  place(problem_, start_.state, placement, after, false);
  start_.state = std::move(after);
  start_.path.push_back(static_cast<std::uint32_t>(placement));
  return true;
}

Search::Frame& Search::next_frame() {
  if (frames_.size() == open_) frames_.emplace_back();
  return frames_[open_];
}

void Search::begin_run() {
  const std::uint64_t limit = strategy_->next_run();
  run_end_ = limit == Strategy::kNoLimit || has_solution_ ? Strategy::kNoLimit : nodes + limit;
  open_ = 0;
  open_ends_ = 0;
  waiting_.clear();
  left_out_ = false;
  repeats_ = concludes_;
  path_ = start_.path;
  notes_.clear();
  if (start_.state.is_dead() && (concludes_ || !strategy_->plays_on())) return;
  next_frame().state = start_.state;
  enter(false);
}

void Search::restart() {
  ++restarts;
  note(kRestart);
  begin_run();
}

/// Put the prepared board on the current line of moves.
void Search::enter(bool is_resumed) {
  Frame& frame = frames_[open_++];
  frame.rank = frame.ends = 0;
  frame.open_ends = open_ends_;
  frame.path_size = path_.size();
  frame.notes_size = notes_.size();
  frame.is_resumed = is_resumed;
  frame.fork.clear();
  find_moves();
}

/// Ask the strategy for the moves of the last board entered.
void Search::find_moves() {
  Frame& frame = frames_[open_ - 1];
  Fork& fork = frame.fork;
  strategy_->find_moves(frame.state, path_, fork);
  if (strategy_->is_thinking()) return;
  frame.kept = std::min(fork.moves.size(), fork.kept == Fork::kUsual ? width_ : fork.kept);
  // The strategy put this board off before; now its moves must be tried.
  if (frame.is_resumed && frame.kept == 0) frame.kept = std::min(fork.moves.size(), width_);
  frame.propagates = concludes_ || fork.propagates;
  // The end of the method matters only while no conclusions are drawn.
  if (frame.propagates) fork.ends.clear();
  repeats_ |= !frame.propagates;
  if (is_watched_) write_fork(frame);
}

void Search::write_fork(const Frame& frame) {
  const Fork& fork = frame.fork;
  const std::size_t all = fork.moves.size();
  const std::size_t each = all == 0 ? 0 : fork.move_notes.size() / all;
  for (const std::size_t number :
       {std::size_t{kFork}, frame.kept,
        std::size_t{fork.is_complete} | std::size_t{frame.propagates} << 1, fork.notes.size(), each,
        all}) {
    events_.push_back(static_cast<std::int32_t>(number));
  }
  events_.insert(events_.end(), fork.moves.begin(), fork.moves.end());
  events_.insert(events_.end(), fork.notes.begin(), fork.notes.end());
  events_.insert(events_.end(), fork.move_notes.begin(), fork.move_notes.end());
}

void Search::cut_line(const Frame& frame) {
  path_.resize(frame.path_size);
  notes_.resize(frame.notes_size);
}

/// Make the next move of the last board entered, and rule it out from the rest of that board.
void Search::play() {
  Frame& after = next_frame();
  Frame& frame = frames_[open_ - 1];
  Fork& fork = frame.fork;
  const std::size_t rank = frame.rank++;
  const std::uint32_t move = fork.moves[rank];
  if (fork.moves.size() == 1) {
    ++forced;
  } else if (rank == 0) {
    ++forks;
    choices += fork.moves.size();
  }
  place(problem_, frame.state, move, after.state, !frame.propagates);
  if (frame.propagates && !fork.is_complete) {
    rule_out(problem_, frame.state, &move, &move + 1, scratch_);
    // Every solution of the board contains the move, so the others need no try.
    if (frame.state.is_dead()) frame.kept = frame.rank;
  }
  if (is_watched_) {
    events_.insert(events_.end(), {kPlace, static_cast<std::int32_t>(rank),
                                   static_cast<std::int32_t>(frame.kept)});
  }
  if (frame.propagates && !fork.propagates) {
    // A placement that occurs twice among the moves is tried once.
    const auto moves = fork.moves.begin();
    const auto is_tried = [&] {
      const auto end = moves + static_cast<std::ptrdiff_t>(frame.rank);
      return std::find(moves, end, fork.moves[frame.rank]) != end;
    };
    while (frame.rank < frame.kept && is_tried()) ++frame.rank;
  }
  cut_line(frame);
  path_.push_back(move);
  const std::size_t each = fork.move_notes.size() / fork.moves.size();
  const auto own = fork.move_notes.begin() + static_cast<std::ptrdiff_t>(rank * each);
  notes_.push_back(static_cast<std::int32_t>(fork.notes.size() + each));
  notes_.insert(notes_.end(), fork.notes.begin(), fork.notes.end());
  notes_.insert(notes_.end(), own, own + static_cast<std::ptrdiff_t>(each));
}

/// Reduce a board to the rest after the kept moves have failed; return whether there is a rest.
bool Search::rest(Frame& frame) {
  const auto& moves = frame.fork.moves;
  if (frame.fork.is_complete && frame.kept == moves.size()) return false;
  rule_out(problem_, frame.state, moves.data(), moves.data() + frame.kept, scratch_);
  return !frame.state.is_dead();
}

/// Leave a board whose moves are tried, with its rest; return whether the rest is entered now.
bool Search::leave(Frame& frame) {
  if (!frame.propagates) {
    left_out_ = left_out_ || rest(frame);
    ++open_ends_;
    return false;
  }
  if (!rest(frame)) {
    const bool has_failed = frame.fork.is_complete && frame.open_ends == open_ends_;
    if (frame.fork.tells_failure && has_failed) strategy_->failed(frame.state);
    return false;
  }
  cut_line(frame);
  if (width_ == Strategy::kAll || waiting_.size() >= kMostWaiting) {
    note(kAgain);
    return true;
  }
  note(kDefer);
  waiting_.push_back({std::move(frame.state), path_, notes_});
  ++open_ends_;
  return false;
}

/// Go back, or to another board, until a board has a move left or none is left.
///
/// The answer is false where the method of the strategy ends, and the search with it.
bool Search::to_next_move() {
  while ((open_ > 0 || !waiting_.empty()) && left_ < kMostLeft) {
    if (open_ == 0) {
      Waiting& next = waiting_.front();
      path_.swap(next.path);
      notes_.swap(next.notes);
      next_frame().state = std::move(next.state);
      waiting_.pop_front();
      ++restarts;
      note(kResume);
      enter(true);
    }
    if (strategy_->is_thinking()) return true;
    Frame& frame = frames_[open_ - 1];
    while (frame.ends < frame.fork.ends.size() && frame.fork.ends[frame.ends].rank <= frame.rank) {
      const Fork::End& end = frame.fork.ends[frame.ends++];
      end_code_ = end.code;
      if (is_watched_) events_.insert(events_.end(), {kEnd, end.code});
      if (end.stops) return false;
    }
    if (frame.rank != frame.kept) return true;
    ++left_;
    --open_;
    if (leave(frame)) {
      enter(true);
    } else if (open_ > 0) {
      ++backtracks;
      note(kBacktrack);
    }
  }
  return true;
}

/// Return whether a solution is not among those seen, and add it to them.
bool Search::is_new() {
  std::vector<std::uint32_t> pieces = path_;
  std::sort(pieces.begin(), pieces.end());
  return seen_.insert(std::move(pieces)).second;
}

Search::Stop Search::run(std::uint64_t most_nodes) {
  if (!has_begun_) {
    has_begun_ = true;
    begin_run();
  }
  if (is_at_solution_) {
    is_at_solution_ = false;
    // A restart would find the same solution again.
    run_end_ = Strategy::kNoLimit;
    ++backtracks;
    note(kBacktrack);
  }
  if (strategy_->is_thinking()) find_moves();
  while (true) {
    if (strategy_->is_thinking()) return Stop::kThinks;
    if (!to_next_move()) return Stop::kEnded;
    if (left_ >= kMostLeft) {
      left_ = 0;
      return Stop::kThinks;
    }
    if (strategy_->is_thinking()) continue;
    if (open_ == 0) {
      if (!left_out_) return Stop::kExhausted;
      concludes_ = true;
      restart();
      continue;
    }
    if (nodes >= most_nodes) return Stop::kPaused;
    if (nodes == run_end_) {
      restart();
      continue;
    }
    if (refute_after_ != 0 && nodes == refute_after_ && !has_asked_) {
      has_asked_ = true;
      return Stop::kAsks;
    }
    ++nodes;
    left_ = 0;
    play();
    const bool propagates = frames_[open_ - 1].propagates;
    const State& after = frames_[open_].state;
    deepest = std::max(deepest, after.depth - start_.state.depth);
    if (after.is_solved) {
      ++open_ends_;
      // Without conclusions, a solution may be found again, its pieces in another order.
      if (!repeats_ || is_new()) {
        note(kSolution);
        has_solution_ = true;
        is_at_solution_ = true;
        return Stop::kSolved;
      }
    } else if (after.fewest > 0 || !propagates) {
      enter(false);
      continue;
    }
    ++backtracks;
    note(kBacktrack);
  }
}

std::vector<std::uint32_t> Search::moves() const {
  return {path_.begin() + static_cast<std::ptrdiff_t>(start_.path.size()), path_.end()};
}

const std::vector<std::int32_t>& Search::taken_events() {
  taken_.swap(events_);
  events_.clear();
  return taken_;
}

}  // namespace kaleido
