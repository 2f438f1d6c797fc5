// A board and a set of pieces as an exact-cover problem: its items, and their options.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "piece_set.h"

namespace kaleido {

/// A coloring in two colours, and how many white cells the pieces of each kind can cover.
struct Colouring {
  Words white;
  std::vector<std::vector<std::size_t>> whites;  // by kind, ascending
};

/// A cell or a piece that must be covered.
struct Item {
  const Word* options;  // null as long as the table is sparse
  // The words that contain its options.
  std::uint32_t first;
  std::uint32_t end;
};

/// A balance of the colour budget, and all that depends on it alone.
struct Account {
  Balance balance;
  Words payable;     // the costs after which the rest can still add up
  Words affordable;  // the placements of these costs; empty as long as the table is sparse
  bool is_complete;
  std::vector<std::int32_t> after;  // the account after each cost; -1 if it is not known yet
  Words sums;                       // the sizes of regions that pieces left can fill
  std::vector<Words> whites;        // the white cells that they can cover, for each colouring
  bool is_summed = false;
};

class Problem {
 public:
  /// Read a board from numbers; nothing if they do not describe one. The set must outlive it.
  static std::unique_ptr<Problem> read(const PieceSet& set, Reader& numbers);

  /// Return whether the options of items are lists, because as sets of bits they would grow with
  /// the number of items times that of the placements.
  bool is_sparse() const { return is_sparse_; }
  /// Make the sets of bits of a sparse table, too, for strategies that need them.
  void make_sets();

  const PieceSet& set() const { return *set_; }
  std::size_t placements() const { return pieces_.size(); }
  std::size_t words() const { return words_; }
  std::size_t piece(std::size_t placement) const { return pieces_[placement]; }
  std::size_t face(std::size_t placement) const { return faces_[placement]; }
  std::size_t cost(std::size_t placement) const { return costs_[placement]; }
  bool is_blank(std::size_t placement) const { return set_->pieces[pieces_[placement]].is_blank; }

  struct Span {
    const std::uint32_t* first;
    const std::uint32_t* last;
    const std::uint32_t* begin() const { return first; }
    const std::uint32_t* end() const { return last; }
    std::size_t size() const { return static_cast<std::size_t>(last - first); }
  };
  Span cells(std::size_t placement) const { return span(cells_, cell_starts_, placement); }
  /// Return the sides around a placement.
  Span border(std::size_t placement) const { return span(sides_, side_starts_, placement); }

  /// Return the placements that cover a cell, or that are a piece's.
  const Word* cell_options(std::size_t cell) const { return options_.data() + cell * words_; }
  const Word* piece_options(std::size_t piece) const {
    return options_.data() + (set_->cells + piece) * words_;
  }
  /// Return the placements of all pieces that exclude each other.
  const Word* slot_options(std::size_t slot) const {
    const auto row = slots_[slot].row;
    return row == 0 ? piece_options(slot) : options_.data() + row * words_;
  }
  std::size_t slot(std::size_t placement) const { return set_->pieces[pieces_[placement]].slot; }

  const Words& board() const { return board_; }
  const Words& implied() const { return implied_; }
  const Words& possible() const { return possible_; }
  const std::vector<Item>& items() const { return items_; }
  /// Return how many items a placement covers.
  std::size_t covered(std::size_t placement) const;
  bool checks_regions() const { return checks_regions_; }

  /// Call `visit` with each item that a placement covers.
  template <class Visit>
  void for_each_item(std::size_t placement, Visit visit) const {
    for (const auto cell : cells(placement)) {
      if (cell_items_[cell] != kNoItem) visit(cell_items_[cell]);
    }
    const std::uint32_t item = piece_items_[pieces_[placement]];
    if (item != kNoItem) visit(item);
  }
  /// Call `visit` with each option of an item that is live, ascending.
  template <class Visit>
  void for_each_live_option(std::size_t number, const Words& live, Visit visit) const {
    const Item& item = items_[number];
    if (item.options != nullptr) {
      for (std::size_t at = item.first; at < item.end; ++at) {
        for (Word own = item.options[at] & live[at]; own != 0; own &= own - 1) {
          visit(at * kWordBits + static_cast<std::size_t>(std::countr_zero(own)));
        }
      }
    } else if (number < item_cells_.size()) {
      for (const auto option : span(cell_lists_, cell_list_starts_, item_cells_[number])) {
        if (has(live.data(), option)) visit(option);
      }
    } else {
      for (const auto piece : slots_[item_pieces_[number - item_cells_.size()]].pieces)
        for_each_between(live.data(), piece_starts_[piece], piece_starts_[piece + 1], visit);
    }
  }
  /// Call `visit` with each placement that cannot be made beside one, some repeatedly; of a sparse
  /// table.
  template <class Visit>
  void for_each_rival(std::size_t placement, Visit visit) const {
    for (const auto cell : cells(placement)) {
      for (const auto number : span(cell_lists_, cell_list_starts_, cell)) visit(number);
    }
    if (!set_->pieces[pieces_[placement]].is_single) return;
    for (const auto piece : slots_[slot(placement)].pieces) for_each_of_piece(piece, visit);
  }
  /// Return how often `for_each_rival` visits one.
  std::size_t rivals(std::size_t placement) const;
  /// Return whether a placement cannot be made beside one that covers some cells.
  bool is_rival(std::size_t placement, std::size_t other, const Words& covered) const {
    if (slot(placement) == slot(other) && set_->pieces[pieces_[placement]].is_single) return true;
    for (const auto cell : cells(placement)) {
      if (has(covered.data(), cell)) return true;
    }
    return false;
  }
  /// Return the placements of a cost: runs, each from a first to before its end.
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& runs(std::size_t cost) const {
    return cost_runs_[cost];
  }

