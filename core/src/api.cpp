#include <algorithm>
#include <cstdint>
#include <new>
#include <stdexcept>

#include "enumeration.h"
#include "kaleido_search.h"
#include "search.h"
#include "sweep.h"

// The interface's names for the classes behind it.
struct kaleido_pieces {
  std::unique_ptr<kaleido::PieceSet> set;
};

struct kaleido_problem {
  std::unique_ptr<kaleido::Problem> problem;
};

struct kaleido_search {
  std::unique_ptr<kaleido::Search> search;
};

struct kaleido_enumeration {
  std::unique_ptr<kaleido::Enumeration> enumeration;
};

struct kaleido_sets {
  std::unique_ptr<kaleido::PieceSets> sets;
};

struct kaleido_sweep {
  std::unique_ptr<kaleido::Sweep> sweep;
};

namespace {

using kaleido::Enumeration;
using kaleido::Problem;
using kaleido::Reader;
using kaleido::Search;
using kaleido::Start;
using kaleido::State;

/// Return the result of a function, or a fallback if memory runs out.
///
/// WebAssembly may be built without exceptions; running out of memory then ends the program there.
template <class Function, class Otherwise>
auto guarded(Function function, [[maybe_unused]] Otherwise otherwise) -> decltype(function()) {
#if defined(__cpp_exceptions)
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return otherwise;
  } catch (const std::length_error&) {
    return otherwise;
  }
#else
  return function();
#endif
}

std::vector<std::uint32_t> all_items(const Problem& problem) {
  std::vector<std::uint32_t> items(problem.items().size());
  for (std::size_t item = 0; item < items.size(); ++item)
    items[item] = static_cast<std::uint32_t>(item);
  return items;
}

State empty_state(Problem& problem) {
  State state;
  state.account = problem.start_account();
  state.live = problem.possible();
  for (std::size_t cost = 0; cost < problem.set().budget->costs(); ++cost) {
    if (kaleido::has(problem[state.account].payable.data(), cost)) continue;
    for (const auto& [first, end] : problem.runs(cost))
      kaleido::take_range(state.live.data(), first, end);
  }
  if (problem.is_sparse()) kaleido::count_options(problem, state);
  state.edges = problem.implied();
  state.filled.assign(problem.board().size(), 0);
  const auto items = all_items(problem);
  if (!kaleido::find_open(problem, items, 0, state)) {
    state.items = items;
    return state;
  }
  const auto& free = problem.board();
  if (problem.checks_regions() && !problem.regions_fit(free, free, free, state.account))
    state.fewest = 0;
  return state;
}

/// Read a board from numbers, which may not describe one.
Start read_start(Problem& problem, Reader& numbers) {
  Start start;
  State& state = start.state;
  state.live = numbers.set(problem.placements());
  state.edges = numbers.set(problem.set().edges);
  state.filled = numbers.set(problem.set().cells);
  kaleido::Balance balance(problem.set().budget->letters() + problem.set().budget->kinds().size());
  for (auto& left : balance) left = numbers.number(0, Reader::kMost / 2);
  state.depth = static_cast<std::size_t>(numbers.number(0, Reader::kMost));
  const bool lacks_options = numbers.flag();
  start.path = numbers.indices(problem.placements());
  if (numbers.failed()) return start;
  state.account = problem.account(balance);
  if (problem.is_sparse()) kaleido::count_options(problem, state);
  // Filled items have no options left. The caller knows whether the others have some: if not, all
  // boards that follow have an item without options, too.
  const auto items = all_items(problem);
  kaleido::find_open(problem, items, items.size(), state);
  if (lacks_options) {
    state.items = items;
    state.fewest = 0;
    state.is_solved = false;
  }
  return start;
}

/// The caller's knowledge of proofs that there is no solution.
enum Proof : std::int32_t { kNoProof, kProved, kMayBeProved };

