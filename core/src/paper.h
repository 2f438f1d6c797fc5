// The strategies of the paper: `paper`, `paper-text` and `paper-plus`, which differ in their rules.
#pragma once

#include "paper_program.h"
#include "strategy.h"

namespace kaleido {

/// See Paper and PaperPlus in Python.
class Paper : public Strategy {
 public:
  static std::unique_ptr<Strategy> read(Problem& problem, Reader& numbers);

  std::uint64_t next_run() override;
  void find_moves(const State& state, const std::vector<std::uint32_t>& path, Fork& fork) override;
  std::size_t width() const override;
  bool plays_on() const override { return !concludes_; }

 private:
  /// Where the method ends; Python knows the ends by these numbers.
  enum Ends : std::int32_t { kFailed, kCrashedAtHome, kCrashedAtProgression };

  /// A board on the line that the program has played, and its moves.
  struct Played {
    std::uint32_t placement = 0;
    PaperBoard board;
    PaperMoves moves;
    bool has_moves = false;
  };

  Paper(Problem& problem, Reader& numbers);
  Played& played(const std::vector<std::uint32_t>& path);
  PaperProgram::Found look(const State& state, Played& last);
  void list_scarcest(const State& state, const PaperBoard& board, PaperMoves::Kind kind,
                     PaperMoves& moves);
  void list_ends(const Played& last, Fork& fork);
  void write(const PaperMoves& moves, Fork& fork);

  Problem& problem_;
  PaperProgram program_;
  bool concludes_ = false;
  bool is_first_ = true;
  std::size_t runs_ = 0;
  std::vector<Played> line_;  // those in use, and others kept for their room
  std::size_t length_ = 0;
  Words options_;
  std::vector<std::uint32_t> scarcest_;
  PaperMoves otherwise_;
};

}  // namespace kaleido
