#include "CCalendar.h"

#include <dlfcn.h>
#include <libical/ical.h>
#include <pthread.h>
#include <stdlib.h>

// The interface of libical 3, which passes structures by value, so other major versions are
// incompatible.
static const char *const name = "libical.so.3";

static struct {
  bool isThere;
  struct icalrecurrencetype (*parse)(const char *);
  icalrecur_iterator *(*create)(struct icalrecurrencetype, struct icaltimetype);
  struct icaltimetype (*next)(icalrecur_iterator *);
  void (*free)(icalrecur_iterator *);
} library;

static void load(void) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  void (*setFatal)(int) = (void (*)(int))dlsym(handle, "icalerror_set_errors_are_fatal");
  library.parse = (struct icalrecurrencetype(*)(const char *))dlsym(handle, "icalrecurrencetype_from_string");
  library.create =
      (icalrecur_iterator * (*)(struct icalrecurrencetype, struct icaltimetype)) dlsym(handle, "icalrecur_iterator_new");
  library.next = (struct icaltimetype(*)(icalrecur_iterator *))dlsym(handle, "icalrecur_iterator_next");
  library.free = (void (*)(icalrecur_iterator *))dlsym(handle, "icalrecur_iterator_free");
  library.isThere = setFatal && library.parse && library.create && library.next && library.free;
  // Some builds abort on an invalid rule.
  if (setFatal) setFatal(0);
}

bool hunch_calendar_is_there(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return library.isThere;
}

struct hunch_recurrence {
  icalrecur_iterator *iterator;
};

static struct icaltimetype timeOf(hunch_local_time local) {
  struct icaltimetype time = {0};
  time.year = local.year;
  time.month = local.month;
  time.day = local.day;
  time.is_date = local.is_day;
  if (!local.is_day) {
    time.hour = local.hour;
    time.minute = local.minute;
    time.second = local.second;
  }
  return time;
}

hunch_recurrence *hunch_recurrence_create(const char *rule, hunch_local_time start, hunch_local_time until) {
  if (!hunch_calendar_is_there()) return NULL;
  struct icalrecurrencetype parsed = library.parse(rule);
  // Other calendar systems would need more of ICU than is loaded here.
  if (parsed.freq == ICAL_NO_RECURRENCE || parsed.rscale != NULL) {
    free(parsed.rscale);
    return NULL;
  }
  // Only this ends a search for a matching time; in text it cannot be combined with a count.
  parsed.until = timeOf(until);
  icalrecur_iterator *iterator = library.create(parsed, timeOf(start));
  if (iterator == NULL) return NULL;
  hunch_recurrence *recurrence = malloc(sizeof *recurrence);
  if (recurrence == NULL) {
    library.free(iterator);
    return NULL;
  }
  recurrence->iterator = iterator;
  return recurrence;
}

bool hunch_recurrence_next(hunch_recurrence *recurrence, hunch_local_time *next) {
  struct icaltimetype time = library.next(recurrence->iterator);
  if (time.year == 0) return false;
  *next = (hunch_local_time){time.year, time.month, time.day, time.hour, time.minute, time.second, time.is_date != 0};
  return true;
}

void hunch_recurrence_free(hunch_recurrence *recurrence) {
  library.free(recurrence->iterator);
  free(recurrence);
}
