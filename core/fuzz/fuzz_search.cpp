// Pieces, boards and searches from numbers that are nearly right, or from any at all.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "../tests/puzzles.h"
#include "kaleido_search.h"

namespace {

// Larger ones would be mostly waiting.
constexpr int32_t kMost = 512;
constexpr uint32_t kNone = UINT32_MAX;

class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : next_(data), end_(data + size) {}
  bool ended() const { return next_ == end_; }
  uint8_t byte() { return ended() ? 0 : *next_++; }
  int32_t number() {
    const int32_t kind = byte() % 8;
    if (kind == 0) return -static_cast<int32_t>(byte());
    if (kind == 1) return INT32_MAX - static_cast<int32_t>(byte());
    if (kind == 2) return INT32_MIN + static_cast<int32_t>(byte());
    return kind == 3 ? static_cast<int32_t>(byte()) * 256 + byte() : byte() % 16;
  }

 private:
  const uint8_t* next_;
  const uint8_t* end_;
};

template <size_t size>
std::vector<int32_t> numbers_of(const int32_t (&numbers)[size]) {
  return {numbers, numbers + size};
}

void change(std::vector<int32_t>& numbers, Bytes& bytes) {
  for (int changes = bytes.byte() % 4; changes > 0 && !numbers.empty(); --changes) {
    const size_t at = (static_cast<size_t>(bytes.byte()) * 256 + bytes.byte()) % numbers.size();
    numbers[at] = bytes.number();
  }
  if (bytes.byte() % 16 == 1) numbers.resize(numbers.size() / 2);
}

/// A strategy: its numbers, and the others that it reads.
struct Told {
  std::vector<int32_t> numbers;
  std::vector<double> reals;
};

/// The parameters of a strategy other than the paper's, with a seed of one word.
Told another(size_t pieces, Bytes& bytes) {
  const int32_t kind = std::array<int32_t, 4>{1, 3, 4, 5}[bytes.byte() % 4];
  Told told{{kind, 1, bytes.byte()}, {}};
  const auto add = [&](std::initializer_list<int32_t> bounds) {
    for (const auto bound : bounds) told.numbers.push_back(bytes.byte() % bound);
  };
  if (kind == 3) {
    add({2, 2, 2});
  } else if (kind == 4) {
    // The nodes of a run, few, boards remembered, extra, forks, and one passage.
    add({8, 8, 256, 8, 8});
    for (const int32_t number : {1, 1 + bytes.byte() % 8, 0xFF, 0}) told.numbers.push_back(number);
    told.reals.resize(9 + pieces, 0.5);
  } else {
    // The nodes of a run, when to narrow, few, and how many boards are remembered.
    add({8, 8, 8, 256});
    if (kind == 5) add({8, 256, 8});
    told.reals.resize(4 + pieces, 0.5);
  }
  return told;
}

/// The parameters of the paper's strategies, with any rules: the whole board is an island.
Told paper(const std::vector<int32_t>& board, size_t pieces, size_t cells, size_t edges,
           Bytes& bytes) {
  std::vector<int32_t> numbers{2, 1, bytes.byte(), 12};
  for (int rule = 0; rule < 12; ++rule) numbers.push_back(bytes.byte() % 2);
  numbers.insert(numbers.end(), {bytes.byte() % 2, bytes.byte() % 2, bytes.byte() % 16 - 1});
  numbers.resize(numbers.size() + (edges + 63) / 64 * 2);
  for (size_t piece = 0; piece < pieces; ++piece)
    numbers.insert(numbers.end(), {1, bytes.byte() % 2});
  numbers.insert(numbers.end(), {1, 0, 2, 2, 3, 3, 2, 1});
  for (size_t half = 0; half < (cells + 63) / 64 * 2; ++half) {
    numbers.push_back(half < board.size() ? board[half] : 0);
  }
  numbers.insert(numbers.end(), {4, 4, 4, 1 + bytes.byte() % 8, 1});
  return {numbers, std::vector<double>(3 + 3 * pieces, 0.26)};
}

