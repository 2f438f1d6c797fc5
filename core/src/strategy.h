// The interface of strategies to the search: they propose moves, and limit the length of runs.
#pragma once

#include <limits>
#include <memory>

#include "kaleido_codes.h"
#include "mt19937.h"
#include "state.h"

namespace kaleido {

/// The moves that a strategy proposes on a board, best first: see Fork in Python.
struct Fork {
  static constexpr std::size_t kUsual = std::numeric_limits<std::size_t>::max();

  /// The number of tried moves after which the strategy's method ends.
  struct End {
    std::size_t rank;
    std::int32_t code;  // what Python knows it by
    bool stops;         // whether the search gives up there
  };

  std::vector<std::uint32_t> moves;
  std::size_t kept =
      kUsual;  // how many are tried before the others; the strategy's width by default
  bool is_complete = true;
  bool propagates = true;
  bool tells_failure = false;  // whether `failed` is called if no solution contains the board
  std::vector<End> ends;
  // The notes from which Python makes scores: numbers of the fork, and equally many of each move.
  std::vector<std::int32_t> notes;
  std::vector<std::int32_t> move_notes;

  void clear() {
    moves.clear();
    kept = kUsual;
    is_complete = propagates = true;
    tells_failure = false;
    ends.clear();
    notes.clear();
    move_notes.clear();
  }
};

/// Orders the moves of one search. A new strategy is a file with a class of this kind, a number in
/// `Strategies`, and a line in `read_strategy`; its Python class has a `plan` with the same number.
class Strategy {
 public:
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  /// Begin the next run, and return its limit of nodes.
  virtual std::uint64_t next_run() = 0;

  /// Propose moves on a board that is neither solved nor dead, or dead where nobody concludes.
  ///
  /// `path` has the placements that led to it from the empty board; `fork` is cleared before the
  /// first call for a board.
  virtual void find_moves(const State& state, const std::vector<std::uint32_t>& path,
                          Fork& fork) = 0;

  /// Return whether `find_moves` has not come to an end yet, so that it must be called again.
  ///
  /// Work that may take longer than some nodes returns in between, so that a limit can end the
  /// search.
  virtual bool is_thinking() const { return false; }

  /// Called when all moves of a complete fork have been tried to the end without a solution.
  virtual void failed(const State& state) { static_cast<void>(state); }

  /// The extent of its lookahead in this search: see Looks in Python.
  struct Looks {
    std::uint64_t moves = 0;
    std::uint64_t nodes = 0;
  };
  Looks looks;

  /// Return how many moves of a fork are tried before the others are put off.
  virtual std::size_t width() const { return kAll; }

  /// Return whether it is asked for moves on a board that is dead from the start of this run, too.
  virtual bool plays_on() const { return false; }
};

enum Strategies : std::int32_t {
  kConstrained = KALEIDO_STRATEGY_CONSTRAINED,
  kPaper = KALEIDO_STRATEGY_PAPER,
  kReadingOrder = KALEIDO_STRATEGY_READING_ORDER,
  kTuned = KALEIDO_STRATEGY_TUNED,
  kProbing = KALEIDO_STRATEGY_PROBING
};

/// Read a strategy from its number and parameters; null if the numbers do not describe one.
std::unique_ptr<Strategy> read_strategy(Problem& problem, Reader& numbers);

/// Read what the shape of each piece adds to a score.
std::vector<double> read_worths(const Problem& problem, Reader& numbers);

/// Read a seed as Python's random.Random takes it.
Random read_random(Reader& numbers);

/// The lengths of runs: on the schedule of Luby, Sinclair and Zuckerman, or ever longer.
class RunLimits {
 public:
  /// `shortest` is 0 for a single run without a limit. Each run is longer than the one before by
  /// `growth` percent; 0 is for the schedule.
  explicit RunLimits(std::uint64_t shortest, std::uint64_t growth = 0)
      : shortest_(shortest), growth_(growth), length_(static_cast<double>(shortest)) {}
  std::uint64_t next();
  std::uint64_t runs() const { return runs_; }

 private:
  std::uint64_t shortest_;
  std::uint64_t growth_;
  double length_;
  std::uint64_t runs_ = 0;
};

}  // namespace kaleido
