// Element-wise loops over plain float arrays, compiled for AVX-512, AVX2 + FMA and the default
// target. The widest that the processor supports is selected at run time. Pointers must not overlap
// unless a comment says so.
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

/// 1 if all magnitudes are at most the limit, which is finite and not negative; 0 with a NaN.
int hunch_all_within(const float *x, size_t n, float limit);

/// The first index from start on with x[i] > threshold; n if there is none. NaN is never above.
size_t hunch_next_above(const float *x, size_t start, size_t n, float threshold);

/// A lower bound of at least `limit` numbers of x, and of few more if they are in random order;
/// -INFINITY if there are fewer numbers.
///
/// NaN does not count. The limit is at most HUNCH_LOWER_BOUND_LIMIT.
enum { HUNCH_LOWER_BOUND_LIMIT = 64 };
float hunch_lower_bound(const float *x, size_t n, size_t limit);

/// Adds the bias to the rows of z, and applies SiLU.
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

/// Finds the rows that are equal to an earlier one: first[r] becomes the first row equal to row r,
/// or r itself.
///
/// Returns the number of rows with an earlier equal one. Slots is a power of 2 above the number of
/// rows; hashes has room for one number per row.
size_t hunch_find_equal_rows(
  const float *x, size_t rows, size_t columns, uint32_t *hashes, uint32_t *table, size_t slots,
  uint32_t *first);

/// one_sum[c] += the sum over the rows of one[r] * x[r,c]; likewise for the other weights.
void hunch_add_weighted_rows(
  const float *x, size_t rows, size_t stride, size_t columns, const float *one, const float *other,
  float *one_sum, float *other_sum);

/// The sum of exp(factor * x[i] - shift), added in a fixed order.
float hunch_sum_exp(const float *x, size_t n, float factor, float shift);

/// The sum of exp(x[i] - shift) * y[i]; *sum becomes the same without y.
float hunch_expect_exp(const float *x, size_t n, float shift, const float *y, float *sum);

/// out[i] = ln(exp(factor * a[i] + first) + exp(b[i] + second) + exp(c[i] + third)); a shift of
/// -infinity skips its part, but at least one must be finite.
void hunch_log_sum_exp(
  const float *a, float factor, const float *b, const float *c, float first, float second, float third,
  float *out, size_t n);

/// out[i] = x[i] + y[i].
void hunch_sum(const float *x, const float *y, float *out, size_t n);

/// x[i] *= factor.
void hunch_scale(float *x, size_t n, float factor);

/// Writes a symmetric matrix of n rows and columns from its lower triangle, row after row.
void hunch_unpack_triangle(const float *triangle, size_t n, float *full);

/// triangle -= the lower triangle of w' * w, for rows of n numbers.
void hunch_subtract_square(const float *w, size_t rows, size_t n, float *triangle);
