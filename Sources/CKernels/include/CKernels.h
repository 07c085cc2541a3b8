// Element-wise loops over plain float arrays, compiled for AVX-512, AVX2 + FMA and the default target; the widest
// one the processor has is picked at run time. Pointers may not overlap unless a comment says so.
#pragma once
#include <stddef.h>

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

/// out = SiLU(x * weights + bias), one row after another; units is a multiple of 16.
///
/// A row's result does not depend on the other rows, not even in its last bit.
void hunch_dense_silu(
  const float *x, size_t rows, size_t inputs, const float *weights, const float *bias, size_t units,
  float *out);

/// out[r] += the dot product of row r and the vector; equal rows add the same bits.
void hunch_add_row_dots(const float *x, size_t rows, size_t columns, const float *vector, float *out);

// What a window of past donations says of now (window.c).

#include <stdint.h>

enum {
  /// Numbers kept of each row: one an expert, and some to spare.
  HUNCH_LANES = 64,
  /// The lanes that past donations add to; the last 16 of them only if the one before was the same as now.
  HUNCH_SCANNED_LANES = 48,
  /// The first lanes are multiplied by factors that no code stands for: 16 of them, by so many factors.
  HUNCH_FACTORS = 9,
  /// How many of the donations before one are compared with those before now.
  HUNCH_PAST = 6,
  /// How many of them count as just done.
  HUNCH_LATELY = 5,
  /// Codes of a length of time; the last one is that of no time.
  HUNCH_AGE_CODES = 128,
  /// Where in the tables each kind of code begins.
  HUNCH_DAY_LINE = 96,
  HUNCH_GAP_LINE = 104,
  HUNCH_SEQUENCE_LINE = 232,
  HUNCH_PLACE_LINE = 264,
  /// The day of a record that is only there because others come after it.
  HUNCH_NOT_COUNTED = 7,
  /// In a mark: which of the last activities the row is, counted from 1; 0 for none.
  HUNCH_ROW_MARK = 7,
  /// In a mark: whether the row is of the last activity's type.
  HUNCH_TYPE_MARK = 8,
};

/// A past donation, by codes. Its time is in units of 256 seconds, and parts of 1/256 second.
typedef struct {
  int32_t units;
  int32_t row;
  uint16_t parts;
  uint16_t place;
  uint16_t attributes;
  uint8_t hour;
  uint8_t day;
} hunch_record;

/// What a query asks of each record.
typedef struct {
  /// Kernel values: for each code a line of HUNCH_SCANNED_LANES numbers. Those of hours come first, then days, times and
  /// sequences, from HUNCH_DAY_LINE, HUNCH_GAP_LINE and HUNCH_SEQUENCE_LINE on.
  const float *tables;
  const float *place, *last_place, *attributes;
  /// Whether any record has a place, or attributes.
  int has_places, has_attributes;
  size_t rows;
  /// For each factor its part in the first 16 lanes.
  const float *factor_lanes;
  /// For each row HUNCH_ROW_MARK and HUNCH_TYPE_MARK.
  const int32_t *marks;
  /// What each mark counts as just done, without and by age: 8, and 8 x HUNCH_AGE_CODES numbers.
  const float *lately;
  const float *lately_by_age;
  /// The marks of the last activities, the newest first; -1 where there is none.
  int32_t recent[6];
  int32_t now_units;
  uint16_t now_parts;
  uint16_t own_attributes;
  /// Per second, times ln 2.
  float decay_rates[2];
  /// What a visit leaves of earlier ones: of the same attributes, the same last and the same last two activities.
  float visit_decays[3];
} hunch_question;

/// How weights become ratios to the share.
typedef struct {
  const float *scales;
  const float *floors;
  /// For two ways of trusting the weights of all lanes.
  const float *trust;
  /// Experts whose prior is another one's ratio, in an order in which that is there before it is needed.
  const struct hunch_backed { int32_t expert; int32_t prior; float floor; } *backed;
  size_t backing;
  /// The lanes of the experts.
  size_t first, experts;
} hunch_judgement;

/// The code of a length of time in seconds.
uint32_t hunch_age_code(float seconds);

/// Adds the weight of each record to its row's lanes, and writes the totals of the scanned lanes.
///
/// `before` records at the beginning only precede the others; `buffer` holds 9 x (count + HUNCH_PAST) numbers.
void hunch_weigh_records(
  const hunch_record *records, size_t before, size_t count, const hunch_question *question, float *weights,
  float *totals, float *buffer);

/// Writes for each row the logarithms of its experts' ratios, of their means by each trust, of the share, and of the last
/// mean times the share: experts + 4 numbers at the beginning of a row of `out`.
void hunch_judge_rows(
  const float *weights, const float *shares, size_t rows, const hunch_judgement *judgement, float *out,
  size_t columns);

/// The ratios of one row, by lane.
void hunch_expert_ratios(
  const float *weights, float per_share, const hunch_judgement *judgement, float *ratios);
