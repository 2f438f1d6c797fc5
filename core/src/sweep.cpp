#include "sweep.h"

#include <algorithm>
#include <numeric>

namespace kaleido {

namespace {

/// In a graph with fewer edges, a relaxation takes longer than the states that it rules out.
constexpr std::size_t kFewEdges = 25000;

/// How many pieces a relaxation tells apart: it needs twice the memory for each one more.
constexpr std::size_t kMostCounted = 8;
constexpr std::size_t kCountedBits = std::size_t{1} << kMostCounted;

constexpr Word kOne = 1;

/// With this number of pieces, fewer than 2 ** 16 sets have one area: none of them contains another
/// one, so that they are at most 18 over 9 (E. Sperner, 1928).
constexpr std::size_t kFewPieces = 18;

using Index = std::uint32_t;
constexpr Index kNone = UINT32_MAX;

Wide product(Word one, Word other) {
  constexpr Word kHalf = 0xffffffffU;
  const Word low = (one & kHalf) * (other & kHalf);
  const Word left = (one >> 32) * (other & kHalf);
  const Word right = (one & kHalf) * (other >> 32);
  const Word middle = (low >> 32) + (left & kHalf) + (right & kHalf);
  return {(middle << 32) | (low & kHalf),
          (one >> 32) * (other >> 32) + (left >> 32) + (right >> 32) + (middle >> 32)};
}

void add(Sweep::Total& total, std::size_t word, const Wide& number) {
  Wide sum = number;
  for (; sum.low != 0 || sum.high != 0; ++word) {
    total[word] += sum.low;
    sum = Wide(sum.high) += Wide(total[word] < sum.low ? 1 : 0);
  }
}

void add_product(Sweep::Total& total, const Wide& one, const Wide& other) {
  add(total, 0, product(one.low, other.low));
  if ((one.high | other.high) == 0) return;
  add(total, 1, product(one.high, other.low));
  add(total, 1, product(one.low, other.high));
  add(total, 2, product(one.high, other.high));
}

std::size_t width_of(Word number) { return static_cast<std::size_t>(std::bit_width(number)); }
std::size_t width_of(const Wide& number) {
  return number.high != 0 ? kWordBits + width_of(number.high) : width_of(number.low);
}

/// Arrays of numbers that never move, in a few pieces of memory.
template <class T>
class Arrays {
 public:
  /// Return room for some numbers; `keep` then fixes the number used.
  T* room(std::size_t most) {
    if (most > left_) {
      const std::size_t size = std::max(most, std::clamp(held_, kLeast, kMost));
      arrays_.push_back(std::unique_ptr<T[]>(new T[size]));  // NOLINT(modernize-avoid-c-arrays)
      next_ = arrays_.back().get();
      left_ = size;
      held_ += size;
    }
    return next_;
  }
  void keep(std::size_t used) {
    next_ += used;
    left_ -= used;
  }
  std::size_t bytes() const { return held_ * sizeof(T); }

 private:
  static constexpr std::size_t kLeast = 64;
  static constexpr std::size_t kMost = std::size_t{1} << 18;
  std::vector<std::unique_ptr<T[]>> arrays_;  // NOLINT(modernize-avoid-c-arrays)
  T* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t held_ = 0;
};

/// The possible numbers; each number represents a set of counted pieces.
using Numbers = std::array<Word, kCountedBits / kWordBits>;

bool is_empty(const Numbers& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](Word word) { return word == 0; });
}

Numbers operator&(const Numbers& one, const Numbers& other) {
  Numbers both{};
  for (std::size_t at = 0; at < both.size(); ++at) both[at] = one[at] & other[at];
  return both;
}

void operator|=(Numbers& one, const Numbers& other) {
  for (std::size_t at = 0; at < one.size(); ++at) one[at] |= other[at];
}

/// Return the numbers without a counted piece, by the bits of a word or by words.
constexpr std::array<Word, 6> kLacking{0x5555555555555555ULL, 0x3333333333333333ULL,
                                       0x0f0f0f0f0f0f0f0fULL, 0x00ff00ff00ff00ffULL,
                                       0x0000ffff0000ffffULL, 0x00000000ffffffffULL};

