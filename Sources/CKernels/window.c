// What a window of past donations says of now: the weight of each past donation for each expert, summed up by row.
//
// A weight is a product of kernel values. Most of them depend on a small code that stands in the record (its quarter of an
// hour, its day, its place), so for a query they are looked up in a table with a line for each code and a column, a *lane*,
// for each expert. Lanes lie side by side: all experts are multiplied at once. To save loads, which are the limit, each 16
// lanes ask only for some codes: the first for hour, day and gap, and for factors that no code stands for; the second for all
// but day and gap; the third for all, but only where the same came before.
#include "CKernels.h"
#include "dispatch.h"
#include "functions.h"

enum { LANES = HUNCH_LANES, SCANNED = HUNCH_SCANNED_LANES, PAST = HUNCH_PAST, AGES = HUNCH_AGE_CODES };

// Seconds in steps of a quarter of a factor of two from two seconds on: exponent and two bits of the mantissa.
INLINE uint32_t age_code(float seconds) {
  float scaled = 1.0f + 0.5f * (seconds > 0.0f ? seconds : 0.0f);
  uint32_t code = (bits_of(scaled) >> 21) - (127u << 2);
  return code < AGES - 1 ? code : AGES - 1;
}

uint32_t hunch_age_code(float seconds) { return age_code(seconds); }

typedef float lanes16 __attribute__((vector_size(64), aligned(4)));
// Macros, because no function may take or return vectors that the target has no registers for.
#define UNROLL _Pragma("clang loop unroll(full)")
#define LOAD(X) (*(const lanes16 *)(X))
#define ADD_TO(X, Y) (*(lanes16 *)(X) += (Y))

// What is looked at of each record, one array each, with PAST neutral entries in front.
struct columns {
  int32_t *marks;
  int32_t *units;
  float *parts;
  float *decay[2];
  float *lately;
  float *lately_by_age;
  uint32_t *sequence;
  uint32_t *gap;
};

INLINE float seconds_of(float units, float parts) { return units * 256.0f + parts * (1.0f / 256.0f); }

// Seconds from one record to a later one; by whole numbers first, because ages of years leave no digits for seconds.
INLINE float age_between(struct columns c, size_t earlier, size_t later) {
  return seconds_of((float)(c.units[earlier] - c.units[later]), c.parts[earlier] - c.parts[later]);
}

INLINE void fill_columns(
  const hunch_record *records, size_t count, size_t before, const hunch_question *q, struct columns c) {
  for (size_t i = 0; i < PAST; i++) {
    c.marks[i] = 0;
    c.units[i] = 0;
    c.parts[i] = 0;
  }
  // Records before the window are only what came before those in it.
  for (size_t i = PAST - before; i < count + PAST; i++) {
    const hunch_record *record = records + before + i - PAST;
    c.marks[i] = q->marks[record->row];
    c.units[i] = q->now_units - record->units;
    c.parts[i] = (float)(q->now_parts - record->parts);
  }
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < count; i++)
      c.decay[k][i] = exp_in_range(-q->decay_rates[k] * seconds_of((float)c.units[i + PAST], c.parts[i + PAST]));
  for (size_t i = 0; i < count; i++) {
    const int32_t *mark = c.marks + i + PAST;
    uint32_t same = 1, length = 0;
    for (int k = 0; k < PAST; k++) {
      same &= (uint32_t)((mark[-1 - k] & HUNCH_ROW_MARK) == q->recent[k]);
      length += same;
    }
    uint32_t second = (uint32_t)((mark[-2] & HUNCH_ROW_MARK) == q->recent[1]);
    uint32_t third = (uint32_t)((mark[-3] & HUNCH_ROW_MARK) == q->recent[2]);
    c.sequence[i] = length | second << 3 | third << 4;
    c.gap[i] = age_code(age_between(c, i + PAST - 1, i + PAST));
  }
  if (before == 0) c.gap[0] = AGES - 1;
  memset(c.lately, 0, count * sizeof(float));
  memset(c.lately_by_age, 0, count * sizeof(float));
  // Few records are of the last activities: from each of them to those that came after it.
  for (size_t i = 0; i < count + PAST; i++) {
    int32_t row = c.marks[i] & HUNCH_ROW_MARK;
    if (row == 0) continue;
    size_t first = i + 1 > PAST ? i + 1 : PAST;
    size_t end = i + 1 + HUNCH_LATELY < count + PAST ? i + 1 + HUNCH_LATELY : count + PAST;
    for (size_t later = first; later < end; later++) {
      c.lately[later - PAST] += q->lately[row];
      c.lately_by_age[later - PAST] += q->lately_by_age[(uint32_t)row * AGES + age_code(age_between(c, i, later))];
    }
  }
}

