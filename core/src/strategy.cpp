#include "strategy.h"

#include <cmath>

#include "constrained.h"
#include "paper.h"
#include "probing.h"
#include "reading_order.h"
#include "tuned.h"

namespace kaleido {

std::unique_ptr<Strategy> read_strategy(Problem& problem, Reader& numbers) {
  const auto number = numbers.number(0, Reader::kMost);
  // The others work on sets of bits.
  if (number != kConstrained) problem.make_sets();
  switch (number) {
    case kConstrained:
      return Constrained::read(problem, numbers);
    case kPaper:
      return Paper::read(problem, numbers);
    case kReadingOrder:
      return ReadingOrder::read(problem, numbers);
    case kTuned:
      return Tuned::read(problem, numbers);
    case kProbing:
      return Probing::read(problem, numbers);
    default:
      return nullptr;
  }
}

std::vector<double> read_worths(const Problem& problem, Reader& numbers) {
  std::vector<double> worths(problem.set().pieces.size());
  for (auto& worth : worths) worth = numbers.real();
  return worths;
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
  if (growth_ != 0) {
    // Half a node is rounded to an even number, as in Python.
    const double rounded = std::nearbyint(length_);
    length_ += length_ * static_cast<double>(growth_) / 100;
    constexpr double kMost = 1e18;  // where no run ends
    return rounded < kMost ? static_cast<std::uint64_t>(rounded) : Strategy::kNoLimit;
  }
  // Leave out the largest complete block until one ends here.
  while ((number & (number + 1)) != 0)
    number -= (std::uint64_t{1} << (std::bit_width(number) - 1)) - 1;
  return shortest_ * ((number + 1) >> 1);
}

}  // namespace kaleido
