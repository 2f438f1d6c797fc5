#include "paper_progression.h"

#include <numeric>

namespace kaleido {

namespace {

constexpr std::size_t kMostAlternatives = 24;

}  // namespace

Sizes changed_progression(const Sizes& sizes) {
  if (sizes.front() == 3) {
    Sizes changed{2, 1};
    changed.insert(changed.end(), sizes.begin() + 1, sizes.end());
    return changed;
  }
  if (sizes.front() == 4 && std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}) == 8) {
    return {3, 3, 2};
  }
  return {};
}

const std::vector<Sizes>& Progressions::alternatives(std::size_t cells, const Sizes& left) {
  Sizes key = left;
  key.push_back(static_cast<std::uint32_t>(cells));
  const auto [place, is_new] = known_.try_emplace(std::move(key));
  if (is_new) {
    Sizes chosen;
    find(cells, left, chosen, place->second);
  }
  return place->second;
}

void Progressions::find(std::size_t cells, const Sizes& left, Sizes& chosen,
                        std::vector<Sizes>& found) {
  if (cells == 0) found.push_back(chosen);
  for (std::size_t at = 0; at < left.size() && found.size() < kMostAlternatives; ++at) {
    const std::uint32_t size = left[at];
    if (size > cells || (at > 0 && left[at - 1] == size)) continue;
    const Sizes rest(left.begin() + static_cast<std::ptrdiff_t>(at) + 1, left.end());
    chosen.push_back(size);
    find(cells - size, rest, chosen, found);
    chosen.pop_back();
  }
}

}  // namespace kaleido
