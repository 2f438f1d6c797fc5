// Where the cells of a grid lie, and which sides they have: for grids whose shapes no shift moves.
#pragma once

#include <unordered_map>

#include "reader.h"

namespace kaleido {

using Coordinate = std::int64_t;

class Lattice {
 public:
  /// Read the centres of `count` cells, and their sides, which are below `edges`.
  static Lattice read(Reader& numbers, std::size_t cells, std::size_t edges);

  std::size_t dimensions() const { return moduli_.size(); }
  /// Return whether some sides of the grid are joined.
  bool wraps() const { return wraps_; }
  const Coordinate* centre(std::size_t cell) const {
    return centres_.data() + cell * moduli_.size();
  }
  /// Return which cells a shape may begin on: those of its kind.
  std::uint32_t kind(std::size_t cell) const { return kinds_[cell]; }
  const std::vector<std::uint32_t>& sides(std::size_t cell) const { return sides_[cell]; }

  /// Return the cell at a centre moved by an offset; -1 without one.
  std::int32_t cell_at(const Coordinate* centre, const Coordinate* offset) const;

 private:
  bool wraps_ = false;
  std::vector<Coordinate> moduli_;  // after how much each coordinate comes again; 0 for never
  std::vector<Coordinate> centres_;
  std::vector<std::uint32_t> kinds_;
  std::vector<std::vector<std::uint32_t>> sides_;
  std::vector<Coordinate> least_;
  std::vector<Coordinate> extent_;
  // By their place in the box around all centres: in a list where it is small, or else in a map.
  std::vector<std::int32_t> listed_;
  std::unordered_map<std::uint64_t, std::int32_t> mapped_;
};

}  // namespace kaleido