/// Return the images of the numbers that lack a counted piece, once they have it.
Numbers with(const Numbers& numbers, Index piece) {
  if (piece == kNone) return numbers;
  Numbers found{};
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    if (piece < kLacking.size()) {
      found[at] = (numbers[at] & kLacking[piece]) << (kOne << piece);
    } else if (const std::size_t step = std::size_t{1} << (piece - kLacking.size());
               (at & step) != 0) {
      found[at] = numbers[at ^ step];
    }
  }
  return found;
}

/// Return what the numbers that have a counted piece were before it.
Numbers without(const Numbers& numbers, Index piece) {
  if (piece == kNone) return numbers;
  Numbers found{};
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    if (piece < kLacking.size()) {
      found[at] = (numbers[at] >> (kOne << piece)) & kLacking[piece];
    } else if (const std::size_t step = std::size_t{1} << (piece - kLacking.size());
               (at & step) == 0) {
      found[at] = numbers[at ^ step];
    }
  }
  return found;
}

/// The input of a sweep.
struct Region {
  struct Placement {
    Word cells;
    Index piece;
  };

  std::size_t size = 0;
  bool is_complete = false;
  std::vector<Index> groups;  // of each piece: those of the lowest are told apart first
  std::vector<Index> sets;    // those used before
  std::vector<Wide> ways;     // of each
  std::vector<std::vector<Placement>> placements;  // by first cell
};

/// Sets of cells by number, found in the order in which they came.
class Shapes {
 public:
  /// Return the number of some cells, and whether they are new.
  std::pair<Index, bool> number(Word cells) {
    if (2 * (cells_.size() + 1) > places_.size()) grow();
    Index& place = places_[find(cells)];
    if (place != kNone) return {place, false};
    place = static_cast<Index>(cells_.size());
    cells_.push_back(cells);
    return {place, true};
  }
  Word operator[](Index number) const { return cells_[number]; }
  std::size_t size() const { return cells_.size(); }
  std::size_t bytes() const {
    return cells_.capacity() * sizeof(Word) + places_.size() * sizeof(Index);
  }

 private:
  std::size_t find(Word cells) const {
    std::size_t place = mixed(0, cells) & (places_.size() - 1);
    while (places_[place] != kNone && cells_[places_[place]] != cells)
      place = (place + 1) & (places_.size() - 1);
    return place;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(64, 2 * places_.size()), kNone);
    for (std::size_t number = 0; number < cells_.size(); ++number) {
      places_[find(cells_[number])] = static_cast<Index>(number);
    }
  }

  Words cells_;
  std::vector<Index> places_;  // a power of two of them: open addressing
};

/// The graph of profiles: shapes of filled cells by area, and the placements between them.
struct Edge {
  Index shape;
  Index piece;
};

struct Edges {
  std::vector<Index> first;  // by shape, and the end
  std::vector<Edge> edges;

  std::size_t bytes() const {
    return first.capacity() * sizeof(Index) + edges.capacity() * sizeof(Edge);
  }
};

template <class Column>
class SweepOf final : public Sweep {
 public:
  SweepOf(PieceSets& sets, Region region)
      : sets_(sets), region_(std::move(region)), task_(whole()) {}

  Stop run(std::uint64_t most_steps) override {
    pause_ = most_steps;
    while (steps < pause_ && !is_beyond_ && task_.goes_on()) {
    }
    if (is_beyond_) return Stop::kBeyond;
    if (is_done_) return Stop::kExhausted;
    // The task has ended because it ran out of memory.
    return steps < pause_ ? Stop::kNoMemory : Stop::kPaused;
  }

  double share() const override {
    if (is_done_) return 1;
    if (front_.rows.empty()) return 0;
    std::size_t done = into_.first[starts_[front_.done + 1]];
    if (region_.is_complete)
      done += out_.edges.size() - out_.first[starts_[region_.size - back_.done]];
    return static_cast<double>(std::min(done, into_.edges.size())) /
           static_cast<double>(into_.edges.size());
  }

  std::size_t held() const override {
    return sets_.held() + shapes_.bytes() + transitions_.size() * sizeof(Transition) +
           into_.bytes() + out_.bytes() + (ahead_.capacity() + kept_.capacity()) * sizeof(Numbers) +
           numbers_held_ + front_.bytes() + back_.bytes();
  }

