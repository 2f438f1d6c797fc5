// The colour budget: the faces that the pieces left can still show with the colours left.
// It answers as ColourBudget in kaleido/search/budget.py does, whose terms it uses.
#pragma once

#include <atomic>
#include <string>
#include <unordered_map>
#include <vector>

#include "bits.h"

namespace kaleido {

/// The cells left of each letter, then the pieces left of each kind.
using Balance = std::vector<std::int64_t>;

/// The pieces of one size whose faces show the same letters.
struct Kind {
  std::int64_t count;  // how many pieces there are
  std::int64_t spare;  // how many of them may be left over
  std::int64_t size;
  bool is_blank;
  bool is_turned;                   // whether its faces differ in what they show
  std::vector<std::int64_t> faces;  // the letters of one face, then those of the other
};

class Budget {
 public:
  Budget(std::size_t letters, bool needs_any, std::vector<Kind> kinds);

  std::size_t letters() const { return letters_; }
  const std::vector<Kind>& kinds() const { return kinds_; }
  /// Costs are numbered by their kinds, two each: one face, and the other.
  std::size_t costs() const { return 2 * kinds_.size(); }

  Balance after(const Balance& balance, std::size_t cost) const;
  bool is_complete(const Balance& balance) const;

  /// Return the costs that leave a reachable balance, as a set; `known` is the balance's key.
  Words payable(const Balance& balance, const std::string& known) const;
  static std::string key(const Balance& balance, std::size_t length);

  /// Return the total sizes of all subsets of the pieces left, as bits below `bits`.
  Words sums(const Balance& balance, std::size_t bits) const;

 private:
  bool pays(const Balance& balance, std::size_t cost) const;
  bool is_reachable(Balance& balance) const;
  bool find_reachable(Balance& balance) const;
  void list_turnings();
  Words payable_by_turning(const Balance& balance) const;
  Words find_payable(const Balance& balance) const;

  std::size_t letters_;
  bool needs_any_;
  std::vector<Kind> kinds_;
  bool by_turning_ = false;
  /// The ways to turn pieces over, by the change of the letters shown: for each way in turn, the
  /// number of turned pieces of each kind.
  std::unordered_map<std::string, std::vector<std::int64_t>> turnings_;
  // Balances recur from board to board, so the last answers are kept with the set of pieces.
  mutable std::atomic_flag busy_;
  mutable std::unordered_map<std::string, bool> reachable_;
  mutable std::unordered_map<std::string, Words> payable_;
};

}  // namespace kaleido
