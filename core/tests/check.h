// What the tests of the core need: a condition that ends the test where it does not hold.
#pragma once

#include <cstdio>
#include <cstdlib>

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): it names the line on which it stands
#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                \
    }                                                                              \
  } while (false)