 private:
  struct Transition {
    Index before;
    Index after;
    Index piece;
  };

  /// The ways to reach a shape, by the set of pieces used.
  struct Row {
    Index size = 0;
    Index bytes = 0;  // of each number of ways: 4, 8 or 16
    const Column* columns = nullptr;
    const void* ways = nullptr;
  };

  struct Layer {
    Arrays<Column> columns;
    Arrays<std::uint32_t> narrow;
    Arrays<Word> plain;
    Arrays<Wide> wide;
    std::uint64_t states = 0;

    std::size_t bytes() const {
      return columns.bytes() + narrow.bytes() + plain.bytes() + wide.bytes();
    }
  };

  /// A sweep from the empty region, or from the full one back.
  struct Side {
    bool is_back = false;
    std::size_t offset = 0;  // the cells covered before
    std::size_t done = 0;    // the cells covered in the last layer
    std::size_t bits = 1;    // of the largest number of ways
    std::vector<Row> rows;   // by shape
    std::vector<Layer> layers;

    std::size_t bytes() const {
      std::size_t all = rows.capacity() * sizeof(Row);
      for (const auto& layer : layers) all += layer.bytes();
      return all;
    }
  };

  bool waits() const { return steps >= pause_; }

  Task whole() {
    for (Task part = count(); part.goes_on();) co_await std::suspend_always{};
    is_done_ = true;
  }

  Task count() {
    for (Task part = sets_.number(pause_, steps); part.goes_on();) co_await std::suspend_always{};
    for (Task part = explore(); part.goes_on();) co_await std::suspend_always{};
    if (into_.edges.empty()) co_return;
    if (region_.is_complete && into_.edges.size() >= kFewEdges) {
      for (Task part = relax(); part.goes_on();) co_await std::suspend_always{};
    }
    begin(front_, sets_.area(region_.sets.front()));
    Wide* const starts = sums<Wide>(front_.offset);
    for (std::size_t at = 0; at < region_.sets.size(); ++at)
      touch(starts, sets_.rank(region_.sets[at]), region_.ways[at]);
    store(front_, starts, 0, 0);
    if (!region_.is_complete) {
      while (front_.done < region_.size) {
        for (Task part = advance(front_, front_.done + 1, false); part.goes_on();)
          co_await std::suspend_always{};
      }
      list_found();
      co_return;
    }
    back_.is_back = true;
    begin(back_, 0);
    Wide* const ends = sums<Wide>(0);
    touch(ends, 0, Wide(1));
    store(back_, ends, static_cast<Index>(shape_count() - 1), 0);
    while (front_.done + back_.done + 1 < region_.size) {
      Side& next = cost(front_) <= cost(back_) ? front_ : back_;
      for (Task part = advance(next, next.done + 1, false); part.goes_on();)
        co_await std::suspend_always{};
    }
    const std::size_t last = std::min(front_.done + sets_.reach(), region_.size);
    for (std::size_t covered = front_.done + 1; covered <= last; ++covered) {
      for (Task part = advance(front_, covered, true); part.goes_on();)
        co_await std::suspend_always{};
    }
    if (total_ != Total{}) found.push_back({sets_.full(), total_});
  }

  /// List the ways to the full region.
  void list_found() {
    const Row& row = front_.rows.back();
    for (Index at = 0; at < row.size; ++at) {
      const Wide ways = ways_at(row, at);
      const Index* const sets = sets_.sets(front_.offset + region_.size);
      found.push_back({sets[row.columns[at]], {ways.low, ways.high}});
    }
  }

  std::size_t shape_count() const { return starts_.back(); }

