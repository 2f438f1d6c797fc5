// The program of the paper: from a board to its moves, and from a move to the next board.
// See kaleido/paper/program.py, and PlusProgram in kaleido/heuristics/plus.py.
#pragma once

#include <array>

#include "mt19937.h"
#include "paper_grid.h"

namespace kaleido {

/// The differences from the paper's program, in the order of PlusRules in Python, or its first
/// ones.
struct PaperRules {
  bool across = false;
  bool tallied = false;
  bool held = false;
  bool every_line = false;
  bool at_once = false;
  bool as_published = false;
  bool propagation = false;
  bool forced = false;
  bool fallback = false;
  bool budget = false;
  bool bounded = false;
  bool chance = false;

  static PaperRules read(Reader& numbers);
};

/// A move of the program, and the parts of its score.
struct PaperMove {
  /// Which values its shape has; Python knows them by these numbers.
  enum Worth : std::uint8_t { kShape, kCornered, kSurrounded, kNone, kUnseen };

  std::uint32_t placement = 0;
  Worth worth = kNone;
  std::uint32_t matched = 0;
  std::uint32_t edges = 0;  // of the window
  std::uint32_t splits = 0;
  Window window{};  // with a height of 0 where there is none
};

/// The moves of a board in the order in which they are tried: see Moves in Python.
struct PaperMoves {
  /// How they were found; Python knows it by these numbers.
  enum Kind : std::uint8_t { kTrivial, kLongest, kWindow, kForced, kScarcest };

  std::vector<PaperMove> moves;
  std::size_t kept = 0;
  Kind kind = kWindow;
  bool settles = false;
  bool has_changed = false;
  std::size_t island = SIZE_MAX;  // the island in which all lie, if they do
  Sizes sizes;                    // its progression
};

/// A board as the program knows it: see Board in Python.
struct PaperBoard {
  Words open;
  Sides sides;
  Words edges;
  Words fits;
  std::vector<std::uint32_t> left;  // how many of each piece
  std::vector<Sizes> sizes;         // by island
};

class PaperProgram {
 public:
  /// How a search for moves ends.
  enum class Found : std::uint8_t { kMoves, kNone, kCrash };

  PaperProgram(Problem& problem, Reader& numbers);

  const PaperRules& rules() const { return rules_; }
  /// Let chance decide among moves with equal scores, if the rules say so.
  void shuffle(Random random);
  void set_start(PaperBoard& board);
  /// Make a placement, which may be one of some moves.
  void play(const PaperBoard& board, std::size_t placement, const PaperMoves* moves,
            PaperBoard& after);

  /// Find the moves of a board among some placements.
  Found find_moves(const PaperBoard& board, const Words& options, PaperMoves& moves);
  /// Make moves of placements that are found without windows.
  void list_moves(const PaperBoard& board, std::vector<std::uint32_t>& numbers,
                  PaperMoves::Kind kind, PaperMoves& moves) const;
  /// Return how many homes of the longest piece come before one that is too short, where the
  /// paper's program crashes; SIZE_MAX without one.
  std::size_t first_false_home(const PaperBoard& board, const Words& options);
  /// Return whether the open cells of each island are a sum of sizes of the pieces left.
  bool adds_up(const PaperBoard& board);

 private:
  struct Home {
    std::size_t edges;
    std::size_t placement;  // SIZE_MAX for a line that is too short
  };

  void read_pieces(Reader& numbers);
  std::size_t size_of(std::size_t placement) const { return problem_.cells(placement).size(); }
  Sizes sizes_left(const PaperBoard& board) const;
  void list_unfilled(const Words& cells);
  const Words& open_in(const PaperBoard& board, std::size_t island);
  std::uint32_t matched(const PaperBoard& board, std::size_t placement) const;
  bool fill_at_once(const PaperBoard& board, const Words& options, PaperMoves& moves);
  bool find_homes(const PaperBoard& board, const Words& options);
  bool list_homes(PaperMoves& moves) const;
  Found seek(const PaperBoard& board, const Words& options, PaperMoves& moves);
  bool seek_size(const PaperBoard& board, std::size_t island, const Sizes& sizes, bool has_changed,
                 const Words& options, PaperMoves& moves);
  std::size_t next_island(const PaperBoard& board);
  double density(const PaperBoard& board, std::size_t island);
  void list_in_windows(const PaperBoard& board, std::size_t island, std::size_t size,
                       const Words& options);
  void open_windows(const PaperBoard& board, const Island& island);
  void try_window(const PaperBoard& board, const Opening& place, std::size_t value,
                  std::size_t size, const Words& options);
  void surround(const PaperBoard& board, const Window& window, const Words& options);
  void add(const PaperBoard& board, std::size_t placement, std::size_t edges, const Window& window,
           PaperMove::Worth worth);
  std::uint32_t count_splits(const PaperBoard& board, std::size_t placement);
  void rank(PaperMoves& moves);
  std::int64_t total(const PaperMove& move) const;

  Problem& problem_;
  PaperRules rules_;
  bool tallies_ = false;
  bool counts_splits_ = false;
  std::int64_t most_edges_ = -1;  // inside the frame; -1 for any number
  Words frame_;
  std::vector<std::uint32_t> counts_;  // by piece
  std::vector<std::uint32_t> needed_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> unheld_;  // pieces that no window holds
  PaperGrid grid_;
  double matched_worth_;
  double window_worth_;
  double split_worth_;
  std::vector<std::array<double, 3>>
      worths_;                      // by piece: crookedness, span, crookedness in a corner
  std::vector<std::uint32_t> tie_;  // by placement: which of equal moves comes first, or nothing
  Progressions progressions_;

  // Room that is used again and again.
  std::vector<std::size_t> unfilled_;
  Words cells_;
  Words inside_;
  std::vector<Home> homes_;
  std::vector<Window> line_windows_;
  std::vector<std::size_t> values_;
  std::vector<std::size_t> best_;
  std::vector<std::pair<std::size_t, const Opening*>> opened_;
  std::vector<std::uint32_t> starts_;
  std::vector<PaperMove> found_;
  std::size_t inner_edges_ = 0;
  bool is_large_ = false;
};

}  // namespace kaleido
