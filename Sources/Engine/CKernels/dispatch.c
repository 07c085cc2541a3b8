#include "dispatch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "CKernels.h"

static int find_level(void) {
#if defined(__x86_64__)
  const char *limit = getenv("HUNCH_SIMD");
  int most = 2;
  if (limit && strcmp(limit, "avx2") == 0) most = 1;
  if (limit && strcmp(limit, "default") == 0) most = 0;
  if (most >= 2 && __builtin_cpu_supports("avx512f")) return 2;
  if (most >= 1 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return 1;
#endif
  return 0;
}

int hunch_simd_level(void) {
  // Threads that arrive first at the same time find the same level.
  static _Atomic int known = -1;
  int level = atomic_load_explicit(&known, memory_order_relaxed);
  if (level < 0) {
    level = find_level();
    atomic_store_explicit(&known, level, memory_order_relaxed);
  }
  return level;
}

const char *hunch_instruction_set(void) {
  static const char *const names[] = {"default", "avx2", "avx512"};
  return names[hunch_simd_level()];
}
