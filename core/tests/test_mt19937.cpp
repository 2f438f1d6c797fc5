// A few numbers of CPython; tests/search/test_core.py compares many more.
#include <algorithm>
#include <array>
#include <numeric>

#include "check.h"
#include "kaleido_core.h"

namespace {

kaleido_random seeded(uint32_t seed) {
  kaleido_random random;
  kaleido_random_seed(&random, &seed, seed == 0 ? 0 : 1);
  return random;
}

void test_words() {
  kaleido_random zero = seeded(0);
  CHECK(kaleido_random_bits(&zero, 32) == 3626764237U);
  CHECK(kaleido_random_bits(&zero, 0) == 0);
  CHECK(kaleido_random_bits(&zero, 32) == 1654615998U);
  kaleido_random seven = seeded(7);
  CHECK(kaleido_random_bits(&seven, 64) == 17485029721327973432ULL);
  CHECK(kaleido_random_below(&seven, 0) == 0);
  CHECK(kaleido_random_below(&seven, 1000) == 154);
}

void test_reals() {
  kaleido_random random = seeded(42);
  CHECK(kaleido_random_real(&random) == 0.6394267984578837);
  CHECK(kaleido_random_real(&random) == 0.025010755222666936);
}

void test_shuffled() {
  kaleido_random random = seeded(1);
  std::array<uint32_t, 10> indices{};
  std::iota(indices.begin(), indices.end(), 0U);
  kaleido_random_shuffle(&random, indices.data(), indices.size());
  const std::array<uint32_t, 10> expected{6, 8, 9, 7, 5, 3, 0, 4, 1, 2};
  CHECK(indices == expected);
  kaleido_random_shuffle(&random, nullptr, 0);
}

}  // namespace

int main() {
  test_words();
  test_reals();
  test_shuffled();
  return 0;
}
