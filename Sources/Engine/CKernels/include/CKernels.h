// Element-wise loops over plain float arrays, compiled for AVX-512, AVX2 + FMA and the default target; the widest
// one the processor has is picked at run time. Pointers may not overlap unless a comment says so.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Name of the instruction set in use: "avx512", "avx2" or "default".
const char *hunch_instruction_set(void);

/// x[i] = exp(x[i] - shift); returns the sum of the results, added in a fixed order.
float hunch_exp_shifted(float *x, size_t n, float shift);

/// x[i] = ln(x[i]).
void hunch_log(float *x, size_t n);

/// The largest of n numbers that is not NaN; -infinity if there is none.
float hunch_maximum(const float *x, size_t n);

/// 1 if all magnitudes are at most the (finite, not negative) limit; NaN is not.
int hunch_all_within(const float *x, size_t n, float limit);

/// The first index from start on with x[i] > threshold; n if there is none. NaN is never above.
size_t hunch_next_above(const float *x, size_t start, size_t n, float threshold);

/// A number that at least so many of x are not below, and not many more if they lie in random order; -INFINITY if there are
/// not so many. NaN does not count. At most HUNCH_LOWER_BOUND_LIMIT are asked for.
enum { HUNCH_LOWER_BOUND_LIMIT = 64 };
float hunch_lower_bound(const float *x, size_t n, size_t limit);

/// Rows of z get the bias added and SiLU applied.
void hunch_bias_silu(float *z, const float *bias, size_t rows, size_t columns);

/// h = SiLU(z + bias), then z = the derivative of SiLU there.
void hunch_bias_silu_derivative(float *z, const float *bias, float *h, size_t rows, size_t columns);

/// x[i] *= y[i].
void hunch_multiply(float *x, const float *y, size_t n);

/// x[r,c] = outer[r] * row[c] * x[r,c].
void hunch_multiply_outer(float *x, const float *outer, const float *row, size_t rows, size_t columns);

/// out[r,c] = (x[r,c] - mean[c]) * factor[c].
void hunch_standardize(
  const float *x, const float *mean, const float *factor, float *out, size_t rows, size_t columns);

/// sums[c] += the sum over the rows of x[r,c].
void hunch_add_column_sums(const float *x, float *sums, size_t rows, size_t columns);

/// Finds the rows that are equal to an earlier one: first[r] becomes the first row equal to row r, or r itself. Returns the
/// number of rows with an earlier one. Slots is a power of 2 above the number of rows; hashes has room for a number a row.
size_t hunch_find_equal_rows(
  const float *x, size_t rows, size_t columns, uint32_t *hashes, uint32_t *table, size_t slots,
  uint32_t *first);

/// one_sum[c] += the sum over the rows of one[r] * x[r,c]; likewise for the other weights.
void hunch_add_weighted_rows(
  const float *x, size_t rows, size_t stride, size_t columns, const float *one, const float *other,
  float *one_sum, float *other_sum);

/// The sum of exp(factor * x[i] - shift), added in a fixed order.
float hunch_sum_exp(const float *x, size_t n, float factor, float shift);

/// The sum of exp(x[i] - shift) * y[i]; *sum is that without y.
float hunch_expect_exp(const float *x, size_t n, float shift, const float *y, float *sum);

/// out[i] = ln(exp(factor * a[i] + first) + exp(b[i] + second) + exp(c[i] + third)); a number of -infinity leaves its part
/// out, but not all of them may be.
void hunch_log_sum_exp(
  const float *a, float factor, const float *b, const float *c, float first, float second, float third,
  float *out, size_t n);

/// out[i] = x[i] + y[i].
void hunch_sum(const float *x, const float *y, float *out, size_t n);

/// x[i] *= factor.
void hunch_scale(float *x, size_t n, float factor);

/// Writes a symmetric matrix of n rows and columns, whose lower triangle is given row after row.
void hunch_unpack_triangle(const float *triangle, size_t n, float *full);

/// triangle -= the lower triangle of w' * w, for rows of n numbers.
void hunch_subtract_square(const float *w, size_t rows, size_t n, float *triangle);