  /// Find the shapes that lead from the empty region to the full one, whatever the pieces.
  Task explore() {
    std::vector<std::vector<Index>> waiting(region_.size + 1);  // by first empty cell
    waiting[0].push_back(shapes_.number(0).first);
    for (std::size_t cell = 0; cell < region_.size; ++cell) {
      const auto& placements = region_.placements[cell];
      for (const Index before : waiting[cell]) {
        const Word filled = shapes_[before];
        for (const auto& placement : placements) {
          if ((filled & placement.cells) != 0) continue;
          const Word cells = filled | placement.cells;
          const auto [after, is_new] = shapes_.number(cells);
          if (is_new) waiting[static_cast<std::size_t>(std::countr_one(cells))].push_back(after);
          transitions_.push_back({before, after, placement.piece});
        }
        steps += placements.size() + 1;
        if (waits()) co_await std::suspend_always{};
      }
    }
    if (waiting.back().empty()) co_return;
    std::vector<std::uint8_t> is_live(shapes_.size(), 0);
    is_live[waiting.back().front()] = 1;
    for (std::size_t at = transitions_.size(); at-- > 0;) {
      is_live[transitions_[at].before] |= is_live[transitions_[at].after];
      ++steps;
      if (waits()) co_await std::suspend_always{};
    }
    // By area; shapes of one area keep the order of the sweep, close to their predecessors.
    starts_.assign(region_.size + 2, 0);
    for (Index shape = 0; shape < is_live.size(); ++shape)
      starts_[area_of(shape) + 1] += is_live[shape];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    std::vector<Index> next(starts_);
    std::vector<Index> places(shapes_.size(), kNone);
    for (const auto& here : waiting) {
      for (const Index shape : here) {
        if (is_live[shape] != 0) places[shape] = next[area_of(shape)]++;
      }
      steps += here.size();
      if (waits()) co_await std::suspend_always{};
    }
    for (Task part = link(out_, places, true); part.goes_on();) co_await std::suspend_always{};
    for (Task part = link(into_, places, false); part.goes_on();) co_await std::suspend_always{};
    std::deque<Transition>().swap(transitions_);
    shapes_ = {};
  }

  /// List the edges that go out of each shape, or into it, from the transitions between live ones.
  Task link(Edges& edges, const std::vector<Index>& places, bool goes_out) {
    edges.first.assign(shape_count() + 1, 0);
    for (std::size_t at = 0; at < transitions_.size(); ++at) {
      const Transition& each = transitions_[at];
      if (places[each.before] != kNone && places[each.after] != kNone) {
        ++edges.first[places[goes_out ? each.before : each.after]];
      }
      ++steps;
      if (waits()) co_await std::suspend_always{};
    }
    // The ends of the edges of each shape, which move down to their beginning.
    std::partial_sum(edges.first.begin(), edges.first.end(), edges.first.begin());
    edges.edges.resize(edges.first.back());
    for (std::size_t at = transitions_.size(); at-- > 0;) {
      const Transition& each = transitions_[at];
      const Index from = places[goes_out ? each.before : each.after];
      const Index to = places[goes_out ? each.after : each.before];
      if (from != kNone && to != kNone) edges.edges[--edges.first[from]] = {to, each.piece};
      ++steps;
      if (waits()) co_await std::suspend_always{};
    }
  }

  std::size_t area_of(Index shape) const {
    return static_cast<std::size_t>(std::popcount(shapes_[shape]));
  }

  /// Rule out states that are impossible even if only a few pieces are limited to one use each.
  ///
  /// N. Christofides, A. Mingozzi, P. Toth, "State-space relaxation procedures for the computation
  /// of bounds to routing problems", Networks 11, 1981.
  Task relax() {
    choose_counted();
    const std::size_t every = (std::size_t{1} << counted_.size()) - 1;
    ahead_.assign(shape_count(), {});
    put(ahead_.back().data(), every);
    for (std::size_t shape = shape_count() - 1; shape-- > 0;) {
      for (Index at = out_.first[shape]; at < out_.first[shape + 1]; ++at) {
        ahead_[shape] |= without(ahead_[out_.edges[at].shape], places_[out_.edges[at].piece]);
        ++steps;
      }
      if (waits()) co_await std::suspend_always{};
    }
    kept_.assign(shape_count(), {});
    for (const Index set : region_.sets) put(kept_.front().data(), number_of(set));
    for (std::size_t shape = 0; shape < shape_count(); ++shape) {
      for (Index at = into_.first[shape]; at < into_.first[shape + 1]; ++at) {
        kept_[shape] |= with(kept_[into_.edges[at].shape], places_[into_.edges[at].piece]);
        ++steps;
      }
      kept_[shape] = kept_[shape] & ahead_[shape];
      if (waits()) co_await std::suspend_always{};
    }
    for (Task part = filter(out_, true); part.goes_on();) co_await std::suspend_always{};
    for (Task part = filter(into_, false); part.goes_on();) co_await std::suspend_always{};
    std::vector<Numbers>().swap(ahead_);
  }

