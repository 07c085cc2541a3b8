// Rows of a matrix that are equal.
#include "CKernels.h"
#include "dispatch.h"
#include "functions.h"
#include "lanes.h"

INLINE words16 words_of(const float *x) {
  // -0 becomes 0, as they are equal.
  lanes16 y = LOAD(x) + 0.0f;
  words16 words;
  memcpy(&words, &y, sizeof words);
  return words;
}

INLINE uint32_t mixed(uint32_t hash) {
  hash = (hash ^ (hash >> 15)) * 0x85ebca6bu;
  return hash ^ (hash >> 13);
}

// The last 16 columns overlap the preceding whole sixteens: equal rows still have equal hashes.
INLINE uint32_t row_hash(const float *row, size_t columns) {
  uint32_t hash = 0;
  if (columns < 16) {
    for (size_t c = 0; c < columns; c++)
      hash = (hash << 5 | hash >> 27) * 0x9e3779b1u + bits_of(row[c] + 0.0f);
    return mixed(hash);
  }
  words16 sum = words_of(row + columns - 16);
  for (size_t c = 0; c + 16 <= columns; c += 16) sum = (sum << 5 | sum >> 27) + words_of(row + c);
  const words16 factors = {
    0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1, 0xd3a2646d, 0xfd7046c5, 0xb55a4f09,
    0x8cb92ba7, 0xe7037ed1, 0xa0761d65, 0x8ebc6af1, 0x589965cd, 0x1d8e4e27, 0xeb44acc9, 0x2d358dcd};
  sum *= factors;
  for (size_t i = 0; i < 16; i++) hash += sum[i];
  return mixed(hash);
}

void hunch_hash_rows(const float *x, size_t rows, size_t columns, uint32_t *hashes);

INLINE void hunch_hash_rows_body(const float *x, size_t rows, size_t columns, uint32_t *hashes) {
  for (size_t r = 0; r < rows; r++) hashes[r] = row_hash(x + r * columns, columns);
}
TARGETS(
  void, hunch_hash_rows, (const float *x, size_t rows, size_t columns, uint32_t *hashes),
  (x, rows, columns, hashes))

// Most equal rows are equal bit for bit; the others differ only in the sign of 0.
static int are_equal(const float *one, const float *other, size_t columns) {
  if (memcmp(one, other, columns * sizeof *one) == 0) return 1;
  for (size_t c = 0; c < columns; c++)
    if (one[c] != other[c]) return 0;
  return 1;
}

// A used slot of the table has the number of a row plus one. If a slot is taken, the next one is
// tried.
size_t hunch_find_equal_rows(
  const float *x, size_t rows, size_t columns, uint32_t *hashes, uint32_t *table, size_t slots,
  uint32_t *first) {
  hunch_hash_rows(x, rows, columns, hashes);
  memset(table, 0, slots * sizeof *table);
  size_t repeated = 0;
  for (size_t r = 0; r < rows; r++) {
    first[r] = (uint32_t)r;
    size_t slot = hashes[r] & (slots - 1);
    for (; table[slot]; slot = (slot + 1) & (slots - 1)) {
      uint32_t other = table[slot] - 1;
      if (hashes[other] != hashes[r] || !are_equal(x + other * columns, x + r * columns, columns)) continue;
      first[r] = other;
      repeated++;
      break;
    }
    if (first[r] == r) table[slot] = (uint32_t)r + 1;
  }
  return repeated;
}
