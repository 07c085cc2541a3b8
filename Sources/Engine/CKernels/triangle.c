// Symmetric matrices as lower triangles, row after row: row i starts at i * (i + 1) / 2.
#include "CKernels.h"
#include "dispatch.h"
#include "lanes.h"

INLINE const float *row_of(const float *triangle, size_t row) { return triangle + row * (row + 1) / 2; }

#define SHUFFLE(A, B, ...) __builtin_shufflevector(A, B, __VA_ARGS__)

// Copies eight rows of eight numbers each, and transposes them.
INLINE void unpack8(const float *triangle, size_t row, size_t column, float *full, size_t n) {
  lanes8 in[8], pairs[8], fours[8];
  for (size_t i = 0; i < 8; i++) {
    in[i] = *(const lanes8 *)(row_of(triangle, row + i) + column);
    *(lanes8 *)(full + (row + i) * n + column) = in[i];
  }
  for (size_t i = 0; i < 8; i += 2) {
    pairs[i] = SHUFFLE(in[i], in[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[i + 1] = SHUFFLE(in[i], in[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (size_t i = 0; i < 8; i += 4)
    for (size_t j = 0; j < 2; j++) {
      fours[i + 2 * j] = SHUFFLE(pairs[i + j], pairs[i + j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      fours[i + 2 * j + 1] = SHUFFLE(pairs[i + j], pairs[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (size_t i = 0; i < 4; i++) {
    float *out = full + (column + i) * n + row;
    *(lanes8 *)out = SHUFFLE(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    *(lanes8 *)(out + 4 * n) = SHUFFLE(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

INLINE void hunch_unpack_triangle_body(const float *triangle, size_t n, float *full) {
  for (size_t r = 0; r < n; r += 8) {
    size_t rows = n - r < 8 ? n - r : 8, c = 0;
    if (rows == 8)
      for (; c < r; c += 8) unpack8(triangle, r, c, full, n);
    for (size_t i = r; i < r + rows; i++)
      for (size_t j = c; j <= i; j++) full[i * n + j] = full[j * n + i] = row_of(triangle, i)[j];
  }
}
TARGETS(
  void, hunch_unpack_triangle, (const float *triangle, size_t n, float *full), (triangle, n, full))

// Subtracts a row's part of w' * w from 16 numbers.
INLINE void less_products(
  const float *from, const float *w, size_t rows, size_t n, size_t row, size_t column, lanes16 *out) {
  lanes16 sum = *(const lanes16 *)from;
  for (size_t k = 0; k < rows; k++) sum -= w[k * n + row] * *(const lanes16 *)(w + k * n + column);
  *out = sum;
}

// The same for four rows at once.
INLINE void less_four_products(
  float *const *out, const float *w, size_t rows, size_t n, size_t row, size_t column) {
  lanes16 sum[4];
  for (size_t i = 0; i < 4; i++) sum[i] = *(const lanes16 *)(out[i] + column);
  for (size_t k = 0; k < rows; k++) {
    lanes16 right = *(const lanes16 *)(w + k * n + column);
    for (size_t i = 0; i < 4; i++) sum[i] -= w[k * n + row + i] * right;
  }
  for (size_t i = 0; i < 4; i++) *(lanes16 *)(out[i] + column) = sum[i];
}

// The last 16 numbers of a row are computed before the preceding whole sixteens and stored after
// them. The overlapping numbers are the same. The first of the four rows is a multiple of 4, so
// that those sixteens end within it.
INLINE void subtract_from_four(const float *w, size_t rows, size_t n, float *triangle, size_t row) {
  float *out[4];
  lanes16 rest[4];
  for (size_t i = 0; i < 4; i++) {
    out[i] = triangle + (row + i) * (row + i + 1) / 2;
    less_products(out[i] + row + i - 15, w, rows, n, row + i, row + i - 15, &rest[i]);
  }
  // All columns before the last 16 numbers.
  for (size_t c = 0; c + 12 < row; c += 16) less_four_products(out, w, rows, n, row, c);
  for (size_t i = 0; i < 4; i++) *(lanes16 *)(out[i] + row + i - 15) = rest[i];
}

INLINE void hunch_subtract_square_body(const float *w, size_t rows, size_t n, float *triangle) {
  size_t r = 0;
  for (; r < n; r++) {
    if (r >= 16 && r + 4 <= n) {
      subtract_from_four(w, rows, n, triangle, r);
      r += 3;
      continue;
    }
    float *out = triangle + r * (r + 1) / 2;
    for (size_t k = 0; k < rows; k++)
      for (size_t c = 0; c <= r; c++) out[c] -= w[k * n + r] * w[k * n + c];
  }
}
TARGETS(
  void, hunch_subtract_square, (const float *w, size_t rows, size_t n, float *triangle),
  (w, rows, n, triangle))