  /// Keep the edges that some numbers take.
  Task filter(Edges& edges, bool goes_out) {
    Index kept = 0;
    Index at = 0;
    for (std::size_t shape = 0; shape < shape_count(); ++shape) {
      for (edges.first[shape] = kept; at < edges.first[shape + 1]; ++at) {
        const Edge edge = edges.edges[at];
        const auto& before = kept_[goes_out ? shape : edge.shape];
        const auto& after = ahead_[goes_out ? edge.shape : shape];
        if (!is_empty(with(before, places_[edge.piece]) & after)) edges.edges[kept++] = edge;
        ++steps;
      }
      if (waits()) co_await std::suspend_always{};
    }
    edges.first.back() = kept;
    edges.edges.resize(kept);
  }

  /// Choose the pieces that the relaxation tells apart: of one group those with the most edges.
  void choose_counted() {
    std::vector<std::size_t> uses(sets_.sizes().size(), 0);
    for (const auto& edge : out_.edges) ++uses[edge.piece];
    std::vector<Index> pieces(uses.size());
    std::iota(pieces.begin(), pieces.end(), 0);
    std::stable_sort(pieces.begin(), pieces.end(), [&](Index one, Index other) {
      if (region_.groups[one] != region_.groups[other])
        return region_.groups[one] < region_.groups[other];
      return uses[one] > uses[other];
    });
    pieces.resize(std::min(pieces.size(), kMostCounted));
    counted_ = std::move(pieces);
    places_.assign(uses.size(), kNone);
    for (std::size_t place = 0; place < counted_.size(); ++place)
      places_[counted_[place]] = static_cast<Index>(place);
    numbers_.assign(sets_.total() + 1, {});
  }

  /// Return which of the counted pieces are in a set.
  std::uint8_t number_of(Index set) const {
    unsigned number = 0;
    for (std::size_t place = 0; place < counted_.size(); ++place)
      number |= (set >> counted_[place] & 1U) << place;
    return static_cast<std::uint8_t>(number);
  }

  /// Return `number_of` each set of an area.
  const std::uint8_t* numbers(std::size_t area) {
    auto& own = numbers_[area];
    if (own.empty()) {
      const Index* const sets = sets_.sets(area);
      own.resize(sets_.width(area));
      std::transform(sets, sets + own.size(), own.begin(),
                     [this](Index set) { return number_of(set); });
      steps += own.size();
      numbers_held_ += own.size();
    }
    return own.data();
  }

  void begin(Side& side, std::size_t offset) {
    side.offset = offset;
    side.rows.resize(shape_count());
    side.layers.resize(region_.size + 1);
  }

  /// Return the edges over which a sweep reaches its shapes.
  const Edges& edges(const Side& side) const { return side.is_back ? out_ : into_; }

  /// Return the range of the shapes of a sweep that cover a number of cells: the first and the end.
  std::pair<Index, Index> layer(const Side& side, std::size_t covered) const {
    const std::size_t filled = side.is_back ? region_.size - covered : covered;
    return {starts_[filled], starts_[filled + 1]};
  }

  /// Return the number of states from which the next layer is computed.
  std::uint64_t cost(const Side& side) {
    const auto [low, high] = layer(side, side.done + 1);
    const Edges& own = edges(side);
    std::uint64_t count = 0;
    for (Index at = own.first[low]; at < own.first[high]; ++at)
      count += side.rows[own.edges[at].shape].size;
    steps += own.first[high] - own.first[low];
    return count;
  }

  template <class Ways>
  std::vector<Ways>& sums() {
    if constexpr (std::is_same_v<Ways, Wide>) {
      return wide_sums_;
    } else {
      return plain_sums_;
    }
  }

  /// Return the sums of ways by the sets of an area, all zero but that of the impossible set.
  template <class Ways>
  Ways* sums(std::size_t area) {
    auto& own = sums<Ways>();
    width_ = sets_.width(area);
    if (own.size() <= width_) own.resize(width_ + 1);
    if (touched_.size() <= width_ + 1) touched_.resize(width_ + 2);
    touched_count_ = 0;
    return own.data();
  }

