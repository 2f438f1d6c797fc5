/* The interface of Kaleido's core: plain C, which Python calls through ctypes.
 *
 * No function throws, prints, reads files, starts threads or keeps anything between calls: all
 * state is in memory that the caller holds. Pointers are never null unless documented here.
 */
#ifndef KALEIDO_CORE_H
#define KALEIDO_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "kaleido_codes.h"

#if defined(_WIN32) && defined(KALEIDO_CORE_BUILD)
#define KALEIDO_API __declspec(dllexport)
#elif defined(_WIN32)
#define KALEIDO_API __declspec(dllimport)
#else
#define KALEIDO_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* KALEIDO_CORE_INTERFACE, as the library was built with it: a change of the interface must raise it
 * in kaleido/search/core/codes.py, so that Python loads no library that was built from older
 * sources. */
KALEIDO_API int32_t kaleido_core_interface(void);

/* The version of Kaleido from which the library was built, such as "1.0.0". */
KALEIDO_API const char* kaleido_core_version(void);

/* Python's random generator (MT19937): the same numbers as random.Random of CPython 3.11 to 3.14.
 */
typedef struct kaleido_random {
  uint32_t words[624];
  uint32_t next; /* of the words: the next to hand out; 624 where all are spent */
} kaleido_random;

/* Seeds as random.Random(seed) does for an int: from its absolute value in 32-bit words, the lowest
 * first. Of leading zero words none are given, so that 0 has no words at all. */
KALEIDO_API void kaleido_random_seed(kaleido_random* random, const uint32_t* words, size_t count);

/* random.random(): at least 0 and less than 1, in steps of 2**-53. */
KALEIDO_API double kaleido_random_real(kaleido_random* random);

/* random.getrandbits(bits) for up to 64 bits. */
KALEIDO_API uint64_t kaleido_random_bits(kaleido_random* random, uint32_t bits);

/* random.randrange(bound); 0 for a bound of 0. */
KALEIDO_API uint64_t kaleido_random_below(kaleido_random* random, uint64_t bound);

/* random.shuffle(indices), in place; indices may be null where count is 0. */
KALEIDO_API void kaleido_random_shuffle(kaleido_random* random, uint32_t* indices, size_t count);

#ifdef __cplusplus
}
#endif

#endif
