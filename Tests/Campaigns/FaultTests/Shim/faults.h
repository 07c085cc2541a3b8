// Declarations shared by the parts of the shim: kinds of calls, the planned fault, and the report
// for the tests.
#pragma once
#define _GNU_SOURCE
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The kinds of calls that are counted; each fault waits for the n-th call of one kind.
enum {
  OPEN, READ, WRITE, SYNC, TRUNCATE, NAME, MAP, LOCK,
  MEMORY,    // an allocation by SQLite
  CHANGE,    // any change of the disk
  GROWTH,    // any call that needs space on the disk
  TRANSFER,  // reads and writes
  CLASSES
};

/// The report that the tests read after a run, in a mapped file, so that it survives a kill.
struct report {
  uint64_t counts[CLASSES];
  /// The number of times that the fault happened.
  uint64_t fired;
  /// Whether the power was cut after the program had done all its work.
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
/// Returns whether the planned fault is of this kind.
extern bool is(const char *kind);
/// Finds SQLite's allocations.
void memory_begin(void);

/// The system's own calls.
extern ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
extern ssize_t (*real_pread)(int, void *, size_t, off_t);
extern int (*real_ftruncate)(int, off_t);
extern int (*real_link)(const char *, const char *);
extern int (*real_unlink)(const char *);
extern int (*real_rename)(const char *, const char *);
extern int (*real_fcntl)(int, int, ...);

/// The disk after a power cut: data that is not synchronised yet may be undone.
void disk_will_write(int fd, off_t offset, size_t length);
void disk_will_truncate(int fd, off_t length);
void disk_synced(int fd, const char *path);
void disk_made(const char *path);
void disk_will_unlink(const char *path);
void disk_will_rename(const char *from, const char *to);
void disk_cut(void);
