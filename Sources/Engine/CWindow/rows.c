// Numbers the rows of a window, and gathers some of their lines.
#include <string.h>

#include "CWindow.h"

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
