// A count of all solutions, one by one; the solutions are not listed.
#pragma once

#include "kaleido_codes.h"
#include "problem.h"

namespace kaleido {

/// The board from which solutions are counted.
struct Beginning {
  Words live;    // the placements that can still be made
  Words filled;  // cells
  // Of each piece: the copies left, and how many of them must be used.
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> needed;
};

/// Goes through all solutions that contain a board.
///
/// While many placements are left, it covers the cell or piece with the fewest of them next; then
/// it lists those left by their first cell and their piece, and covers the first empty cell. A step
/// is a look at a placement, so that steps take about equally long on all boards.
class Enumeration {
 public:
  enum class Stop : std::int32_t {
    kFound = KALEIDO_SOLVED,
    kExhausted = KALEIDO_EXHAUSTED,
    kPaused = KALEIDO_PAUSED
  };

  /// The most cells and different pieces that may be left: they fit into a fixed number of words.
  static constexpr std::size_t kMostCells = KALEIDO_LIMIT_ENUMERATION_CELLS;
  static constexpr std::size_t kMostPieces = KALEIDO_LIMIT_ENUMERATION_PIECES;

  /// Return null if more cells or pieces are left than that.
  static std::unique_ptr<Enumeration> of(const Problem& problem, const Beginning& beginning);

  Enumeration() = default;
  Enumeration(const Enumeration&) = delete;
  Enumeration& operator=(const Enumeration&) = delete;
  virtual ~Enumeration() = default;

  /// Continue until `steps` steps are made in all, or more than `most` or all solutions are found.
  virtual Stop run(std::uint64_t steps, std::uint64_t most) = 0;
  /// Estimate the steps of the whole count from random lines, and choose the way with the fewest.
  virtual double estimate(std::uint64_t lines, std::uint64_t seed) = 0;
  /// Return the share of the count that is done, from 0 to 1.
  virtual double share() const = 0;

  std::uint64_t steps = 0;
  std::uint64_t nodes = 0;  // placements made
  std::uint64_t solutions = 0;
};

}  // namespace kaleido
