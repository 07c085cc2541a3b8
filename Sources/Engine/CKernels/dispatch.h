// Compiles a loop that is written once for several instruction sets.
#pragma once

// Explicit dispatch, not `target_clones`: that needs ifunc, which musl and the sanitizers lack.
#define INLINE static inline __attribute__((always_inline))

// 2: AVX-512, 1: AVX2 with FMA, 0: the target's default. The environment variable HUNCH_SIMD (avx2,
// default) lowers it, to test the other loops or to get another machine's bytes.
int hunch_simd_level(void);

#if defined(__x86_64__)
#define AVX512 __attribute__((target("avx512f,avx2,fma")))
#define AVX2 __attribute__((target("avx2,fma")))
#define HAS_AVX512 (hunch_simd_level() >= 2)
#define HAS_AVX2 (hunch_simd_level() >= 1)

#define TARGETS(TYPE, NAME, PARAMETERS, ARGUMENTS)                                    \
  AVX512 static TYPE NAME##_avx512 PARAMETERS { return NAME##_body ARGUMENTS; }       \
  AVX2 static TYPE NAME##_avx2 PARAMETERS { return NAME##_body ARGUMENTS; }           \
  TYPE NAME PARAMETERS {                                                              \
    if (HAS_AVX512) return NAME##_avx512 ARGUMENTS;                                   \
    if (HAS_AVX2) return NAME##_avx2 ARGUMENTS;                                       \
    return NAME##_body ARGUMENTS;                                                     \
  }
#else
#define TARGETS(TYPE, NAME, PARAMETERS, ARGUMENTS) \
  TYPE NAME PARAMETERS { return NAME##_body ARGUMENTS; }
#endif
