#include "paper_grid.h"

#include <algorithm>

namespace kaleido {

namespace {

/// The fewest edges in a line's window: as many as an end and a long side have.
constexpr std::size_t kLineEdges = 5;

/// A rectangle of cells.
struct Box {
  std::size_t top;
  std::size_t left;
  std::size_t height;
  std::size_t width;
};

template <class Numbers>
Box box_around(const Numbers& cells, std::size_t cols) {
  std::size_t top = SIZE_MAX;
  std::size_t left = SIZE_MAX;
  std::size_t bottom = 0;
  std::size_t right = 0;
  for (const std::size_t cell : cells) {
    top = std::min(top, cell / cols);
    bottom = std::max(bottom, cell / cols);
    left = std::min(left, cell % cols);
    right = std::max(right, cell % cols);
  }
  return {top, left, bottom - top + 1, right - left + 1};
}

std::vector<std::size_t> listed(const Words& cells) {
  std::vector<std::size_t> numbers;
  for_each(cells.data(), cells.size(), [&](std::size_t cell) { numbers.push_back(cell); });
  return numbers;
}

}  // namespace

bool overlaps(const Words& one, const Words& other) {
  for (std::size_t at = 0; at < one.size(); ++at) {
    if ((one[at] & other[at]) != 0) return true;
  }
  return false;
}

bool lies_in(const Words& inner, const Words& outer) {
  for (std::size_t at = 0; at < inner.size(); ++at) {
    if ((inner[at] & ~outer[at]) != 0) return false;
  }
  return true;
}

Sides::Sides(const Problem& problem, const Words& edges)
    : cols_(problem.set().cols),
      rows_(problem.set().cells / cols_),
      width_(words_for(problem.set().cells)),
      sets_(4 * width_) {
  for_each(edges.data(), edges.size(), [&](std::size_t edge) { add(edge); });
}

/// Add an edge: those above and below cells are numbered row by row, then those left and right.
void Sides::add(std::size_t edge) {
  const std::size_t level = (rows_ + 1) * cols_;
  if (edge < level) {
    if (edge < rows_ * cols_) put(sets_.data(), edge);
    if (edge >= cols_) put(sets_.data() + width_, edge - cols_);
    return;
  }
  const std::size_t row = (edge - level) / (cols_ + 1);
  const std::size_t col = (edge - level) % (cols_ + 1);
  if (row >= rows_) return;
  if (col < cols_) put(sets_.data() + 2 * width_, row * cols_ + col);
  if (col > 0) put(sets_.data() + 3 * width_, row * cols_ + col - 1);
}

void Sides::add_border(const Problem& problem, std::size_t placement) {
  for (const auto edge : problem.border(placement)) add(edge);
}

std::size_t Sides::count(const Words& cells) const {
  std::size_t found = 0;
  for (std::size_t side = 0; side < 4; ++side) {
    const Word* set = sets_.data() + side * width_;
    for (std::size_t at = 0; at < width_; ++at) {
      found += static_cast<std::size_t>(std::popcount(cells[at] & set[at]));
    }
  }
  return found;
}

PaperGrid::PaperGrid(const Problem& problem, Reader& numbers)
    : problem_(problem),
      cols_(problem.set().cols),
      rows_(problem.set().cells / cols_),
      corners_(problem.set().cells) {
  std::vector<Shape> blocks(numbers.count());
  for (auto& [height, width] : blocks) {
    height = static_cast<std::uint32_t>(numbers.number(1, Reader::kMost));
    width = static_cast<std::uint32_t>(numbers.number(1, Reader::kMost));
  }
  islands_.resize(numbers.count());
  for (auto& island : islands_) {
    island.cells = numbers.set(problem.set().cells);
    island.progression.resize(numbers.count());
    for (auto& size : island.progression) {
      size = static_cast<std::uint32_t>(numbers.number(1, Reader::kMost));
    }
    island.size = count(island.cells.data(), island.cells.size());
    if (island.size == 0) numbers.fail();
  }
  if (numbers.failed()) return;
  for (std::size_t placement = 0; placement < problem.placements(); ++placement) {
    const auto cells = problem.cells(placement);
    const Box box = box_around(cells, cols_);
    boxes_.push_back(
        {static_cast<std::uint32_t>(box.height), static_cast<std::uint32_t>(box.width)});
    corners_[box.top * cols_ + box.left].push_back(static_cast<std::uint32_t>(placement));
    Words mask(words_for(problem.set().cells));
    for (const auto cell : cells) put(mask.data(), cell);
    const auto island = std::find_if(islands_.begin(), islands_.end(), [&](const Island& each) {
      return overlaps(each.cells, mask);
    });
    // All cells of the board are an island's.
    if (island == islands_.end()) {
      numbers.fail();
      return;
    }
    island_of_.push_back(static_cast<std::size_t>(island - islands_.begin()));
    masks_.push_back(std::move(mask));
  }
  for (auto& island : islands_) fill(island, blocks);
}

Words PaperGrid::rectangle(Shape shape, std::size_t top, std::size_t left) const {
  Words cells(words_for(problem_.set().cells));
  for (std::size_t row = top; row < top + shape.height; ++row) {
    for (std::size_t col = left; col < left + shape.width; ++col) {
      put(cells.data(), row * cols_ + col);
    }
  }
  return cells;
}

std::vector<std::uint32_t> PaperGrid::starting(Shape shape, std::size_t top,
                                               std::size_t left) const {
  std::vector<std::uint32_t> found;
  for (const auto placement : corners_[top * cols_ + left]) {
    const Shape& box = boxes_[placement];
    if (box.height <= shape.height && box.width <= shape.width) found.push_back(placement);
  }
  return found;
}

/// List the windows in the box of an island, and the lines if it spans the board.
void PaperGrid::fill(Island& island, const std::vector<Shape>& blocks) const {
  const Box box = box_around(listed(island.cells), cols_);
  std::vector<Shape> shapes = blocks;
  const auto is_larger = [&](const Shape& shape) {
    return std::size_t{shape.height} * shape.width >= box.height * box.width;
  };
  // A box that has no more cells than a window is one window itself.
  const Shape whole{static_cast<std::uint32_t>(box.height), static_cast<std::uint32_t>(box.width)};
  if (std::any_of(shapes.begin(), shapes.end(), is_larger)) shapes = {whole};
  for (const Shape& shape : shapes) {
    if (shape.height > box.height || shape.width > box.width) continue;
    for (std::size_t top = box.top; top <= box.top + box.height - shape.height; ++top) {
      for (std::size_t left = box.left; left <= box.left + box.width - shape.width; ++left) {
        open(island, shape, top, left);
      }
    }
  }
  if (box.width < cols_ && box.height < rows_) return;
  const auto add_line = [&](Shape shape, std::size_t top, std::size_t left, std::size_t length) {
    Words line = rectangle(shape, top, left);
    const auto is_same = [&](const Line& other) { return other.cells == line; };
    if (std::any_of(island.lines.begin(), island.lines.end(), is_same)) return;
    if (lies_in(line, island.cells)) island.lines.push_back({length, std::move(line)});
  };
  for (std::size_t down = 0; down < box.height; ++down) {
    add_line({1, whole.width}, box.top + down, box.left, box.width);
  }
  for (std::size_t across = 0; across < box.width; ++across) {
    add_line({whole.height, 1}, box.top, box.left + across, box.height);
  }
}

void PaperGrid::open(Island& island, Shape shape, std::size_t top, std::size_t left) const {
  Opening opening{shape,
                  static_cast<std::uint32_t>(top),
                  static_cast<std::uint32_t>(left),
                  rectangle(shape, top, left),
                  starting(shape, top, left),
                  {},
                  {}};
  if (std::min(shape.height, shape.width) > 1 && std::max(shape.height, shape.width) > 2) {
    constexpr Shape kSquare{2, 2};
    const std::size_t row = top + shape.height - 2;
    const std::size_t col = left + shape.width - 2;
    opening.end = rectangle(kSquare, row, col);
    for (const auto placement : starting(kSquare, row, col)) {
      const bool is_square = boxes_[placement].height == 2 && boxes_[placement].width == 2 &&
                             problem_.cells(placement).size() == 4;
      if (is_square) opening.ends.push_back(placement);
    }
  }
  island.openings.push_back(std::move(opening));
}

void PaperGrid::list_line_windows(const Sides& sides, const Words& cells, bool takes_all,
                                  std::vector<Window>& windows) const {
  struct Run {
    std::size_t line;
    std::size_t first;
    std::size_t last;  // the first cell of the last four
  };
  std::vector<Run> runs;
  for (const bool is_row : {true, false}) {
    const std::size_t lines = is_row ? rows_ : cols_;
    const std::size_t length = is_row ? cols_ : rows_;
    const auto is_open = [&](std::size_t line, std::size_t place) {
      return has(cells.data(), is_row ? line * cols_ + place : place * cols_ + line);
    };
    runs.clear();
    for (std::size_t line = 0; line < lines; ++line) {
      for (std::size_t first = 0; first < length; ++first) {
        std::size_t end = first;
        while (end < length && is_open(line, end)) ++end;
        if (end - first >= 4) runs.push_back({line, first, end - 4});
        first = end;
      }
    }
    if (!takes_all && !runs.empty()) {
      // The first run of the last line that has one.
      const std::size_t last = runs.back().line;
      const auto is_last = [&](const Run& run) { return run.line == last; };
      runs = {*std::find_if(runs.begin(), runs.end(), is_last)};
    }
    const Shape shape = is_row ? Shape{1, 4} : Shape{4, 1};
    for (const Run& run : runs) {
      for (const std::size_t place : {run.first, run.last}) {
        const std::size_t top = is_row ? run.line : place;
        const std::size_t left = is_row ? place : run.line;
        const std::size_t edges = sides.count(rectangle(shape, top, left));
        if (edges < kLineEdges) continue;
        windows.push_back(
            {shape, static_cast<std::uint32_t>(top), static_cast<std::uint32_t>(left), 4, edges});
      }
    }
  }
}

}  // namespace kaleido
