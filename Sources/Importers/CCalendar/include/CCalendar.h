#ifndef CCALENDAR_H
#define CCALENDAR_H

#include <stdbool.h>

/// Rules of recurrence of RFC 5545, which libical expands.
///
/// The library is loaded on first use: few users have calendars, and it also loads ICU, which would
/// slow down every start.

#if defined(__cplusplus)
extern "C" {
#endif

/// A time on the event's local clock.
typedef struct {
  int year, month, day, hour, minute, second;
  /// Whether it is a day, without a time.
  bool is_day;
} hunch_local_time;

/// An iterator of the times of a rule.
typedef struct hunch_recurrence hunch_recurrence;

/// Loads libical; returns whether it is available.
bool hunch_calendar_is_there(void);

/// Creates an iterator of a rule, like "FREQ=DAILY;COUNT=3", from a start to an end, whatever end
/// the rule has; NULL if the rule is not valid, or libical is not available.
hunch_recurrence *_Nullable hunch_recurrence_create(const char *_Nonnull rule, hunch_local_time start, hunch_local_time until);

/// Writes the next time; returns false after the last one.
bool hunch_recurrence_next(hunch_recurrence *_Nonnull recurrence, hunch_local_time *_Nonnull next);

/// Frees an iterator.
void hunch_recurrence_free(hunch_recurrence *_Nonnull recurrence);

#if defined(__cplusplus)
}
#endif

#endif
