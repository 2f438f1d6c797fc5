#include "paper_program.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "strategy.h"

namespace kaleido {

namespace {

/// The moves of a board that are tried before others, and those that are ranked by their scores.
constexpr std::size_t kKept = 3;
constexpr std::size_t kShortlist = 6;

/// Islands of at most this many cells are filled before all others.
constexpr std::size_t kSmall = 4;

/// From this many open cells on, an island's windows are valued by edges, below by cells.
constexpr std::size_t kLarge = 12;

/// Parts of a split island with fewer cells do not count as splits if pieces left can fill them.
constexpr std::size_t kSmallPart = 3;

/// Return a million times a number as Python rounds it to six decimals; it is below 10^9.
std::int64_t rounded(double value) {
  const double whole = std::nearbyint(value * 1e6);
  if (std::abs(std::abs(value * 1e6 - whole) - 0.5) > 0.1) return static_cast<std::int64_t>(whole);
  // It is near the middle between two roundings, where only the exact decimals decide.
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), "%.6f", value);
  std::int64_t digits = 0;
  for (int at = 0; at < length; ++at) {
    const char digit = text[static_cast<std::size_t>(at)];
    if (digit >= '0' && digit <= '9') digits = 10 * digits + (digit - '0');
  }
  return value < 0 ? -digits : digits;
}

/// Read a part of a score, which is not so large that a million times a score is no number.
double worth(Reader& numbers) {
  const double found = numbers.real();
  if (!(std::abs(found) <= 1e6)) numbers.fail();
  return found;
}

bool is_empty(const Words& set) {
  return std::all_of(set.begin(), set.end(), [](Word word) { return word == 0; });
}

std::size_t size_of_set(const Words& set) { return count(set.data(), set.size()); }

/// Return the lowest number of a set that is not empty.
std::size_t lowest(const Words& set) {
  std::size_t at = 0;
  while (set[at] == 0) ++at;
  return at * kWordBits + static_cast<std::size_t>(std::countr_zero(set[at]));
}

}  // namespace

PaperRules PaperRules::read(Reader& numbers) {
  PaperRules rules;
  const std::array<bool*, 12> all{&rules.across,      &rules.tallied, &rules.held,
                                  &rules.every_line,  &rules.at_once, &rules.as_published,
                                  &rules.propagation, &rules.forced,  &rules.fallback,
                                  &rules.budget,      &rules.bounded, &rules.chance};
  const std::size_t told = numbers.count();
  if (told > all.size()) numbers.fail();
  for (std::size_t at = 0; at < std::min(told, all.size()); ++at) *all[at] = numbers.flag();
  return rules;
}

PaperProgram::PaperProgram(Problem& problem, Reader& numbers)
    : problem_(problem),
      rules_(PaperRules::read(numbers)),
      grid_((read_pieces(numbers), problem), numbers),
      matched_worth_(worth(numbers)),
      window_worth_(worth(numbers)),
      split_worth_(worth(numbers)),
      worths_(problem.set().pieces.size()) {
  for (auto& worths : worths_) {
    for (auto& each : worths) each = worth(numbers);
  }
}

void PaperProgram::read_pieces(Reader& numbers) {
  tallies_ = numbers.flag();
  counts_splits_ = numbers.flag();
  most_edges_ = numbers.number(-1, Reader::kMost);
  frame_ = numbers.set(problem_.set().edges);
  const auto& pieces = problem_.set().pieces;
  // More are never left over, and lists of the pieces left stay short.
  const auto cells = static_cast<std::int64_t>(problem_.set().cells);
  for (const auto& piece : pieces) {
    const auto& kind = problem_.set().budget->kinds()[piece.kind];
    sizes_.push_back(static_cast<std::uint32_t>(kind.size));
    const std::int64_t most = std::min<std::int64_t>(kind.count, cells);
    counts_.push_back(
        static_cast<std::uint32_t>(numbers.number(0, static_cast<std::int32_t>(most))));
    needed_.push_back(static_cast<std::uint32_t>(numbers.number(0, Reader::kMost)));
  }
  unheld_ = numbers.indices(pieces.size());
}

void PaperProgram::shuffle(Random random) {
  if (rules_.chance) tie_ = sample(random, problem_.placements());
}

