#include "enumeration.h"

#include <algorithm>
#include <array>
#include <limits>

namespace kaleido {

namespace {

/// With this many placements left or fewer, the first empty cell is covered next. On a flat board,
/// where most placements near that cell soon clash, that pays early; in a solid it does late.
constexpr std::array<std::size_t, 2> kFew{1000, 10};

/// The same where colours are counted, which leave fewer placements from the start.
constexpr std::size_t kFewColoured = 100;

/// The most boards in the memo.
constexpr std::size_t kKept = std::size_t{1} << 16;

/// The cells after the first empty one for which a table lists the placements that fit.
constexpr std::size_t kPattern = 6;

constexpr Word kOne = 1;

/// Cells in some words of fixed number.
template <std::size_t width>
struct Cells {
  std::array<Word, width> words{};

  bool meets(const Cells& other) const {
    Word both = 0;
    for (std::size_t at = 0; at < width; ++at) both |= words[at] & other.words[at];
    return both != 0;
  }
  Cells operator|(const Cells& other) const {
    Cells all;
    for (std::size_t at = 0; at < width; ++at) all.words[at] = words[at] | other.words[at];
    return all;
  }
  bool operator==(const Cells& other) const { return words == other.words; }
  std::size_t first_missing() const {
    std::size_t at = 0;
    while (at + 1 < width && words[at] == ~Word{0}) ++at;
    return at * kWordBits + static_cast<std::size_t>(std::countr_one(words[at]));
  }
  std::size_t first() const {
    std::size_t at = 0;
    while (at + 1 < width && words[at] == 0) ++at;
    return at * kWordBits + static_cast<std::size_t>(std::countr_zero(words[at]));
  }
};

/// The order of cells along some axes in which placements reach over the fewest cells.
///
/// The border of the filled cells is then least ragged, and dead ends are met soon.
class Order {
 public:
  Order(const PieceSet& set, const Words& free, const std::vector<Problem::Span>& placements)
      : placements_(placements), place_(set.cells) {
    for_each(free.data(), free.size(),
             [&](std::size_t cell) { cells_.push_back(static_cast<std::uint32_t>(cell)); });
    const std::size_t axes = set.is_sheet ? 2 : set.lattice.dimensions();
    const auto place = [&set](std::uint32_t cell, std::size_t axis) {
      if (!set.is_sheet) return static_cast<std::int64_t>(set.lattice.centre(cell)[axis]);
      return static_cast<std::int64_t>(axis == 0 ? cell / set.cols : cell % set.cols);
    };
    std::vector<std::size_t> axis(axes);
    for (std::size_t at = 0; at < axes; ++at) axis[at] = at;
    do {
      auto order = cells_;
      std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
        for (const auto each : axis) {
          if (place(one, each) != place(other, each)) return place(one, each) < place(other, each);
        }
        return false;
      });
      consider(order);
    } while (axes < 4 && std::next_permutation(axis.begin(), axis.end()));
  }

  const std::vector<std::uint32_t>& best() const { return best_; }

 private:
  void consider(const std::vector<std::uint32_t>& order) {
    for (std::size_t at = 0; at < order.size(); ++at) place_[order[at]] = at;
    double total = 0;
    for (const auto& [first, last] : placements_) {
      std::size_t least = SIZE_MAX;
      std::size_t most = 0;
      for (const auto* cell = first; cell != last; ++cell) {
        least = std::min(least, place_[*cell]);
        most = std::max(most, place_[*cell]);
      }
      total += static_cast<double>(most - least);
    }
    if (total < least_) {
      least_ = total;
      best_ = order;
    }
  }

  const std::vector<Problem::Span>& placements_;
  std::vector<std::size_t> place_;
  std::vector<std::uint32_t> cells_;
  std::vector<std::uint32_t> best_;
  double least_ = std::numeric_limits<double>::infinity();
};

/// The balances of the colour budget on the way, and the costs after which the rest can add up.
class Accounts {
 public:
  Accounts(const Budget& budget, const Balance& start) : budget_(budget) { add(start); }

  Word payable(std::size_t account) const { return accounts_[account].payable; }
  std::size_t after(std::size_t account, std::size_t cost) {
    const std::size_t known = accounts_[account].after[cost];
    if (known != 0) return known;
    const std::size_t found = add(budget_.after(accounts_[account].balance, cost));
    return accounts_[account].after[cost] = found;
  }

