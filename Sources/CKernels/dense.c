// A dense layer for serving: product, bias and activation while the numbers are in registers and L1.
//
// OpenBLAS packs both factors on every call and, for a row, adds in an order that depends on its position among
// the others. Here weights of some kilobytes stay where they are and each row is summed input by input, so equal
// candidates get equal scores, whatever stands beside them.
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "CKernels.h"
#include "dispatch.h"
#include "functions.h"
#include "lanes.h"

// Sums must become registers before the compiler looks for them in memory.
#define UNROLL _Pragma("clang loop unroll(full)")

// SiLU for serving: e^-x as 2^n times a polynomial of degree 5 in what is left (relative error 2e-7), where training takes
// one of degree 7. Beyond +-87 it is as good as x or 0.
#define C0 1.00000012f
#define C1 0.693146944f
#define C2 0.240221202f
#define C3 0.0555071346f
#define C4 0.00967554096f
#define C5 0.00132764666f
INLINE float serving_silu(float x) {
  float v = x < 87.0f ? x : 87.0f;
  v = v > -87.0f ? v : -87.0f;
  float t = v * -1.44269504088896341f + 12582912.0f;
  float f = v * -1.44269504088896341f - (t - 12582912.0f);
  float p = C5;
  p = p * f + C4;
  p = p * f + C3;
  p = p * f + C2;
  p = p * f + C1;
  p = p * f + C0;
  return x / (1.0f + float_of(bits_of(p) + (bits_of(t) << 23)));
}

INLINE void linear(float *row, size_t n) { (void)row, (void)n; }
INLINE void silu(float *row, size_t n) {
  for (size_t c = 0; c < n; c++) row[c] = serving_silu(row[c]);
}

#if defined(__x86_64__)
// The same with an approximate reciprocal of 14 bits and a step of Newton's method in place of the division, which takes
// as long as all the rest.
AVX512 INLINE void silu_avx512(float *row, size_t n) {
  const __m512 scale = _mm512_set1_ps(-1.44269504088896341f), shift = _mm512_set1_ps(12582912.0f);
  const __m512 one = _mm512_set1_ps(1.0f), limit = _mm512_set1_ps(87.0f);
  for (size_t c = 0; c < n; c += 16) {
    __m512 x = _mm512_loadu_ps(row + c);
    __m512 v = _mm512_max_ps(_mm512_min_ps(x, limit), _mm512_sub_ps(_mm512_setzero_ps(), limit));
    __m512 t = _mm512_fmadd_ps(v, scale, shift);
    __m512 f = _mm512_fmsub_ps(v, scale, _mm512_sub_ps(t, shift));
    __m512 p = _mm512_fmadd_ps(_mm512_set1_ps(C5), f, _mm512_set1_ps(C4));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(C3));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(C2));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(C1));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(C0));
    __m512i bits = _mm512_add_epi32(_mm512_castps_si512(p), _mm512_slli_epi32(_mm512_castps_si512(t), 23));
    __m512 d = _mm512_add_ps(one, _mm512_castsi512_ps(bits));
    __m512 r = _mm512_rcp14_ps(d);
    __m512 y = _mm512_mul_ps(x, r);
    _mm512_storeu_ps(row + c, _mm512_fmadd_ps(y, _mm512_fnmadd_ps(d, r, one), y));
  }
}
#endif

