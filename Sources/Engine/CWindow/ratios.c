// Turns the weights of a window into each row's ratio to the usual share for each expert, and into
// the opinion of all experts together.
#include <string.h>

#include "CWindow.h"
#include "dispatch.h"
#include "functions.h"
#include "lanes.h"

enum { LANES = HUNCH_LANES };

// ratio[e] = weight[e] / share * scale[e] + prior * floor[e]. The prior is 1, or another expert's
// ratio, which is added later.
INLINE void ratios_of(const float *weights, size_t rows, float per_share, const hunch_judgement *j, float *ratios) {
  for (size_t k = 0; k < LANES; k += 16)
    *(lanes16 *)(ratios + k) = LOAD(weights + k * rows) * per_share * LOAD(j->scales + k) + LOAD(j->floors + k);
}

INLINE void back_off(const hunch_judgement *j, float *ratios, size_t rows) {
  for (size_t k = 0; k < j->backing; k++) {
    struct hunch_backed backed = j->backed[k];
    for (size_t r = 0; r < rows; r++)
      ratios[r * LANES + backed.expert] += ratios[r * LANES + backed.prior] * backed.floor;
  }
}

INLINE float sum16(float *part) {
  for (size_t width = 8; width > 0; width /= 2)
    for (size_t i = 0; i < width; i++) part[i] += part[i + width];
  return part[0];
}

// Processes some rows at once, step by step, so that scalar writes have completed before vectors
// read them.
INLINE void judge_some(
  const float *weights, size_t all, const float *shares, size_t rows, const hunch_judgement *j, float *ratios,
  float *kinds, float *out, size_t columns) {
  for (size_t r = 0; r < rows; r++) ratios_of(weights + 16 * r, all, 1.0f / shares[r], j, ratios + r * LANES);
  for (size_t k = 0; k < LANES; k += 16) {
    lanes16 sum = LOAD(kinds + k), one = (lanes16){0} + 1.0f;
    for (size_t r = 0; r < rows; r++) sum += __builtin_elementwise_min(LOAD(weights + k * all + 16 * r), one);
    *(lanes16 *)(kinds + k) = sum;
  }
  back_off(j, ratios, rows);
  for (size_t r = 0; r < rows; r++) {
    float *own = ratios + r * LANES;
    lanes16 sums[2] = {{0}, {0}};
    for (size_t t = 0; t < 2; t++)
      for (size_t k = 0; k < LANES; k += 16) sums[t] += LOAD(own + k) * LOAD(j->trust + t * LANES + k);
    float *end = own + j->first + j->experts;
    end[0] = sum16((float *)&sums[0]);
    end[1] = sum16((float *)&sums[1]);
    end[2] = shares[r];
  }
  for (size_t r = 0; r < rows; r++) {
    const float *own = ratios + r * LANES + j->first;
    float *row = out + r * columns;
    // Whole vectors, more than there are experts: the surplus is overwritten.
    for (size_t k = 0; k < LANES; k++) row[k] = log_full(own[k]);
    row[j->experts + 3] = row[j->experts + 1] + row[j->experts + 2];
    memcpy(row + j->experts + 4, j->shared, j->shared_count * sizeof(float));
  }
}

INLINE void hunch_judge_rows_body(
  const float *weights, const float *shares, size_t rows, const hunch_judgement *j, float *kinds, float *out,
  size_t columns) {
  enum { SOME = 8 };
  _Alignas(64) float ratios[SOME * LANES + LANES] = {0};
  for (size_t k = 0; k < LANES; k++) kinds[k] = 0;
  for (size_t first = 0; first < rows; first += SOME)
    judge_some(
      weights + 16 * first, rows, shares + first, rows - first < SOME ? rows - first : SOME, j, ratios, kinds,
      out + first * columns, columns);
}
TARGETS(
  void, hunch_judge_rows,
  (const float *weights, const float *shares, size_t rows, const hunch_judgement *j, float *kinds, float *out,
   size_t columns),
  (weights, shares, rows, j, kinds, out, columns))

INLINE void hunch_sum_rows_body(
  const float *weights, size_t rows, const float *factors, float *sums, float *kinds) {
  lanes16 counted[LANES / 16], one = (lanes16){0} + 1.0f;
  for (size_t k = 0; k < LANES / 16; k++) counted[k] = (lanes16){0};
  for (size_t r = 0; r < rows; r++) {
    lanes16 sum = {0};
    for (size_t k = 0; k < LANES / 16; k++) {
      lanes16 own = LOAD(weights + 16 * (k * rows + r));
      sum += own * LOAD(factors + 16 * k);
      counted[k] += __builtin_elementwise_min(own, one);
    }
    sums[r] = sum16((float *)&sum);
  }
  for (size_t k = 0; k < LANES / 16; k++) *(lanes16 *)(kinds + 16 * k) = counted[k];
}
TARGETS(
  void, hunch_sum_rows, (const float *weights, size_t rows, const float *factors, float *sums, float *kinds),
  (weights, rows, factors, sums, kinds))

INLINE void hunch_expert_ratios_body(
  const float *weights, size_t rows, float per_share, const hunch_judgement *j, float *ratios) {
  ratios_of(weights, rows, per_share, j, ratios);
  back_off(j, ratios, 1);
}
TARGETS(
  void, hunch_expert_ratios,
  (const float *weights, size_t rows, float per_share, const hunch_judgement *j, float *ratios),
  (weights, rows, per_share, j, ratios))
