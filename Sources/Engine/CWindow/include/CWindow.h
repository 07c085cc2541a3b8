// The evidence of a window of past donations for the present (window.c, ratios.c).
#pragma once
#include <stddef.h>
#include <stdint.h>

enum {
  /// The size of a row's lanes: one per expert, and some to spare.
  HUNCH_LANES = 64,
  /// The lanes to which past donations add.
  ///
  /// The last 16 of them count only if the preceding donation was the same as now.
  HUNCH_SCANNED_LANES = 48,
  /// The number of preceding donations to compare with those before now.
  HUNCH_PAST = 6,
  /// The number of them that count as just done.
  HUNCH_LATELY = 5,
  /// The number of codes of a duration; the last one means no duration.
  HUNCH_AGE_CODES = 128,
  /// The number of values stored per record.
  HUNCH_COLUMNS = 11,
  /// The first code of hours for records whose hour is unknown.
  HUNCH_TIMELESS = 96,
  /// The lines of the tables at which each kind of code begins.
  HUNCH_DAY_LINE = 98,
  HUNCH_GAP_LINE = 106,
  HUNCH_SEQUENCE_LINE = 234,
  /// The day of a record that only precedes others and is not counted itself.
  HUNCH_NOT_COUNTED = 7,
  /// In the code of a sequence: how many of the last activities are the same.
  HUNCH_SEQUENCE_LENGTH = 7,
  /// In a mark: which of the last activities the row is, counted from 1; 0 for none.
  HUNCH_ROW_MARK = 7,
  /// In a mark: whether the row is of the last activity's type.
  HUNCH_TYPE_MARK = 8,
  /// In a place: the place comes from an earlier donation, so that this one's own place is unknown.
  HUNCH_CARRIED = 0x8000,
};

/// The factors without a code, each of which multiplies one of the first 16 lanes.
enum {
  HUNCH_SAME_TYPE,
  HUNCH_FIRST_DECAY,
  HUNCH_SECOND_DECAY,
  HUNCH_LATELY_FACTOR,
  HUNCH_LATELY_BY_AGE,
  HUNCH_ATTRIBUTE_VISITS,
  HUNCH_PREVIOUS_DECAY,
  HUNCH_PREVIOUS_VISITS,
  HUNCH_SECOND_PREVIOUS_VISITS,
  HUNCH_FACTORS,
};

/// A past donation, as codes.
///
/// Its time is in units of 256 seconds, and parts of 1/256 second.
typedef struct {
  int32_t units;
  int32_t row;
  uint16_t parts;
  /// The last known place at the time, with HUNCH_CARRIED if it comes from an earlier donation.
  uint16_t place;
  uint16_t attributes;
  uint8_t hour;
  uint8_t day;
} hunch_record;

/// A query's parameters for weighing records.
typedef struct {
  /// Kernel values, in blocks of 16 lanes: each block has a line of 16 numbers for each code.
  ///
  /// Hours come first, then days, gaps and sequences, from HUNCH_DAY_LINE, HUNCH_GAP_LINE and
  /// HUNCH_SEQUENCE_LINE on.
  const float *tables;
  size_t lines, place_line, last_place_line, attributes_line;
  /// Whether any record has a place, or attributes.
  int has_places, has_attributes;
  size_t rows;
  /// The lane of each factor, below 16.
  uint8_t factor_lanes[HUNCH_FACTORS];
  /// HUNCH_ROW_MARK and HUNCH_TYPE_MARK for each row.
  const int32_t *marks;
  /// The weight of each mark as just done, without and by age: 8, and 8 x HUNCH_AGE_CODES numbers.
  const float *lately;
  const float *lately_by_age;
  /// The marks of the last activities, the newest first; -1 if there are fewer.
  int32_t recent[6];
  int32_t now_units;
  uint16_t now_parts;
  uint16_t own_attributes;
  /// Per second, times ln 2.
  float decay_rates[2];
  /// The factor by which a visit reduces earlier ones: those with the same attributes, the same
  /// last activity, and the same last two activities.
  float visit_decays[3];
} hunch_question;

/// The parameters for turning weights into ratios to the share.
typedef struct {
  const float *scales;
  const float *floors;
  /// Two sets of trust in the weights of all lanes.
  const float *trust;
  /// Experts whose prior is another one's ratio, in an order in which each prior precedes its use.
  const struct hunch_backed { int32_t expert; int32_t prior; float floor; } *backed;
  size_t backing;
  /// The lanes of the experts.
  size_t first, experts;
  /// The values that are the same for all rows.
  const float *shared;
  size_t shared_count;
} hunch_judgement;

/// The code of a duration in seconds.
uint32_t hunch_age_code(float seconds);

/// Adds the weight of each record to its row's lanes, and writes the totals of the scanned lanes.
///
/// Weights have the same layout as tables: blocks of 16 lanes, each with a line of 16 numbers for
/// each row. The first `before` records only precede the others; `buffer` holds HUNCH_COLUMNS x
/// (count + HUNCH_PAST) numbers.
void hunch_weigh_records(
  const hunch_record *records, size_t before, size_t count, const hunch_question *question, float *weights,
  float *totals, float *buffer);

/// Writes each row's logarithms of its experts' ratios, of their means by each trust, of the share,
/// and of the last mean times the share, followed by the shared values.
///
/// These are experts + 4 + shared_count numbers at the beginning of a row of `out`. Rows have at
/// least HUNCH_LANES columns; the remaining ones may be overwritten.
///
/// `kinds` becomes the sums over all rows of weights limited to 1, one per lane.
void hunch_judge_rows(
  const float *weights, const float *shares, size_t rows, const hunch_judgement *judgement, float *kinds,
  float *out, size_t columns);

/// Numbers the rows of the records in the order of first occurrence, and copies the records with
/// numbers instead of rows.
///
/// `numbers` has one more than the number of each row, 0 for a row without one. `rows` becomes the
/// row of each number, and has room for as many as there are records. Returns the number of rows.
size_t hunch_number_rows(
  const hunch_record *records, size_t count, int32_t *numbers, int32_t *rows, hunch_record *numbered);

/// Copies the lines with the given numbers from the weights of `rows` rows; a number below 0 gives
/// a line of zeros.
void hunch_gather_lines(
  const float *weights, size_t rows, const int32_t *numbers, size_t count, float *lines);

/// Sets some lanes of each of `count` adjacent lines of a block to that line's value; the lowest
/// bit of `lanes` is the first lane.
void hunch_fill_lanes(const float *values, size_t count, uint16_t lanes, float *lines);

/// Writes each row's sum of its weights, multiplied by the factors of their lanes.
///
/// `kinds` becomes the sums over all rows of weights limited to 1, one per lane.
void hunch_sum_rows(const float *weights, size_t rows, const float *factors, float *sums, float *kinds);

/// Writes the ratios of one of `rows` rows, by lane; `weights` points to its line in the first
/// block.
void hunch_expert_ratios(
  const float *weights, size_t rows, float per_share, const hunch_judgement *judgement, float *ratios);
