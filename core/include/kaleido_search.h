/* The search, as plain C: pieces on a grid, boards of that grid, and searches on a board.
 *
 * Numbers are passed in one array, in the order that kaleido/search/compiled.py writes them and
 * piece_set.cpp and problem.cpp read them. A set outlives its problems, and a problem its searches.
 * Searches on different problems may run at the same time, those on one problem not. If memory runs
 * out, a constructor returns null, a search KALEIDO_NO_MEMORY, and a number of numbers is SIZE_MAX.
 */
#ifndef KALEIDO_SEARCH_H
#define KALEIDO_SEARCH_H

#include "kaleido_core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kaleido_pieces kaleido_pieces;
typedef struct kaleido_problem kaleido_problem;
typedef struct kaleido_search kaleido_search;
typedef struct kaleido_enumeration kaleido_enumeration;
typedef struct kaleido_sets kaleido_sets;
typedef struct kaleido_sweep kaleido_sweep;

/* Null if the numbers do not describe a set of pieces on a grid. */
KALEIDO_API kaleido_pieces* kaleido_pieces_new(const int32_t* numbers, size_t count);
KALEIDO_API void kaleido_pieces_delete(kaleido_pieces* pieces);

/* Null if the numbers do not describe a board for the pieces. */
KALEIDO_API kaleido_problem* kaleido_problem_new(kaleido_pieces* pieces, const int32_t* numbers,
                                                 size_t count);
KALEIDO_API void kaleido_problem_delete(kaleido_problem* problem);
KALEIDO_API size_t kaleido_problem_placements(const kaleido_problem* problem);

/* A placement as `kaleido_search_solution` writes it: its piece, its face, the number of its cells,
 * and the cells; then the number of its sides, and the sides. Returns the number of all these
 * numbers; they are written if there is room for them. */
KALEIDO_API size_t kaleido_problem_placement(const kaleido_problem* problem, size_t placement,
                                             int32_t* numbers, size_t room);

/* The number of placements of each piece. */
KALEIDO_API void kaleido_problem_counts(const kaleido_problem* problem, uint32_t* counts);

/* The face, the cells and the sides around each placement, and the placements that cover each cell.
 * The sets are zero before; a table of many placements has no sets for cells. */
KALEIDO_API void kaleido_problem_table(const kaleido_problem* problem, uint8_t* faces,
                                       uint64_t* cells, uint64_t* sides, uint64_t* options);

/* The tallies that the placements of each piece on some cells cover, each once: the number of the
 * piece, then how many cells of each colour. `colours` has the colour of each cell, which is below
 * `number`. Returns the number of all these numbers; they are written if there is room for them. */
KALEIDO_API size_t kaleido_problem_tallies(const kaleido_problem* problem, const uint64_t* cells,
                                           const uint32_t* colours, size_t number,
                                           uint32_t* tallies, size_t room);

/* 0 if a permutation of the cells maps the placements of some piece to those of no piece. */
KALEIDO_API int32_t kaleido_problem_maps(const kaleido_problem* problem, const uint32_t* cells);

/* Begins a search with a strategy: its number and its parameters, as the `plan` of its Python class
 * writes them and its C++ class reads them. `start` holds the number of nodes after which the
 * search asks for a proof (0 for never), whether events are recorded, and whether it is already
 * proved that there is no solution (1), or worth asking for (2); the search asks, too, if the board
 * is dead. Unless the board is empty, the rest of `start` holds the placements that can still be
 * made, the edges, the filled cells (each a set in 32 bits a number), the cells left of each letter
 * and the pieces left of each kind, the number of pieces placed, whether an open cell or piece has
 * no placement left, the number of placements made, and these placements. */
KALEIDO_API kaleido_search* kaleido_search_new(kaleido_problem* problem, const int32_t* strategy,
                                               size_t numbers, const double* reals,
                                               size_t real_numbers, const int32_t* start,
                                               size_t count);
KALEIDO_API void kaleido_search_delete(kaleido_search* search);

/* Makes a placement on the starting board of a search, before it runs; 0 if it cannot be made
 * there. */
