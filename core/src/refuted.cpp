#include "refuted.h"

#include <algorithm>

namespace kaleido {

Word Refuted::hash(const State& state) {
  Word hash = state.account;
  for (const Word word : state.live) hash = mixed(hash, word);
  for (const Word word : state.filled) hash = mixed(hash, word);
  return hash;
}

bool Refuted::equals(const State& state, std::size_t number) const {
  const Word* key = keys_.data() + number * width_;
  return *key == state.account && std::equal(state.live.begin(), state.live.end(), key + 1) &&
         std::equal(state.filled.begin(), state.filled.end(), key + 1 + state.live.size());
}

bool Refuted::contains(const State& state) const {
  if (size_ == 0) return false;
  const Word hash = Refuted::hash(state);
  for (std::size_t place = hash % places_.size(); places_[place] != 0;
       place = (place + 1) % places_.size()) {
    const std::size_t number = places_[place] - 1;
    if (hashes_[number] == hash && equals(state, number)) return true;
  }
  return false;
}

void Refuted::add(const State& state) {
  if (size_ >= most_ || contains(state)) return;
  hashes_.push_back(hash(state));
  keys_.push_back(state.account);
  keys_.insert(keys_.end(), state.live.begin(), state.live.end());
  keys_.insert(keys_.end(), state.filled.begin(), state.filled.end());
  ++size_;
  const bool is_full = 2 * size_ > places_.size();
  if (is_full) places_.assign(2 * places_.size(), 0);
  for (std::size_t number = is_full ? 0 : size_ - 1; number < size_; ++number) {
    std::size_t place = hashes_[number] % places_.size();
    while (places_[place] != 0) place = (place + 1) % places_.size();
    places_[place] = static_cast<std::uint32_t>(number + 1);
  }
}

}  // namespace kaleido
