#pragma once

// Whether instructions are being counted: under `valgrind --tool=callgrind`, in a build for which
// valgrind's header was available.
int hunch_is_counted(void);

// Instructions between the two calls are counted, and written as a separate part with the number.
void hunch_count_start(void);
void hunch_count_stop(int number);
