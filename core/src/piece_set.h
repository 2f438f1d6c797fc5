// The pieces of a puzzle on an empty grid: what all boards of one size share.
#pragma once

#include <memory>

#include "budget.h"
#include "reader.h"

namespace kaleido {

/// A shape of a face of a piece, and where on the grid it may be moved.
///
/// It has `height` x `width` places: at place (top, left) each of its numbers is moved on by
/// `top * cols + left` cells. A grid that has no such moves has a form for each placement.
struct Form {
  std::uint32_t piece;
  std::uint32_t face;
  std::uint32_t places_down;
  std::uint32_t places_across;
  std::vector<std::uint32_t> cells;
  std::vector<std::uint32_t> letters;
  std::vector<std::uint32_t> level;    // sides that move on with the cells
  std::vector<std::uint32_t> upright;  // sides of which each row has one more
};

/// A step to cells that touch: how far, and from which cells.
struct Step {
  std::int32_t distance;
  Words cells;
};

struct Piece {
  std::uint32_t kind;
  bool is_single;        // it has one copy, so that its placements exclude each other
  bool is_item;          // its one copy must be used
  bool is_blank;         // it leaves an optional cell empty
  std::uint32_t turned;  // whether its front, and its back, show the other face of its kind: bits
};

class PieceSet {
 public:
  /// Read a set from numbers; nothing if they do not describe one.
  static std::unique_ptr<PieceSet> read(Reader& numbers);

  std::size_t cols = 0;
  std::size_t cells = 0;
  std::size_t edges = 0;
  std::unique_ptr<Budget> budget;
  std::vector<Piece> pieces;
  std::vector<Step> steps;
  std::vector<Form> forms;

  /// Return a set of cells together with all cells that touch them.
  Words spread(const Words& from) const;
  /// Return the cells of a set that can be reached from some of them without leaving the set.
  Words region(Words seeds, const Words& within) const;
};

}  // namespace kaleido