 private:
  struct Account {
    Balance balance;
    Word payable;                    // a set of costs
    std::vector<std::size_t> after;  // by cost; 0 if it is not known yet
  };

  std::size_t add(Balance balance) {
    std::string key = Budget::key(balance, balance.size());
    const auto [known, is_new] = numbers_.try_emplace(key, accounts_.size());
    if (is_new) {
      const Word payable = budget_.payable(balance, key).front();
      accounts_.push_back({std::move(balance), payable, std::vector<std::size_t>(budget_.costs())});
    }
    return known->second;
  }

  const Budget& budget_;
  std::vector<Account> accounts_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

template <std::size_t width>
class EnumerationOf final : public Enumeration {
 public:
  struct Placement {
    Cells<width> cells;
    Word uses = 0;  // its piece, as a set, and its cost above the pieces

    bool fits(const Cells<width>& filled, Word available) const {
      Word clash = uses & ~available;
      for (std::size_t at = 0; at < width; ++at) clash |= cells.words[at] & filled.words[at];
      return clash == 0;
    }
  };

  EnumerationOf(std::size_t size, std::vector<Placement> placements,
                const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& needed,
                std::unique_ptr<Accounts> accounts)
      : size_(size),
        pieces_(left.size()),
        accounts_(std::move(accounts)),
        live_(std::move(placements)),
        walk_(size + 1) {
    Board board;
    for (std::size_t cell = size; cell < width * kWordBits; ++cell)
      put(board.filled.words.data(), cell);
    for (std::size_t piece = 0; piece < pieces_; ++piece) {
      left_[piece] = first_left_[piece] = left[piece];
      spare_[piece] = left[piece] - needed[piece];
      board.available |= kOne << piece;
      if (left[piece] > 1) {
        copied_ |= kOne << piece;
      } else if (needed[piece] == 1) {
        items_ |= kOne << piece;
      }
    }
    all_ = board.available;
    board.available = affordable(board.available, 0);
    start_ = board;
    if (accounts_) few_ = kFewColoured;
  }

  Stop run(std::uint64_t most_steps, std::uint64_t most) override {
    if (!has_begun_) {
      has_begun_ = true;
      enter(start_, 0, 0, first_size_);
    }
    while (solutions <= most) {
      if (steps >= most_steps) return Stop::kPaused;
      if (depth_ > 0) {
        walk(most_steps, most);
      } else if (frames_.empty()) {
        return Stop::kExhausted;
      } else {
        go_on();
      }
    }
    return Stop::kFound;
  }

  double estimate(std::uint64_t lines, std::uint64_t seed) override {
    if (lines == 0) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (const auto few : kFew) {
      double total = 0;
      for (std::uint64_t line = 0; line < lines; ++line) total += probe(mixed(seed, line + 1), few);
      if (total < least) few_ = few;
      least = std::min(least, total);
    }
    return least / static_cast<double>(lines);
  }

  double share() const override {
    if (!has_begun_) return 0;
    double done = 0;
    double part = 1;
    for (const Frame& frame : frames_) {
      const auto all = static_cast<double>(frame.moves_end - frame.moves);
      done +=
          part * (static_cast<double>(frame.next - frame.moves) - (frame.is_open ? 1 : 0)) / all;
      part /= all;
    }
    return frames_.empty() && depth_ == 0 ? 1 : done;
  }

 private:
  struct Board {
    Cells<width> filled;
    Word available = 0;  // pieces, and above them the costs that can be paid

    bool operator==(const Board& other) const {
      return filled == other.filled && available == other.available;
    }
  };

  struct Hash {
    std::size_t operator()(const Board& board) const {
      Word hash = board.available;
      for (const Word word : board.filled.words) hash = mixed(hash, word);
      return static_cast<std::size_t>(hash);
    }
  };

  /// A board on the line of moves while many placements are left.
  struct Frame {
    Board board;
    // Where its placements are in `live_`, and its moves in `moves_`.
    std::size_t live;
    std::size_t live_end;
    std::size_t moves;
    std::size_t moves_end;
    std::size_t next;  // of the moves
    std::size_t account;
    std::uint64_t found;  // solutions before
    Word piece;           // the one placed last, as a set
    bool is_open;         // whether the move before `next` lies on the board
  };

