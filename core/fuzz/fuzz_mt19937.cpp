// The random generator with any seed, and any calls in any order.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "kaleido_core.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const size_t seeding = size / 2;
  std::vector<uint32_t> words(seeding / sizeof(uint32_t));
  if (!words.empty()) {
    std::memcpy(words.data(), data, words.size() * sizeof(uint32_t));
  }
  kaleido_random random;
  kaleido_random_seed(&random, words.data(), words.size());

  std::vector<uint32_t> indices;
  for (const uint8_t* at = data + seeding; at != data + size; ++at) {
    const uint32_t count = *at;
    const uint64_t bound = uint64_t{1} << (count % 64U);
    if (kaleido_random_below(&random, bound) >= bound) {
      __builtin_trap();
    }
    const double real = kaleido_random_real(&random);
    if (real < 0 || real >= 1) {
      __builtin_trap();
    }
    kaleido_random_bits(&random, count);
    indices.resize(count);
    kaleido_random_shuffle(&random, indices.data(), indices.size());
  }
  return 0;
}
