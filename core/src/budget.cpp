#include "budget.h"

#include <algorithm>

namespace kaleido {

namespace {

/// The most ways of turning pieces over that are listed; the classic pieces have 5,184.
constexpr std::size_t kMostTurnings = 1 << 14;

/// The most balances in the cache: a server's searches meet ever new ones, and each asks about many
/// others.
constexpr std::size_t kKeptPayable = 1 << 12;
constexpr std::size_t kKeptReachable = 1 << 16;

/// A spin lock on a flag: it guards microseconds of work, and the core has no threads library.
class Holding {
 public:
  explicit Holding(std::atomic_flag& flag) : flag_(flag) {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Holding() { flag_.clear(std::memory_order_release); }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;

 private:
  std::atomic_flag& flag_;
};

}  // namespace

Budget::Budget(std::size_t letters, bool needs_any, std::vector<Kind> kinds)
    : letters_(letters), needs_any_(needs_any), kinds_(std::move(kinds)) {
  list_turnings();
}

std::string Budget::key(const Balance& balance, std::size_t length) {
  return {reinterpret_cast<const char*>(balance.data()), length * sizeof(std::int64_t)};
}

void Budget::list_turnings() {
  std::size_t ways = 1;
  for (const Kind& kind : kinds_) {
    if (kind.spare != 0) return;
    const auto choices = static_cast<std::size_t>(kind.count) + 1;
    if (choices > kMostTurnings || ways * choices > kMostTurnings) return;
    ways *= choices;
  }
  by_turning_ = true;
  std::vector<std::int64_t> turned(kinds_.size(), 0);
  while (true) {
    Balance change(letters_, 0);
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      const auto& faces = kinds_[kind].faces;
      for (std::size_t letter = 0; letter < letters_; ++letter) {
        change[letter] += turned[kind] * (faces[letters_ + letter] - faces[letter]);
      }
    }
    auto& listed = turnings_[key(change, letters_)];
    listed.insert(listed.end(), turned.begin(), turned.end());
    // Count on to the next way: the digits are the pieces of each kind that are turned over.
    std::size_t kind = 0;
    while (kind < kinds_.size() &&
           (!kinds_[kind].is_turned || turned[kind] == kinds_[kind].count)) {
      turned[kind++] = 0;
    }
    if (kind == kinds_.size()) return;
    ++turned[kind];
  }
}

Balance Budget::after(const Balance& balance, std::size_t cost) const {
  Balance rest = balance;
  const std::size_t kind = cost / 2;
  const std::int64_t* shown = kinds_[kind].faces.data() + (cost % 2) * letters_;
  for (std::size_t letter = 0; letter < letters_; ++letter) rest[letter] -= shown[letter];
  --rest[letters_ + kind];
  return rest;
}

bool Budget::pays(const Balance& balance, std::size_t cost) const {
  const std::int64_t* shown = kinds_[cost / 2].faces.data() + (cost % 2) * letters_;
  for (std::size_t letter = 0; letter < letters_; ++letter) {
    if (balance[letter] < shown[letter]) return false;
  }
  return true;
}

bool Budget::is_complete(const Balance& balance) const {
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    if (balance[letters_ + kind] > kinds_[kind].spare) return false;
  }
  return true;
}

bool Budget::is_reachable(Balance& balance) const {
  std::string known = key(balance, balance.size());
  const auto found = reachable_.find(known);
  if (found != reachable_.end()) return found->second;
  const bool reachable = find_reachable(balance);
  if (reachable_.size() == kKeptReachable) reachable_.clear();
  reachable_.emplace(std::move(known), reachable);
  return reachable;
}

bool Budget::find_reachable(Balance& balance) const {
  const bool is_empty =
      std::all_of(balance.begin(), balance.begin() + static_cast<std::ptrdiff_t>(letters_),
                  [](std::int64_t left) { return left == 0; });
  std::size_t last = kinds_.size();
  while (last > 0 && balance[letters_ + last - 1] == 0) --last;
  if (last == 0) return is_empty;
  if (!needs_any_ && is_empty) return true;
  const Kind& kind = kinds_[--last];
  Balance rest = balance;
  const std::int64_t copies = balance[letters_ + last];
  rest[letters_ + last] = 0;
  for (std::int64_t used = copies; used >= std::max(std::int64_t{0}, copies - kind.spare); --used) {
    for (std::int64_t turned = 0; turned <= (kind.is_turned ? used : 0); ++turned) {
      bool fits = true;
      for (std::size_t letter = 0; letter < letters_ && fits; ++letter) {
        rest[letter] = balance[letter] - (used - turned) * kind.faces[letter] -
                       turned * kind.faces[letters_ + letter];
        fits = rest[letter] >= 0;
      }
      if (fits && is_reachable(rest)) return true;
    }
  }
  return false;
}

Words Budget::payable(const Balance& balance, const std::string& known) const {
  const Holding held(busy_);
  const auto found = payable_.find(known);
  if (found != payable_.end()) return found->second;
  Words costs = by_turning_ ? payable_by_turning(balance) : find_payable(balance);
  if (payable_.size() == kKeptPayable) payable_.clear();
  payable_.emplace(known, costs);
  return costs;
}

Words Budget::payable_by_turning(const Balance& balance) const {
  Words costs(words_for(2 * kinds_.size()), 0);
  Balance change(balance.begin(), balance.begin() + static_cast<std::ptrdiff_t>(letters_));
  const std::int64_t* left = balance.data() + letters_;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    for (std::size_t letter = 0; letter < letters_; ++letter) {
      change[letter] -= left[kind] * kinds_[kind].faces[letter];
    }
  }
  const auto ways = turnings_.find(key(change, letters_));
  if (ways == turnings_.end()) return costs;
  const std::vector<std::int64_t>& all = ways->second;
  for (std::size_t way = 0; way < all.size(); way += kinds_.size()) {
    const std::int64_t* turned = all.data() + way;
    bool fits = true;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) fits &= turned[kind] <= left[kind];
    if (!fits) continue;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      if (left[kind] > turned[kind]) put(costs.data(), 2 * kind);
      if (turned[kind] > 0) put(costs.data(), 2 * kind + 1);
    }
  }
  return costs;
}

Words Budget::find_payable(const Balance& balance) const {
  Words costs(words_for(2 * kinds_.size()), 0);
  for (std::size_t cost = 0; cost < 2 * kinds_.size(); ++cost) {
    const bool is_there =
        balance[letters_ + cost / 2] > 0 && (cost % 2 == 0 || kinds_[cost / 2].is_turned);
    if (!is_there || !pays(balance, cost)) continue;
    Balance rest = after(balance, cost);
    if (is_reachable(rest)) put(costs.data(), cost);
  }
  return costs;
}

Words Budget::sums(const Balance& balance, std::size_t bits) const {
  Words found(words_for(bits), 0);
  put(found.data(), 0);
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    if (kinds_[kind].is_blank) continue;
    for (std::int64_t copy = 0; copy < balance[letters_ + kind]; ++copy) {
      const Words before = found;
      add_shifted(found.data(), before.data(), found.size(),
                  static_cast<std::size_t>(kinds_[kind].size));
      if (found == before) break;  // no further copy changes anything either
    }
  }
  return found;
}

}  // namespace kaleido