  struct Run {
    std::uint32_t first;
    std::uint32_t end;
  };

  /// A board on the line of moves once few placements are left.
  struct Step {
    Board board;
    // Where its moves left are in `fits_`.
    std::uint32_t next;
    std::uint32_t end;
    Word piece;  // the one placed last
  };

  bool is_complete(Word available) const {
    if ((available & items_) != 0) return false;
    for (Word copied = copied_; copied != 0; copied &= copied - 1) {
      const auto piece = static_cast<std::size_t>(std::countr_zero(copied));
      if (left_[piece] > spare_[piece]) return false;
    }
    return true;
  }

  bool is_full(const Cells<width>& filled) const {
    return filled.first_missing() == width * kWordBits;
  }

  /// Take a piece; return those still available.
  Word take(Word available, Word piece) {
    const Word rest = available & ~(piece & all_);
    if ((piece & copied_) == 0) return rest;
    return --left_[static_cast<std::size_t>(std::countr_zero(piece))] == 0 ? rest : available;
  }

  /// Return some pieces, and the costs that an account can pay.
  Word affordable(Word available, std::size_t account) const {
    if (!accounts_) return available;
    return (available & all_) | accounts_->payable(account) << pieces_;
  }

  void give_back(Word piece) {
    if ((piece & copied_) != 0) ++left_[static_cast<std::size_t>(std::countr_zero(piece))];
  }

  /// The number of options of each of some items, as columns of bits, up to a limit.
  template <std::size_t words>
  class Tally {
   public:
    void add(const std::array<Word, words>& items) {
      for (std::size_t at = 0; at < words; ++at) {
        Word carry = items[at];
        for (auto& bit : bits_[at]) {
          const Word both = bit & carry;
          bit ^= carry;
          carry = both;
        }
        many_[at] |= carry;
      }
    }

    /// Keep the items with the fewest options, and return their number of options.
    std::uint32_t keep_scarcest(std::array<Word, words>& items) const {
      if (!keep(items, [this](std::size_t at) { return ~many_[at]; })) return 1U << kBits;
      std::uint32_t fewest = 0;
      for (std::size_t bit = kBits; bit-- > 0;) {
        if (!keep(items, [this, bit](std::size_t at) { return ~bits_[at][bit]; }))
          fewest |= 1U << bit;
      }
      return fewest;
    }

   private:
    static constexpr std::size_t kBits = 5;

    /// Keep some of the items unless that would be none of them.
    template <class Chosen>
    static bool keep(std::array<Word, words>& items, Chosen chosen) {
      std::array<Word, words> kept{};
      Word any = 0;
      for (std::size_t at = 0; at < words; ++at) {
        kept[at] = items[at] & chosen(at);
        any |= kept[at];
      }
      if (any != 0) items = kept;
      return any != 0;
    }

    std::array<std::array<Word, kBits>, words> bits_{};
    std::array<Word, words> many_{};
  };

  /// Find the item with the fewest options among some placements, and list them as moves.
  ///
  /// There are no moves if an item has no options.
  void find_moves(const Board& board, std::size_t first, std::size_t end) {
    Tally<width> by_cell;
    Tally<1> by_piece;
    for (std::size_t at = first; at < end; ++at) {
      by_cell.add(live_[at].cells.words);
      by_piece.add({live_[at].uses});
    }
    steps += end - first;
    Cells<width> cells;
    for (std::size_t at = 0; at < width; ++at) cells.words[at] = ~board.filled.words[at];
    const std::uint32_t fewest = by_cell.keep_scarcest(cells.words);
    std::array<Word, 1> pieces{board.available & items_};
    Word chosen = 0;
    if (pieces[0] != 0 && by_piece.keep_scarcest(pieces) < fewest) {
      chosen = pieces[0] & -pieces[0];
      cells = {};
    } else {
      const std::size_t cell = cells.first();
      cells = {};
      put(cells.words.data(), cell);
    }
    for (std::size_t at = first; at < end; ++at) {
      if (!live_[at].fits(cells, ~chosen)) moves_.push_back(live_[at]);
    }
  }

