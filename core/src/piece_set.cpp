#include "piece_set.h"

#include <algorithm>

namespace kaleido {

namespace {

constexpr std::int32_t kMostCells = 1 << 20;
constexpr std::int32_t kMostLetters = 16;
constexpr std::int32_t kMostCopies = 1 << 20;

Kind read_kind(Reader& numbers, std::size_t letters) {
  Kind kind;
  const std::int32_t copies = numbers.number(0, kMostCopies);
  kind.count = copies;
  kind.spare = numbers.number(0, copies);
  kind.size = numbers.number(1, kMostCells);
  kind.is_blank = numbers.flag();
  kind.faces.resize(2 * letters);
  for (auto& shown : kind.faces) shown = numbers.number(0, kMostCells);
  const auto middle = kind.faces.begin() + static_cast<std::ptrdiff_t>(letters);
  kind.is_turned = !std::equal(kind.faces.begin(), middle, middle);
  return kind;
}

/// Read a form that a shift moves.
Form read_sheet_form(Reader& numbers, const PieceSet& set) {
  Form form;
  form.piece = numbers.index(set.pieces.size());
  form.face = numbers.index(2);
  const auto places_down = static_cast<std::size_t>(numbers.number(1, kMostCells));
  const auto places_across = static_cast<std::size_t>(numbers.number(1, kMostCells));
  form.cells = numbers.indices(set.cells);
  form.letters = numbers.indices(set.budget->letters());
  form.level = numbers.indices(set.edges);
  form.upright = numbers.indices(set.edges);
  if (form.letters.size() != form.cells.size() || form.cells.empty()) numbers.fail();
  if (numbers.failed()) return form;
  // It must be on the grid at its last place, too.
  const std::size_t down = places_down - 1;
  const std::size_t far = down * set.cols + places_across - 1;
  for (const auto cell : form.cells) {
    if (cell + far >= set.cells || cell % set.cols + places_across > set.cols) numbers.fail();
  }
  for (const auto side : form.level) {
    if (side + far >= set.edges) numbers.fail();
  }
  for (const auto side : form.upright) {
    if (side + far + down >= set.edges) numbers.fail();
  }
  if (numbers.failed()) return form;
  form.places.assign(words_for(far + 1), 0);
  for (std::size_t top = 0; top < places_down; ++top)
    put_range(form.places.data(), top * set.cols, top * set.cols + places_across);
  return form;
}

/// Read a form whose cells are found by their offsets.
Form read_lattice_form(Reader& numbers, const PieceSet& set) {
  Form form;
  form.piece = numbers.index(set.pieces.size());
  form.face = numbers.index(2);
  form.kind = static_cast<std::uint32_t>(numbers.number(0, Reader::kMost));
  form.letters = numbers.indices(set.budget->letters());
  for (std::size_t each = 0; each < form.letters.size() * set.lattice.dimensions(); ++each) {
    form.offsets.push_back(numbers.number(-kMostCells, kMostCells));
  }
  if (form.letters.empty()) numbers.fail();
  return form;
}

}  // namespace

std::unique_ptr<PieceSet> PieceSet::read(Reader& numbers) {
  auto set = std::make_unique<PieceSet>();
  set->cols = static_cast<std::size_t>(numbers.number(1, kMostCells));
  set->cells = static_cast<std::size_t>(numbers.number(1, kMostCells));
  set->edges = static_cast<std::size_t>(numbers.number(1, 64 * kMostCells / 2));
  const auto letters = static_cast<std::size_t>(numbers.number(1, kMostLetters));
  const bool needs_any = numbers.flag();
  std::vector<Kind> kinds(numbers.count());
  for (auto& kind : kinds) kind = read_kind(numbers, letters);
  if (numbers.failed()) return nullptr;
  const std::size_t all_kinds = kinds.size();
  set->budget = std::make_unique<Budget>(letters, needs_any, std::move(kinds));
  set->pieces.resize(numbers.count());
  for (auto& piece : set->pieces) {
    piece.kind = numbers.index(all_kinds);
    piece.is_single = numbers.flag();
    piece.is_item = numbers.flag();
    piece.is_blank = numbers.flag();
    piece.slot = numbers.index(set->pieces.size());
    piece.turned = numbers.index(4);
  }
  for (std::size_t number = 0; number < set->pieces.size(); ++number) {
    const std::size_t slot = set->pieces[number].slot;
    if (slot > number || set->pieces[slot].slot != slot) return nullptr;
  }
  set->steps.resize(numbers.count());
  const auto cells = static_cast<std::int32_t>(set->cells);
  for (auto& step : set->steps) {
    step.distance = numbers.number(-cells, cells);
    step.cells = numbers.set(set->cells);
    step.ends.assign(step.cells.size(), 0);
    for_each(step.cells.data(), step.cells.size(), [&](std::size_t cell) {
      const auto other = static_cast<std::int64_t>(cell) + step.distance;
      if (other < 0 || other >= cells) return numbers.fail();
      put(step.ends.data(), static_cast<std::size_t>(other));
    });
  }
  set->is_sheet = numbers.flag();
  if (!set->is_sheet) set->lattice = Lattice::read(numbers, set->cells, set->edges);
  set->forms.resize(numbers.count());
  for (auto& form : set->forms) {
    form = set->is_sheet ? read_sheet_form(numbers, *set) : read_lattice_form(numbers, *set);
    // The forms of a piece are consecutive, and so are its placements.
    if (numbers.failed() || (&form != set->forms.data() && form.piece < (&form - 1)->piece))
      return nullptr;
  }
  return numbers.failed() ? nullptr : std::move(set);
}

Word Step::reached(const Words& from, std::size_t at) const {
  const auto far = static_cast<std::size_t>(distance > 0 ? distance : -distance);
  const Word moved = distance > 0 ? shifted_up(from.data(), far, at)
                                  : shifted_down(from.data(), from.size(), far, at);
  return moved & ends[at];
}

Words PieceSet::spread(const Words& from) const {
  Words grown = from;
  for (const Step& step : steps) {
    for (std::size_t at = 0; at < from.size(); ++at) grown[at] |= step.reached(from, at);
  }
  return grown;
}

Words PieceSet::region(Words part, const Words& within) const {
  for (bool grows = true; grows;) {
    grows = false;
    for (const Step& step : steps) {
      // From what the steps before have reached: that takes fewer rounds.
      for (std::size_t at = 0; at < part.size(); ++at) {
        const Word more = step.reached(part, at) & within[at] & ~part[at];
        part[at] |= more;
        grows |= more != 0;
      }
    }
  }
  return part;
}

}  // namespace kaleido
