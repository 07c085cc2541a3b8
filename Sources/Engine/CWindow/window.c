// The evidence of a window of past donations for the present: the weight of each past donation for
// each expert, summed by row.
//
// A weight is a product of kernel values. Most of them depend on a small code in the record (its
// quarter of an hour, its day, its place), so a query looks them up in a table with a line for each
// code and a column, a *lane*, for each expert. 16 adjacent lanes, a block, are multiplied at once.
// Loads are the limit, so each block uses only some codes. The first uses hour, day and gap, and
// factors without a code; the second all but day and gap; the third all, but only for records after
// the same activity as now. Each block is a separate pass, so that its part of the tables and of
// the weights stays in the nearest cache.
#include "CWindow.h"
#include "dispatch.h"
#include "functions.h"
#include "lanes.h"

enum {
  PAST = HUNCH_PAST, AGES = HUNCH_AGE_CODES,
  // The number of records whose factors are computed before scanning them: 4 KiB.
  STRETCH = 64
};

// Codes of seconds in steps of a quarter of a factor of two, from two seconds on: exponent and two
// bits of the mantissa.
INLINE uint32_t age_code(float seconds) {
  float scaled = 1.0f + 0.5f * (seconds > 0.0f ? seconds : 0.0f);
  uint32_t code = (bits_of(scaled) >> 21) - (127u << 2);
  return code < AGES - 1 ? code : AGES - 1;
}

uint32_t hunch_age_code(float seconds) { return age_code(seconds); }

#define ADD_TO(X, Y) (*(lanes16 *)(X) += (Y))

