// What the two halves of the shim share: what a call is, which fault is planned, what is told to the tests.
#pragma once
#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Kinds of calls that are counted; each fault waits for the n-th of one of them.
enum {
  OPEN, READ, WRITE, SYNC, TRUNCATE, NAME, MAP, LOCK,
  MEMORY,    // an allocation by SQLite
  CHANGE,    // whatever changes what is on the disk
  GROWTH,    // whatever needs room on the disk
  TRANSFER,  // reads and writes
  CLASSES
};

/// What the tests read after a run, in a file that is mapped, so that it outlives a kill.
struct report {
  uint64_t counts[CLASSES];
  /// How often the fault happened.
  uint64_t fired;
  /// Whether the power was cut after the program had done everything.
  uint64_t at_end;
};

struct plan {
  char kind[32];
  uint64_t at;    // the first call of the class is 1
  uint64_t seed;
};

extern struct plan plan;
extern struct report *report;
extern uint64_t shim_random(void);
/// Whether the planned fault is of this kind.
extern bool is(const char *kind);
/// Finds the allocations that are counted.
void memory_begin(void);

/// The system's own calls.
extern ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
extern ssize_t (*real_pread)(int, void *, size_t, off_t);
extern int (*real_ftruncate)(int, off_t);
extern int (*real_link)(const char *, const char *);
extern int (*real_unlink)(const char *);
extern int (*real_rename)(const char *, const char *);
extern int (*real_fcntl)(int, int, ...);

/// The disk as it would be after a power cut: what was not synchronised yet may be undone.
void disk_will_write(int fd, off_t offset, size_t length);
void disk_will_truncate(int fd, off_t length);
void disk_synced(int fd, const char *path);
void disk_made(const char *path);
void disk_will_unlink(const char *path);
void disk_will_rename(const char *from, const char *to);
void disk_cut(void);
