// Numbers the rows of a window, gathers some of their lines, and fills lanes of a table.
#include <string.h>

#include "CWindow.h"
#include "dispatch.h"
#include "lanes.h"

size_t hunch_number_rows(
  const hunch_record *records, size_t count, int32_t *numbers, int32_t *rows, hunch_record *numbered) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    int32_t row = records[i].row, number = numbers[row];
    if (number == 0) {
      rows[found++] = row;
      numbers[row] = number = (int32_t)found;
    }
    numbered[i] = records[i];
    numbered[i].row = number - 1;
  }
  return found;
}

void hunch_gather_lines(
  const float *weights, size_t rows, const int32_t *numbers, size_t count, float *lines) {
  for (size_t k = 0; k < HUNCH_LANES; k += 16)
    for (size_t line = 0; line < count; line++) {
      float *own = lines + k * count + 16 * line;
      if (numbers[line] < 0) memset(own, 0, 16 * sizeof(float));
      else memcpy(own, weights + k * rows + 16 * (size_t)numbers[line], 16 * sizeof(float));
    }
}

INLINE void hunch_fill_lanes_body(const float *values, size_t count, uint16_t lanes, float *lines) {
  words16 chosen;
  for (uint32_t i = 0; i < 16; i++) chosen[i] = lanes >> i & 1 ? ~0u : 0;
  for (size_t line = 0; line < count; line++, lines += 16) {
    lanes16 value = (lanes16){0} + values[line];
    *(words16 *)lines = ((words16)value & chosen) | (*(const words16 *)lines & ~chosen);
  }
}
TARGETS(
  void, hunch_fill_lanes, (const float *values, size_t count, uint16_t lanes, float *lines),
  (values, count, lanes, lines))