// The sums of all weights by lane, and what is left of a visit for the experts that count visits.
struct running {
  lanes16 sums[3];
  float visits[3];
};

// `places` and `attributes` are constants at every call: where no record has any, their tables are not multiplied, and the
// caller clears their lanes.
INLINE void scan(
  const hunch_record *records, size_t before, size_t count, const hunch_question *question, struct columns c,
  float *restrict weights, struct running *result, const int places, const int attributes) {
  // Copies that no store can change.
  const hunch_question q = *question;
  struct running run = {.sums = {{0}, {0}, {0}}, .visits = {1, 1, 1}};
  // From the newest on: an expert that counts visits weighs a donation by how often its cell was visited after it.
  for (size_t i = count; i-- > 0;) {
    const hunch_record *record = records + before + i;
    if (record->day == HUNCH_NOT_COUNTED) continue;
    uint32_t alike = c.sequence[i], length = alike & 7;
    const float *hour = q.tables + record->hour * SCANNED;
    const float *day = q.tables + (HUNCH_DAY_LINE + record->day) * SCANNED;
    const float *gap = q.tables + (HUNCH_GAP_LINE + c.gap[i]) * SCANNED;
    const float *sequence = q.tables + (HUNCH_SEQUENCE_LINE + alike) * SCANNED;
    const float *place = q.place + record->place * SCANNED;
    // Where people were last is where the record before was.
    const float *last_place = q.last_place + (before + i > 0 ? record[-1].place : 0) * SCANNED;
    const float *attribute = q.attributes + record->attributes * SCANNED;
    float *row = weights + (size_t)record->row * LANES;

    int same_attributes = record->attributes == q.own_attributes && record->attributes != 0;
    float same = length >= 1;
    float factors[HUNCH_FACTORS] = {
      1, c.decay[0][i], c.decay[1][i], c.lately[i], c.lately_by_age[i],
      (float)((c.marks[i + PAST - 1] & HUNCH_TYPE_MARK) != 0), same_attributes ? run.visits[0] : 0,
      same * c.decay[0][i], same * run.visits[1], length >= 2 ? run.visits[2] : 0,
    };
    lanes16 first = LOAD(q.factor_lanes);
    UNROLL for (int k = 1; k < HUNCH_FACTORS; k++) first += factors[k] * LOAD(q.factor_lanes + k * 16);
    first *= LOAD(hour) * LOAD(day) * LOAD(gap);
    lanes16 second = LOAD(hour + 16) * LOAD(sequence + 16);
    if (places) second *= LOAD(place + 16) * LOAD(last_place + 16);
    if (attributes) second *= LOAD(attribute + 16);
    ADD_TO(row, first);
    ADD_TO(row + 16, second);
    run.sums[0] += first;
    run.sums[1] += second;
    if (length >= 1) {
      lanes16 third = LOAD(hour + 32) * LOAD(day + 32) * LOAD(gap + 32) * LOAD(sequence + 32) *
                      LOAD(place + 32) * LOAD(last_place + 32) * LOAD(attribute + 32);
      ADD_TO(row + 32, third);
      run.sums[2] += third;
      run.visits[1] *= q.visit_decays[1];
      if (length >= 2) run.visits[2] *= q.visit_decays[2];
    }
    if (same_attributes) run.visits[0] *= q.visit_decays[0];
  }
  *result = run;
}

// Clears the lanes of all rows to which a line says 0.
INLINE void clear_lanes(const float *line, float *weights, size_t rows, struct running *run) {
  lanes16 factor = LOAD(line + 16);
  for (size_t r = 0; r < rows; r++) *(lanes16 *)(weights + r * LANES + 16) *= factor;
  run->sums[1] *= factor;
}