  template <class Ways>
  void touch(Ways* sums, std::size_t column, const Ways& ways) {
    if (sums[column] == Ways(0)) touched_[touched_count_++] = static_cast<Index>(column);
    sums[column] += ways;
  }

  /// Add the ways of a row, its columns renumbered by a table.
  template <class Own, class Ways>
  void add_row(const Row& row, const Index* table, Ways* sums) {
    const auto* const ways = static_cast<const Own*>(row.ways);
    const Column* const columns = row.columns;
    Index* const touched = touched_.data();
    std::size_t count = touched_count_;
    // This way, the impossible set is never new.
    sums[width_] = Ways(1);
    for (Index at = 0; at < row.size; ++at) {
      const Index column = table[columns[at]];
      touched[count] = column;
      count += sums[column] == Ways(0) ? 1 : 0;
      sums[column] += Ways(ways[at]);
    }
    touched_count_ = count;
  }

  template <class Ways>
  void add_edge(Side& side, const Edge& edge, std::size_t covered, Ways* sums) {
    const Row& row = side.rows[edge.shape];
    steps += row.size + 1;
    if (row.size == 0) return;
    const Index* const table =
        sets_.with(edge.piece, side.offset + covered - sets_.sizes()[edge.piece]);
    if (row.bytes == sizeof(std::uint32_t)) {
      add_row<std::uint32_t>(row, table, sums);
    } else if (row.bytes == sizeof(Word)) {
      add_row<Word>(row, table, sums);
    } else if constexpr (std::is_same_v<Ways, Wide>) {
      add_row<Wide>(row, table, sums);
    }
  }

  /// Return the bits that hold the sums of the ways to a shape, including the impossible set's.
  std::size_t bits_for(const Side& side, Index shape) const {
    const Edges& own = edges(side);
    const std::size_t terms = own.first[shape + 1] - own.first[shape];
    return side.bits + width_of(std::max(terms, sets_.widest())) + 1;
  }

  /// Compute the next layer of a sweep, or join the states of a later layer with the way back.
  Task advance(Side& side, std::size_t covered, bool joins) {
    const auto [low, high] = layer(side, covered);
    const Edges& own = edges(side);
    for (Index shape = low; shape < high; ++shape) {
      if (joins && back_.rows[shape].size == 0) continue;
      const std::size_t bits = bits_for(side, shape);
      const bool is_plain = bits <= kWordBits;
      is_beyond_ = is_beyond_ || bits > 2 * kWordBits;
      const std::size_t area = side.offset + covered;
      Word* const plain = is_plain ? sums<Word>(area) : nullptr;
      Wide* const wide = is_plain ? nullptr : sums<Wide>(area);
      for (Index at = own.first[shape]; at < own.first[shape + 1]; ++at) {
        if (is_plain) {
          add_edge(side, own.edges[at], covered, plain);
        } else {
          add_edge(side, own.edges[at], covered, wide);
        }
        if (waits() || is_beyond_) co_await std::suspend_always{};
      }
      if (is_plain) {
        joins ? join(plain, shape, covered) : store(side, plain, shape, covered);
      } else {
        joins ? join(wide, shape, covered) : store(side, wide, shape, covered);
      }
    }
    if (joins) co_return;
    side.done = covered;
    const std::uint64_t count = side.layers[covered].states;
    states += count;
    peak_states = std::max(peak_states, count);
    if (covered >= sets_.reach()) side.layers[covered - sets_.reach()] = {};
  }

