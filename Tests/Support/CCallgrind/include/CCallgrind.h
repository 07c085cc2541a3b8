#pragma once

// Whether instructions are being counted: whether this runs under `valgrind --tool=callgrind`, and was built where valgrind's
// header was there.
int hunch_is_counted(void);

// What runs between the two is counted, and written as a part of its own that bears the number.
void hunch_count_start(void);
void hunch_count_stop(int number);
