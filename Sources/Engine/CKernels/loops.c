#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "CKernels.h"
#include "dispatch.h"
#include "functions.h"

INLINE float hunch_exp_shifted_body(float *x, size_t n, float shift) {
  float part[16] = {0};
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (size_t j = 0; j < 16; j++) {
      float y = exp_full(x[i + j] - shift);
      x[i + j] = y;
      part[j] += y;
    }
  for (size_t j = 0; i + j < n; j++) {
    float y = exp_full(x[i + j] - shift);
    x[i + j] = y;
    part[j] += y;
  }
  for (size_t width = 8; width > 0; width /= 2)
    for (size_t j = 0; j < width; j++) part[j] += part[j + width];
  return part[0];
}
TARGETS(float, hunch_exp_shifted, (float *x, size_t n, float shift), (x, n, shift))

INLINE void hunch_log_body(float *x, size_t n) {
  for (size_t i = 0; i < n; i++) x[i] = log_full(x[i]);
}
TARGETS(void, hunch_log, (float *x, size_t n), (x, n))

INLINE float hunch_maximum_body(const float *x, size_t n) {
  float best[16];
  for (size_t j = 0; j < 16; j++) best[j] = -INFINITY;
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (size_t j = 0; j < 16; j++) best[j] = x[i + j] > best[j] ? x[i + j] : best[j];
  for (; i < n; i++) best[0] = x[i] > best[0] ? x[i] : best[0];
  float top = best[0];
  for (size_t j = 1; j < 16; j++) top = best[j] > top ? best[j] : top;
  return top;
}
TARGETS(float, hunch_maximum, (const float *x, size_t n), (x, n))

// Magnitudes compare like the bits below the sign; NaN and infinity are the largest.
INLINE int hunch_all_within_body(const float *x, size_t n, float limit) {
  int32_t top = 0;
  for (size_t i = 0; i < n; i++) {
    int32_t magnitude = (int32_t)(bits_of(x[i]) & 0x7fffffffu);
    top = magnitude > top ? magnitude : top;
  }
  return top <= (int32_t)bits_of(limit);
}
TARGETS(int, hunch_all_within, (const float *x, size_t n, float limit), (x, n, limit))

INLINE size_t hunch_next_above_body(const float *x, size_t start, size_t n, float threshold) {
  size_t i = start;
  for (; i + 32 <= n; i += 32) {
    uint32_t any = 0;
    for (size_t j = 0; j < 32; j++) any |= (uint32_t)(x[i + j] > threshold);
    if (any) break;
  }
  for (; i < n; i++)
    if (x[i] > threshold) return i;
  return n;
}
TARGETS(
  size_t, hunch_next_above, (const float *x, size_t start, size_t n, float threshold),
  (x, start, n, threshold))

INLINE float largest(const float *x, size_t n) {
  float best[16];
  for (size_t j = 0; j < 16; j++) best[j] = x[j];
  for (size_t i = 16; i < n; i += 16)
    for (size_t j = 0; j < 16; j++) best[j] = x[i + j] > best[j] ? x[i + j] : best[j];
  for (size_t width = 8; width > 0; width /= 2)
    for (size_t j = 0; j < width; j++) best[j] = best[j] > best[j + width] ? best[j] : best[j + width];
  return best[0];
}

INLINE float hunch_lower_bound_body(const float *x, size_t n, size_t limit) {
  enum { GROUPS = HUNCH_LOWER_BOUND_LIMIT };
  float best[GROUPS];
  for (size_t j = 0; j < GROUPS; j++) best[j] = -INFINITY;
  size_t i = 0;
  for (; i + GROUPS <= n; i += GROUPS)
    for (size_t j = 0; j < GROUPS; j++) best[j] = x[i + j] > best[j] ? x[i + j] : best[j];
  for (size_t j = 0; i + j < n; j++) best[j] = x[i + j] > best[j] ? x[i + j] : best[j];
  // The maxima of the groups are distinct elements.
  float bound = -INFINITY;
  for (size_t k = 0; k < limit; k++) {
    bound = largest(best, GROUPS);
    size_t j = 0;
    while (best[j] != bound) j++;
    best[j] = -INFINITY;
  }
  return bound;
}
TARGETS(float, hunch_lower_bound, (const float *x, size_t n, size_t limit), (x, n, limit))