KALEIDO_API int32_t kaleido_search_lay(kaleido_search* search, size_t placement);

/* Continues a search until `nodes` nodes are made in all, or something else ends it. */
KALEIDO_API int32_t kaleido_search_run(kaleido_search* search, uint64_t nodes);

/* The counts so far, at the places that kaleido_codes.h names. */
KALEIDO_API void kaleido_search_counts(const kaleido_search* search,
                                       uint64_t counts[KALEIDO_SEARCH_COUNTS]);

/* The moves on the full board, first to last: how many there are; the placement of each; the number
 * of its sides that were edges before it; the piece of each; the face; its cells, a set in 32 bits
 * a number; and for each the number of the strategy's notes on it, then the notes. Returns the
 * number of all these numbers; they are written if there is room for them. */
KALEIDO_API size_t kaleido_search_solution(const kaleido_search* search, int32_t* numbers,
                                           size_t room);

/* The events since the last call, as KALEIDO_EVENT_ names them; valid until the search goes on. */
KALEIDO_API const int32_t* kaleido_search_events(kaleido_search* search, size_t* count);

/* Begins a count of all solutions that contain a board. `start` holds the number of copies left of
 * each piece, the number of those that must be used and, unless the board is empty, the placements
 * that can still be made and the filled cells. Null also if more than 256 cells or 64 different
 * pieces are left. */
KALEIDO_API kaleido_enumeration* kaleido_enumeration_new(kaleido_problem* problem,
                                                         const int32_t* start, size_t count);
KALEIDO_API void kaleido_enumeration_delete(kaleido_enumeration* enumeration);

/* Estimates the steps of the whole count from `lines` random lines, and chooses the way to
 * continue; optional before and between stretches. Less than 0 if memory runs out. */
KALEIDO_API double kaleido_enumeration_estimate(kaleido_enumeration* enumeration, uint64_t lines,
                                                uint64_t seed);

/* Continues a count until `steps` steps are made in all (KALEIDO_PAUSED), more than `most`
 * solutions are found (KALEIDO_SOLVED), or all of them are (KALEIDO_EXHAUSTED). */
KALEIDO_API int32_t kaleido_enumeration_run(kaleido_enumeration* enumeration, uint64_t steps,
                                            uint64_t most);

/* The counts so far; returns the share that is done, from 0 to 1. */
KALEIDO_API double kaleido_enumeration_counts(const kaleido_enumeration* enumeration,
                                              uint64_t counts[KALEIDO_ENUMERATION_COUNTS]);

/* The sets of some pieces, by their sizes: null if these are not 1 to 64 cells, or are more
 * than 24. They outlive sweeps with them, of which one may run at a time. */
KALEIDO_API kaleido_sets* kaleido_sets_new(const int32_t* numbers, size_t count);
KALEIDO_API void kaleido_sets_delete(kaleido_sets* sets);

/* Begins a count of the ways to fill a region; null if the numbers, as sweep.h lists them, do not
 * describe one. */
KALEIDO_API kaleido_sweep* kaleido_sweep_new(kaleido_sets* sets, const int32_t* numbers,
                                             size_t count);
KALEIDO_API void kaleido_sweep_delete(kaleido_sweep* sweep);

/* Continues a count until `steps` steps are made in all (KALEIDO_PAUSED), all ways are found
 * (KALEIDO_EXHAUSTED), or there are too many (KALEIDO_BEYOND). */
KALEIDO_API int32_t kaleido_sweep_run(kaleido_sweep* sweep, uint64_t steps);

/* The counts so far; returns the share that is done, from 0 to 1. */
KALEIDO_API double kaleido_sweep_counts(const kaleido_sweep* sweep,
                                        uint64_t counts[KALEIDO_SWEEP_COUNTS]);

/* The ways found, for each set of pieces used: the set, then five words of their number. Returns
 * the number of all these words; they are written if there is room for them. */
KALEIDO_API size_t kaleido_sweep_found(const kaleido_sweep* sweep, uint64_t* words, size_t room);

#ifdef __cplusplus
}
#endif

#endif