void PaperProgram::set_start(PaperBoard& board) {
  board.open = problem_.board();
  board.edges = problem_.implied();
  board.sides = Sides(problem_, board.edges);
  board.fits = problem_.possible();
  const auto& affordable = problem_[problem_.start_account()].affordable;
  for (std::size_t at = 0; at < board.fits.size(); ++at) board.fits[at] &= affordable[at];
  board.left = counts_;
  board.sizes.clear();
  for (const auto& island : grid_.islands()) board.sizes.push_back(island.progression);
}

void PaperProgram::play(const PaperBoard& board, std::size_t placement, const PaperMoves* moves,
                        PaperBoard& after) {
  after = board;
  const std::size_t piece = problem_.piece(placement);
  for (const auto cell : problem_.cells(placement)) {
    after.open[cell / kWordBits] &= ~(Word{1} << (cell % kWordBits));
  }
  for (const auto side : problem_.border(placement)) put(after.edges.data(), side);
  after.sides.add_border(problem_, placement);
  problem_.keep_compatible(after.fits.data(), placement);
  if (after.left[piece] > 0) --after.left[piece];
  if (after.left[piece] == 0) {
    const Word* own = problem_.piece_options(piece);
    for (std::size_t at = 0; at < after.fits.size(); ++at) after.fits[at] &= ~own[at];
  }
  if (moves != nullptr && moves->island != SIZE_MAX) after.sizes[moves->island] = moves->sizes;
  const std::size_t island = grid_.island_of(placement);
  Sizes& sizes = after.sizes[island];
  if (!sizes.empty()) sizes.erase(sizes.begin());
  list_unfilled(after.open);
  const bool is_last = unfilled_.size() == 1 && after.sizes.size() > 1;
  if (is_last && unfilled_.front() != island) {
    Sizes& last = after.sizes[unfilled_.front()];
    last.clear();
    for (std::size_t each = 0; each < sizes_.size(); ++each) {
      last.insert(last.end(), after.left[each], sizes_[each]);
    }
  }
}

/// List the islands that have some of the open cells.
void PaperProgram::list_unfilled(const Words& cells) {
  unfilled_.clear();
  for (std::size_t island = 0; island < grid_.islands().size(); ++island) {
    if (overlaps(grid_.islands()[island].cells, cells)) unfilled_.push_back(island);
  }
}

/// Return the open cells of an island; they last until the next call.
const Words& PaperProgram::open_in(const PaperBoard& board, std::size_t island) {
  cells_ = grid_.islands()[island].cells;
  for (std::size_t at = 0; at < cells_.size(); ++at) cells_[at] &= board.open[at];
  return cells_;
}

/// Return the sizes of the pieces left, the largest first.
Sizes PaperProgram::sizes_left(const PaperBoard& board) const {
  Sizes left;
  for (std::size_t piece = 0; piece < sizes_.size(); ++piece) {
    left.insert(left.end(), board.left[piece], sizes_[piece]);
  }
  std::sort(left.begin(), left.end(), std::greater<>());
  return left;
}

std::uint32_t PaperProgram::matched(const PaperBoard& board, std::size_t placement) const {
  std::uint32_t edges = 0;
  for (const auto side : problem_.border(placement)) edges += has(board.edges.data(), side);
  return edges;
}

PaperProgram::Found PaperProgram::find_moves(const PaperBoard& board, const Words& options,
                                             PaperMoves& moves) {
  list_unfilled(board.open);
  if (rules_.at_once && fill_at_once(board, options, moves)) return Found::kMoves;
  if (!unheld_.empty() && find_homes(board, options)) {
    return list_homes(moves) ? Found::kMoves : Found::kNone;
  }
  return seek(board, options, moves);
}

/// Find an island that one piece fills.
bool PaperProgram::fill_at_once(const PaperBoard& board, const Words& options, PaperMoves& moves) {
  for (const auto island : unfilled_) {
    const Words& cells = open_in(board, island);
    const Word* here = problem_.cell_options(lowest(cells));
    starts_.clear();
    bool is_one = true;
    for (std::size_t at = 0; at < options.size(); ++at) {
      for (Word left = options[at] & here[at]; left != 0; left &= left - 1) {
        const std::size_t placement =
            at * kWordBits + static_cast<std::size_t>(std::countr_zero(left));
        if (grid_.mask(placement) != cells) continue;
        starts_.push_back(static_cast<std::uint32_t>(placement));
        is_one = is_one && problem_.piece(placement) == problem_.piece(starts_.front());
      }
    }
    if (starts_.empty() || !is_one) continue;
    list_moves(board, starts_, PaperMoves::kTrivial, moves);
    return true;
  }
  return false;
}

