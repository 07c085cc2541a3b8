// What a window of past donations says of now (window.c, ratios.c).
#pragma once
#include <stddef.h>
#include <stdint.h>

enum {
  /// Numbers kept of each row: one an expert, and some to spare.
  HUNCH_LANES = 64,
  /// The lanes that past donations add to; the last 16 of them only if the one before was the same as now.
  HUNCH_SCANNED_LANES = 48,
  /// How many of the donations before one are compared with those before now.
  HUNCH_PAST = 6,
  /// How many of them count as just done.
  HUNCH_LATELY = 5,
  /// Codes of a length of time; the last one is that of no time.
  HUNCH_AGE_CODES = 128,
  /// How many numbers are noted of each record.
  HUNCH_COLUMNS = 11,
  /// The codes of hours from this one on are those of records whose hour is not known.
  HUNCH_TIMELESS = 96,
  /// Where in the tables each kind of code begins.
  HUNCH_DAY_LINE = 98,
  HUNCH_GAP_LINE = 106,
  HUNCH_SEQUENCE_LINE = 234,
  /// The day of a record that is only there because others come after it.
  HUNCH_NOT_COUNTED = 7,
  /// In the code of a sequence: how many of the last activities are the same.
  HUNCH_SEQUENCE_LENGTH = 7,
  /// In a mark: which of the last activities the row is, counted from 1; 0 for none.
  HUNCH_ROW_MARK = 7,
  /// In a mark: whether the row is of the last activity's type.
  HUNCH_TYPE_MARK = 8,
  /// In a place: whether an earlier donation told it, so that it is not known where this one happened.
  HUNCH_CARRIED = 0x8000,
};

/// What some of the first 16 lanes are multiplied by, each by another one: factors that no code stands for.
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

/// A past donation, by codes. Its time is in units of 256 seconds, and parts of 1/256 second.
typedef struct {
  int32_t units;
  int32_t row;
  uint16_t parts;
  /// The last known place by then, with HUNCH_CARRIED if an earlier donation told it.
  uint16_t place;
  uint16_t attributes;
  uint8_t hour;
  uint8_t day;
} hunch_record;

/// What a query asks of each record.
typedef struct {
  /// Kernel values, in blocks of 16 lanes: in each a line of 16 numbers for each code. Those of hours come first, then days,
  /// times and sequences, from HUNCH_DAY_LINE, HUNCH_GAP_LINE and HUNCH_SEQUENCE_LINE on.
  const float *tables;
  size_t lines, place_line, last_place_line, attributes_line;
  /// Whether any record has a place, or attributes.
  int has_places, has_attributes;
  size_t rows;
  /// The lane of each factor, below 16.
  uint8_t factor_lanes[HUNCH_FACTORS];
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
  /// What is the same for all rows.
  const float *shared;
  size_t shared_count;
} hunch_judgement;

/// The code of a length of time in seconds.
uint32_t hunch_age_code(float seconds);

/// Adds the weight of each record to its row's lanes, and writes the totals of the scanned lanes.
///
/// Weights lie as tables do: in blocks of 16 lanes, in each a line of 16 numbers for each row.
/// `before` records at the beginning only precede the others; `buffer` holds HUNCH_COLUMNS x (count + HUNCH_PAST) numbers.
void hunch_weigh_records(
  const hunch_record *records, size_t before, size_t count, const hunch_question *question, float *weights,
  float *totals, float *buffer);

/// Writes for each row the logarithms of its experts' ratios, of their means by each trust, of the share, and of the last
/// mean times the share, then what is shared: experts + 4 + shared_count numbers at the beginning of a row of `out`.
/// Rows have at least HUNCH_LANES columns; those behind may be overwritten.
///
/// `kinds` becomes the sums over all rows of weights of at most 1, one a lane.
void hunch_judge_rows(
  const float *weights, const float *shares, size_t rows, const hunch_judgement *judgement, float *kinds,
  float *out, size_t columns);

/// Numbers the rows of some records in the order in which they first stand there, and copies the records with numbers in place of rows.
///
/// `numbers` has for each row one more than its number, 0 before; `rows` becomes the row of each number, and has room for as many as there
/// are records. Returns how many rows there are.
size_t hunch_number_rows(
  const hunch_record *records, size_t count, int32_t *numbers, int32_t *rows, hunch_record *numbered);

/// Copies the lines with some numbers out of the weights of so many rows; of a number below 0 a line of zeros.
void hunch_gather_lines(
  const float *weights, size_t rows, const int32_t *numbers, size_t count, float *lines);

/// Writes for each row the sum of its weights, each multiplied by the factor of its lane.
///
/// `kinds` becomes the sums over all rows of weights of at most 1, one a lane.
void hunch_sum_rows(const float *weights, size_t rows, const float *factors, float *sums, float *kinds);

/// The ratios of one of so many rows, by lane; `weights` points at its line in the first block.
void hunch_expert_ratios(
  const float *weights, size_t rows, float per_share, const hunch_judgement *judgement, float *ratios);
