// The search of the strategy `constrained`, move for move as Python plays it.
#pragma once

#include "mt19937.h"
#include "problem.h"

namespace kaleido {

/// What a strategy is told apart from its problem; see Constrained in Python.
struct Plan {
  std::uint64_t run_nodes = 0;  // the nodes of the shortest run; 0 for one run without a limit
  std::uint64_t narrow_after = 0;
  std::uint64_t few = 0;
  std::uint64_t remembered = 0;
  std::uint64_t refute_after = 0;  // after so many nodes `run` returns kAsks; 0 for never
  double matched = 1;
  double first_noise = 1;
  double noise_step = 1;
  double most_noise = 1;
  std::vector<double> worths;  // by piece: what its shape adds to a score
};

/// A board with some placements made.
struct State {
  Words live;
  std::vector<std::uint32_t> words;  // of `live` that are not empty: a few, soon
  Words edges;
  Words filled;
  std::vector<std::uint32_t> items;  // the open ones
  std::size_t account = 0;
  std::size_t depth = 0;
  std::size_t scarcest = 0;  // the item with the fewest options
  std::size_t fewest = 0;    // how many; 0 if the board cannot be completed
  bool is_solved = false;
};

/// Boards that no solution contains, by what they leave open: cells, placements and budget.
class Refuted {
 public:
  Refuted(std::size_t width, std::size_t most) : width_(width), most_(most), places_(64, 0) {}
  bool contains(const State& state) const;
  void add(const State& state);

 private:
  Word hash(const State& state) const;
  bool equals(const State& state, std::size_t number) const;

  std::size_t width_;
  std::size_t most_;
  std::size_t size_ = 0;
  Words keys_;
  Words hashes_;
  std::vector<std::uint32_t> places_;  // 1 + the number of a key, or 0: open addressing
};

class Search {
 public:
  enum class Stop : std::int32_t { kSolved = 1, kExhausted = 2, kPaused = 3, kAsks = 4 };

  /// What is written down for each event, followed by what its comment says.
  enum Event : std::int32_t {
    kFork = 1,   // a board is entered: the number of moves, and the moves
    kPlace,      // the next move of the last board entered is made
    kBacktrack,  // the last move is taken back
    kRestart,    // a new run begins
    kSolution,   // the board is full
  };

  Search(Problem& problem, Plan plan, State start, Random random, bool is_watched);

  /// Search on until there is a solution, nothing is left, or so many nodes are made in all.
  Stop run(std::uint64_t most_nodes);

  const Problem& problem() const { return problem_; }
  /// Return how many moves there are on the full board, or boards that are open on the line.
  std::size_t open() const { return open_; }
  /// Return whether it stands at a full board.
  bool is_at_solution() const { return is_at_solution_; }
  /// Return a move on the full board, by its number on the line.
  std::uint32_t move(std::size_t number) const { return frames_[number].moves[frames_[number].tried - 1]; }
  /// Return how many sides of it were edges before it.
  std::uint32_t matched(std::size_t number) const;

  /// Return the events since the last call; they last until the search goes on.
  const std::vector<std::int32_t>& taken_events();

  std::uint64_t nodes = 0;
  std::uint64_t backtracks = 0;
  std::uint64_t restarts = 0;
  std::size_t deepest = 0;

 private:
  struct Frame {
    State state;
    std::vector<std::uint32_t> moves;
    std::size_t tried = 0;
    std::uint64_t open_ends = 0;
    bool is_known = false;  // it was known to be refuted when it was entered
  };

  void begin_run();
  void next_run_length();
  void enter();
  void find_moves(Frame& frame);
  void rank(Frame& frame, const Word* live, std::size_t item);
  bool narrow(const State& state);
  void place(const State& state, std::size_t move, State& after);
  void leave();
  void note(Event event) {
    if (is_watched_) events_.push_back(event);
  }

  std::vector<std::int32_t> events_;
  std::vector<std::int32_t> taken_;
  Problem& problem_;
  Plan plan_;
  State start_;
  Random random_;
  Refuted refuted_;
  bool is_watched_;
  std::vector<Frame> frames_;  // those in use, and others kept for their room
  std::size_t open_ = 0;       // how many are in use
  double noise_ = 0;
  std::uint64_t runs_ = 0;
  std::uint64_t run_end_ = 0;
  std::uint64_t forks_ = 0;
  std::uint64_t open_ends_ = 0;
  bool has_begun_ = false;
  bool has_asked_ = false;
  bool has_solution_ = false;
  bool is_at_solution_ = false;
  State narrowed_;
  Words supported_;
  std::vector<std::pair<double, std::uint32_t>> ranked_;
};

/// Return how many sides of a placement are edges.
std::size_t matched_sides(const Problem& problem, const Words& edges, std::size_t placement);

/// Find the open items of a board among some, and the one with the fewest options.
///
/// If more than `covered` of them have none, the board cannot be completed.
void find_open(const Problem& problem, const std::vector<std::uint32_t>& items, std::size_t covered, State& state);

}  // namespace kaleido