  /// List those of some placements that can be made on a board, and return where they end.
  std::size_t keep(std::size_t first, std::size_t end, const Board& board) {
    steps += end - first;
    if (live_.size() < 2 * end - first) live_.resize(2 * end - first);
    Placement* const placements = live_.data();
    std::size_t kept = end;
    for (std::size_t at = first; at < end; ++at) {
      const Placement placement = placements[at];
      placements[kept] = placement;
      kept += placement.fits(board.filled, board.available) ? 1U : 0U;
    }
    return kept;
  }

  /// Go on from a board with some placements.
  void enter(const Board& board, std::size_t account, std::size_t first, std::size_t end) {
    if (is_full(board.filled)) {
      solutions += is_complete(board.available) ? 1 : 0;
      return;
    }
    if (end - first <= few_) {
      list(first, end);
      found_ = solutions;
      push(board, 0);
      return;
    }
    const std::size_t moves = moves_.size();
    find_moves(board, first, end);
    if (moves_.size() > moves)
      frames_.push_back(
          {board, first, end, moves, moves_.size(), moves, account, solutions, 0, false});
  }

  /// Take back the last move, and make the next one.
  void go_on() {
    Frame& frame = frames_.back();
    moves_.resize(frame.moves_end);
    if (frame.is_open) give_back(frame.piece);
    frame.is_open = frame.next < frame.moves_end;
    if (!frame.is_open) {
      remember(frame.board, frame.found);
      frames_.pop_back();
      return;
    }
    const Placement move = moves_[frame.next++];
    frame.piece = move.uses;
    ++nodes;
    Board after{frame.board.filled | move.cells, take(frame.board.available, move.uses)};
    std::size_t account = 0;
    if (accounts_) {
      const auto cost = static_cast<std::size_t>(std::countr_zero(move.uses >> pieces_));
      account = accounts_->after(frame.account, cost);
      after.available = affordable(after.available, account);
    }
    if (const auto known = known_.find(after); known != known_.end()) {
      solutions += known->second;
      return;
    }
    const std::size_t first = frame.live_end;
    enter(after, account, first, keep(frame.live, first, after));
  }

  /// Keep the number of solutions found since the search came to a board.
  void remember(const Board& board, std::uint64_t before) {
    if (copied_ != 0) return;  // the copies left are not part of the board
    if (known_.size() == kKept) known_.clear();
    known_.emplace(board, solutions - before);
  }

  /// List some placements by their first cells and their pieces.
  void list(std::size_t first, std::size_t end) {
    steps += 4 * (end - first) + size_;
    by_cell_.assign(size_ + 1, 0);
    for (std::size_t at = first; at < end; ++at) ++by_cell_[live_[at].cells.first() + 1];
    const std::size_t longest = *std::max_element(by_cell_.begin(), by_cell_.end());
    for (std::size_t cell = 0; cell < size_; ++cell) by_cell_[cell + 1] += by_cell_[cell];
    listed_.resize(end - first);
    // The last of each cell comes first, which does not matter.
    for (std::size_t at = end; at-- > first;) {
      listed_[--by_cell_[live_[at].cells.first() + 1]] = live_[at];
    }
    by_cell_.erase(by_cell_.begin());
    by_cell_.push_back(static_cast<std::uint32_t>(listed_.size()));
    fits_.resize(std::max(fits_.size(), longest * (size_ + 1)));
    // Few of the runs are asked for before the next list.
    for (const auto run : runs_) beside_[run] = {0, 0};
    runs_.clear();
    beside_.resize(size_ << kPattern);
  }

  /// Return the range of the placements that cover an empty cell and no filled cell next to it.
  Run beside(std::size_t cell, Word next) {
    const std::size_t number = cell << kPattern | static_cast<std::size_t>(next);
    Run& run = beside_[number];
    if (run.end == 0) {
      runs_.push_back(static_cast<std::uint32_t>(number));
      run.first = static_cast<std::uint32_t>(listed_.size());
      steps += by_cell_[cell + 1] - by_cell_[cell];
      for (std::size_t at = by_cell_[cell]; at < by_cell_[cell + 1]; ++at) {
        const Placement placement = listed_[at];
        if ((next_of(placement.cells, cell) & next) == 0) listed_.push_back(placement);
      }
      run.end = static_cast<std::uint32_t>(listed_.size());
    }
    return run;
  }

