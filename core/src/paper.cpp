#include "paper.h"

#include <algorithm>

namespace kaleido {

namespace {

/// The moves of a board that are tried before others: the paper's stored siblings.
constexpr std::size_t kWidth = 3;

}  // namespace

Paper::Paper(Problem& problem, Reader& numbers) : problem_(problem), program_(problem, numbers) {}

std::unique_ptr<Strategy> Paper::read(Problem& problem, Reader& numbers) {
  const PieceSet& set = problem.set();
  if (!set.is_sheet || set.cols == 0 || set.cells % set.cols != 0) return nullptr;
  const Random random = read_random(numbers);
  std::unique_ptr<Paper> paper(new Paper(problem, numbers));
  paper->program_.shuffle(random);
  return paper;
}

std::size_t Paper::width() const { return kWidth; }

std::uint64_t Paper::next_run() {
  concludes_ = program_.rules().propagation || runs_ > 0;
  ++runs_;
  return kNoLimit;
}

/// Return the program's board, played from the last that this line and the one before share.
Paper::Played& Paper::played(const std::vector<std::uint32_t>& path) {
  std::size_t depth = 0;
  while (depth + 1 < length_ && depth < path.size() && line_[depth + 1].placement == path[depth]) {
    ++depth;
  }
  if (line_.size() <= path.size()) line_.resize(path.size() + 1);
  if (length_ == 0) program_.set_start(line_.front().board);
  for (; depth < path.size(); ++depth) {
    const Played& before = line_[depth];
    Played& next = line_[depth + 1];
    program_.play(before.board, path[depth], before.has_moves ? &before.moves : nullptr,
                  next.board);
    next.placement = path[depth];
    next.has_moves = false;
  }
  length_ = path.size() + 1;
  return line_[path.size()];
}

void Paper::list_scarcest(const State& state, const PaperBoard& board, PaperMoves::Kind kind,
                          PaperMoves& moves) {
  scarcest_.clear();
  if (state.fewest > 0) {
    const Word* options = problem_.items()[state.scarcest].options;
    for (std::size_t at = 0; at < state.live.size(); ++at) {
      for (Word left = options[at] & state.live[at]; left != 0; left &= left - 1) {
        scarcest_.push_back(static_cast<std::uint32_t>(
            at * kWordBits + static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
  }
  program_.list_moves(board, scarcest_, kind, moves);
}

PaperProgram::Found Paper::look(const State& state, Played& last) {
  const PaperRules& rules = program_.rules();
  const bool is_forced = rules.forced && state.fewest == 1;
  if (is_forced || (rules.fallback && state.fewest > 0 && state.fewest <= kWidth)) {
    const auto kind = is_forced ? PaperMoves::kForced : PaperMoves::kScarcest;
    list_scarcest(state, last.board, kind, last.moves);
    return PaperProgram::Found::kMoves;
  }
  options_ = last.board.fits;
  const Words& affordable = problem_[state.account].affordable;
  for (std::size_t at = 0; at < options_.size(); ++at) {
    if (rules.budget) options_[at] &= affordable[at];
    if (concludes_) options_[at] &= state.live[at];
  }
  return program_.find_moves(last.board, options_, last.moves);
}

/// List where the paper's program ends at its first fork.
void Paper::list_ends(const Played& last, Fork& fork) {
  const bool stops = program_.rules().as_published;
  if (last.has_moves && last.moves.kind == PaperMoves::kLongest) {
    const std::size_t home = program_.first_false_home(last.board, last.board.fits);
    if (home != SIZE_MAX) fork.ends.push_back({home, kCrashedAtHome, stops});
  }
  fork.ends.push_back({last.has_moves ? last.moves.kept : 0, kFailed, stops});
}

void Paper::find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) {
  Played& last = played(path);
  const PaperRules& rules = program_.rules();
  if (rules.propagation && !program_.adds_up(last.board)) return;
  const auto found = look(state, last);
  last.has_moves = found == PaperProgram::Found::kMoves;
  if (found == PaperProgram::Found::kCrash) {
    fork.ends.push_back({0, kCrashedAtProgression, rules.as_published});
  }
  if (is_first_) list_ends(last, fork);
  is_first_ = false;
  if (last.has_moves) return write(last.moves, fork);
  list_scarcest(state, last.board, PaperMoves::kScarcest, otherwise_);
  if (!rules.fallback) otherwise_.kept = 0;
  write(otherwise_, fork);
}

/// Make a fork of moves; where conclusions are drawn, each placement comes once.
void Paper::write(const PaperMoves& moves, Fork& fork) {
  fork.is_complete = moves.settles;
  fork.propagates = concludes_;
  fork.notes = {moves.kind, moves.has_changed};
  fork.notes.insert(fork.notes.end(), moves.sizes.begin(), moves.sizes.end());
  for (const auto& move : moves.moves) {
    const bool is_there = concludes_ && std::find(fork.moves.begin(), fork.moves.end(),
                                                  move.placement) != fork.moves.end();
    if (is_there) continue;
    fork.moves.push_back(move.placement);
    const Window& window = move.window;
    for (const std::size_t number :
         {std::size_t{move.worth}, std::size_t{move.matched}, std::size_t{move.edges},
          std::size_t{move.splits}, std::size_t{window.shape.height},
          std::size_t{window.shape.width}, std::size_t{window.top}, std::size_t{window.left},
          window.cells, window.edges}) {
      fork.move_notes.push_back(static_cast<std::int32_t>(number));
    }
  }
  fork.kept = std::min(moves.kept, fork.moves.size());
}

}  // namespace kaleido
