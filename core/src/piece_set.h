// The pieces of a puzzle on an empty grid: what all boards of one size share.
#pragma once

#include <memory>

#include "budget.h"
#include "lattice.h"

namespace kaleido {

/// A fixed form of a face of a piece.
struct Form {
  std::uint32_t piece = 0;
  std::uint32_t face = 0;
  std::vector<std::uint32_t> letters;  // of each cell
  // On a sheet of squares, a shift moves it: at place `top * cols + left` of those on which it may
  // lie, all its numbers are larger by that.
  Words places;
  std::vector<std::uint32_t> cells;
  std::vector<std::uint32_t> level;    // sides that move on with the cells
  std::vector<std::uint32_t> upright;  // sides of which each row has one more
  // On other lattices: its cells as offsets from a cell of its kind.
  std::uint32_t kind = 0;
  std::vector<Coordinate> offsets;
};

/// A step to cells that touch: how far, from which cells and, if it is one of a set, to which.
struct Step {
  std::int32_t distance;
  Words cells;
  Words ends;

  /// Return word `at` of the cells to which it leads from some cells.
  Word reached(const Words& from, std::size_t at) const;
};

struct Piece {
  std::uint32_t kind;
  bool is_single;        // it has one copy, so that its placements exclude each other
  bool is_item;          // its one copy, or another piece of its slot, must be used
  bool is_blank;         // it leaves an optional cell empty
  std::uint32_t slot;    // the number of the first of the pieces that exclude each other
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
  bool is_sheet = false;
  Lattice lattice;  // unless it is a sheet
  std::vector<Form> forms;

  /// Return a set of cells together with all cells that touch them.
  Words spread(const Words& from) const;
  /// Return the cells of a set that can be reached from some of them without leaving the set.
  Words region(Words part, const Words& within) const;
};

}  // namespace kaleido
