// Stands in for libFuzzer where the compiler has none: gives a fuzz target bytes at random.
//
//     fuzz_NAME [-runs=N] [-seed=N] [FILE...]
//
// With files their bytes are tried instead.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr std::size_t kLongest = 2048;

void try_bytes(const std::vector<uint8_t>& bytes) {
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

bool try_file(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) {
    std::perror(path);
    return false;
  }
  std::vector<uint8_t> bytes;
  for (int byte = std::fgetc(file); byte != EOF; byte = std::fgetc(file)) {
    bytes.push_back(static_cast<uint8_t>(byte));
  }
  std::fclose(file);
  try_bytes(bytes);
  return true;
}

void try_at_random(unsigned long runs, unsigned long seed) {
  std::mt19937_64 random(seed);
  for (unsigned long run = 0; run < runs; ++run) {
    // Short ones are most likely, and every length is tried.
    std::vector<uint8_t> bytes(random() % (1 + random() % kLongest));
    for (uint8_t& byte : bytes) {
      byte = static_cast<uint8_t>(random());
    }
    try_bytes(bytes);
  }
}

}  // namespace

int main(int count, char** words) {
  unsigned long runs = 100000;
  unsigned long seed = 0;
  bool given = false;
  for (int at = 1; at < count; ++at) {
    if (std::strncmp(words[at], "-runs=", 6) == 0) {
      runs = std::strtoul(words[at] + 6, nullptr, 10);
    } else if (std::strncmp(words[at], "-seed=", 6) == 0) {
      seed = std::strtoul(words[at] + 6, nullptr, 10);
    } else if (words[at][0] != '-') {
      given = true;
      if (!try_file(words[at])) {
        return EXIT_FAILURE;
      }
    }
  }
  if (!given) {
    try_at_random(runs, seed);
  }
  return EXIT_SUCCESS;
}
