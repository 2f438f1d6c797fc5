// Regions from numbers that are nearly right, or from any at all; pauses change nothing.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kaleido_search.h"

namespace {

class Bytes {
 public:
  Bytes(const uint8_t* data, size_t size) : next_(data), end_(data + size) {}
  int32_t byte() { return next_ == end_ ? 0 : *next_++; }

 private:
  const uint8_t* next_;
  const uint8_t* end_;
};

std::vector<uint64_t> found(kaleido_sets* sets, const std::vector<int32_t>& numbers,
                            uint64_t stretch) {
  kaleido_sweep* own = kaleido_sweep_new(sets, numbers.data(), numbers.size());
  if (own == nullptr) return {};
  int32_t stop = KALEIDO_PAUSED;
  for (uint64_t steps = stretch; stop == KALEIDO_PAUSED; steps += stretch) {
    stop = kaleido_sweep_run(own, steps);
    uint64_t counts[4];
    const double share = kaleido_sweep_counts(own, counts);
    if (!(share >= 0 && share <= 1) || counts[2] > counts[1]) __builtin_trap();
  }
  std::vector<uint64_t> words(kaleido_sweep_found(own, nullptr, 0));
  kaleido_sweep_found(own, words.data(), words.size());
  words.push_back(static_cast<uint64_t>(stop));
  kaleido_sweep_delete(own);
  return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Bytes bytes(data, size);
  std::vector<int32_t> sizes{bytes.byte() % 8};
  int32_t total = 0;
  for (int32_t piece = 0; piece < sizes.front(); ++piece) {
    sizes.push_back(1 + bytes.byte() % 3);
    total += sizes.back();
  }
  const int32_t pieces = sizes.front();
  if (bytes.byte() % 32 == 1) sizes.back() = bytes.byte() - 2;
  kaleido_sets* sets = kaleido_sets_new(sizes.data(), sizes.size());
  if (sets == nullptr) return 0;
  const int32_t cells = bytes.byte() % 4 == 0 ? bytes.byte() % 70 : total;
  std::vector<int32_t> numbers{cells, bytes.byte() % 2};
  for (int32_t piece = 0; piece < pieces; ++piece) numbers.push_back(bytes.byte() % 3);
  numbers.insert(numbers.end(),
                 {1, 0, 1 + bytes.byte(), 0, 0, bytes.byte() % 8 == 0 ? INT32_MAX : 0});
  std::vector<int32_t> masks;
  std::vector<int32_t> placed;
  for (int32_t count = bytes.byte(); count > 0 && pieces > 0; --count) {
    // A few neighbouring cells, as many as the piece has.
    const auto piece = static_cast<size_t>(bytes.byte() % pieces);
    uint64_t mask = 0;
    int32_t cell = cells > 0 ? bytes.byte() % cells : 0;
    for (int32_t left = sizes[1 + piece]; left > 0 && cell < 64;
         --left, cell += 1 + bytes.byte() % 2) {
      mask |= uint64_t{1} << static_cast<unsigned>(cell);
    }
    if (static_cast<int32_t>(__builtin_popcountll(mask)) != sizes[1 + piece] ||
        (cells < 64 && cells > 0 && mask >> static_cast<unsigned>(cells) != 0)) {
      continue;
    }
    placed.push_back(static_cast<int32_t>(piece));
    masks.push_back(static_cast<int32_t>(static_cast<uint32_t>(mask)));
    masks.push_back(static_cast<int32_t>(static_cast<uint32_t>(mask >> 32U)));
  }
  numbers.push_back(static_cast<int32_t>(placed.size()));
  numbers.insert(numbers.end(), placed.begin(), placed.end());
  numbers.insert(numbers.end(), masks.begin(), masks.end());
  for (int32_t changes = bytes.byte() % 16 == 1 ? bytes.byte() % 4 : 0; changes > 0; --changes) {
    const auto at = static_cast<size_t>(bytes.byte() * 256 + bytes.byte()) % numbers.size();
    numbers[at] = bytes.byte() - 8;
  }
  if (found(sets, numbers, 5000) != found(sets, numbers, 1 + static_cast<uint64_t>(bytes.byte())))
    __builtin_trap();
  kaleido_sets_delete(sets);
  return 0;
}
