#include "CCallgrind.h"

#include <stdio.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

int hunch_is_counted(void) { return RUNNING_ON_VALGRIND != 0; }

void hunch_count_start(void) { CALLGRIND_START_INSTRUMENTATION; }

void hunch_count_stop(int number) {
  char name[32];
  CALLGRIND_STOP_INSTRUMENTATION;
  snprintf(name, sizeof name, "part-%d", number);
  CALLGRIND_DUMP_STATS_AT(name);
}
#else
int hunch_is_counted(void) { return 0; }
void hunch_count_start(void) {}
void hunch_count_stop(int number) { (void)number; }
#endif