void PaperProgram::list_moves(const PaperBoard& board, std::vector<std::uint32_t>& numbers,
                              PaperMoves::Kind kind, PaperMoves& moves) const {
  moves.moves.clear();
  for (const auto number : numbers) {
    PaperMove move;
    move.placement = number;
    move.worth = PaperMove::kUnseen;
    move.matched = matched(board, number);
    moves.moves.push_back(move);
  }
  std::stable_sort(
      moves.moves.begin(), moves.moves.end(),
      [](const PaperMove& one, const PaperMove& other) { return one.matched > other.matched; });
  moves.kept = moves.moves.size();
  moves.kind = kind;
  moves.settles = kind != PaperMoves::kTrivial;
  moves.has_changed = false;
  moves.island = SIZE_MAX;
  moves.sizes.clear();
}

/// List the homes of the longest piece left if no window holds it; return whether there is such a
/// piece.
bool PaperProgram::find_homes(const PaperBoard& board, const Words& options) {
  homes_.clear();
  std::uint32_t longest = 0;
  for (std::size_t piece = 0; piece < sizes_.size(); ++piece) {
    if (board.left[piece] > 0) longest = std::max(longest, sizes_[piece]);
  }
  bool is_needed = false;
  std::size_t fewest = SIZE_MAX;
  std::vector<std::uint32_t> own;
  std::vector<std::uint32_t> chosen;
  for (const auto piece : unheld_) {
    if (board.left[piece] == 0 || sizes_[piece] != longest) continue;
    is_needed |= needed_[piece] > 0;
    own.clear();
    const Word* places = problem_.piece_options(piece);
    for (std::size_t at = 0; at < options.size(); ++at) {
      for (Word left = options[at] & places[at]; left != 0; left &= left - 1) {
        own.push_back(static_cast<std::uint32_t>(at * kWordBits +
                                                 static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
    if (own.empty() || own.size() >= fewest) continue;
    fewest = own.size();
    chosen = own;
  }
  if (chosen.empty()) return is_needed;
  // Of placements on the same cells the last counts, at the place of the first.
  std::map<Words, std::size_t> places;
  std::vector<std::uint32_t> numbers;
  for (const auto number : chosen) {
    const auto [place, is_new] = places.try_emplace(grid_.mask(number), numbers.size());
    if (is_new) numbers.push_back(number);
    numbers[place->second] = number;
  }
  for (const auto& island : grid_.islands()) {
    std::vector<bool> is_listed(numbers.size());
    if (longest == grid_.cols()) {
      for (const auto& [length, cells] : island.lines) {
        const auto place = places.find(cells);
        if (place != places.end()) {
          const std::size_t number = numbers[place->second];
          homes_.push_back({matched(board, number), number});
          is_listed[place->second] = true;
        } else if (length < longest) {
          homes_.push_back({board.sides.count(cells), SIZE_MAX});
        }
      }
    }
    // Other long pieces than the wand, in reading order.
    for (std::size_t place = 0; place < numbers.size(); ++place) {
      const std::size_t number = numbers[place];
      if (is_listed[place] || !overlaps(grid_.mask(number), island.cells)) continue;
      homes_.push_back({matched(board, number), number});
    }
  }
  std::stable_sort(homes_.begin(), homes_.end(),
                   [](const Home& one, const Home& other) { return one.edges > other.edges; });
  return true;
}

bool PaperProgram::list_homes(PaperMoves& moves) const {
  moves.moves.clear();
  for (const auto& [edges, placement] : homes_) {
    if (placement == SIZE_MAX) continue;
    PaperMove move;
    move.placement = static_cast<std::uint32_t>(placement);
    move.matched = static_cast<std::uint32_t>(edges);
    moves.moves.push_back(move);
  }
  if (moves.moves.empty()) return false;
  const std::size_t piece = problem_.piece(moves.moves.front().placement);
  moves.kept = moves.moves.size();
  moves.kind = PaperMoves::kLongest;
  moves.settles = counts_[piece] == 1 && needed_[piece] == 1;
  moves.has_changed = false;
  moves.island = SIZE_MAX;
  moves.sizes.clear();
  return true;
}

std::size_t PaperProgram::first_false_home(const PaperBoard& board, const Words& options) {
  if (unheld_.empty() || !find_homes(board, options)) return SIZE_MAX;
  const auto first = std::find_if(homes_.begin(), homes_.end(),
                                  [](const Home& home) { return home.placement == SIZE_MAX; });
  return first == homes_.end() ? SIZE_MAX : static_cast<std::size_t>(first - homes_.begin());
}

/// Find the moves in the windows of the island that comes next.
PaperProgram::Found PaperProgram::seek(const PaperBoard& board, const Words& options,
                                       PaperMoves& moves) {
  if (unfilled_.empty()) return Found::kNone;
  const std::size_t island = next_island(board);
  if (tallies_) {
    const auto& tallied =
        progressions_.alternatives(size_of_set(open_in(board, island)), sizes_left(board));
    for (std::size_t at = 0, place = 0; at < tallied.size(); ++at) {
      // The first of those that begin alike.
      if (at > 0 && tallied[at].front() == tallied[at - 1].front()) continue;
      if (seek_size(board, island, tallied[at], place++ > 0, options, moves)) return Found::kMoves;
    }
    return Found::kNone;
  }
  const Sizes& sizes = board.sizes[island];
  if (sizes.empty()) return Found::kCrash;
  if (seek_size(board, island, sizes, false, options, moves)) return Found::kMoves;
  const Sizes changed = changed_progression(sizes);
  const bool is_found = !changed.empty() && seek_size(board, island, changed, true, options, moves);
  return is_found ? Found::kMoves : Found::kNone;
}

bool PaperProgram::seek_size(const PaperBoard& board, std::size_t island, const Sizes& sizes,
                             bool has_changed, const Words& options, PaperMoves& moves) {
  list_in_windows(board, island, sizes.front(), options);
  if (found_.empty()) return false;
  rank(moves);
  const bool is_whole = sizes.size() == 1 && sizes.front() == grid_.islands()[island].size;
  moves.kept = std::min(kKept, moves.moves.size());
  moves.kind = !has_changed && is_whole ? PaperMoves::kTrivial : PaperMoves::kWindow;
  moves.settles = false;
  moves.has_changed = has_changed;
  moves.island = island;
  moves.sizes = sizes;
  return true;
}

/// Return the island to work on: the first, or across islands the densest.
std::size_t PaperProgram::next_island(const PaperBoard& board) {
  const std::size_t first = unfilled_.front();
  if (!rules_.across || grid_.islands()[first].size <= kSmall) return first;
  std::size_t best = first;
  double most = density(board, first);
  for (const auto island : unfilled_) {
    const double own = density(board, island);
    if (own > most) {
      most = own;
      best = island;
    }
  }
  return best;
}

/// Return the most edges per open cell in a window of an island.
double PaperProgram::density(const PaperBoard& board, std::size_t island) {
  const Words& cells = open_in(board, island);
  inside_.resize(cells.size());
  double most = 0;
  for (const auto& place : grid_.islands()[island].openings) {
    for (std::size_t at = 0; at < cells.size(); ++at) inside_[at] = place.cells[at] & cells[at];
    const std::size_t size = size_of_set(inside_);
    if (size == 0) continue;
    most =
        std::max(most, static_cast<double>(board.sides.count(inside_)) / static_cast<double>(size));
  }
  return most;
}

/// List the windows of an island that are opened, with their values, the best first.
void PaperProgram::open_windows(const PaperBoard& board, const Island& island) {
  values_.clear();
  for (const auto& place : island.openings) {
    for (std::size_t at = 0; at < cells_.size(); ++at) inside_[at] = place.cells[at] & cells_[at];
    values_.push_back(is_large_ ? board.sides.count(inside_) : size_of_set(inside_));
  }
  best_ = values_;
  std::sort(best_.begin(), best_.end(), std::greater<>());
  best_.erase(std::unique(best_.begin(), best_.end()), best_.end());
  if (!best_.empty() && best_.back() == 0) best_.pop_back();
  if (best_.size() > 1 && best_.back() == 1) best_.pop_back();
  opened_.clear();
  if (best_.empty()) return;
  const auto very_best = std::count(values_.begin(), values_.end(), best_.front());
  const std::size_t least = best_[std::min<std::size_t>(best_.size(), very_best > 1 ? 4 : 3) - 1];
  for (std::size_t at = 0; at < values_.size(); ++at) {
    if (values_[at] >= least) opened_.emplace_back(values_[at], &island.openings[at]);
  }
  std::stable_sort(opened_.begin(), opened_.end(),
                   [](const auto& one, const auto& other) { return one.first > other.first; });
}

/// List the moves of a size in the windows of an island, in the order found.
void PaperProgram::list_in_windows(const PaperBoard& board, std::size_t island, std::size_t size,
                                   const Words& options) {
  found_.clear();
  open_in(board, island);
  inside_.resize(cells_.size());
  is_large_ = size_of_set(cells_) >= kLarge;
  inner_edges_ = 0;
  for (std::size_t at = 0; at < frame_.size(); ++at) {
    inner_edges_ += static_cast<std::size_t>(std::popcount(board.edges[at] & ~frame_[at]));
  }
  open_windows(board, grid_.islands()[island]);
  for (const auto& [value, place] : opened_) try_window(board, *place, value, size, options);
  if (size != 4) return;
  line_windows_.clear();
  grid_.list_line_windows(board.sides, cells_, rules_.every_line, line_windows_);
  for (const auto& window : line_windows_) {
    for (const auto number : grid_.starting(window.shape, window.top, window.left)) {
      if (size_of(number) != size || !has(options.data(), number)) continue;
      add(board, number, window.edges, window, PaperMove::kShape);
    }
  }
}

void PaperProgram::try_window(const PaperBoard& board, const Opening& place, std::size_t value,
                              std::size_t size, const Words& options) {
  for (std::size_t at = 0; at < cells_.size(); ++at) inside_[at] = place.cells[at] & cells_[at];
  const std::size_t edges = board.sides.count(inside_);
  const Window window{place.shape, place.top, place.left, size_of_set(inside_), edges};
  if (value == 1) return surround(board, window, options);
  const auto is_sized = [&](std::size_t number) {
    return has(options.data(), number) && size_of(number) == size;
  };
  if (!is_large_ || edges >= size) {
    starts_.clear();
    for (const auto number : place.starts) {
      if (is_sized(number)) starts_.push_back(number);
    }
    if (size == 3) {
      // The last turn of the bent three is the one that does not cover the corner itself.
      const std::size_t corner = lowest(place.cells);
      const auto turn = [&](std::size_t number) {
        return std::pair{problem_.piece(number), !has(grid_.mask(number).data(), corner)};
      };
      std::stable_sort(starts_.begin(), starts_.end(),
                       [&](auto one, auto other) { return turn(one) < turn(other); });
    }
    for (const auto number : starts_) {
      if (lies_in(grid_.mask(number), cells_))
        add(board, number, edges, window, PaperMove::kCornered);
    }
  }
  for (const auto number : place.ends) {
    if (!is_sized(number) || !lies_in(grid_.mask(number), cells_)) continue;
    add(board, number, board.sides.count(place.end), window, PaperMove::kShape);
  }
}

/// Add the single cell that fits the first cell of a window, with its front up if it looks alike.
void PaperProgram::surround(const PaperBoard& board, const Window& window, const Words& options) {
  const Word* here = problem_.cell_options(lowest(inside_));
  std::size_t single = SIZE_MAX;
  for (std::size_t at = 0; at < options.size(); ++at) {
    for (Word left = options[at] & here[at]; left != 0; left &= left - 1) {
      const std::size_t number = at * kWordBits + static_cast<std::size_t>(std::countr_zero(left));
      if (size_of(number) != 1) continue;
      if (single == SIZE_MAX || problem_.face(number) < problem_.face(single)) single = number;
    }
  }
  if (single != SIZE_MAX) add(board, single, 4, window, PaperMove::kSurrounded);
}

void PaperProgram::add(const PaperBoard& board, std::size_t placement, std::size_t edges,
                       const Window& window, PaperMove::Worth worth) {
  PaperMove move;
  move.placement = static_cast<std::uint32_t>(placement);
  move.worth = worth;
  const std::uint32_t matches = matched(board, placement);
  // It has edges on all sides.
  move.matched = worth == PaperMove::kSurrounded ? 4 : matches;
  move.edges = static_cast<std::uint32_t>(edges);
  move.window = window;
  if (most_edges_ >= 0) {
    std::size_t inner = inner_edges_;
    for (const auto side : problem_.border(placement)) {
      inner += !has(board.edges.data(), side) && !has(frame_.data(), side);
    }
    if (static_cast<std::int64_t>(inner) > most_edges_) return;
  }
  if (counts_splits_ && worth != PaperMove::kSurrounded)
    move.splits = count_splits(board, placement);
  found_.push_back(move);
}

/// Return how many additional parts a placement splits the open cells of its island into.
std::uint32_t PaperProgram::count_splits(const PaperBoard& board, std::size_t placement) {
  Sizes left = sizes_left(board);
  const auto own = std::find(left.begin(), left.end(), size_of(placement));
  if (own != left.end()) left.erase(own);
  const Words& mask = grid_.mask(placement);
  Words seed(mask.size());
  Words within = grid_.islands()[grid_.island_of(placement)].cells;
  for (std::size_t at = 0; at < within.size(); ++at) within[at] &= board.open[at];
  put(seed.data(), lowest(mask));
  Words rest = problem_.set().region(seed, within);
  for (std::size_t at = 0; at < rest.size(); ++at) rest[at] &= ~mask[at];
  std::uint32_t parts = 0;
  std::uint32_t harmless = 0;
  for (Words whole = rest; !is_empty(rest); ++parts) {
    std::fill(seed.begin(), seed.end(), Word{0});
    put(seed.data(), lowest(rest));
    const Words part = problem_.set().region(seed, whole);
    const std::size_t size = size_of_set(part);
    harmless += size < kSmallPart && !progressions_.alternatives(size, left).empty();
    for (std::size_t at = 0; at < rest.size(); ++at) rest[at] &= ~part[at];
  }
  return parts > harmless + 1 ? parts - harmless - 1 : 0;
}

/// Return a million times the score of a move.
std::int64_t PaperProgram::total(const PaperMove& move) const {
  double worth = matched_worth_ * move.matched + window_worth_ * move.edges;
  worth += split_worth_ * move.splits;
  const auto& [crookedness, span, cornered] = worths_[problem_.piece(move.placement)];
  if (move.worth == PaperMove::kShape) worth = worth + crookedness + span;
  if (move.worth == PaperMove::kCornered) worth += cornered;
  return rounded(worth);
}

/// Put the moves found in the order in which they are tried; those that split an island may be held
/// back.
void PaperProgram::rank(PaperMoves& moves) {
  auto& ranked = moves.moves;
  ranked.assign(found_.begin(), found_.end());
  if (!tie_.empty()) {
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](const PaperMove& one, const PaperMove& other) {
                       return tie_[one.placement] < tie_[other.placement];
                     });
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const PaperMove& one, const PaperMove& other) {
    return one.matched + one.edges > other.matched + other.edges;
  });
  const auto end =
      ranked.begin() + static_cast<std::ptrdiff_t>(std::min(kShortlist, ranked.size()));
  std::array<std::pair<std::int64_t, PaperMove>, kShortlist> shortlist;
  auto last = shortlist.begin();
  for (auto move = ranked.begin(); move != end; ++move) *last++ = {total(*move), *move};
  std::stable_sort(shortlist.begin(), last,
                   [](const auto& one, const auto& other) { return one.first > other.first; });
  std::transform(shortlist.begin(), last, ranked.begin(),
                 [](const auto& each) { return each.second; });
  if (rules_.held) {
    std::stable_partition(ranked.begin(), ranked.end(),
                          [](const PaperMove& move) { return move.splits == 0; });
  }
}

bool PaperProgram::adds_up(const PaperBoard& board) {
  const std::size_t bits = problem_.set().cells + 1;
  Words sums(words_for(bits));
  put(sums.data(), 0);
  for (std::size_t piece = 0; piece < sizes_.size(); ++piece) {
    for (std::uint32_t copy = 0; copy < board.left[piece]; ++copy) {
      const Words before = sums;
      add_shifted(sums.data(), before.data(), sums.size(), sizes_[piece]);
      if (sums == before) break;  // no further copy changes anything either
    }
  }
  for (std::size_t island = 0; island < grid_.islands().size(); ++island) {
    if (!has(sums.data(), size_of_set(open_in(board, island)))) return false;
  }
  return true;
}

}  // namespace kaleido