  /// Return which of the few cells after one are in a set.
  static Word next_of(const Cells<width>& cells, std::size_t cell) {
    const std::size_t from = cell + 1;
    if (from >= width * kWordBits) return 0;
    Word found = cells.words[from / kWordBits] >> (from % kWordBits);
    if constexpr (width > 1) {
      const std::size_t room = kWordBits - from % kWordBits;
      if (room < kPattern && from / kWordBits + 1 < width)
        found |= cells.words[from / kWordBits + 1] << room;
    }
    return found & ((kOne << kPattern) - 1);
  }

  void push(const Board& board, Word piece) {
    const std::size_t cell = board.filled.first_missing();
    const Run run = beside(cell, next_of(board.filled, cell));
    const std::uint32_t first = depth_ == 0 ? 0 : walk_[depth_ - 1].end;
    std::uint32_t* const fits = fits_.data();
    const Placement* const listed = listed_.data();
    std::uint32_t end = first;
    for (std::uint32_t at = run.first; at < run.end; ++at) {
      fits[end] = at;
      end += listed[at].fits(board.filled, board.available) ? 1U : 0U;
    }
    steps += run.end - run.first + 1;
    walk_[depth_++] = {board, first, end, piece};
  }

  /// Cover the first empty cell in all ways, from the last board on.
  void walk(std::uint64_t most_steps, std::uint64_t most) {
    while (true) {
      Step& step = walk_[depth_ - 1];
      if (step.next == step.end) {
        if (--depth_ == 0) return remember(step.board, found_);
        give_back(step.piece);
        if (steps >= most_steps) return;
        continue;
      }
      const Placement& placement = listed_[fits_[step.next++]];
      ++nodes;
      const Word piece = placement.uses;
      const Board after{step.board.filled | placement.cells, take(step.board.available, piece)};
      if (is_full(after.filled)) {
        solutions += is_complete(after.available) ? 1 : 0;
        give_back(piece);
        if (solutions > most) return;
        continue;
      }
      push(after, piece);
    }
  }

  /// Estimate the steps by one line of moves chosen at random, each standing for all others.
  double probe(Word seed, std::size_t few) {
    // The placements from which a line starts come first; those left are appended to the list.
    const auto left = left_;
    const std::vector<Placement> live(live_);
    const std::size_t moves = moves_.size();
    const std::uint64_t before = steps;
    double total = 0;
    double ways = 1;
    Board board = start_;
    std::size_t first = 0;
    std::size_t end = first_size_;
    left_ = first_left_;
    const auto counted = [&] {
      total += ways * static_cast<double>(steps - before);
      steps = before;
    };
    while (!is_full(board.filled)) {
      const std::size_t fit = moves_.size();
      if (end - first <= few) {
        // The list is made once, and not again at each cell.
        steps += (end - first) / 4 + 4;
        const std::size_t cell = board.filled.first_missing();
        for (std::size_t at = first; at < end; ++at) {
          if (live_[at].cells.first() == cell) moves_.push_back(live_[at]);
        }
      } else {
        find_moves(board, first, end);
      }
      counted();
      if (moves_.size() == fit) break;
      ways *= static_cast<double>(moves_.size() - fit);
      seed = mixed(seed, 0x9e3779b97f4a7c15ULL);
      const Placement move = moves_[fit + seed % (moves_.size() - fit)];
      board = {board.filled | move.cells, take(board.available, move.uses)};
      const std::size_t kept = keep(first, end, board);
      if (end - first <= few) steps = before;
      counted();
      first = end;
      end = kept;
    }
    left_ = left;
    live_ = live;
    moves_.resize(moves);
    return total;
  }

  std::size_t size_;
  std::size_t pieces_;
  Board start_;
  std::array<std::uint32_t, kMostPieces> left_{};
  std::array<std::uint32_t, kMostPieces> first_left_{};
  std::array<std::uint32_t, kMostPieces> spare_{};
  Word all_ = 0;     // pieces
  Word copied_ = 0;  // pieces with several copies left
  Word items_ = 0;   // pieces of which one copy is left, which must be used
  std::size_t few_ = kFew.front();
  bool has_begun_ = false;