INLINE void hunch_weigh_records_body(
  const hunch_record *records, size_t before, size_t count, const hunch_question *q, float *weights,
  float *totals, float *buffer) {
  size_t padded = count + PAST;
  struct columns c = {
    .marks = (int32_t *)buffer,
    .units = (int32_t *)(buffer + padded),
    .parts = buffer + 2 * padded,
    .decay = {buffer + 3 * padded, buffer + 4 * padded},
    .lately = buffer + 5 * padded,
    .lately_by_age = buffer + 6 * padded,
    .sequence = (uint32_t *)(buffer + 7 * padded),
    .gap = (uint32_t *)(buffer + 8 * padded),
  };
  fill_columns(records, count, before, q, c);
  struct running run;
  int places = q->has_places, attributes = q->has_attributes;
  if (places && attributes) scan(records, before, count, q, c, weights, &run, 1, 1);
  else if (places) scan(records, before, count, q, c, weights, &run, 1, 0);
  else if (attributes) scan(records, before, count, q, c, weights, &run, 0, 1);
  else scan(records, before, count, q, c, weights, &run, 0, 0);
  if (!places) clear_lanes(q->place, weights, q->rows, &run);
  if (!places) clear_lanes(q->last_place, weights, q->rows, &run);
  if (!attributes) clear_lanes(q->attributes, weights, q->rows, &run);
  for (size_t k = 0; k < 3; k++) *(lanes16 *)(totals + 16 * k) = run.sums[k];
}
TARGETS(
  void, hunch_weigh_records,
  (const hunch_record *records, size_t before, size_t count, const hunch_question *q, float *weights,
   float *totals, float *buffer),
  (records, before, count, q, weights, totals, buffer))

// ratio[e] = weight[e] / share * scale[e] + prior * floor[e], the prior being another expert's ratio or 1.
INLINE void ratios_of(const float *weights, float per_share, const hunch_judgement *j, float *ratios) {
  for (size_t k = 0; k < LANES; k += 16)
    *(lanes16 *)(ratios + k) = LOAD(weights + k) * per_share * LOAD(j->scales + k) + LOAD(j->floors + k);
  for (size_t k = 0; k < j->backing; k++)
    ratios[j->backed[k].expert] += ratios[j->backed[k].prior] * j->backed[k].floor;
}

INLINE float sum16(float *part) {
  for (size_t width = 8; width > 0; width /= 2)
    for (size_t i = 0; i < width; i++) part[i] += part[i + width];
  return part[0];
}

INLINE void hunch_judge_rows_body(
  const float *weights, const float *shares, size_t rows, const hunch_judgement *j, float *out,
  size_t columns) {
  for (size_t r = 0; r < rows; r++) {
    float ratios[LANES];
    ratios_of(weights + r * LANES, 1.0f / shares[r], j, ratios);
    lanes16 sums[2] = {{0}, {0}};
    for (size_t t = 0; t < 2; t++)
      for (size_t k = 0; k < LANES; k += 16) sums[t] += LOAD(ratios + k) * LOAD(j->trust + t * LANES + k);
    float *end = ratios + j->first + j->experts;
    end[0] = sum16((float *)&sums[0]);
    end[1] = sum16((float *)&sums[1]);
    end[2] = shares[r];
    for (size_t k = 0; k < LANES; k++) ratios[k] = log_full(ratios[k]);
    float *row = out + r * columns;
    for (size_t k = 0; k < j->experts + 3; k++) row[k] = ratios[j->first + k];
    row[j->experts + 3] = end[1] + end[2];
  }
}
TARGETS(
  void, hunch_judge_rows,
  (const float *weights, const float *shares, size_t rows, const hunch_judgement *j, float *out,
   size_t columns),
  (weights, shares, rows, j, out, columns))

INLINE void hunch_expert_ratios_body(
  const float *weights, float per_share, const hunch_judgement *j, float *ratios) {
  ratios_of(weights, per_share, j, ratios);
}
TARGETS(
  void, hunch_expert_ratios,
  (const float *weights, float per_share, const hunch_judgement *j, float *ratios),
  (weights, per_share, j, ratios))
