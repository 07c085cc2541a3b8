// Symmetric matrices as lower triangles, row after row: row i starts at i * (i + 1) / 2.
#include <string.h>

#include "CKernels.h"
#include "dispatch.h"
#include "lanes.h"

INLINE const float *row_of(const float *triangle, size_t row) { return triangle + row * (row + 1) / 2; }

// Transposes four rows of four numbers each.
INLINE void transpose4(const float *triangle, size_t row, size_t column, float *full, size_t n) {
  lanes4 a = *(const lanes4 *)(row_of(triangle, row) + column);
  lanes4 b = *(const lanes4 *)(row_of(triangle, row + 1) + column);
  lanes4 c = *(const lanes4 *)(row_of(triangle, row + 2) + column);
  lanes4 d = *(const lanes4 *)(row_of(triangle, row + 3) + column);
  lanes4 ab0 = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab1 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  lanes4 cd0 = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd1 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  float *out = full + column * n + row;
  *(lanes4 *)out = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
  *(lanes4 *)(out + n) = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
  *(lanes4 *)(out + 2 * n) = __builtin_shufflevector(ab1, cd1, 0, 1, 4, 5);
  *(lanes4 *)(out + 3 * n) = __builtin_shufflevector(ab1, cd1, 2, 3, 6, 7);
}

void hunch_unpack_triangle(const float *triangle, size_t n, float *full) {
  for (size_t r = 0; r < n; r++) memcpy(full + r * n, row_of(triangle, r), (r + 1) * sizeof(float));
  for (size_t r = 0; r < n; r += 4) {
    size_t rows = n - r < 4 ? n - r : 4, c = 0;
    if (rows == 4)
      for (; c < r; c += 4) transpose4(triangle, r, c, full, n);
    for (size_t i = r; i < r + rows; i++)
      for (size_t j = c; j < i; j++) full[j * n + i] = row_of(triangle, i)[j];
  }
}

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