// Records as words, whatever their fields: the lower half of a word comes first.
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && sizeof(hunch_record) == 16, "four words a record");
typedef int32_t signed16 __attribute__((vector_size(64), aligned(4)));
#define WORDS(X) (*(const words16 *)(X))
// Every fourth word of four vectors: one field of the records.
#define EIGHT_OF(A, B, K) __builtin_shufflevector(A, B, K, K + 4, K + 8, K + 12, K + 16, K + 20, K + 24, K + 28)
#define EVERY_FOURTH(A, B, C, D, K) \
  __builtin_shufflevector(EIGHT_OF(A, B, K), EIGHT_OF(C, D, K), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

// The used values of each record, one array each, preceded by PAST neutral entries.
struct columns {
  int32_t *marks;
  int32_t *units;
  float *parts;
  float *decay[2];
  float *same_type;
  float *lately;
  float *lately_by_age;
  uint32_t *sequence;
  uint32_t *gap;
  // The numbers of some records, in ascending order.
  uint32_t *some;
};

INLINE struct columns columns_in(float *buffer, size_t count) {
  size_t padded = count + PAST;
  return (struct columns){
    .marks = (int32_t *)buffer,
    .units = (int32_t *)(buffer + padded),
    .parts = buffer + 2 * padded,
    .decay = {buffer + 3 * padded, buffer + 4 * padded},
    .same_type = buffer + 5 * padded,
    .lately = buffer + 6 * padded,
    .lately_by_age = buffer + 7 * padded,
    .sequence = (uint32_t *)(buffer + 8 * padded),
    .gap = (uint32_t *)(buffer + 9 * padded),
    .some = (uint32_t *)(buffer + 10 * padded),
  };
}

INLINE float seconds_of(float units, float parts) { return units * 256.0f + parts * (1.0f / 256.0f); }

// Seconds from one record to a later one. It subtracts whole numbers first, because a float of
// years has no digits left for seconds.
INLINE float age_between(struct columns c, size_t earlier, size_t later) {
  return seconds_of((float)(c.units[earlier] - c.units[later]), c.parts[earlier] - c.parts[later]);
}

// In the column of sequences: their code, and flags for records that need further work.
enum { SEQUENCE = 31, SAME_ATTRIBUTES = 32, LATELY = 64 };

// Reads times relative to the query, and marks; the indices of records of one of the last
// activities go into `some`.
INLINE size_t read_records(
  const hunch_record *records, size_t first, size_t end, const hunch_question *q, struct columns c) {
  size_t marked = 0;
  uint32_t own = q->own_attributes != 0 ? q->own_attributes : UINT32_MAX;
  size_t i = first;
  // Sixteen at once: four words per record become four vectors.
  for (; i + 16 <= end; i += 16) {
    const uint32_t *words = (const uint32_t *)(records + i - first);
    words16 a = WORDS(words), b = WORDS(words + 16), d = WORDS(words + 32), e = WORDS(words + 48);
    words16 units = EVERY_FOURTH(a, b, d, e, 0), rows = EVERY_FOURTH(a, b, d, e, 1);
    words16 parts = EVERY_FOURTH(a, b, d, e, 2) & 0xffff, attributes = EVERY_FOURTH(a, b, d, e, 3) & 0xffff;
    *(words16 *)(c.units + i) = (uint32_t)q->now_units - units;
    *(lanes16 *)(c.parts + i) = __builtin_convertvector((signed16)(q->now_parts - parts), lanes16);
    words16 flags = (words16)(attributes == own) & SAME_ATTRIBUTES;
    for (int k = 0; k < 16; k++) {
      uint32_t mark = (uint32_t)q->marks[rows[k]];
      // Counted on rather than branched on: which records are marked cannot be foreseen.
      c.some[marked] = (uint32_t)i + k;
      marked += (mark & HUNCH_ROW_MARK) != 0;
      c.marks[i + k] = (int32_t)(mark | flags[k]);
    }
  }
  for (; i < end; i++) {
    const hunch_record *record = records + i - first;
    int32_t mark = q->marks[record->row];
    c.some[marked] = (uint32_t)i;
    marked += (mark & HUNCH_ROW_MARK) != 0;
    c.marks[i] = mark | (record->attributes == own ? SAME_ATTRIBUTES : 0);
    c.units[i] = q->now_units - record->units;
    c.parts[i] = (float)(q->now_parts - record->parts);
  }
  return marked;
}

INLINE void fill_columns(
  const hunch_record *records, size_t count, size_t before, const hunch_question *q, struct columns c) {
  for (size_t i = 0; i < PAST; i++) {
    c.marks[i] = 0;
    c.units[i] = 0;
    c.parts[i] = 0;
  }
  // Records before the window only serve as the predecessors of those in it.
  size_t marked = read_records(records, PAST - before, count + PAST, q, c);
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
    c.sequence[i] = length | second << 3 | third << 4 | (mark[0] & SAME_ATTRIBUTES);
    c.same_type[i] = (float)((mark[-1] & HUNCH_TYPE_MARK) / HUNCH_TYPE_MARK);
    c.gap[i] = age_code(age_between(c, i + PAST - 1, i + PAST));
  }
  if (before == 0) c.gap[0] = AGES - 1;
  memset(c.lately, 0, count * sizeof(float));
  memset(c.lately_by_age, 0, count * sizeof(float));
  // Visits the records that follow each record of one of the last activities.
  for (size_t k = 0; k < marked; k++) {
    size_t i = c.some[k], row = c.marks[i] & HUNCH_ROW_MARK;
    // A record without a time has no age: no row has the mark 0.
    size_t aged = records[i + before - PAST].hour < HUNCH_TIMELESS ? row : 0;
    size_t first = i + 1 > PAST ? i + 1 : PAST;
    size_t end = i + 1 + HUNCH_LATELY < count + PAST ? i + 1 + HUNCH_LATELY : count + PAST;
    for (size_t later = first; later < end; later++) {
      c.sequence[later - PAST] |= LATELY;
      c.lately[later - PAST] += q->lately[row];
      c.lately_by_age[later - PAST] += q->lately_by_age[aged * AGES + age_code(age_between(c, i, later))];
    }
  }
}