  std::unique_ptr<Accounts> accounts_;                    // unless no colours are counted
  std::unordered_map<Board, std::uint64_t, Hash> known_;  // solutions

  std::vector<Placement> live_;  // of all frames, one after the other
  std::vector<Placement> moves_;
  std::vector<Frame> frames_;

  std::vector<Placement> listed_;
  std::vector<std::uint32_t> by_cell_;  // where those of each first cell begin
  std::vector<Run> beside_;             // by first cell and the cells filled next to it
  std::vector<std::uint32_t> runs_;     // the numbers of those that are known
  std::vector<std::uint32_t> fits_;     // of all steps, one after the other
  std::vector<Step> walk_;
  std::size_t depth_ = 0;    // of `walk_`
  std::uint64_t found_ = 0;  // solutions before the walk
  std::size_t first_size_ = live_.size();
};

template <std::size_t width>
std::unique_ptr<Enumeration> make(const Problem& problem, const Words& live,
                                  const std::vector<std::uint32_t>& places, std::size_t size,
                                  const std::vector<std::uint32_t>& numbers,
                                  const std::vector<std::uint32_t>& left,
                                  const std::vector<std::uint32_t>& needed,
                                  std::unique_ptr<Accounts> accounts) {
  std::vector<typename EnumerationOf<width>::Placement> placements;
  for_each(live.data(), live.size(), [&](std::size_t number) {
    typename EnumerationOf<width>::Placement placement;
    placement.uses = kOne << numbers[problem.slot(number)];
    if (accounts) placement.uses |= kOne << (left.size() + problem.cost(number));
    for (const auto cell : problem.cells(number)) put(placement.cells.words.data(), places[cell]);
    placements.push_back(placement);
  });
  return std::make_unique<EnumerationOf<width>>(size, std::move(placements), left, needed,
                                                std::move(accounts));
}

}  // namespace

std::unique_ptr<Enumeration> Enumeration::of(const Problem& problem, const Beginning& beginning) {
  const std::size_t cells = problem.set().cells;
  Words free = problem.board();
  for (std::size_t at = 0; at < free.size(); ++at) free[at] &= ~beginning.filled[at];
  const std::size_t size = count(free.data(), free.size());
  std::vector<std::uint32_t> numbers(beginning.left.size(), 0);
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> needed;
  for (std::size_t piece = 0; piece < numbers.size(); ++piece) {
    if (beginning.left[piece] == 0) continue;
    numbers[piece] = static_cast<std::uint32_t>(left.size());
    left.push_back(beginning.left[piece]);
    needed.push_back(beginning.needed[piece]);
  }
  if (size > kMostCells || left.size() > kMostPieces) return nullptr;
  std::unique_ptr<Accounts> accounts;
  const Budget& budget = *problem.set().budget;
  if (const Balance balance = problem.balance(free, beginning.left);
      !balance.empty() && left.size() + budget.costs() <= kWordBits)
    accounts = std::make_unique<Accounts>(budget, balance);
  Words live = beginning.live;
  std::vector<Problem::Span> placements;
  for_each(beginning.live.data(), live.size(), [&](std::size_t number) {
    const auto own = problem.cells(number);
    const bool lies = beginning.left[problem.slot(number)] > 0 &&
                      (!accounts || (accounts->payable(0) >> problem.cost(number) & 1) != 0) &&
                      std::all_of(own.begin(), own.end(),
                                  [&](std::uint32_t cell) { return has(free.data(), cell); });
    if (!lies) {
      live[number / kWordBits] &= ~(kOne << (number % kWordBits));
      return;
    }
    placements.push_back(own);
  });
  const Order order(problem.set(), free, placements);
  std::vector<std::uint32_t> places(cells, 0);
  for (std::size_t place = 0; place < size; ++place)
    places[order.best()[place]] = static_cast<std::uint32_t>(place);
  const auto made = [&](auto width) {
    return make<width()>(problem, live, places, size, numbers, left, needed, std::move(accounts));
  };
  if (size <= kWordBits) return made(std::integral_constant<std::size_t, 1>());
  if (size <= 2 * kWordBits) return made(std::integral_constant<std::size_t, 2>());
  return made(std::integral_constant<std::size_t, kMostCells / kWordBits>());
}

}  // namespace kaleido
