#include "problem.h"

#include <algorithm>

namespace kaleido {

namespace {

/// The most bits of all cached sets of compatible placements together: 8 MB.
constexpr std::size_t kKeptBits = std::size_t{1} << 26;

/// The number of these sets for which memory is taken at once.
constexpr std::size_t kSetsAtOnce = 64;

/// The number of placements whose surroundings are kept: some megabytes.
constexpr std::size_t kKeptSurroundings = std::size_t{1} << 15;

/// The number of accounts that a board may keep for the next search: a megabyte at most.
constexpr std::size_t kManyAccounts = 1024;

/// The number of accounts for which there is room at first: few boards need more.
constexpr std::size_t kUsualAccounts = 32;

}  // namespace

std::unique_ptr<Problem> Problem::read(const PieceSet& set, Reader& numbers) {
  auto problem = std::make_unique<Problem>();
  problem->set_ = &set;
  const auto large = static_cast<std::size_t>(numbers.number(0, Reader::kMost));
  problem->board_ = numbers.set(set.cells);
  problem->blanks_ = numbers.set(set.cells);
  problem->implied_ = numbers.set(set.edges);
  problem->checks_regions_ = numbers.flag();
  const std::size_t letters = set.budget->letters();
  const auto& kinds = set.budget->kinds();
  for (std::size_t letter = 0; letter < letters; ++letter) {
    problem->start_.push_back(numbers.number(0, Reader::kMost / 2));
  }
  for (const Kind& kind : kinds) problem->start_.push_back(kind.count);
  std::vector<Words> allowed;
  allowed.reserve(letters);
  for (std::size_t letter = 0; letter < letters; ++letter)
    allowed.push_back(numbers.set(set.cells));
  std::vector<Words> zones(numbers.count());
  for (auto& zone : zones) zone = numbers.set(set.cells);
  const std::size_t pieces = set.pieces.size();
  if (!zones.empty() && zones.size() != pieces && zones.size() != 2 * pieces) numbers.fail();
  problem->colourings_.resize(numbers.count());
  for (auto& colouring : problem->colourings_) colouring.white = numbers.set(set.cells);
  if (numbers.failed() || !numbers.ended()) return nullptr;
  problem->list_placements(allowed, zones);
  problem->allowed_ = std::move(allowed);
  problem->number_items();
  problem->count_whites();
  problem->is_sparse_ = problem->placements() >= large;
  if (problem->is_sparse_) {
    problem->list_options();
  } else {
    problem->make_sets();
  }
  return problem;
}

void Problem::list_placements(const std::vector<Words>& allowed, const std::vector<Words>& zones) {
  std::vector<Words> within = allowed;
  std::size_t zoned = SIZE_MAX;
  std::set<Words> seen;
  Words places;
  const Words* touched = nullptr;
  cell_starts_.push_back(0);
  side_starts_.push_back(0);
  for (const Form& form : set_->forms) {
    if (zoned != form.piece) {
      zoned = form.piece;
      seen.clear();
      if (zones.size() > set_->pieces.size()) touched = &zones[set_->pieces.size() + zoned];
      for (std::size_t letter = 0; letter < (zones.empty() ? 0 : allowed.size()); ++letter) {
        for (std::size_t at = 0; at < board_.size(); ++at) {
          within[letter][at] = allowed[letter][at] & zones[zoned][at];
        }
      }
    }
    if (set_->is_sheet) {
      find_places(form, within, touched, places);
    } else {
      list_on_lattice(form, within, touched, seen);
    }
  }
  if (set_->is_sheet) list_on_sheet(places);
}

/// Enter a placement of a form, whose cells and sides are listed already and end there.
void Problem::end_placement(const Form& form, std::size_t cells, std::size_t sides) {
  enter(form, 1);
  cell_starts_.push_back(static_cast<std::uint32_t>(cells));
  side_starts_.push_back(static_cast<std::uint32_t>(sides));
}

/// Enter what some placements of a form share.
void Problem::enter(const Form& form, std::size_t placements) {
  const Piece& piece = set_->pieces[form.piece];
  pieces_.insert(pieces_.end(), placements, form.piece);
  faces_.insert(faces_.end(), placements, static_cast<std::uint8_t>(form.face));
  costs_.insert(costs_.end(), placements, 2 * piece.kind + (piece.turned >> form.face & 1));
}

/// Add the set of places on which a form may lie, in whole words.
void Problem::find_places(const Form& form, const std::vector<Words>& allowed, const Words* touched,
                          Words& places) {
  const std::size_t width = board_.size();
  // All places at once: a bit stays set while the letters match with the form moved that far.
  for (std::size_t at = 0; at < form.places.size(); ++at) {
    Word hits = form.places[at];
    for (std::size_t cell = 0; cell < form.cells.size() && hits != 0; ++cell) {
      hits &= shifted_down(allowed[form.letters[cell]].data(), width, form.cells[cell], at);
    }
    if (touched != nullptr && hits != 0) {
      Word some = 0;
      for (const auto cell : form.cells) some |= shifted_down(touched->data(), width, cell, at);
      hits &= some;
    }
    places.push_back(hits);
  }
}

/// List the placements of all forms, whose places are found already.
void Problem::list_on_sheet(const Words& places) {
  std::size_t all = 0;
  std::size_t cells = 0;
  std::size_t sides = 0;
  const Word* own = places.data();
  for (const Form& form : set_->forms) {
    const std::size_t lying = count(own, form.places.size());
    own += form.places.size();
    all += lying;
    cells += lying * form.cells.size();
    sides += lying * (form.level.size() + form.upright.size());
  }
  pieces_.reserve(all);
  faces_.reserve(all);
  costs_.reserve(all);
  cell_starts_.resize(all + 1);
  side_starts_.resize(all + 1);
  cells_.resize(cells);
  sides_.resize(sides);
  std::uint32_t* cell_end = cells_.data();
  std::uint32_t* side_end = sides_.data();
  std::size_t ended = 0;
  own = places.data();
  for (const Form& form : set_->forms) {
    enter(form, count(own, form.places.size()));
    for_each(own, form.places.size(), [&](std::size_t number) {
      const auto place = static_cast<std::uint32_t>(number);
      const auto top = place / static_cast<std::uint32_t>(set_->cols);
      for (const auto cell : form.cells) *cell_end++ = cell + place;
      for (const auto side : form.level) *side_end++ = side + place;
      for (const auto side : form.upright) *side_end++ = side + place + top;
      cell_starts_[++ended] = static_cast<std::uint32_t>(cell_end - cells_.data());
      side_starts_[ended] = static_cast<std::uint32_t>(side_end - sides_.data());
    });
    own += form.places.size();
  }
}

void Problem::list_on_lattice(const Form& form, const std::vector<Words>& allowed,
                              const Words* touched, std::set<Words>& seen) {
  const Lattice& lattice = set_->lattice;
  const std::size_t all = form.letters.size();
  Words sides(words_for(set_->edges), 0);
  for (std::size_t start = 0; start < set_->cells; ++start) {
    if (lattice.kind(start) != form.kind) continue;
    const std::size_t first = cells_.size();
    Words covered(lattice.wraps() ? all : 0);
    for (std::size_t number = 0; number < all; ++number) {
      const auto cell = lattice.cell_at(lattice.centre(start),
                                        form.offsets.data() + number * lattice.dimensions());
      if (cell < 0 || !has(allowed[form.letters[number]].data(), static_cast<std::size_t>(cell)))
        break;
      cells_.push_back(static_cast<std::uint32_t>(cell));
      if (lattice.wraps()) covered[number] = static_cast<Word>(cell);
    }
    bool lies = cells_.size() == first + all;
    if (touched != nullptr) {
      lies = lies && std::any_of(cells_.begin() + static_cast<std::ptrdiff_t>(first), cells_.end(),
                                 [&](std::uint32_t cell) { return has(touched->data(), cell); });
    }
    if (lies && lattice.wraps()) {
      // Around a ring, several starts and both faces give the same cells, and a piece may wind
      // around as far as it does not overlap itself.
      std::sort(covered.begin(), covered.end());
      lies = std::adjacent_find(covered.begin(), covered.end()) == covered.end() &&
             seen.insert(std::move(covered)).second;
    }
    if (!lies) {
      cells_.resize(first);
      continue;
    }
    // A side that two of its cells share is not part of its border.
    std::size_t lowest = sides.size();
    std::size_t highest = 0;
    for (std::size_t at = first; at < cells_.size(); ++at) {
      for (const auto side : lattice.sides(cells_[at])) {
        const std::size_t word = side / kWordBits;
        sides[word] ^= Word{1} << (side % kWordBits);
        lowest = std::min(lowest, word);
        highest = std::max(highest, word + 1);
      }
    }
    for (std::size_t word = lowest; word < highest; ++word) {
      for_each(&sides[word], 1, [&](std::size_t bit) {
        sides_.push_back(static_cast<std::uint32_t>(word * kWordBits + bit));
      });
      sides[word] = 0;
    }
    end_placement(form, cells_.size(), sides_.size());
  }
}

void Problem::number_items() {
  const std::size_t all = placements();
  words_ = words_for(all);
  possible_.assign(words_, 0);
  put_range(possible_.data(), 0, all);
  piece_starts_.assign(set_->pieces.size() + 1, 0);
  cost_runs_.resize(set_->budget->costs());
  for (std::size_t number = 0; number < all; ++number) {
    ++piece_starts_[pieces_[number] + 1];
    auto& runs = cost_runs_[costs_[number]];
    if (runs.empty() || runs.back().second != number) runs.emplace_back(number, number);
    ++runs.back().second;
  }
  for (std::size_t piece = 0; piece < set_->pieces.size(); ++piece)
    piece_starts_[piece + 1] += piece_starts_[piece];
  cell_items_.assign(set_->cells, kNoItem);
  for_each(board_.data(), board_.size(), [&](std::size_t cell) {
    cell_items_[cell] = static_cast<std::uint32_t>(item_cells_.size());
    item_cells_.push_back(static_cast<std::uint32_t>(cell));
  });
  piece_items_.assign(set_->pieces.size(), kNoItem);
  slots_.resize(set_->pieces.size());
  for (std::size_t piece = 0; piece < set_->pieces.size(); ++piece) {
    const std::uint32_t slot = set_->pieces[piece].slot;
    slots_[slot].pieces.push_back(static_cast<std::uint32_t>(piece));
    if (!set_->pieces[piece].is_item) continue;
    if (piece_items_[slot] == kNoItem) {
      piece_items_[slot] = static_cast<std::uint32_t>(item_cells_.size() + item_pieces_.size());
      item_pieces_.push_back(slot);
    }
    piece_items_[piece] = piece_items_[slot];
  }
  items_.assign(item_cells_.size() + item_pieces_.size(),
                {nullptr, 0, static_cast<std::uint32_t>(words_)});
  for (std::size_t number = 0; number < item_pieces_.size(); ++number) {
    const auto& pieces = slots_[item_pieces_[number]].pieces;
    const std::size_t first = piece_starts_[pieces.front()];
    const std::size_t end = piece_starts_[pieces.back() + 1];
    Item& item = items_[item_cells_.size() + number];
    item.first = static_cast<std::uint32_t>(first / kWordBits);
    item.end = first < end ? static_cast<std::uint32_t>(words_for(end)) : item.first;
  }
}

/// Find how many white cells the pieces of each kind can cover; drop colourings that rule out
/// nothing, because each kind can only cover one number of them.
void Problem::count_whites() {
  for (Colouring& colouring : colourings_) {
    std::vector<Words> found(set_->budget->kinds().size(), Words(words_for(set_->cells + 1), 0));
    for (std::size_t number = 0; number < placements(); ++number) {
      std::size_t white = 0;
      for (const auto cell : cells(number)) white += has(colouring.white.data(), cell);
      put(found[set_->pieces[pieces_[number]].kind].data(), white);
    }
    for (const Words& own : found) {
      auto& whites = colouring.whites.emplace_back();
      for_each(own.data(), own.size(), [&](std::size_t white) { whites.push_back(white); });
    }
  }
  std::erase_if(colourings_, [](const Colouring& colouring) {
    const auto& whites = colouring.whites;
    return std::all_of(whites.begin(), whites.end(), [](auto& own) { return own.size() < 2; });
  });
}

void Problem::list_options() {
  cell_list_starts_.assign(set_->cells + 1, 0);
  for (const auto cell : cells_) ++cell_list_starts_[cell + 1];
  for (std::size_t cell = 0; cell < set_->cells; ++cell)
    cell_list_starts_[cell + 1] += cell_list_starts_[cell];
  cell_lists_.resize(cells_.size());
  std::vector<std::uint32_t> next(cell_list_starts_.begin(), cell_list_starts_.end() - 1);
  for (std::size_t number = 0; number < placements(); ++number) {
    for (const auto cell : cells(number))
      cell_lists_[next[cell]++] = static_cast<std::uint32_t>(number);
  }
}

void Problem::make_sets() {
  if (!options_.empty()) return;
  std::size_t rows = set_->cells + set_->pieces.size();
  for (Slot& slot : slots_)
    if (slot.pieces.size() > 1) slot.row = rows++;
  options_.assign(rows * words_, 0);
  for (std::size_t number = 0; number < placements(); ++number) {
    for (const auto cell : cells(number)) put(options_of(cell), number);
    put(options_.data() + (set_->cells + pieces_[number]) * words_, number);
    if (const auto row = slots_[slot(number)].row) put(options_.data() + row * words_, number);
  }
  for (std::size_t number = 0; number < items_.size(); ++number) {
    const bool is_cell = number < item_cells_.size();
    items_[number].options = is_cell ? cell_options(item_cells_[number])
                                     : slot_options(item_pieces_[number - item_cells_.size()]);
  }
  for (Account& account : accounts_) afford(account);
}

std::size_t Problem::rivals(std::size_t placement) const {
  std::size_t found = 0;
  for (const auto cell : cells(placement))
    found += cell_list_starts_[cell + 1] - cell_list_starts_[cell];
  if (!set_->pieces[pieces_[placement]].is_single) return found;
  for (const auto piece : slots_[slot(placement)].pieces)
    found += piece_starts_[piece + 1] - piece_starts_[piece];
  return found;
}

std::size_t Problem::covered(std::size_t placement) const {
  return cells(placement).size() + set_->pieces[pieces_[placement]].is_item;
}

void Problem::keep_compatible(Word* live, std::size_t placement) const {
  if (is_sparse_) {
    for_each_rival(placement, [&](std::size_t rival) { take(live, rival); });
    return;
  }
  const std::size_t words = words_;  // which would be read again after each write to `live`
  const auto leave_out = [&](const Word* options) {
    for (std::size_t at = 0; at < words; ++at) live[at] &= ~options[at];
  };
  for (const auto cell : cells(placement)) leave_out(cell_options(cell));
  if (set_->pieces[pieces_[placement]].is_single) leave_out(slot_options(slot(placement)));
}

const Word* Problem::compatible(std::size_t placement) {
  if (compatible_.empty()) {
    compatible_.resize(placements());
    compatible_room_ = kKeptBits / placements();
    compatible_last_.resize(words_);
  }
  if (compatible_[placement] != nullptr) return compatible_[placement];
  Word* found = compatible_last_.data();
  if (compatible_room_ > 0) {
    // Memory for many sets at once is found sooner than for each.
    const std::size_t place = --compatible_room_ % kSetsAtOnce;
    if (place == kSetsAtOnce - 1 || blocks_.empty())
      blocks_.emplace_back(new Word[(place + 1) * words_]);
    found = blocks_.back().get() + place * words_;
    compatible_[placement] = found;
  }
  std::copy(possible_.begin(), possible_.end(), found);
  keep_compatible(found, placement);
  return found;
}

void Problem::forget_accounts() {
  if (in_use_.use_count() > 1 || accounts_.size() < kManyAccounts) return;
  accounts_.clear();
  account_numbers_.clear();
}

std::size_t Problem::account(Balance balance) {
  std::string key = Budget::key(balance, balance.size());
  const auto known = account_numbers_.find(key);
  if (known != account_numbers_.end()) return known->second;
  Account account;
  account.is_complete = set_->budget->is_complete(balance);
  account.after.assign(set_->budget->costs(), -1);
  account.payable = set_->budget->payable(balance, key);
  account.balance = std::move(balance);
  if (!options_.empty()) afford(account);
  if (accounts_.empty()) accounts_.reserve(kUsualAccounts);
  accounts_.push_back(std::move(account));
  account_numbers_.emplace(std::move(key), accounts_.size() - 1);
  return accounts_.size() - 1;
}

Balance Problem::balance(const Words& free, const std::vector<std::uint32_t>& left) const {
  if (checks_regions_) return {};
  Balance found(start_.size(), 0);
  for (std::size_t letter = 0; letter < allowed_.size(); ++letter) {
    const Words& cells = allowed_[letter];
    if (static_cast<std::int64_t>(count(cells.data(), cells.size())) != start_[letter]) return {};
    for (std::size_t at = 0; at < free.size(); ++at)
      found[letter] += std::popcount(free[at] & cells[at]);
  }
  for (std::size_t piece = 0; piece < left.size(); ++piece)
    found[allowed_.size() + set_->pieces[piece].kind] += left[set_->pieces[piece].slot];
  return found;
}

std::vector<std::uint32_t> Problem::tallies(const Word* within, const std::uint32_t* colours,
                                            std::size_t number) const {
  std::vector<std::uint32_t> found;
  std::size_t first = 0;
  for (std::size_t placement = 0; placement < placements(); ++placement) {
    const auto own = cells(placement);
    if (!std::all_of(own.begin(), own.end(), [&](auto cell) { return has(within, cell); }))
      continue;
    const auto piece = static_cast<std::uint32_t>(pieces_[placement]);
    const std::size_t size = found.size();
    if (size > 0 && found[size - 1 - number] != piece) first = size;
    found.resize(size + 1 + number, 0);
    found[size] = piece;
    for (const auto cell : own) ++found[size + 1 + colours[cell]];
    const std::uint32_t* last = found.data() + size;
    for (std::size_t at = first; at < size; at += 1 + number) {
      if (!std::equal(last, last + 1 + number, found.data() + at)) continue;
      found.resize(size);
      break;
    }
  }
  return found;
}

bool Problem::maps(const std::uint32_t* to) const {
  if (is_sparse_) return true;
  Words found;
  for (std::size_t piece = 0; piece + 1 < piece_starts_.size(); ++piece) {
    Words targets(words_for(set_->pieces.size()), ~Word{0});
    for (std::size_t number = piece_starts_[piece]; number < piece_starts_[piece + 1]; ++number) {
      found = possible_;
      for (const auto cell : cells(number)) {
        for (std::size_t at = 0; at < words_; ++at) found[at] &= cell_options(to[cell])[at];
      }
      Words own(targets.size(), 0);
      for_each(found.data(), words_, [&](std::size_t image) {
        if (cells(image).size() == cells(number).size()) put(own.data(), pieces_[image]);
      });
      Word left = 0;
      for (std::size_t at = 0; at < own.size(); ++at) left |= targets[at] &= own[at];
      if (left == 0) return false;
    }
  }
  return true;
}

void Problem::afford(Account& account) const {
  account.affordable.assign(words_, 0);
  for_each(account.payable.data(), account.payable.size(), [&](std::size_t cost) {
    for (const auto& [first, end] : cost_runs_[cost])
      put_range(account.affordable.data(), first, end);
  });
}

std::size_t Problem::account_after(std::size_t account, std::size_t placement) {
  const std::size_t cost = costs_[placement];
  const std::int32_t known = accounts_[account].after[cost];
  if (known >= 0) return static_cast<std::size_t>(known);
  const std::size_t found = this->account(set_->budget->after(accounts_[account].balance, cost));
  accounts_[account].after[cost] = static_cast<std::int32_t>(found);
  return found;
}

void Problem::add_up(Account& account) const {
  const Budget& budget = *set_->budget;
  account.is_summed = true;
  account.sums = budget.sums(account.balance, set_->cells + 1);
  for (const Colouring& colouring : colourings_) {
    Words sums(words_for(set_->cells + 1), 0);
    put(sums.data(), 0);
    for (std::size_t kind = 0; kind < colouring.whites.size(); ++kind) {
      for (std::int64_t copy = 0; copy < account.balance[budget.letters() + kind]; ++copy) {
        Words grown(sums.size(), 0);
        for (const auto white : colouring.whites[kind])
          add_shifted(grown.data(), sums.data(), sums.size(), white);
        sums = std::move(grown);
      }
    }
    account.whites.push_back(std::move(sums));
  }
}

bool Problem::regions_fit_after(const Words& free, std::size_t placement, std::size_t account) {
  auto found = surroundings_.find(placement);
  if (found == surroundings_.end()) {
    if (surroundings_.size() == kKeptSurroundings) surroundings_.clear();
    Words own(words_for(set_->cells), 0);
    for (const auto cell : cells(placement)) put(own.data(), cell);
    Words around = set_->spread(own);
    Words near = set_->spread(around);
    found = surroundings_.emplace(placement, std::pair{std::move(around), std::move(near)}).first;
  }
  return regions_fit(free, found->second.first, found->second.second, account);
}

bool Problem::regions_fit(const Words& free, const Words& around, const Words& near,
                          std::size_t number) {
  Account& account = accounts_[number];
  if (!account.is_summed) add_up(account);
  const std::size_t width = free.size();
  for (std::size_t each = 0; each < colourings_.size(); ++each) {
    std::size_t white = 0;
    for (std::size_t at = 0; at < width; ++at) {
      white += static_cast<std::size_t>(std::popcount(free[at] & colourings_[each].white[at]));
    }
    if (!has(account.whites[each].data(), white)) return false;
  }
  Words seeds(width);
  Words close(width);
  bool is_close = false;
  std::size_t first = SIZE_MAX;
  for (std::size_t at = 0; at < width; ++at) {
    seeds[at] = around[at] & free[at];
    close[at] = near[at] & free[at];
    is_close |= close[at] != free[at];
    if (first == SIZE_MAX && seeds[at] != 0) {
      first = at * kWordBits + static_cast<std::size_t>(std::countr_zero(seeds[at]));
    }
  }
  const auto reaches_all = [&](const Words& part) {
    for (std::size_t at = 0; at < width; ++at) {
      if ((seeds[at] & ~part[at]) != 0) return false;
    }
    return true;
  };
  if (first == SIZE_MAX) return true;
  // Most placements split no region: their free neighbours are joined close by.
  Words seed(width, 0);
  put(seed.data(), first);
  if (is_close && reaches_all(set_->region(seed, close))) return true;
  while (true) {
    const Words part = set_->region(seed, free);
    std::size_t size = 0;
    std::size_t spare = 0;
    for (std::size_t at = 0; at < width; ++at) {
      size += static_cast<std::size_t>(std::popcount(part[at]));
      spare += static_cast<std::size_t>(std::popcount(part[at] & blanks_[at]));
    }
    // The number of its cells that may stay empty.
    bool fills = false;
    for (std::size_t filled = size - spare; filled <= size && !fills; ++filled)
      fills = has(account.sums.data(), filled);
    if (!fills) return false;
    seed.assign(width, 0);
    bool is_left = false;
    for (std::size_t at = 0; at < width; ++at) {
      seeds[at] &= ~part[at];
      if (!is_left && seeds[at] != 0) {
        seed[at] = seeds[at] & -seeds[at];
        is_left = true;
      }
    }
    if (!is_left) return true;
  }
}

}  // namespace kaleido
