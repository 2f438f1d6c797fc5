#include "mt19937.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace kaleido {

namespace {

constexpr std::size_t kSize = 624;
constexpr std::size_t kShift = 397;
constexpr unsigned kWordBits = 32;

std::uint32_t mixed(std::uint32_t word) { return word ^ (word >> 30U); }

std::uint32_t twisted(std::uint32_t high, std::uint32_t low) {
  const std::uint32_t both = (high & 0x80000000U) | (low & 0x7fffffffU);
  return (both >> 1U) ^ ((low & 1U) != 0 ? 0x9908b0dfU : 0U);
}

void refill(Random& random) {
  auto& words = random.words;
  for (std::size_t at = 0; at < kSize; ++at) {
    const std::size_t far = at + kShift < kSize ? at + kShift : at + kShift - kSize;
    const std::size_t after = at + 1 < kSize ? at + 1 : 0;
    words[at] = words[far] ^ twisted(words[at], words[after]);
  }
  random.next = 0;
}

std::uint32_t word(Random& random) {
  // `seed` never makes more than that; if it occurs, nothing is read beyond the words.
  if (random.next >= kSize) {
    refill(random);
  }
  std::uint32_t drawn = random.words[random.next++];
  drawn ^= drawn >> 11U;
  drawn ^= (drawn << 7U) & 0x9d2c5680U;
  drawn ^= (drawn << 15U) & 0xefc60000U;
  return drawn ^ (drawn >> 18U);
}

}  // namespace

void seed(Random& random, std::span<const std::uint32_t> words) {
  constexpr std::uint32_t zero = 0;
  const std::span<const std::uint32_t> key = words.empty() ? std::span{&zero, 1} : words;
  auto& state = random.words;

  state[0] = 19650218U;
  for (std::size_t at = 1; at < kSize; ++at) {
    state[at] = 1812433253U * mixed(state[at - 1]) + static_cast<std::uint32_t>(at);
  }
  std::size_t at = 1;
  const auto step = [&] {
    if (++at == kSize) {
      state[0] = state[kSize - 1];
      at = 1;
    }
  };
  std::size_t used = 0;
  for (std::size_t left = std::max(kSize, key.size()); left > 0; --left) {
    state[at] = (state[at] ^ (mixed(state[at - 1]) * 1664525U)) + key[used] +
                static_cast<std::uint32_t>(used);
    step();
    if (++used == key.size()) {
      used = 0;
    }
  }
  for (std::size_t left = kSize - 1; left > 0; --left) {
    state[at] = (state[at] ^ (mixed(state[at - 1]) * 1566083941U)) - static_cast<std::uint32_t>(at);
    step();
  }
  state[0] = 0x80000000U;
  random.next = kSize;
}

double real(Random& random) {
  const std::uint32_t high = word(random) >> 5U;
  const std::uint32_t low = word(random) >> 6U;
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

std::uint64_t bits(Random& random, unsigned count) {
  std::uint64_t drawn = 0;
  for (unsigned got = 0; got < count; got += kWordBits) {
    const unsigned left = std::min(count - got, kWordBits);
    drawn |= std::uint64_t{word(random) >> (kWordBits - left)} << got;
  }
  return drawn;
}

std::uint64_t below(Random& random, std::uint64_t bound) {
  if (bound == 0) {
    return 0;
  }
  const auto width = static_cast<unsigned>(std::bit_width(bound));
  std::uint64_t drawn = bits(random, width);
  while (drawn >= bound) {
    drawn = bits(random, width);
  }
  return drawn;
}

std::vector<std::uint32_t> sample(Random& random, std::size_t count) {
  std::vector<std::uint32_t> pool(count);
  std::iota(pool.begin(), pool.end(), 0U);
  std::vector<std::uint32_t> chosen;
  chosen.reserve(count);
  for (std::size_t left = count; left > 0; --left) {
    const auto at = static_cast<std::size_t>(below(random, left));
    chosen.push_back(pool[at]);
    pool[at] = pool[left - 1];
  }
  return chosen;
}

}  // namespace kaleido

void kaleido_random_seed(kaleido_random* random, const uint32_t* words, size_t count) {
  kaleido::seed(*random, {words, count});
}

double kaleido_random_real(kaleido_random* random) { return kaleido::real(*random); }

uint64_t kaleido_random_bits(kaleido_random* random, uint32_t bits) {
  return kaleido::bits(*random, bits < 64 ? bits : 64);
}

uint64_t kaleido_random_below(kaleido_random* random, uint64_t bound) {
  return kaleido::below(*random, bound);
}

void kaleido_random_shuffle(kaleido_random* random, uint32_t* indices, size_t count) {
  kaleido::shuffle(*random, std::span{indices, count});
}
