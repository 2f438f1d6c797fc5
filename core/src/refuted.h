// Boards that no solution contains, kept over the runs of a search.
#pragma once

#include "state.h"

namespace kaleido {

/// Boards by their open cells, live placements and budget; see Refuted in Python.
class Refuted {
 public:
  explicit Refuted(std::size_t most) : most_(most), places_(64, 0), starts_(1, 0) {}
  bool contains(const State& state) const;
  void add(const State& state);

 private:
  /// The most live placements of all these boards together: some hundred megabytes at most.
  static constexpr std::size_t kMostLive = std::size_t{1} << 25;

  static Word hash(const State& state);
  bool equals(const State& state, std::size_t number) const;

  std::size_t most_;
  std::size_t size_ = 0;
  std::size_t live_ = 0;
  Words hashes_;
  std::vector<std::uint32_t> places_;  // 1 + the number of a key, or 0: open addressing
  // Of each key the account, the filled cells, and the words of live placements that are not empty.
  Words keys_;
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> words_;  // where these words are in the set
  std::vector<std::size_t> word_starts_{0};
};

}  // namespace kaleido