// SiLU with e^-x as 2^n times a polynomial of degree 5 in the rest (relative error 2e-7). Beyond
// +-87 the result is practically x or 0.
#define SILU0 1.00000012f
#define SILU1 0.693146944f
#define SILU2 0.240221202f
#define SILU3 0.0555071346f
#define SILU4 0.00967554096f
#define SILU5 0.00132764666f
INLINE float silu(float x) {
  float v = x < 87.0f ? x : 87.0f;
  v = v > -87.0f ? v : -87.0f;
  float t = v * -1.44269504088896341f + 12582912.0f;
  float f = v * -1.44269504088896341f - (t - 12582912.0f);
  float p = SILU5;
  p = p * f + SILU4;
  p = p * f + SILU3;
  p = p * f + SILU2;
  p = p * f + SILU1;
  p = p * f + SILU0;
  return x / (1.0f + float_of(bits_of(p) + (bits_of(t) << 23)));
}

INLINE void hunch_bias_silu_body(float *z, const float *bias, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    float *restrict row = z + r * columns;
    for (size_t c = 0; c < columns; c++) row[c] = silu(row[c] + bias[c]);
  }
}

#if defined(__x86_64__)
// The same with an approximate reciprocal of 14 bits and a step of Newton's method. The division
// would take as long as the rest.
AVX512 INLINE __m512 silu_avx512(__m512 x) {
  const __m512 scale = _mm512_set1_ps(-1.44269504088896341f), shift = _mm512_set1_ps(12582912.0f);
  const __m512 one = _mm512_set1_ps(1.0f), limit = _mm512_set1_ps(87.0f);
  __m512 v = _mm512_max_ps(_mm512_min_ps(x, limit), _mm512_sub_ps(_mm512_setzero_ps(), limit));
  __m512 t = _mm512_fmadd_ps(v, scale, shift);
  __m512 f = _mm512_fmsub_ps(v, scale, _mm512_sub_ps(t, shift));
  __m512 p = _mm512_fmadd_ps(_mm512_set1_ps(SILU5), f, _mm512_set1_ps(SILU4));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(SILU3));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(SILU2));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(SILU1));
  p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(SILU0));
  __m512i bits = _mm512_add_epi32(_mm512_castps_si512(p), _mm512_slli_epi32(_mm512_castps_si512(t), 23));
  __m512 d = _mm512_add_ps(one, _mm512_castsi512_ps(bits));
  __m512 r = _mm512_rcp14_ps(d);
  __m512 y = _mm512_mul_ps(x, r);
  return _mm512_fmadd_ps(y, _mm512_fnmadd_ps(d, r, one), y);
}

AVX512 static void bias_silu_avx512(float *z, const float *bias, size_t rows, size_t columns) {
  for (size_t c = 0; c < columns; c += 16) {
    __mmask16 used = columns - c < 16 ? (__mmask16)((1u << (columns - c)) - 1) : (__mmask16)0xffff;
    const __m512 part = _mm512_maskz_loadu_ps(used, bias + c);
    for (size_t r = 0; r < rows; r++) {
      float *out = z + r * columns + c;
      _mm512_mask_storeu_ps(
        out, used, silu_avx512(_mm512_add_ps(_mm512_maskz_loadu_ps(used, out), part)));
    }
  }
}
AVX2 static void bias_silu_avx2(float *z, const float *bias, size_t rows, size_t columns) {
  hunch_bias_silu_body(z, bias, rows, columns);
}
#endif

void hunch_bias_silu(float *z, const float *bias, size_t rows, size_t columns) {
#if defined(__x86_64__)
  if (HAS_AVX512) return bias_silu_avx512(z, bias, rows, columns);
  if (HAS_AVX2) return bias_silu_avx2(z, bias, rows, columns);
#endif
  hunch_bias_silu_body(z, bias, rows, columns);
}

INLINE void hunch_bias_silu_derivative_body(
  float *z, const float *bias, float *h, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    float *restrict row = z + r * columns;
    float *restrict out = h + r * columns;
    for (size_t c = 0; c < columns; c++) {
      float x = row[c] + bias[c];
      float s = sigmoid(x);
      float y = x * s;
      out[c] = y;
      row[c] = s + y * (1.0f - s);
    }
  }
}
TARGETS(
  void, hunch_bias_silu_derivative,
  (float *z, const float *bias, float *h, size_t rows, size_t columns), (z, bias, h, rows, columns))

