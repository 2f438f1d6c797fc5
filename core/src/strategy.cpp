#include "strategy.h"

#include "constrained.h"

namespace kaleido {

std::unique_ptr<Strategy> read_strategy(Problem& problem, Reader& numbers) {
  const auto number = numbers.number(0, Reader::kMost);
  // The others work on sets of bits.
  if (number != kConstrained) problem.make_sets();
  switch (number) {
    case kConstrained:
      return Constrained::read(problem, numbers);
    default:
      return nullptr;
  }
}

Random read_random(Reader& numbers) {
  std::vector<std::uint32_t> words(numbers.count());
  for (auto& word : words) word = static_cast<std::uint32_t>(numbers.number(INT32_MIN, INT32_MAX));
  Random random;
  seed(random, words);
  return random;
}

std::uint64_t RunLimits::next() {
  std::uint64_t number = ++runs_;
  if (shortest_ == 0) return Strategy::kNoLimit;
  // Leave out the largest complete block until one ends here.
  while ((number & (number + 1)) != 0)
    number -= (std::uint64_t{1} << (std::bit_width(number) - 1)) - 1;
  return shortest_ * ((number + 1) >> 1);
}

}  // namespace kaleido
