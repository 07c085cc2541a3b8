// A dense layer for serving: product, bias and activation while the numbers are in registers and L1.
//
// OpenBLAS packs both factors on every call and, for a row, adds in an order that depends on its position among
// the others. Here weights of some kilobytes stay where they are and each row is summed input by input, so equal
// candidates get equal scores, whatever stands beside them.
#include "CKernels.h"
#include "dispatch.h"
#include "functions.h"

typedef float lanes16 __attribute__((vector_size(64), aligned(4)));
typedef float lanes8 __attribute__((vector_size(32), aligned(4)));
typedef float lanes4 __attribute__((vector_size(16), aligned(4)));

// Sums must become registers before the compiler looks for them in memory.
#define UNROLL _Pragma("clang loop unroll(full)")

// Defines a function for ROWS rows and PANEL vectors of units. All sums stay in registers:
// 12 x 2 of 32 with AVX-512, 6 x 2 or 4 x 2 of 16 below.
#define BLOCK(NAME, LANES, WIDTH, PANEL, ROWS)                                                         \
  INLINE void NAME(                                                                                    \
    const float *x, size_t inputs, const float *weights, const float *bias, size_t units, float *out) {\
    LANES sum[ROWS][PANEL];                                                                            \
    UNROLL for (size_t r = 0; r < ROWS; r++)                                                           \
      UNROLL for (size_t p = 0; p < PANEL; p++) sum[r][p] = *(const LANES *)(bias + p * WIDTH);        \
    for (size_t k = 0; k < inputs; k++) {                                                              \
      LANES weight[PANEL];                                                                             \
      UNROLL for (size_t p = 0; p < PANEL; p++)                                                        \
        weight[p] = *(const LANES *)(weights + k * units + p * WIDTH);                                 \
      UNROLL for (size_t r = 0; r < ROWS; r++)                                                         \
        UNROLL for (size_t p = 0; p < PANEL; p++) sum[r][p] += x[r * inputs + k] * weight[p];          \
    }                                                                                                  \
    UNROLL for (size_t r = 0; r < ROWS; r++)                                                           \
      UNROLL for (size_t p = 0; p < PANEL; p++) *(LANES *)(out + r * units + p * WIDTH) = sum[r][p];   \
    for (size_t r = 0; r < ROWS; r++) {                                                                \
      float *row = out + r * units;                                                                    \
      for (size_t c = 0; c < PANEL * WIDTH; c++) row[c] *= sigmoid(row[c]);                            \
    }                                                                                                  \
  }

// Defines a function for all rows and one panel of units: as many blocks as fit, the rest in smaller ones.
#define ALL_ROWS(NAME, TARGET, LANES, WIDTH, PANEL, ROWS)                                              \
  BLOCK(NAME##_many, LANES, WIDTH, PANEL, ROWS)                                                        \
  BLOCK(NAME##_four, LANES, WIDTH, PANEL, 4)                                                           \
  BLOCK(NAME##_one, LANES, WIDTH, PANEL, 1)                                                            \
  TARGET static void NAME(                                                                             \
    const float *x, size_t rows, size_t inputs, const float *weights, const float *bias, size_t units, \
    float *out) {                                                                                      \
    size_t r = 0;                                                                                      \
    for (; r + ROWS <= rows; r += ROWS)                                                                \
      NAME##_many(x + r * inputs, inputs, weights, bias, units, out + r * units);                      \
    for (; r + 4 <= rows; r += 4)                                                                      \
      NAME##_four(x + r * inputs, inputs, weights, bias, units, out + r * units);                      \
    for (; r < rows; r++)                                                                              \
      NAME##_one(x + r * inputs, inputs, weights, bias, units, out + r * units);                       \
  }

#if defined(__x86_64__)
ALL_ROWS(dense32_avx512, AVX512, lanes16, 16, 2, 12)
ALL_ROWS(dense16_avx512, AVX512, lanes16, 16, 1, 12)
ALL_ROWS(dense16_avx2, AVX2, lanes8, 8, 2, 6)
#endif
ALL_ROWS(dense8_default, , lanes4, 4, 2, 6)

void hunch_dense_silu(
  const float *x, size_t rows, size_t inputs, const float *weights, const float *bias, size_t units,
  float *out) {
  size_t c = 0;
#if defined(__x86_64__)
  if (HAS_AVX512) {
    for (; c + 32 <= units; c += 32) dense32_avx512(x, rows, inputs, weights + c, bias + c, units, out + c);
    for (; c < units; c += 16) dense16_avx512(x, rows, inputs, weights + c, bias + c, units, out + c);
    return;
  }
  if (HAS_AVX2) {
    for (; c < units; c += 16) dense16_avx2(x, rows, inputs, weights + c, bias + c, units, out + c);
    return;
  }
#endif
  for (; c < units; c += 8) dense8_default(x, rows, inputs, weights + c, bias + c, units, out + c);
}

INLINE void hunch_add_row_dots_body(
  const float *x, size_t rows, size_t columns, const float *vector, float *out) {
  for (size_t r = 0; r < rows; r++) {
    const float *row = x + r * columns;
    lanes16 sum = {0};
    size_t c = 0;
    for (; c + 16 <= columns; c += 16) sum += *(const lanes16 *)(row + c) * *(const lanes16 *)(vector + c);
    float part[16];
    memcpy(part, &sum, sizeof part);
    for (size_t j = 0; c + j < columns; j++) part[j] += row[c + j] * vector[c + j];
    for (size_t width = 8; width > 0; width /= 2)
      for (size_t j = 0; j < width; j++) part[j] += part[j + width];
    out[r] += part[0];
  }
}
TARGETS(
  void, hunch_add_row_dots,
  (const float *x, size_t rows, size_t columns, const float *vector, float *out),
  (x, rows, columns, vector, out))
