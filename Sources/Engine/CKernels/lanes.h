// Vectors at any position in an array of floats.
#pragma once

#include <stdint.h>

// Functions that take or return them are inlined, so a target's calling convention for them does
// not matter.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float lanes16 __attribute__((vector_size(64), aligned(4)));
typedef uint32_t words16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef float lanes8 __attribute__((vector_size(32), aligned(4)));

// A macro, because no function may return vectors that the target has no registers for.
#define LOAD(X) (*(const lanes16 *)(X))
