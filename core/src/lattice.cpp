#include "lattice.h"

#include <algorithm>

namespace kaleido {

namespace {

constexpr std::int32_t kMostDimensions = 4;
constexpr std::int32_t kFarthest = 1
                                   << 15;  // so that the box around all cells has a size in 64 bits
constexpr std::uint64_t kLargeBox = 1 << 20;

}  // namespace

Lattice Lattice::read(Reader& numbers, std::size_t cells, std::size_t edges) {
  Lattice lattice;
  const auto dimensions = static_cast<std::size_t>(numbers.number(1, kMostDimensions));
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    lattice.moduli_.push_back(numbers.number(0, kFarthest));
    lattice.wraps_ |= lattice.moduli_.back() != 0;
  }
  for (std::size_t cell = 0; cell < cells && !numbers.failed(); ++cell) {
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      lattice.centres_.push_back(numbers.number(-kFarthest / 2, kFarthest / 2 - 1));
    }
    lattice.kinds_.push_back(static_cast<std::uint32_t>(numbers.number(0, Reader::kMost)));
    lattice.sides_.push_back(numbers.indices(edges));
  }
  if (numbers.failed()) return lattice;
  lattice.least_.assign(lattice.centre(0), lattice.centre(1));
  std::vector<Coordinate> most = lattice.least_;
  for (std::size_t cell = 1; cell < cells; ++cell) {
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      lattice.least_[axis] = std::min(lattice.least_[axis], lattice.centre(cell)[axis]);
      most[axis] = std::max(most[axis], lattice.centre(cell)[axis]);
    }
  }
  std::uint64_t box = 1;
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    lattice.extent_.push_back(most[axis] - lattice.least_[axis] + 1);
    box *= static_cast<std::uint64_t>(lattice.extent_[axis]);
  }
  const bool is_listed = box <= kLargeBox;
  if (is_listed) lattice.listed_.assign(static_cast<std::size_t>(box), -1);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::uint64_t place = 0;
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
      place = place * static_cast<std::uint64_t>(lattice.extent_[axis]) +
              static_cast<std::uint64_t>(lattice.centre(cell)[axis] - lattice.least_[axis]);
    }
    const auto number = static_cast<std::int32_t>(cell);
    if (is_listed) {
      lattice.listed_[static_cast<std::size_t>(place)] = number;
    } else {
      lattice.mapped_[place] = number;
    }
  }
  return lattice;
}

std::int32_t Lattice::cell_at(const Coordinate* centre, const Coordinate* offset) const {
  std::uint64_t place = 0;
  for (std::size_t axis = 0; axis < moduli_.size(); ++axis) {
    Coordinate at = centre[axis] + offset[axis];
    if (moduli_[axis] != 0) at = (at % moduli_[axis] + moduli_[axis]) % moduli_[axis];
    at -= least_[axis];
    if (at < 0 || at >= extent_[axis]) return -1;
    place = place * static_cast<std::uint64_t>(extent_[axis]) + static_cast<std::uint64_t>(at);
  }
  if (!listed_.empty()) return listed_[static_cast<std::size_t>(place)];
  const auto found = mapped_.find(place);
  return found == mapped_.end() ? -1 : found->second;
}

}  // namespace kaleido