INLINE void hunch_multiply_body(float *restrict x, const float *restrict y, size_t n) {
  for (size_t i = 0; i < n; i++) x[i] *= y[i];
}
TARGETS(void, hunch_multiply, (float *x, const float *y, size_t n), (x, y, n))

INLINE void hunch_multiply_outer_body(
  float *x, const float *outer, const float *row, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    float *restrict out = x + r * columns;
    float factor = outer[r];
    for (size_t c = 0; c < columns; c++) out[c] *= factor * row[c];
  }
}
TARGETS(
  void, hunch_multiply_outer,
  (float *x, const float *outer, const float *row, size_t rows, size_t columns),
  (x, outer, row, rows, columns))

INLINE void hunch_standardize_body(
  const float *x, const float *mean, const float *factor, float *out, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    const float *restrict in = x + r * columns;
    float *restrict to = out + r * columns;
    for (size_t c = 0; c < columns; c++) to[c] = (in[c] - mean[c]) * factor[c];
  }
}
TARGETS(
  void, hunch_standardize,
  (const float *x, const float *mean, const float *factor, float *out, size_t rows, size_t columns),
  (x, mean, factor, out, rows, columns))

INLINE void hunch_add_column_sums_body(const float *x, float *restrict sums, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) sums[c] += x[r * columns + c];
}
TARGETS(
  void, hunch_add_column_sums, (const float *x, float *sums, size_t rows, size_t columns),
  (x, sums, rows, columns))

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

INLINE float hunch_sum_exp_body(const float *x, size_t n, float factor, float shift) {
  float part[16] = {0};
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (size_t j = 0; j < 16; j++) part[j] += exp_full(x[i + j] * factor - shift);
  for (size_t j = 0; i + j < n; j++) part[j] += exp_full(x[i + j] * factor - shift);
  for (size_t width = 8; width > 0; width /= 2)
    for (size_t j = 0; j < width; j++) part[j] += part[j + width];
  return part[0];
}
TARGETS(
  float, hunch_sum_exp, (const float *x, size_t n, float factor, float shift), (x, n, factor, shift))

INLINE float hunch_expect_exp_body(const float *x, size_t n, float shift, const float *y, float *sum) {
  float part[16] = {0}, product[16] = {0};
  size_t i = 0;
  for (; i + 16 <= n; i += 16)
    for (size_t j = 0; j < 16; j++) {
      float e = exp_full(x[i + j] - shift);
      part[j] += e;
      product[j] += e * y[i + j];
    }
  for (size_t j = 0; i + j < n; j++) {
    float e = exp_full(x[i + j] - shift);
    part[j] += e;
    product[j] += e * y[i + j];
  }
  for (size_t width = 8; width > 0; width /= 2)
    for (size_t j = 0; j < width; j++) {
      part[j] += part[j + width];
      product[j] += product[j + width];
    }
  *sum = part[0];
  return product[0];
}
TARGETS(
  float, hunch_expect_exp, (const float *x, size_t n, float shift, const float *y, float *sum),
  (x, n, shift, y, sum))

INLINE void hunch_log_sum_exp_body(
  const float *a, float factor, const float *b, const float *c, float first, float second, float third,
  float *restrict out, size_t n) {
  for (size_t i = 0; i < n; i++) {
    float x = a[i] * factor + first, y = b[i] + second, z = c[i] + third;
    float top = x > y ? x : y;
    top = top > z ? top : z;
    out[i] = top + log_full(exp_full(x - top) + exp_full(y - top) + exp_full(z - top));
  }
}
TARGETS(
  void, hunch_log_sum_exp,
  (const float *a, float factor, const float *b, const float *c, float first, float second, float third,
   float *out, size_t n),
  (a, factor, b, c, first, second, third, out, n))

INLINE void hunch_sum_body(const float *x, const float *y, float *restrict out, size_t n) {
  for (size_t i = 0; i < n; i++) out[i] = x[i] + y[i];
}
TARGETS(void, hunch_sum, (const float *x, const float *y, float *out, size_t n), (x, y, out, n))

INLINE void hunch_scale_body(float *x, size_t n, float factor) {
  for (size_t i = 0; i < n; i++) x[i] *= factor;
}
TARGETS(void, hunch_scale, (float *x, size_t n, float factor), (x, n, factor))
