// Pieces, boards and searches from numbers that are nearly right, or from any at all.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../tests/puzzles.h"
#include "kaleido_search.h"

namespace {

// Larger ones would be mostly waiting.
constexpr int32_t kMost = 512;

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

void search(kaleido_problem* problem, size_t pieces, Bytes& bytes) {
  std::vector<double> worths(pieces, 0.5);
  const std::array<uint32_t, 1> seed{bytes.byte()};
  kaleido_plan plan{};
  plan.run_nodes = bytes.byte() % 8;
  plan.narrow_after = bytes.byte() % 8;
  plan.few = bytes.byte() % 8;
  plan.remembered = bytes.byte();
  plan.refute_after = bytes.byte();
  plan.matched = plan.first_noise = plan.noise_step = 1;
  plan.most_noise = 12;
  plan.worths = worths.data();
  plan.seed = seed.data();
  plan.seed_words = 1;
  plan.is_watched = bytes.byte() % 2;
  std::vector<int32_t> start(bytes.byte() % 64);
  for (auto& number : start) number = bytes.number();
  kaleido_search* found =
      kaleido_search_new(problem, &plan, start.empty() ? nullptr : start.data(), start.size());
  if (found == nullptr) return;
  std::vector<int32_t> solution(256);
  for (uint64_t nodes = 0; nodes < 200; nodes += 20) {
    const int32_t stop = kaleido_search_run(found, nodes);
    kaleido_search_solution(found, solution.data(), solution.size());
    size_t events = 0;
    kaleido_search_events(found, &events);
    if (stop == KALEIDO_EXHAUSTED) break;
  }
  uint64_t counts[5];
  kaleido_search_counts(found, counts);
  if (counts[0] > 200) __builtin_trap();
  kaleido_search_delete(found);
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
    std::vector<uint32_t> counts(pieces.size());
    kaleido_problem_counts(problem, counts.data());
    search(problem, pieces.size(), bytes);
    kaleido_problem_delete(problem);
  }
  kaleido_pieces_delete(set);
  return 0;
}