void search(kaleido_problem* problem, const std::vector<int32_t>& board, size_t pieces,
            size_t cells, size_t edges, Bytes& bytes) {
  Told told =
      bytes.byte() % 4 != 1 ? another(pieces, bytes) : paper(board, pieces, cells, edges, bytes);
  auto& [strategy, reals] = told;
  std::vector<int32_t> start{bytes.byte(), bytes.byte() % 2, bytes.byte() % 2};
  if (bytes.byte() % 4 == 1) start.resize(start.size() + bytes.byte() % 64);
  for (size_t at = 3; at < start.size(); ++at) start[at] = bytes.number();
  change(strategy, bytes);
  kaleido_search* found =
      kaleido_search_new(problem, strategy.data(), strategy.size(), reals.data(), reals.size(),
                         start.data(), start.size());
  if (found == nullptr) return;
  std::vector<int32_t> solution(256);
  for (uint64_t nodes = 0; nodes < 200; nodes += 20) {
    const int32_t stop = kaleido_search_run(found, nodes);
    kaleido_search_solution(found, solution.data(), solution.size());
    size_t events = 0;
    kaleido_search_events(found, &events);
    if (stop == KALEIDO_EXHAUSTED) break;
  }
  uint64_t counts[12];
  kaleido_search_counts(found, counts);
  if (counts[0] > 200) __builtin_trap();
  kaleido_search_delete(found);
}

void enumerate(kaleido_problem* problem, size_t pieces, size_t cells, Bytes& bytes) {
  // All placements on the empty board, and pieces left at random; or any numbers at all.
  const size_t placements = kaleido_problem_placements(problem);
  std::vector<int32_t> start;
  start.reserve(2 * pieces);
  for (size_t piece = 0; piece < pieces; ++piece) start.push_back(bytes.byte() % 4);
  for (size_t piece = 0; piece < pieces; ++piece) {
    start.push_back(start[start.size() - pieces] > 0 ? bytes.byte() % 2 : 0);
  }
  for (size_t half = 0; half < (placements + 63) / 64 * 2; ++half) {
    const size_t left = placements > 32 * half ? placements - 32 * half : 0;
    const uint32_t all = left >= 32 ? UINT32_MAX : (1U << left) - 1;
    start.push_back(static_cast<int32_t>(all));
  }
  start.resize(start.size() + (cells + 63) / 64 * 2);
  change(start, bytes);
  kaleido_enumeration* found = kaleido_enumeration_new(problem, start.data(), start.size());
  if (found == nullptr) return;
  if (!(kaleido_enumeration_estimate(found, 3, bytes.byte()) >= 0)) __builtin_trap();
  for (uint64_t steps = 0; steps < 20000; steps += 500) {
    const int32_t stop = kaleido_enumeration_run(found, steps, bytes.byte());
    uint64_t counts[3];
    const double share = kaleido_enumeration_counts(found, counts);
    if (!(share >= 0 && share <= 1 + 1e-9)) __builtin_trap();
    if (stop != KALEIDO_PAUSED) break;
  }
  kaleido_enumeration_delete(found);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  std::vector<int32_t> pieces;
  std::vector<int32_t> board;
  switch (bytes.byte() % 4) {
    case 0:
      pieces = numbers_of(kaleido::kSheetPieces);
      board = numbers_of(kaleido::kSheetBoard);
      break;
    case 1:
      pieces = numbers_of(kaleido::kTorusPieces);
      board = numbers_of(kaleido::kTorusBoard);
      break;
    case 2:
      pieces = numbers_of(kaleido::kHexPieces);
      board = numbers_of(kaleido::kHexBoard);
      break;
    default:
      pieces.resize(bytes.byte());
      for (auto& number : pieces) number = bytes.number();
  }
  if (!board.empty() && bytes.byte() % 2 == 0) board[0] = 0;  // a sparse table
  change(pieces, bytes);
  change(board, bytes);
  // The columns, cells and edges.
  for (size_t at = 0; at < std::min<size_t>(3, pieces.size()); ++at) {
    if (pieces[at] > kMost) return 0;
  }
  kaleido_pieces* set = kaleido_pieces_new(pieces.data(), pieces.size());
  if (set == nullptr) return 0;
  kaleido_problem* problem = kaleido_problem_new(set, board.data(), board.size());
  if (problem != nullptr) {
    // There are fewer pieces than numbers that describe them.
    std::vector<uint32_t> counts(pieces.size(), kNone);
    kaleido_problem_counts(problem, counts.data());
    const auto own =
        static_cast<size_t>(std::find(counts.begin(), counts.end(), kNone) - counts.begin());
    enumerate(problem, own, static_cast<size_t>(pieces[1]), bytes);
    search(problem, board, own, static_cast<size_t>(pieces[1]), static_cast<size_t>(pieces[2]),
           bytes);
    kaleido_problem_delete(problem);
  }
  kaleido_pieces_delete(set);
  return 0;
}