  /// Store the sums as the ways to a shape, without those that the relaxation rules out.
  template <class Ways>
  void store(Side& side, Ways* sums, Index shape, std::size_t covered) {
    std::size_t kept = 0;
    Ways bits(0);  // all that are set somewhere
    const bool prunes = !kept_.empty();
    const std::uint8_t* const of_sets = prunes ? numbers(side.offset + covered) : nullptr;
    const std::size_t others = prunes && side.is_back ? (std::size_t{1} << counted_.size()) - 1 : 0;
    for (std::size_t at = 0; at < touched_count_; ++at) {
      const Index column = touched_[at];
      if (prunes && !has(kept_[shape].data(), of_sets[column] ^ others)) {
        sums[column] = Ways(0);
      } else {
        bits |= sums[column];
        touched_[kept++] = column;
      }
    }
    touched_count_ = kept;
    steps += kept;
    Layer& layer = side.layers[covered];
    layer.states += kept;
    side.bits = std::max(side.bits, width_of(bits));
    Row& row = side.rows[shape];
    row.size = static_cast<Index>(kept);
    Column* const columns = layer.columns.room(kept);
    for (std::size_t at = 0; at < kept; ++at) columns[at] = static_cast<Column>(touched_[at]);
    layer.columns.keep(kept);
    row.columns = columns;
    if (width_of(bits) <= 32) {
      copy(row, layer.narrow, sums);
    } else if (width_of(bits) <= kWordBits) {
      copy(row, layer.plain, sums);
    } else if constexpr (std::is_same_v<Ways, Wide>) {
      copy(row, layer.wide, sums);
    }
    clear(sums);
  }

  template <class Own, class Ways>
  void copy(Row& row, Arrays<Own>& arrays, const Ways* sums) {
    Own* const ways = arrays.room(row.size);
    for (Index at = 0; at < row.size; ++at) ways[at] = static_cast<Own>(sums[touched_[at]]);
    arrays.keep(row.size);
    row.ways = ways;
    row.bytes = sizeof(Own);
  }

  /// Add the ways to a shape times those from it to the end.
  template <class Ways>
  void join(Ways* sums, Index shape, std::size_t covered) {
    const Row& row = back_.rows[shape];
    const Index* const rest = sets_.rest(region_.size - covered);
    for (Index at = 0; at < row.size; ++at) {
      const Ways& ways = sums[rest[row.columns[at]]];
      if (ways != Ways(0)) add_product(total_, Wide(ways), ways_at(row, at));
    }
    steps += row.size;
    clear(sums);
  }

  template <class Ways>
  void clear(Ways* sums) {
    for (std::size_t at = 0; at < touched_count_; ++at) sums[touched_[at]] = Ways(0);
    sums[width_] = Ways(0);
  }

  static Wide ways_at(const Row& row, Index at) {
    if (row.bytes == sizeof(std::uint32_t))
      return Wide(static_cast<const std::uint32_t*>(row.ways)[at]);
    if (row.bytes == sizeof(Word)) return Wide(static_cast<const Word*>(row.ways)[at]);
    return static_cast<const Wide*>(row.ways)[at];
  }

  PieceSets& sets_;
  Region region_;
  std::uint64_t pause_ = 0;
  bool is_beyond_ = false;
  bool is_done_ = false;

  Shapes shapes_;
  std::deque<Transition> transitions_;
  std::vector<Index> starts_;  // of the shapes of each area
  Edges out_;
  Edges into_;

  std::vector<Index> counted_;
  std::vector<Index> places_;  // among those counted, by piece
  std::vector<Numbers> ahead_;
  std::vector<Numbers> kept_;                       // by shape
  std::vector<std::vector<std::uint8_t>> numbers_;  // by area
  std::size_t numbers_held_ = 0;

  Side front_;
  Side back_;
  std::vector<Word> plain_sums_;
  std::vector<Wide> wide_sums_;
  std::size_t width_ = 0;
  std::vector<Index> touched_;
  std::size_t touched_count_ = 0;
  Total total_{};

  Task task_;
};

}  // namespace

std::unique_ptr<PieceSets> PieceSets::read(Reader& numbers) {
  auto sets = std::make_unique<PieceSets>();
  const std::size_t pieces = numbers.count();
  if (pieces > kMostPieces) return nullptr;
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    sets->sizes_.push_back(static_cast<Index>(numbers.number(1, kMostCells)));
    sets->total_ += sets->sizes_.back();
    sets->reach_ = std::max<std::size_t>(sets->reach_, sets->sizes_.back());
  }
  return numbers.failed() ? nullptr : std::move(sets);
}

std::size_t PieceSets::area(std::uint32_t set) const {
  std::size_t found = 0;
  for (; set != 0; set &= set - 1) found += sizes_[static_cast<std::size_t>(std::countr_zero(set))];
  return found;
}