// Writes the factors of the records from `first` to `end` into 16 lanes each, 1 for a lane without
// a factor.
//
// It starts at the newest: an expert that counts visits weighs a donation by how often its cell was
// visited later. `visits` is the remaining factor for earlier donations.
INLINE void fill_factors(
  const hunch_record *records, size_t first, size_t end, const hunch_question *q, struct columns c, float *visits,
  float *restrict factors) {
  lanes16 decays[2] = {{0}, {0}}, same_type = {0}, none = (lanes16){0} + 1.0f;
  for (int k = 0; k < HUNCH_FACTORS; k++) none[q->factor_lanes[k]] = 0;
  same_type[q->factor_lanes[HUNCH_SAME_TYPE]] = 1;
  decays[0][q->factor_lanes[HUNCH_FIRST_DECAY]] = 1;
  decays[1][q->factor_lanes[HUNCH_SECOND_DECAY]] = 1;
  size_t rest = 0;
  for (size_t i = first; i < end; i++) {
    *(lanes16 *)(factors + 16 * (i - first)) =
      c.same_type[i] * same_type + c.decay[0][i] * decays[0] + c.decay[1][i] * decays[1] + none;
    c.some[rest] = (uint32_t)i;
    rest += (c.sequence[i] & (LATELY | SAME_ATTRIBUTES | HUNCH_SEQUENCE_LENGTH)) != 0;
  }
  // Factors that only apply to records with something in common with now.
  while (rest-- > 0) {
    size_t i = c.some[rest];
    if (records[i].day == HUNCH_NOT_COUNTED) continue;
    float *own = factors + 16 * (i - first);
    own[q->factor_lanes[HUNCH_LATELY_FACTOR]] = c.lately[i];
    own[q->factor_lanes[HUNCH_LATELY_BY_AGE]] = c.lately_by_age[i];
    if (c.sequence[i] & SAME_ATTRIBUTES) {
      own[q->factor_lanes[HUNCH_ATTRIBUTE_VISITS]] = visits[0];
      visits[0] *= q->visit_decays[0];
    }
    uint32_t length = c.sequence[i] & HUNCH_SEQUENCE_LENGTH;
    if (length == 0) continue;
    own[q->factor_lanes[HUNCH_PREVIOUS_DECAY]] = c.decay[0][i];
    own[q->factor_lanes[HUNCH_PREVIOUS_VISITS]] = visits[1];
    visits[1] *= q->visit_decays[1];
    if (length == 1) continue;
    own[q->factor_lanes[HUNCH_SECOND_PREVIOUS_VISITS]] = visits[2];
    visits[2] *= q->visit_decays[2];
  }
}

// A block's part of the tables, and the lines of the rows.
struct block {
  const float *hour, *day, *gap, *sequence, *place, *last_place, *attributes;
  float *weights;
};

INLINE struct block block_of(const hunch_question *q, float *weights, size_t k) {
  const float *tables = q->tables + k * q->lines * 16;
  return (struct block){
    .hour = tables,
    .day = tables + HUNCH_DAY_LINE * 16,
    .gap = tables + HUNCH_GAP_LINE * 16,
    .sequence = tables + HUNCH_SEQUENCE_LINE * 16,
    .place = tables + q->place_line * 16,
    .last_place = tables + q->last_place_line * 16,
    .attributes = tables + q->attributes_line * 16,
    .weights = weights + k * q->rows * 16,
  };
}

// The place where it happened; 0 if unknown.
INLINE size_t place_of(const hunch_record *record) {
  return record->place & HUNCH_CARRIED ? 0 : record->place;
}

// The last place: that of the preceding record, or the one known at the time.
INLINE size_t last_place_of(const hunch_record *record, size_t before) {
  return before > 0 ? record[-1].place & ~HUNCH_CARRIED : 0;
}

// The first block, stretch by stretch, whose factors are written just before they are read.
INLINE lanes16 weigh_factored(
  const hunch_record *records, size_t count, const hunch_question *q, struct columns c, struct block b) {
  _Alignas(64) float factors[STRETCH * 16];
  float visits[3] = {1, 1, 1};
  lanes16 sum = {0};
  for (size_t end = count; end > 0;) {
    size_t first = end > STRETCH ? end - STRETCH : 0;
    fill_factors(records, first, end, q, c, visits, factors);
    for (size_t i = end; i-- > first;) {
      const hunch_record *record = records + i;
      if (record->day == HUNCH_NOT_COUNTED) continue;
      lanes16 weight = LOAD(factors + 16 * (i - first)) * LOAD(b.hour + 16 * record->hour) *
                       LOAD(b.day + 16 * record->day) * LOAD(b.gap + 16 * c.gap[i]);
      ADD_TO(b.weights + 16 * (size_t)record->row, weight);
      sum += weight;
    }
    end = first;
  }
  return sum;
}