kaleido_search* new_search(Problem& problem, Reader told, Reader numbers) {
  problem.forget_accounts();
  auto strategy = kaleido::read_strategy(problem, told);
  if (!strategy || told.failed() || !told.ended()) return nullptr;
  auto refute_after = static_cast<std::uint64_t>(numbers.number(0, Reader::kMost));
  const bool is_watched = numbers.flag();
  const std::int32_t known = numbers.number(kNoProof, kMayBeProved);
  Start start = numbers.ended() ? Start{empty_state(problem), {}} : read_start(problem, numbers);
  if (numbers.failed() || !numbers.ended()) return nullptr;
  if (known == kProved) start.state.fewest = 0;
  if (known != kMayBeProved && !start.state.is_dead()) refute_after = 0;
  auto search = std::make_unique<kaleido_search>();
  search->search = std::make_unique<Search>(problem, std::move(strategy), std::move(start),
                                            refute_after, is_watched);
  return search.release();
}

kaleido_enumeration* new_enumeration(const Problem& problem, const int32_t* start, size_t count) {
  kaleido::Reader numbers(start, count);
  kaleido::Beginning beginning;
  const std::size_t pieces = problem.set().pieces.size();
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    beginning.left.push_back(static_cast<std::uint32_t>(numbers.number(0, kaleido::Reader::kMost)));
  }
  for (const auto left : beginning.left) {
    beginning.needed.push_back(
        static_cast<std::uint32_t>(numbers.number(0, static_cast<std::int32_t>(left))));
  }
  const bool is_empty = numbers.ended();
  beginning.live = is_empty ? problem.possible() : numbers.set(problem.placements());
  beginning.filled =
      is_empty ? kaleido::Words(problem.board().size(), 0) : numbers.set(problem.set().cells);
  if (numbers.failed() || !numbers.ended()) return nullptr;
  auto enumeration = Enumeration::of(problem, beginning);
  return enumeration ? new kaleido_enumeration{std::move(enumeration)} : nullptr;
}

}  // namespace

kaleido_pieces* kaleido_pieces_new(const int32_t* numbers, size_t count) {
  return guarded(
      [&]() -> kaleido_pieces* {
        kaleido::Reader reader(numbers, count);
        auto set = kaleido::PieceSet::read(reader);
        if (!set || !reader.ended()) return nullptr;
        return new kaleido_pieces{std::move(set)};
      },
      nullptr);
}

void kaleido_pieces_delete(kaleido_pieces* pieces) { delete pieces; }

kaleido_problem* kaleido_problem_new(kaleido_pieces* pieces, const int32_t* numbers, size_t count) {
  return guarded(
      [&]() -> kaleido_problem* {
        kaleido::Reader reader(numbers, count);
        auto problem = Problem::read(*pieces->set, reader);
        return problem ? new kaleido_problem{std::move(problem)} : nullptr;
      },
      nullptr);
}

void kaleido_problem_delete(kaleido_problem* problem) { delete problem; }

size_t kaleido_problem_placements(const kaleido_problem* problem) {
  return problem->problem->placements();
}

size_t kaleido_problem_placement(const kaleido_problem* problem, size_t placement, int32_t* numbers,
                                 size_t room) {
  const Problem& own = *problem->problem;
  if (placement >= own.placements()) return 0;
  const auto cells = own.cells(placement);
  const auto border = own.border(placement);
  const size_t size = 4 + cells.size() + border.size();
  if (size > room) return size;
  *numbers++ = static_cast<int32_t>(own.piece(placement));
  *numbers++ = static_cast<int32_t>(own.face(placement));
  *numbers++ = static_cast<int32_t>(cells.size());
  for (const auto cell : cells) *numbers++ = static_cast<int32_t>(cell);
  *numbers++ = static_cast<int32_t>(border.size());
  for (const auto side : border) *numbers++ = static_cast<int32_t>(side);
  return size;
}

void kaleido_problem_table(const kaleido_problem* problem, uint8_t* faces, uint64_t* cells,
                           uint64_t* sides, uint64_t* options) {
  const Problem& own = *problem->problem;
  const std::size_t cell_words = kaleido::words_for(own.set().cells);
  const std::size_t side_words = kaleido::words_for(own.set().edges);
  for (std::size_t placement = 0; placement < own.placements(); ++placement) {
    *faces++ = static_cast<uint8_t>(own.face(placement));
    for (const auto cell : own.cells(placement)) kaleido::put(cells, cell);
    for (const auto side : own.border(placement)) kaleido::put(sides, side);
    cells += cell_words;
    sides += side_words;
  }
  if (!own.is_sparse()) std::copy(own.cell_options(0), own.piece_options(0), options);
}