// Defines a function for ROWS rows and PANEL vectors of units. All sums stay in registers:
// 12 x 2 of 32 with AVX-512, 6 x 2 or 4 x 2 of 16 below. Run i of the inputs starts at column runs[2i] of x
// and has runs[2i + 1] of them.
#define BLOCK(NAME, ACTIVATE, TARGET, LANES, WIDTH, PANEL, ROWS)                                             \
  TARGET INLINE void NAME(                                                                             \
    const float *x, size_t stride, const int32_t *runs, size_t run_count, const float *weights,        \
    const float *bias, size_t units, float *out) {                                                     \
    LANES sum[ROWS][PANEL];                                                                            \
    UNROLL for (size_t r = 0; r < ROWS; r++)                                                           \
      UNROLL for (size_t p = 0; p < PANEL; p++) sum[r][p] = *(const LANES *)(bias + p * WIDTH);        \
    for (size_t i = 0; i < run_count; i++) {                                                           \
      const float *input = x + runs[2 * i];                                                            \
      size_t inputs = (size_t)runs[2 * i + 1];                                                         \
      for (size_t k = 0; k < inputs; k++) {                                                            \
        LANES weight[PANEL];                                                                           \
        UNROLL for (size_t p = 0; p < PANEL; p++)                                                      \
          weight[p] = *(const LANES *)(weights + k * units + p * WIDTH);                               \
        UNROLL for (size_t r = 0; r < ROWS; r++)                                                       \
          UNROLL for (size_t p = 0; p < PANEL; p++) sum[r][p] += input[r * stride + k] * weight[p];    \
      }                                                                                                \
      weights += inputs * units;                                                                       \
    }                                                                                                  \
    UNROLL for (size_t r = 0; r < ROWS; r++)                                                           \
      UNROLL for (size_t p = 0; p < PANEL; p++) *(LANES *)(out + r * units + p * WIDTH) = sum[r][p];   \
    for (size_t r = 0; r < ROWS; r++) ACTIVATE(out + r * units, PANEL * WIDTH);                        \
  }

