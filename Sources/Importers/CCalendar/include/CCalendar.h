#ifndef CCALENDAR_H
#define CCALENDAR_H

#include <stdbool.h>

/// Rules of recurrence of RFC 5545, which libical expands.
///
/// The library is loaded when it is first asked for: few people have calendars, and it brings ICU along, which every start would pay for.

#if defined(__cplusplus)
extern "C" {
#endif

/// A time on the clock of wherever an event is.
typedef struct {
  int year, month, day, hour, minute, second;
  /// Whether it is a day, without a time.
  bool is_day;
} hunch_local_time;

/// The times of a rule, one after the other.
typedef struct hunch_recurrence hunch_recurrence;

/// Loads libical; returns whether it is there.
bool hunch_calendar_is_there(void);

/// Creates the times of a rule, like "FREQ=DAILY;COUNT=3", from the start to an end, whatever end the rule has; NULL if it is no rule, or
/// libical is not there.
hunch_recurrence *_Nullable hunch_recurrence_create(const char *_Nonnull rule, hunch_local_time start, hunch_local_time until);

/// Writes the next time; returns false after the last one.
bool hunch_recurrence_next(hunch_recurrence *_Nonnull recurrence, hunch_local_time *_Nonnull next);

/// Frees the times of a rule.
void hunch_recurrence_free(hunch_recurrence *_Nonnull recurrence);

#if defined(__cplusplus)
}
#endif

#endif