size_t kaleido_problem_tallies(const kaleido_problem* problem, const uint64_t* cells,
                               const uint32_t* colours, size_t number, uint32_t* tallies,
                               size_t room) {
  return guarded(
      [&]() -> size_t {
        const auto found = problem->problem->tallies(cells, colours, number);
        if (found.size() <= room) std::copy(found.begin(), found.end(), tallies);
        return found.size();
      },
      size_t{SIZE_MAX});
}

int32_t kaleido_problem_maps(const kaleido_problem* problem, const uint32_t* cells) {
  return guarded([&] { return static_cast<int32_t>(problem->problem->maps(cells)); }, 1);
}

void kaleido_problem_counts(const kaleido_problem* problem, uint32_t* counts) {
  const Problem& own = *problem->problem;
  std::fill_n(counts, own.set().pieces.size(), 0U);
  for (std::size_t placement = 0; placement < own.placements(); ++placement)
    ++counts[own.piece(placement)];
}

kaleido_search* kaleido_search_new(kaleido_problem* problem, const int32_t* strategy,
                                   size_t numbers, const double* reals, size_t real_numbers,
                                   const int32_t* start, size_t count) {
  return guarded(
      [&] {
        return new_search(*problem->problem, Reader(strategy, numbers, reals, real_numbers),
                          Reader(start, count));
      },
      nullptr);
}

void kaleido_search_delete(kaleido_search* search) { delete search; }

int32_t kaleido_search_lay(kaleido_search* search, size_t placement) {
  return guarded([&] { return static_cast<int32_t>(search->search->lay(placement)); },
                 static_cast<int32_t>(KALEIDO_NO_MEMORY));
}

int32_t kaleido_search_run(kaleido_search* search, uint64_t nodes) {
  return guarded([&] { return static_cast<int32_t>(search->search->run(nodes)); },
                 static_cast<int32_t>(KALEIDO_NO_MEMORY));
}

void kaleido_search_counts(const kaleido_search* search, uint64_t counts[KALEIDO_SEARCH_COUNTS]) {
  const Search& own = *search->search;
  counts[KALEIDO_SEARCH_NODES] = own.nodes;
  counts[KALEIDO_SEARCH_BACKTRACKS] = own.backtracks;
  counts[KALEIDO_SEARCH_RESTARTS] = own.restarts;
  counts[KALEIDO_SEARCH_DEEPEST] = own.deepest;
  counts[KALEIDO_SEARCH_OPEN] = own.open();
  counts[KALEIDO_SEARCH_END] = static_cast<uint64_t>(own.end_code());
  counts[KALEIDO_SEARCH_FORCED] = own.forced;
  counts[KALEIDO_SEARCH_FORKS] = own.forks;
  counts[KALEIDO_SEARCH_CHOICES] = own.choices;
  counts[KALEIDO_SEARCH_LOOKED_MOVES] = own.looks().moves;
  counts[KALEIDO_SEARCH_LOOKED_NODES] = own.looks().nodes;
  counts[KALEIDO_SEARCH_IS_REFUTED] = own.is_refuted();
}

size_t kaleido_search_solution(const kaleido_search* search, int32_t* numbers, size_t room) {
  const Search& own = *search->search;
  if (!own.is_at_solution()) return 0;
  const Problem& problem = own.problem();
  return guarded(
      [&]() -> size_t {
        const auto moves = own.moves();
        const auto& notes = own.notes();
        const std::size_t count = moves.size();
        const std::size_t words = 2 * kaleido::words_for(problem.set().cells);
        const std::size_t size = 1 + (4 + words) * count + notes.size();
        if (size > room) return size;
        *numbers++ = static_cast<int32_t>(count);
        auto edges = own.start_edges();
        int32_t* cells = numbers + 4 * count;
        for (const auto move : moves) {
          numbers[0] = static_cast<int32_t>(move);
          numbers[count] = static_cast<int32_t>(kaleido::matched_sides(problem, edges, move));
          numbers[2 * count] = static_cast<int32_t>(problem.piece(move));
          numbers[3 * count] = static_cast<int32_t>(problem.face(move));
          ++numbers;
          std::fill_n(cells, words, 0);
          for (const auto cell : problem.cells(move))
            cells[cell / 32] |= static_cast<int32_t>(1U << cell % 32);
          cells += words;
          for (const auto side : problem.border(move)) kaleido::put(edges.data(), side);
        }
        std::copy(notes.begin(), notes.end(), cells);
        return size;
      },
      size_t{SIZE_MAX});
}

