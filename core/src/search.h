// The search of kaleido/search/engine.py and walk.py, event for event, with any strategy.
#pragma once

#include <deque>
#include <set>

#include "kaleido_codes.h"
#include "strategy.h"

namespace kaleido {

/// Where a search begins.
struct Start {
  State state;
  std::vector<std::uint32_t> path;  // the placements that are made
};

class Search {
 public:
  enum class Stop : std::int32_t {
    kSolved = KALEIDO_SOLVED,
    kExhausted = KALEIDO_EXHAUSTED,
    kPaused = KALEIDO_PAUSED,
    kAsks = KALEIDO_ASKS,
    kEnded = KALEIDO_ENDED,
    kThinks = KALEIDO_THINKS
  };

  /// The code recorded for each event, followed by the numbers that kaleido_codes.h lists.
  enum Event : std::int32_t {
    kFork = KALEIDO_EVENT_FORK,
    kPlace = KALEIDO_EVENT_PLACE,
    kBacktrack = KALEIDO_EVENT_BACKTRACK,
    kRestart = KALEIDO_EVENT_RESTART,
    kSolution = KALEIDO_EVENT_SOLUTION,
    kDefer = KALEIDO_EVENT_DEFER,
    kResume = KALEIDO_EVENT_RESUME,
    kAgain = KALEIDO_EVENT_AGAIN,
    kEnd = KALEIDO_EVENT_END
  };

  /// Begin a search; after `refute_after` nodes `run` returns kAsks, unless that is 0.
  Search(Problem& problem, std::unique_ptr<Strategy> strategy, Start start,
         std::uint64_t refute_after, bool is_watched);

  /// Make a placement on the starting board, before the search; false if it cannot be made.
  bool lay(std::size_t placement);

  /// Continue until there is a solution, nothing is left, or `nodes` nodes are made in all.
  Stop run(std::uint64_t most_nodes);

  const Problem& problem() const { return problem_; }
  /// Return how many boards are open on the line.
  std::size_t open() const { return open_; }
  bool is_at_solution() const { return is_at_solution_; }
  /// Return the moves on the board, first to last.
  std::vector<std::uint32_t> moves() const;
  /// Return the edges on the board from which it starts.
  const Words& start_edges() const { return start_.state.edges; }
  /// Return the number of notes and the notes of each move on the board.
  const std::vector<std::int32_t>& notes() const { return notes_; }
  /// Return whether it is known from the start that there is no solution.
  bool is_refuted() const { return start_.state.is_dead(); }
  const Strategy::Looks& looks() const { return strategy_->looks; }
  /// Return the code of the last end of the strategy's method.
  std::int32_t end_code() const { return end_code_; }

  /// Return the events since the last call; they last until the search goes on.
  const std::vector<std::int32_t>& taken_events();

  std::uint64_t nodes = 0;
  std::uint64_t backtracks = 0;
  std::uint64_t restarts = 0;
  std::size_t deepest = 0;
  std::uint64_t forced = 0;   // nodes without an alternative
  std::uint64_t forks = 0;    // boards with a choice of which a move was made
  std::uint64_t choices = 0;  // how many moves these have together

 private:
  struct Frame {
    State state;
    Fork fork;
    std::size_t rank = 0;
    std::size_t kept = 0;
    std::size_t ends = 0;  // how many of them are told
    bool propagates = true;
    bool is_resumed = false;
    std::uint64_t open_ends = 0;
    std::size_t path_size = 0;
    std::size_t notes_size = 0;
  };

  struct Waiting {
    State state;
    std::vector<std::uint32_t> path;
    std::vector<std::int32_t> notes;
  };

  void begin_run();
  void restart();
  void enter(bool is_resumed);
  void find_moves();
  void write_fork(const Frame& frame);
  void play();
  bool leave(Frame& frame);
  bool to_next_move();
  bool rest(Frame& frame);
  bool is_new();
  Frame& next_frame();
  void cut_line(const Frame& frame);
  void note(Event event) {
    if (is_watched_) events_.push_back(event);
  }

  Problem& problem_;
  std::shared_ptr<const void> in_use_ = problem_.in_use();
  std::unique_ptr<Strategy> strategy_;
  Start start_;
  std::uint64_t refute_after_;
  bool is_watched_;
  std::size_t width_;
  std::vector<std::int32_t> events_;
  std::vector<std::int32_t> taken_;
  // A deque, so that frames stay where they are as it grows. Those beyond `open_` keep their room.
  std::deque<Frame> frames_;
  std::size_t open_ = 0;
  std::deque<Waiting> waiting_;
  std::vector<std::uint32_t> path_;
  std::vector<std::int32_t> notes_;
  std::vector<std::uint32_t> scratch_;
  std::set<std::vector<std::uint32_t>> seen_;
  std::uint64_t run_end_ = 0;
  std::uint64_t open_ends_ = 0;
  std::size_t left_ = 0;  // how many boards it has left since the last move
  std::int32_t end_code_ = 0;
  bool concludes_ = false;
  bool repeats_ = false;
  bool left_out_ = false;
  bool has_begun_ = false;
  bool has_asked_ = false;
  bool has_solution_ = false;
  bool is_at_solution_ = false;
};

}  // namespace kaleido