  /// Take out of a set of placements those that cannot be made beside one.
  void keep_compatible(Word* live, std::size_t placement) const;
  /// Return the placements that can be made beside one; they last until the next call.
  const Word* compatible(std::size_t placement);

  /// Drop the cached accounts if there are many, unless a search refers to their numbers.
  void forget_accounts();
  std::size_t start_account() { return account(start_); }
  std::size_t account(Balance balance);
  std::size_t account_after(std::size_t account, std::size_t placement);
  const Account& operator[](std::size_t account) const { return accounts_[account]; }
  /// Return the tallies that the placements on some cells cover, each after its piece.
  std::vector<std::uint32_t> tallies(const Word* within, const std::uint32_t* colours,
                                     std::size_t number) const;
  /// Return false if images of cells do not map the placements of each piece to some of one piece.
  bool maps(const std::uint32_t* to) const;
  /// Return what some free cells and copies of pieces leave; nothing if no colours are counted.
  Balance balance(const Words& free, const std::vector<std::uint32_t>& left) const;
  /// Return a token that a search holds while it refers to the numbers of accounts.
  std::shared_ptr<const void> in_use() const { return in_use_; }

  /// Return whether the free regions near some cells, and the colours of all, can be covered.
  bool regions_fit(const Words& free, const Words& around, const Words& near, std::size_t account);
  bool regions_fit_after(const Words& free, std::size_t placement, std::size_t account);

 private:
  static Span span(const std::vector<std::uint32_t>& all, const std::vector<std::uint32_t>& starts,
                   std::size_t number) {
    return {all.data() + starts[number], all.data() + starts[number + 1]};
  }
  /// List the placements whose letters the cells allow, in the order of the forms and of places.
  ///
  /// The zones are the cells on which each piece may lie and, after these, those of which it covers
  /// one or more.
  void list_placements(const std::vector<Words>& allowed, const std::vector<Words>& zones);
  void find_places(const Form& form, const std::vector<Words>& allowed, const Words* touched,
                   Words& places);
  void list_on_sheet(const Words& places);
  void list_on_lattice(const Form& form, const std::vector<Words>& allowed, const Words* touched,
                       std::set<Words>& seen);
  void end_placement(const Form& form, std::size_t cells, std::size_t sides);
  void enter(const Form& form, std::size_t placements);
  void number_items();
  void count_whites();
  void list_options();
  void afford(Account& account) const;
  template <class Visit>
  void for_each_of_piece(std::size_t piece, Visit visit) const {
    for (std::uint32_t number = piece_starts_[piece]; number < piece_starts_[piece + 1]; ++number)
      visit(number);
  }
  void add_up(Account& account) const;
  Word* options_of(std::size_t cell) { return options_.data() + cell * words_; }

  const PieceSet* set_ = nullptr;
  Words board_;
  Words blanks_;
  Words implied_;
  std::vector<Words> allowed_;  // the cells that may show each letter
  Balance start_;
  bool checks_regions_ = false;
  std::vector<Colouring> colourings_;

  std::vector<std::uint32_t> pieces_;
  std::vector<std::uint8_t> faces_;
  std::vector<std::uint32_t> costs_;
  std::vector<std::uint32_t> cells_;
  std::vector<std::uint32_t> cell_starts_;
  std::vector<std::uint32_t> sides_;
  std::vector<std::uint32_t> side_starts_;
  std::size_t words_ = 0;
  bool is_sparse_ = false;
  Words options_;  // of each cell, then of each piece, then of each slot with several
  Words possible_;
  std::vector<Item> items_;
  static constexpr std::uint32_t kNoItem = UINT32_MAX;
  std::vector<std::uint32_t> item_cells_;   // the cells that are items, and then the pieces
  std::vector<std::uint32_t> item_pieces_;  // by their slots
  std::vector<std::uint32_t> cell_items_;   // the other way round
  std::vector<std::uint32_t> piece_items_;
  struct Slot {
    std::vector<std::uint32_t> pieces;
    std::size_t row = 0;  // of its options, if it has several pieces
  };
  std::vector<Slot> slots_;  // by the first of its pieces
  // Placements are listed piece by piece; those of a cost are a few runs.
  std::vector<std::uint32_t> piece_starts_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> cost_runs_;
  std::vector<std::uint32_t> cell_lists_;  // of a sparse table, the options of each cell
  std::vector<std::uint32_t> cell_list_starts_;

  std::shared_ptr<const void> in_use_ = std::make_shared<char>();
  std::vector<Account> accounts_;
  std::unordered_map<std::string, std::size_t> account_numbers_;
  std::vector<const Word*> compatible_;  // by placement; null where it was not asked for yet
  std::vector<std::unique_ptr<Word[]>> blocks_;  // that hold them
  Words compatible_last_;
  std::size_t compatible_room_ = 0;
  std::unordered_map<std::size_t, std::pair<Words, Words>> surroundings_;
};

}  // namespace kaleido