Task PieceSets::number(const std::uint64_t& pause, std::uint64_t& steps) {
  if (is_numbered_) co_return;
  const std::size_t count = std::size_t{1} << sizes_.size();
  areas_.resize(count);
  starts_.assign(total_ + 2, 0);
  ++starts_[1];
  for (std::size_t set = 1; set < count; ++set) {
    const auto size = sizes_[static_cast<std::size_t>(std::countr_zero(set))];
    areas_[set] = static_cast<std::uint16_t>(areas_[set & (set - 1)] + size);
    ++starts_[areas_[set] + std::size_t{1}];
    if (++steps >= pause) co_await std::suspend_always{};
  }
  widest_ = *std::max_element(starts_.begin(), starts_.end());
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  auto next = starts_;
  order_.resize(count);
  ranks_.resize(count);
  for (std::size_t set = 0; set < count; ++set) {
    const std::size_t place = next[areas_[set]]++;
    order_[place] = static_cast<Index>(set);
    ranks_[set] = static_cast<Index>(place - starts_[areas_[set]]);
    if (++steps >= pause) co_await std::suspend_always{};
  }
  std::vector<std::uint16_t>().swap(areas_);
  tables_.resize((total_ + 1) * (sizes_.size() + 1));
  held_ = count * (sizeof(Index) + sizeof(Index));
  is_numbered_ = true;
}

const std::uint32_t* PieceSets::with(std::size_t piece, std::size_t area) {
  auto& found = table(piece, area);
  if (found.empty()) {
    const auto impossible = static_cast<Index>(width(area + sizes_[piece]));
    const Index one = Index{1} << piece;
    found.resize(width(area));
    std::transform(sets(area), sets(area) + found.size(), found.begin(),
                   [&](Index set) { return (set & one) != 0 ? impossible : ranks_[set | one]; });
    held_ += found.size() * sizeof(Index);
  }
  return found.data();
}

const std::uint32_t* PieceSets::rest(std::size_t area) {
  auto& found = table(sizes_.size(), area);
  if (found.empty()) {
    found.resize(width(area));
    std::transform(sets(area), sets(area) + found.size(), found.begin(),
                   [this](Index set) { return ranks_[full() ^ set]; });
    held_ += found.size() * sizeof(Index);
  }
  return found.data();
}

std::unique_ptr<Sweep> Sweep::read(PieceSets& sets, Reader& numbers) {
  Region region;
  region.size = static_cast<std::size_t>(numbers.number(1, PieceSets::kMostCells));
  region.is_complete = numbers.flag();
  const std::size_t pieces = sets.sizes().size();
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    region.groups.push_back(static_cast<Index>(numbers.number(0, Reader::kMost)));
  }
  const std::size_t starts = numbers.count();
  for (std::size_t at = 0; at < starts; ++at) {
    region.sets.push_back(numbers.index(std::size_t{sets.full()} + 1));
    const Words ways = numbers.set(2 * kWordBits);
    region.ways.emplace_back(ways[0], ways[1]);
  }
  const auto placed = numbers.indices(pieces);
  region.placements.resize(region.size);
  for (const auto piece : placed) {
    const Word cells = numbers.set(kWordBits).front();
    const auto first = static_cast<std::size_t>(std::countr_zero(cells));
    const bool fits = static_cast<std::size_t>(std::bit_width(cells)) <= region.size;
    if (numbers.failed() || first >= region.size || !fits ||
        static_cast<Index>(std::popcount(cells)) != sets.sizes()[piece]) {
      return nullptr;
    }
    region.placements[first].push_back({cells, piece});
  }
  if (numbers.failed() || !numbers.ended() || starts == 0) return nullptr;
  const std::size_t before = sets.area(region.sets.front());
  for (std::size_t at = 0; at < starts; ++at) {
    const bool ascends = at == 0 || region.sets[at - 1] < region.sets[at];
    if (!ascends || region.ways[at] == Wide(0) || sets.area(region.sets[at]) != before)
      return nullptr;
  }
  const std::size_t covered = before + region.size;
  if (covered > sets.total() || (region.is_complete && covered != sets.total())) return nullptr;
  if (pieces <= kFewPieces)
    return std::make_unique<SweepOf<std::uint16_t>>(sets, std::move(region));
  return std::make_unique<SweepOf<Index>>(sets, std::move(region));
}

}  // namespace kaleido