const int32_t* kaleido_search_events(kaleido_search* search, size_t* count) {
  const auto& events = search->search->taken_events();
  *count = events.size();
  return events.data();
}

kaleido_enumeration* kaleido_enumeration_new(kaleido_problem* problem, const int32_t* start,
                                             size_t count) {
  return guarded([&] { return new_enumeration(*problem->problem, start, count); }, nullptr);
}

void kaleido_enumeration_delete(kaleido_enumeration* enumeration) { delete enumeration; }

double kaleido_enumeration_estimate(kaleido_enumeration* enumeration, uint64_t lines,
                                    uint64_t seed) {
  return guarded([&] { return enumeration->enumeration->estimate(lines, seed); }, -1.0);
}

int32_t kaleido_enumeration_run(kaleido_enumeration* enumeration, uint64_t steps, uint64_t most) {
  return guarded([&] { return static_cast<int32_t>(enumeration->enumeration->run(steps, most)); },
                 static_cast<int32_t>(KALEIDO_NO_MEMORY));
}

double kaleido_enumeration_counts(const kaleido_enumeration* enumeration,
                                  uint64_t counts[KALEIDO_ENUMERATION_COUNTS]) {
  const Enumeration& own = *enumeration->enumeration;
  counts[KALEIDO_ENUMERATION_STEPS] = own.steps;
  counts[KALEIDO_ENUMERATION_NODES] = own.nodes;
  counts[KALEIDO_ENUMERATION_SOLUTIONS] = own.solutions;
  return own.share();
}

kaleido_sets* kaleido_sets_new(const int32_t* numbers, size_t count) {
  return guarded(
      [&]() -> kaleido_sets* {
        kaleido::Reader reader(numbers, count);
        auto sets = kaleido::PieceSets::read(reader);
        return sets && reader.ended() ? new kaleido_sets{std::move(sets)} : nullptr;
      },
      nullptr);
}

void kaleido_sets_delete(kaleido_sets* sets) { delete sets; }

kaleido_sweep* kaleido_sweep_new(kaleido_sets* sets, const int32_t* numbers, size_t count) {
  return guarded(
      [&]() -> kaleido_sweep* {
        kaleido::Reader reader(numbers, count);
        auto sweep = kaleido::Sweep::read(*sets->sets, reader);
        return sweep ? new kaleido_sweep{std::move(sweep)} : nullptr;
      },
      nullptr);
}

void kaleido_sweep_delete(kaleido_sweep* sweep) { delete sweep; }

int32_t kaleido_sweep_run(kaleido_sweep* sweep, uint64_t steps) {
  return guarded([&] { return static_cast<int32_t>(sweep->sweep->run(steps)); },
                 static_cast<int32_t>(KALEIDO_NO_MEMORY));
}

double kaleido_sweep_counts(const kaleido_sweep* sweep, uint64_t counts[KALEIDO_SWEEP_COUNTS]) {
  const kaleido::Sweep& own = *sweep->sweep;
  counts[KALEIDO_SWEEP_STEPS] = own.steps;
  counts[KALEIDO_SWEEP_STATES] = own.states;
  counts[KALEIDO_SWEEP_PEAK_STATES] = own.peak_states;
  counts[KALEIDO_SWEEP_BYTES] = own.held();
  return own.share();
}

size_t kaleido_sweep_found(const kaleido_sweep* sweep, uint64_t* words, size_t room) {
  const auto& found = sweep->sweep->found;
  if (found.empty()) return 0;
  const size_t size = found.size() * (1 + found.front().ways.size());
  if (size > room) return size;
  for (const auto& [set, ways] : found) {
    *words++ = set;
    words = std::copy(ways.begin(), ways.end(), words);
  }
  return size;
}