// The second block. `places` and `attributes` are constants at every call: if no record has any,
// their tables are not multiplied, and the caller clears their lanes.
INLINE lanes16 weigh_circumstances(
  const hunch_record *records, size_t before, size_t count, struct columns c, struct block b, const int places,
  const int attributes) {
  lanes16 sum = {0};
  for (size_t i = count; i-- > 0;) {
    const hunch_record *record = records + i;
    if (record->day == HUNCH_NOT_COUNTED) continue;
    lanes16 weight = LOAD(b.hour + 16 * record->hour) * LOAD(b.sequence + 16 * (c.sequence[i] & SEQUENCE));
    if (places)
      weight *= LOAD(b.place + 16 * place_of(record)) * LOAD(b.last_place + 16 * last_place_of(record, before + i));
    if (attributes) weight *= LOAD(b.attributes + 16 * record->attributes);
    ADD_TO(b.weights + 16 * (size_t)record->row, weight);
    sum += weight;
  }
  return sum;
}

// The third block: records after the same activity as now.
INLINE lanes16 weigh_sequences(
  const hunch_record *records, size_t before, size_t count, struct columns c, struct block b) {
  lanes16 sum = {0};
  for (size_t i = count; i-- > 0;) {
    const hunch_record *record = records + i;
    if ((c.sequence[i] & HUNCH_SEQUENCE_LENGTH) == 0 || record->day == HUNCH_NOT_COUNTED) continue;
    lanes16 weight = LOAD(b.hour + 16 * record->hour) * LOAD(b.day + 16 * record->day) *
                     LOAD(b.gap + 16 * c.gap[i]) * LOAD(b.sequence + 16 * (c.sequence[i] & SEQUENCE)) *
                     LOAD(b.place + 16 * place_of(record)) *
                     LOAD(b.last_place + 16 * last_place_of(record, before + i)) *
                     LOAD(b.attributes + 16 * record->attributes);
    ADD_TO(b.weights + 16 * (size_t)record->row, weight);
    sum += weight;
  }
  return sum;
}

// Clears the lanes of all rows for which a line has 0.
INLINE void clear_lanes(const float *line, float *weights, size_t rows, lanes16 *sum) {
  lanes16 factor = LOAD(line);
  for (size_t r = 0; r < rows; r++) *(lanes16 *)(weights + 16 * r) *= factor;
  *sum *= factor;
}

INLINE void hunch_weigh_records_body(
  const hunch_record *all, size_t before, size_t count, const hunch_question *q, float *weights, float *totals,
  float *buffer) {
  struct columns c = columns_in(buffer, count);
  fill_columns(all, count, before, q, c);
  const hunch_record *records = all + before;
  struct block second = block_of(q, weights, 1);
  lanes16 sums[3];
  sums[0] = weigh_factored(records, count, q, c, block_of(q, weights, 0));
  int places = q->has_places, attributes = q->has_attributes;
  if (places && attributes) sums[1] = weigh_circumstances(records, before, count, c, second, 1, 1);
  else if (places) sums[1] = weigh_circumstances(records, before, count, c, second, 1, 0);
  else if (attributes) sums[1] = weigh_circumstances(records, before, count, c, second, 0, 1);
  else sums[1] = weigh_circumstances(records, before, count, c, second, 0, 0);
  if (!places) clear_lanes(second.place, second.weights, q->rows, &sums[1]);
  if (!places) clear_lanes(second.last_place, second.weights, q->rows, &sums[1]);
  if (!attributes) clear_lanes(second.attributes, second.weights, q->rows, &sums[1]);
  sums[2] = weigh_sequences(records, before, count, c, block_of(q, weights, 2));
  for (size_t k = 0; k < 3; k++) *(lanes16 *)(totals + 16 * k) = sums[k];
}
TARGETS(
  void, hunch_weigh_records,
  (const hunch_record *records, size_t before, size_t count, const hunch_question *q, float *weights,
   float *totals, float *buffer),
  (records, before, count, q, weights, totals, buffer))
