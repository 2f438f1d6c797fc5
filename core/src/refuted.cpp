#include "refuted.h"

#include <algorithm>

namespace kaleido {

Word Refuted::hash(const State& state) {
  Word hash = state.account;
  for (const auto at : state.words) hash = mixed(mixed(hash, at), state.live[at]);
  for (const Word word : state.filled) hash = mixed(hash, word);
  return hash;
}

bool Refuted::equals(const State& state, std::size_t number) const {
  const Word* key = keys_.data() + starts_[number];
  const std::size_t first = word_starts_[number];
  if (*key++ != state.account || word_starts_[number + 1] - first != state.words.size())
    return false;
  for (const Word word : state.filled) {
    if (*key++ != word) return false;
  }
  for (std::size_t each = 0; each < state.words.size(); ++each) {
    if (words_[first + each] != state.words[each] || *key++ != state.live[state.words[each]])
      return false;
  }
  return true;
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
  if (size_ >= most_ || live_ >= kMostLive || contains(state)) return;
  hashes_.push_back(hash(state));
  keys_.push_back(state.account);
  keys_.insert(keys_.end(), state.filled.begin(), state.filled.end());
  for (const auto at : state.words) {
    keys_.push_back(state.live[at]);
    live_ += static_cast<std::size_t>(std::popcount(state.live[at]));
  }
  words_.insert(words_.end(), state.words.begin(), state.words.end());
  starts_.push_back(keys_.size());
  word_starts_.push_back(words_.size());
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
