#include <new>

#include "kaleido_search.h"
#include "search.h"

// The names of the interface stand for the classes behind it.
struct kaleido_pieces {
  std::unique_ptr<kaleido::PieceSet> set;
};

struct kaleido_problem {
  std::unique_ptr<kaleido::Problem> problem;
};

struct kaleido_search {
  std::unique_ptr<kaleido::Search> search;
};

namespace {

using kaleido::Problem;
using kaleido::Search;
using kaleido::State;

/// Return what a function returns, or something else where memory runs out.
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

State empty_state(Problem& problem) {
  State state;
  state.account = problem.start_account();
  state.live = problem.possible();
  const auto& affordable = problem[state.account].affordable;
  for (std::size_t at = 0; at < state.live.size(); ++at) state.live[at] &= affordable[at];
  state.edges = problem.implied();
  state.filled.assign(problem.board().size(), 0);
  return state;
}

/// Read a board from numbers; nothing if they do not describe one.
bool read_state(Problem& problem, kaleido::Reader& numbers, State& state) {
  state.live = numbers.set(problem.placements());
  state.edges = numbers.set(problem.set().edges);
  state.filled = numbers.set(problem.set().cells);
  kaleido::Balance balance(problem.set().budget->letters() + problem.set().budget->kinds().size());
  for (auto& left : balance) left = numbers.number(0, kaleido::Reader::kMost / 2);
  state.depth = static_cast<std::size_t>(numbers.number(0, kaleido::Reader::kMost));
  if (numbers.failed() || !numbers.ended()) return false;
  state.account = problem.account(balance);
  return true;
}

kaleido_search* new_search(Problem& problem, const kaleido_plan& plan, const int32_t* start, size_t count) {
  kaleido::Plan own;
  own.run_nodes = plan.run_nodes;
  own.narrow_after = plan.narrow_after;
  own.few = plan.few;
  own.remembered = plan.remembered;
  own.refute_after = plan.refute_after;
  own.matched = plan.matched;
  own.first_noise = plan.first_noise;
  own.noise_step = plan.noise_step;
  own.most_noise = plan.most_noise;
  own.worths.assign(plan.worths, plan.worths + problem.set().pieces.size());
  kaleido::Random random;
  kaleido::seed(random, {plan.seed, plan.seed_words});
  State state;
  if (start == nullptr) {
    state = empty_state(problem);
  } else {
    kaleido::Reader numbers(start, count);
    if (!read_state(problem, numbers, state)) return nullptr;
  }
  kaleido::Words free = problem.board();
  for (std::size_t at = 0; at < free.size(); ++at) free[at] &= ~state.filled[at];
  std::vector<std::uint32_t> items(problem.items().size());
  for (std::size_t item = 0; item < items.size(); ++item) items[item] = static_cast<std::uint32_t>(item);
  // What is filled already has no options left; whether the rest has some, the caller knows.
  kaleido::find_open(problem, items, items.size(), state);
  if (start == nullptr) {
    if (state.items.size() < items.size()) state.fewest = 0;
    if (state.fewest > 0 && problem.checks_regions() && !problem.regions_fit(free, free, free, state.account)) {
      state.fewest = 0;
    }
  }
  auto search = std::make_unique<kaleido_search>();
  search->search = std::make_unique<Search>(problem, std::move(own), std::move(state), random, plan.is_watched != 0);
  return search.release();
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

size_t kaleido_problem_placements(const kaleido_problem* problem) { return problem->problem->placements(); }

size_t kaleido_problem_placement(const kaleido_problem* problem, size_t placement, int32_t* numbers, size_t room) {
  const Problem& own = *problem->problem;
  if (placement >= own.placements()) return 0;
  const auto cells = own.cells(placement);
  const std::size_t size = 3 + cells.size();
  if (size > room) return size;
  numbers[0] = static_cast<int32_t>(own.piece(placement));
  numbers[1] = static_cast<int32_t>(own.face(placement));
  numbers[2] = static_cast<int32_t>(cells.size());
  int32_t* next = numbers + 3;
  for (const auto cell : cells) *next++ = static_cast<int32_t>(cell);
  return size;
}

kaleido_search* kaleido_search_new(kaleido_problem* problem, const kaleido_plan* plan, const int32_t* start,
                                   size_t count) {
  return guarded([&] { return new_search(*problem->problem, *plan, start, count); }, nullptr);
}

void kaleido_search_delete(kaleido_search* search) { delete search; }

int32_t kaleido_search_run(kaleido_search* search, uint64_t nodes) {
  return guarded([&] { return static_cast<int32_t>(search->search->run(nodes)); },
                 static_cast<int32_t>(KALEIDO_NO_MEMORY));
}

void kaleido_search_counts(const kaleido_search* search, uint64_t counts[5]) {
  const Search& own = *search->search;
  counts[0] = own.nodes;
  counts[1] = own.backtracks;
  counts[2] = own.restarts;
  counts[3] = own.deepest;
  counts[4] = own.open();
}

size_t kaleido_search_solution(const kaleido_search* search, uint32_t* moves, uint32_t* matched, size_t room) {
  const Search& own = *search->search;
  for (std::size_t number = 0; number < std::min(room, own.open()); ++number) {
    moves[number] = own.move(number);
    matched[number] = own.matched(number);
  }
  return own.open();
}

const int32_t* kaleido_search_events(kaleido_search* search, size_t* count) {
  const auto& events = search->search->taken_events();
  *count = events.size();
  return events.data();
}