// Defines a function for all rows and one panel of units: as many blocks as fit, the rest in smaller ones.
#define ALL_ROWS(NAME, ACTIVATE, TARGET, LANES, WIDTH, PANEL, ROWS)                                  \
  BLOCK(NAME##_many, ACTIVATE, TARGET, LANES, WIDTH, PANEL, ROWS)                                            \
  BLOCK(NAME##_four, ACTIVATE, TARGET, LANES, WIDTH, PANEL, 4)                                               \
  BLOCK(NAME##_one, ACTIVATE, TARGET, LANES, WIDTH, PANEL, 1)                                                \
  TARGET static void NAME(                                                                             \
    const float *x, size_t rows, size_t stride, const int32_t *runs, size_t run_count,                 \
    const float *weights, const float *bias, size_t units, float *out) {                               \
    size_t r = 0;                                                                                      \
    for (; r + ROWS <= rows; r += ROWS)                                                                \
      NAME##_many(x + r * stride, stride, runs, run_count, weights, bias, units, out + r * units);     \
    for (; r + 4 <= rows; r += 4)                                                                      \
      NAME##_four(x + r * stride, stride, runs, run_count, weights, bias, units, out + r * units);     \
    for (; r < rows; r++)                                                                              \
      NAME##_one(x + r * stride, stride, runs, run_count, weights, bias, units, out + r * units);      \
  }

#if defined(__x86_64__)
#define WIDE_LAYERS(NAME, ACTIVATE, ACTIVATE_AVX512)                                                                  \
  ALL_ROWS(NAME##32_avx512, ACTIVATE_AVX512, AVX512, lanes16, 16, 2, 12)                                    \
  ALL_ROWS(NAME##16_avx512, ACTIVATE_AVX512, AVX512, lanes16, 16, 1, 12)                                    \
  ALL_ROWS(NAME##16_avx2, ACTIVATE, AVX2, lanes8, 8, 2, 6)
#define PANELS(NAME, WIDTH, TARGET)                                                                    \
  for (; c + WIDTH <= units; c += WIDTH)                                                               \
    NAME##WIDTH##_##TARGET(x, rows, stride, runs, run_count, weights + c, bias + c, units, out + c);
#define WIDE_PANELS(NAME)                                                                              \
  if (HAS_AVX512) {                                                                                    \
    PANELS(NAME, 32, avx512)                                                                           \
    PANELS(NAME, 16, avx512)                                                                           \
    return;                                                                                            \
  }                                                                                                    \
  if (HAS_AVX2) {                                                                                      \
    PANELS(NAME, 16, avx2)                                                                             \
    return;                                                                                            \
  }
#else
#define WIDE_LAYERS(NAME, ACTIVATE, ACTIVATE_AVX512)
#define WIDE_PANELS(NAME)
#endif

// Defines a layer for all rows and units.
#define LAYER(NAME, ACTIVATE, ACTIVATE_AVX512)                                                                        \
  WIDE_LAYERS(NAME, ACTIVATE, ACTIVATE_AVX512)                                                                        \
  ALL_ROWS(NAME##8_default, ACTIVATE, , lanes4, 4, 2, 6)                                             \
  void NAME(                                                                                           \
    const float *x, size_t rows, size_t stride, const int32_t *runs, size_t run_count,                 \
    const float *weights, const float *bias, size_t units, float *out) {                               \
    size_t c = 0;                                                                                      \
    WIDE_PANELS(NAME)                                                                                  \
    for (; c < units; c += 8)                                                                          \
      NAME##8_default(x, rows, stride, runs, run_count, weights + c, bias + c, units, out + c);        \
  }

LAYER(hunch_dense_silu, silu, silu_avx512)
LAYER(hunch_dense, linear, linear)

// Adds from the two ends of the vector inwards, the same whatever the processor.
INLINE float sum_of(const lanes16 *sum) {
  lanes16 x = *sum;
  lanes8 a = __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7) +
             __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15);
  lanes4 b = __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
  float c = b[0] + b[2], d = b[1] + b[3];
  return c + d;
}

// What is left behind the last whole 16 columns: those of the last 16 that were not summed yet, the others as 0.
INLINE void find_rest(const float *vector, size_t columns, lanes16 *rest) {
  float part[16] = {0};
  for (size_t j = 16 - columns % 16; columns >= 16 && j < 16; j++) part[j] = vector[columns - 16 + j];
  memcpy(rest, part, sizeof part);
}

INLINE float row_dot(const float *row, const float *vector, const lanes16 *rest, size_t columns) {
  lanes16 sum = {0};
  size_t c = 0;
  for (; c + 16 <= columns; c += 16) sum += *(const lanes16 *)(row + c) * *(const lanes16 *)(vector + c);
  if (columns >= 16) {
    sum += *(const lanes16 *)(row + columns - 16) * *rest;
    return sum_of(&sum);
  }
  float short_sum = 0;
  for (; c < columns; c++) short_sum += row[c] * vector[c];
  return short_sum;
}

INLINE void hunch_add_row_dots_body(
  const float *x, size_t rows, size_t columns, const float *vector, float *out) {
  lanes16 rest;
  find_rest(vector, columns, &rest);
  for (size_t r = 0; r < rows; r++) out[r] += row_dot(x + r * columns, vector, &rest, columns);
}
TARGETS(
  void, hunch_add_row_dots,
  (const float *x, size_t rows, size_t columns, const float *vector, float *out),
  (x, rows, columns, vector, out))

INLINE void hunch_add_two_row_dots_body(
  const float *x, size_t rows, size_t columns, const float *vector, float *out, const float *other,
  float *other_out) {
  lanes16 rest, other_rest;
  find_rest(vector, columns, &rest);
  find_rest(other, columns, &other_rest);
  for (size_t r = 0; r < rows; r++) {
    const float *row = x + r * columns;
    out[r] += row_dot(row, vector, &rest, columns);
    other_out[r] += row_dot(row, other, &other_rest, columns);
  }
}
TARGETS(
  void, hunch_add_two_row_dots,
  (const float *x, size_t rows, size_t columns, const float *vector, float *out, const float *other,
   float *other_out),
  (x, rows, columns, vector, out, other, other_out))

INLINE void hunch_add_weighted_rows_body(
  const float *x, size_t rows, size_t stride, size_t columns, const float *one, const float *other,
  float *restrict one_sum, float *restrict other_sum) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      one_sum[c] += one[r] * x[r * stride + c];
      other_sum[c] += other[r] * x[r * stride + c];
    }
}
TARGETS(
  void, hunch_add_weighted_rows,
  (const float *x, size_t rows, size_t stride, size_t columns, const float *one, const float *other,
   float *one_sum, float *other_sum),
  (x, rows, stride, columns, one, other, one_sum, other_sum))
