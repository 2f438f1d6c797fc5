// The paper's data about a board before the first move: islands, windows, and edges of cells. See
// kaleido/paper/{grid,islands,windows,edges}.py.
#pragma once

#include "paper_progression.h"
#include "problem.h"

namespace kaleido {

/// The cells that have an edge on each side: above, below, left and right, one set after the other.
class Sides {
 public:
  Sides() = default;
  Sides(const Problem& problem, const Words& edges);

  /// Add the border of a placement to the edges.
  void add_border(const Problem& problem, std::size_t placement);
  /// Return how many sides of some cells are edges; an edge between two counts for both.
  std::size_t count(const Words& cells) const;

 private:
  void add(std::size_t edge);

  std::size_t cols_ = 0;
  std::size_t rows_ = 0;
  std::size_t width_ = 0;
  Words sets_;
};

struct Shape {
  std::uint32_t height;
  std::uint32_t width;
};

/// A window and its part of one island.
struct Window {
  Shape shape;
  std::uint32_t top;
  std::uint32_t left;
  std::size_t cells;
  std::size_t edges;
};

/// A place for a window: the placements at its top left corner, and squares at its end.
struct Opening {
  Shape shape;
  std::uint32_t top;
  std::uint32_t left;
  Words cells;
  std::vector<std::uint32_t> starts;
  Words end;
  std::vector<std::uint32_t> ends;
};

/// A row or a column of an island that spans the board.
struct Line {
  std::size_t length;
  Words cells;
};

struct Island {
  Words cells;
  std::size_t size;
  Sizes progression;
  std::vector<Opening> openings;
  std::vector<Line> lines;
};

class PaperGrid {
 public:
  /// Read the blocks, and the islands in the order in which they are filled.
  PaperGrid(const Problem& problem, Reader& numbers);

  std::size_t cols() const { return cols_; }
  std::size_t rows() const { return rows_; }
  const std::vector<Island>& islands() const { return islands_; }
  /// Return the number of the island in which a placement lies.
  std::size_t island_of(std::size_t placement) const { return island_of_[placement]; }
  const Words& mask(std::size_t placement) const { return masks_[placement]; }
  /// Return the placements in a window at its top left corner, in ascending order.
  std::vector<std::uint32_t> starting(Shape shape, std::size_t top, std::size_t left) const;
  Words rectangle(Shape shape, std::size_t top, std::size_t left) const;
  /// List the windows for the small wand among some cells.
  void list_line_windows(const Sides& sides, const Words& cells, bool takes_all,
                         std::vector<Window>& windows) const;

 private:
  void fill(Island& island, const std::vector<Shape>& blocks) const;
  void open(Island& island, Shape shape, std::size_t top, std::size_t left) const;

  const Problem& problem_;
  std::size_t cols_;
  std::size_t rows_;
  std::vector<Shape> boxes_;                         // by placement
  std::vector<Words> masks_;                         // by placement
  std::vector<std::size_t> island_of_;               // by placement
  std::vector<std::vector<std::uint32_t>> corners_;  // the placements by their top left corners
  std::vector<Island> islands_;
};

bool overlaps(const Words& one, const Words& other);
bool lies_in(const Words& inner, const Words& outer);

}  // namespace kaleido
