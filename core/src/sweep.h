// Counts by dynamic programming over profiles: how often each shape is reached with each set of
// pieces.
#pragma once

#include <array>
#include <deque>
#include <memory>

#include "bits.h"
#include "kaleido_codes.h"
#include "reader.h"
#include "task.h"

namespace kaleido {

/// A number of 128 bits.
struct Wide {
  Word low = 0;
  Word high = 0;

  Wide() = default;
  explicit Wide(Word number) : low(number) {}
  Wide(Word lower, Word higher) : low(lower), high(higher) {}
  explicit operator Word() const { return low; }
  explicit operator std::uint32_t() const { return static_cast<std::uint32_t>(low); }
  Wide& operator|=(const Wide& other) {
    low |= other.low;
    high |= other.high;
    return *this;
  }
  Wide& operator+=(const Wide& other) {
    low += other.low;
    high += other.high + (low < other.low ? 1 : 0);
    return *this;
  }
  bool operator==(const Wide& other) const { return low == other.low && high == other.high; }
};

/// The sets of some pieces of which the sizes are known.
///
/// A set is a word; those that cover as many cells are numbered 0, 1, …, and the number after the
/// last one represents an impossible set.
class PieceSets {
 public:
  static constexpr std::size_t kMostPieces = KALEIDO_LIMIT_SWEEP_PIECES;
  static constexpr std::uint32_t kMostCells = KALEIDO_LIMIT_SWEEP_CELLS;

  /// Read the sizes from numbers; null if they describe no pieces.
  static std::unique_ptr<PieceSets> read(Reader& numbers);

  /// Number the sets, in parts, unless they are numbered.
  Task number(const std::uint64_t& pause, std::uint64_t& steps);

  const std::vector<std::uint32_t>& sizes() const { return sizes_; }
  std::uint32_t full() const { return (std::uint32_t{1} << sizes_.size()) - 1; }
  std::size_t total() const { return total_; }
  std::size_t reach() const { return reach_; }    // the size of the largest piece
  std::size_t widest() const { return widest_; }  // the most sets of one area
  std::size_t area(std::uint32_t set) const;
  /// Return the number of sets with an area.
  std::size_t width(std::size_t area) const { return starts_[area + 1] - starts_[area]; }
  const std::uint32_t* sets(std::size_t area) const { return order_.data() + starts_[area]; }
  std::uint32_t rank(std::uint32_t set) const { return ranks_[set]; }
  /// Return the number of each set of an area once it has a piece; impossible, if it has it
  /// already.
  const std::uint32_t* with(std::size_t piece, std::size_t area);
  /// Return the number of the complement of each set of an area.
  const std::uint32_t* rest(std::size_t area);
  std::size_t held() const { return held_; }

 private:
  std::vector<std::uint32_t>& table(std::size_t piece, std::size_t area) {
    return tables_[area * (sizes_.size() + 1) + piece];
  }

  std::vector<std::uint32_t> sizes_;
  std::size_t total_ = 0;
  std::size_t reach_ = 0;
  std::size_t widest_ = 0;
  std::vector<std::uint16_t> areas_;
  std::vector<std::size_t> starts_;   // in `order_`, by area
  std::vector<std::uint32_t> order_;  // the sets by their areas
  std::vector<std::uint32_t> ranks_;
  std::vector<std::vector<std::uint32_t>> tables_;  // by area and piece; complements come last
  std::size_t held_ = 0;
  bool is_numbered_ = false;
};

/// Counts the ways to fill a region of at most 64 cells with some of the pieces, each used once.
///
/// A step is a look at a placement, a shape or a set, so that steps take about equally long.
class Sweep {
 public:
  enum class Stop : std::int32_t {
    kExhausted = KALEIDO_EXHAUSTED,
    kPaused = KALEIDO_PAUSED,
    kBeyond = KALEIDO_BEYOND,
    kNoMemory = KALEIDO_NO_MEMORY
  };
  using Total = std::array<Word, 5>;
  struct Found {
    Word set = 0;
    Total ways{};
  };

  /// Read a region from numbers; nothing if they do not describe one. The sets must outlive it.
  ///
  /// These are its cells, whether all pieces must be used, which pieces to tell apart first, what
  /// was used before in how many ways, the placements of each first cell, and their pieces and
  /// cells.
  static std::unique_ptr<Sweep> read(PieceSets& sets, Reader& numbers);

  Sweep() = default;
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;
  virtual ~Sweep() = default;

  /// Continue until `steps` steps are made in all, or everything is counted.
  virtual Stop run(std::uint64_t most_steps) = 0;
  /// Return the share of the count that is done, from 0 to 1.
  virtual double share() const = 0;
  /// Return the number of bytes in use.
  virtual std::size_t held() const = 0;

  std::uint64_t steps = 0;
  std::uint64_t states = 0;       // of all layers
  std::uint64_t peak_states = 0;  // of the largest one
  std::vector<Found> found;       // the ways to fill the region, by the pieces used
};

}  // namespace kaleido
