// Preloaded with LD_PRELOAD. Counts a program's calls on files below a folder. At the n-th call it
// makes the call fail, kills the process, or cuts the power.
//
//   HUNCH_FAULT_ROOT    the folder
//   HUNCH_FAULT         kind, number of the call, seed: "write-error 12 1"
//   HUNCH_FAULT_REPORT  a file of sizeof(struct report) bytes, which is mapped
//   HUNCH_FAULT_SHADOW  a folder on the same file system, for data that a power cut brings back
//
// Nothing is really synchronised: the machine keeps its power, so tests need not wait for the disk.
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct plan plan = {.kind = "none"};
static struct report nowhere;
struct report *report = &nowhere;
static char root[PATH_MAX];
static size_t root_length;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t random_state;
/// The number of bytes by which files have grown.
static uint64_t grown;
enum { DESCRIPTORS = 1024 };
static bool is_below[DESCRIPTORS];

ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
ssize_t (*real_pread)(int, void *, size_t, off_t);
int (*real_ftruncate)(int, off_t);
int (*real_link)(const char *, const char *);
int (*real_unlink)(const char *);
int (*real_rename)(const char *, const char *);
static int (*real_renameat2)(int, const char *, int, const char *, unsigned);
int (*real_fcntl)(int, int, ...);
static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static ssize_t (*real_read)(int, void *, size_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_mkdir)(const char *, mode_t);
static int (*real_close)(int);
static void *(*real_mmap)(void *, size_t, int, int, int, off_t);

static void resolve(void) {
  if (real_mmap) return;
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_pread = dlsym(RTLD_NEXT, "pread64");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_link = dlsym(RTLD_NEXT, "link");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_renameat2 = dlsym(RTLD_NEXT, "renameat2");
  real_fcntl = dlsym(RTLD_NEXT, "fcntl64");
  real_open = dlsym(RTLD_NEXT, "open64");
  real_openat = dlsym(RTLD_NEXT, "openat64");
  real_read = dlsym(RTLD_NEXT, "read");
  real_write = dlsym(RTLD_NEXT, "write");
  real_mkdir = dlsym(RTLD_NEXT, "mkdir");
  real_close = dlsym(RTLD_NEXT, "close");
  real_mmap = dlsym(RTLD_NEXT, "mmap64");
}

uint64_t shim_random(void) {  // SplitMix64
  uint64_t z = random_state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

static bool is_below_root(const char *path) {
  return path && root_length > 0 && strncmp(path, root, root_length) == 0 && path[root_length] == '/';
}

static bool tracks(int fd) { return fd >= 0 && fd < DESCRIPTORS && is_below[fd]; }

static void track(int fd, bool yes) {
  if (fd >= 0 && fd < DESCRIPTORS) is_below[fd] = yes;
}

__attribute__((constructor)) static void begin(void) {
  resolve();
  const char *folder = getenv("HUNCH_FAULT_ROOT"), *text = getenv("HUNCH_FAULT");
  const char *file = getenv("HUNCH_FAULT_REPORT");
  if (!folder || !text || !file) return;
  root_length = (size_t)snprintf(root, PATH_MAX, "%s", folder);
  unsigned long long at = 0, seed = 0;
  sscanf(text, "%31s %llu %llu", plan.kind, &at, &seed);
  plan.at = at;
  plan.seed = random_state = seed;
  int fd = real_open(file, O_RDWR | O_CLOEXEC);
  void *mapped = real_mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapped != MAP_FAILED) report = mapped;
  real_close(fd);
  memory_begin();
  for (int inherited = 0; inherited < 3; inherited++) {
    char link[32], target[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", inherited);
    ssize_t length = readlink(link, target, sizeof target - 1);
    if (length > 0) target[length] = 0, track(inherited, is_below_root(target));
  }
}

bool is(const char *kind) { return strcmp(plan.kind, kind) == 0; }

__attribute__((noreturn)) static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

__attribute__((destructor)) static void end(void) {
  if (!is("power-cut") || report->fired) return;
  report->fired = report->at_end = 1;
  disk_cut();
  die();
}

/// Returns whether the fault happens at this call of its kind.
static bool strikes(int class, const char *once, const char *from_then_on) {
  uint64_t number = ++report->counts[class];
  bool now = (once && is(once) && number == plan.at) || (from_then_on && is(from_then_on) && number >= plan.at);
  if (now) report->fired++;
  return now;
}

/// Runs before every change, which may be the last one.
static void change(void) {
  bool now = ++report->counts[CHANGE] == plan.at;
  if (now && is("kill")) report->fired = 1, die();
  if (now && is("power-cut")) report->fired = 1, disk_cut(), die();
}

static bool keeps_account(void) { return is("power-cut"); }

/// Returns the error of a call that needs space; 0 if it may continue.
static int growth(uint64_t bytes) {
  if (strikes(GROWTH, "full-once", "full")) return ENOSPC;
  if (is("quota") && grown + bytes > plan.at) return report->fired++, ENOSPC;
  grown += bytes;
  return 0;
}

#define LOCKED for (int once = (pthread_mutex_lock(&mutex), 1); once; once = (pthread_mutex_unlock(&mutex), 0))
#define FAIL(number) do { pthread_mutex_unlock(&mutex); errno = (number); return -1; } while (0)

/// Runs before a file is opened; returns 0 or an error.
static int will_open(const char *path, int flags) {
  static const int errors[] = {EMFILE, EIO, ENFILE, EACCES};
  if (strikes(OPEN, "open-error", NULL)) return errors[plan.seed % 4];
  if (!(flags & O_CREAT) || access(path, F_OK) == 0) return 0;
  change();
  int error = growth(0);
  if (error == 0 && keeps_account()) disk_made(path);
  return error;
}

static int opened(int fd, bool below) {
  track(fd, below && fd >= 0);
  return fd;
}

#define OPEN_BODY(call)                              \
  va_list arguments;                                 \
  va_start(arguments, flags);                        \
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0; \
  va_end(arguments);                                 \
  resolve();                                         \
  bool below = is_below_root(path);                  \
  int fd = -1;                                       \
  LOCKED {                                           \
    int error = below ? will_open(path, flags) : 0;  \
    if (error) FAIL(error);                          \
    fd = opened(call, below);                        \
  }                                                  \
  return fd;

int open(const char *path, int flags, ...) { OPEN_BODY(real_open(path, flags, mode)) }
int open64(const char *path, int flags, ...) { OPEN_BODY(real_open(path, flags, mode)) }
int openat(int at, const char *path, int flags, ...) { OPEN_BODY(real_openat(at, path, flags, mode)) }
int openat64(int at, const char *path, int flags, ...) { OPEN_BODY(real_openat(at, path, flags, mode)) }

int close(int fd) {
  resolve();
  track(fd, false);
  return real_close(fd);
}

/// Returns the error of a read, or limits its number of bytes.
static int will_read(size_t *length) {
  if (strikes(TRANSFER, "interrupted", NULL)) return EINTR;
  if (is("partial") && report->counts[TRANSFER] == plan.at && *length > 1) report->fired++, *length /= 2;
  return strikes(READ, "read-error", "read-errors") ? EIO : 0;
}

static ssize_t read_at(int fd, void *bytes, size_t length, off_t offset, bool positioned) {
  resolve();
  if (tracks(fd)) LOCKED {
    int error = will_read(&length);
    if (error) FAIL(error);
  }
  return positioned ? real_pread(fd, bytes, length, offset) : real_read(fd, bytes, length);
}

ssize_t read(int fd, void *bytes, size_t length) { return read_at(fd, bytes, length, 0, false); }
ssize_t pread(int fd, void *bytes, size_t length, off_t at) { return read_at(fd, bytes, length, at, true); }
ssize_t pread64(int fd, void *bytes, size_t length, off_t at) { return read_at(fd, bytes, length, at, true); }

/// Returns the error of a write, or limits its number of bytes.
static int will_write(int fd, off_t offset, size_t *length) {
  if (strikes(TRANSFER, "interrupted", NULL)) return EINTR;
  if (is("partial") && report->counts[TRANSFER] == plan.at && *length > 1) report->fired++, *length /= 2;
  struct stat status;
  off_t end = offset + (off_t)*length;
  uint64_t more = fstat(fd, &status) == 0 && end > status.st_size ? (uint64_t)(end - status.st_size) : 0;
  if (keeps_account()) disk_will_write(fd, offset, *length);
  change();
  if (strikes(WRITE, "write-error", "write-errors")) return EIO;
  if (is("torn-kill") && report->counts[WRITE] == plan.at) return -1;
  return growth(more);
}

static ssize_t write_at(int fd, const void *bytes, size_t length, off_t offset, bool positioned) {
  resolve();
  ssize_t written = -1;
  if (!tracks(fd)) return positioned ? real_pwrite(fd, bytes, length, offset) : real_write(fd, bytes, length);
  LOCKED {
    off_t at = positioned ? offset : lseek(fd, 0, SEEK_CUR);
    int error = will_write(fd, at < 0 ? 0 : at, &length);
    if (error < 0) {
      report->fired = 1;
      real_pwrite(fd, bytes, length > 1 ? 1 + shim_random() % (length - 1) : 0, at);
      die();
    }
    if (error) FAIL(error);
    written = positioned ? real_pwrite(fd, bytes, length, offset) : real_write(fd, bytes, length);
  }
  return written;
}

ssize_t write(int fd, const void *bytes, size_t length) { return write_at(fd, bytes, length, 0, false); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return write_at(fd, bytes, length, at, true); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return write_at(fd, bytes, length, at, true); }

static int synchronise(int fd) {
  if (!tracks(fd)) return 0;
  LOCKED {
    change();
    if (strikes(SYNC, "sync-error", "sync-errors")) FAIL(EIO);
    if (!keeps_account()) continue;
    char link[32], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    disk_synced(fd, path);
  }
  return 0;
}

int fsync(int fd) { return synchronise(fd); }
int fdatasync(int fd) { return synchronise(fd); }

static int truncate_to(int fd, off_t length) {
  resolve();
  if (!tracks(fd)) return real_ftruncate(fd, length);
  int result = -1;
  LOCKED {
    if (keeps_account()) disk_will_truncate(fd, length);
    change();
    if (strikes(TRUNCATE, "truncate-error", NULL)) FAIL(EIO);
    result = real_ftruncate(fd, length);
  }
  return result;
}

int ftruncate(int fd, off_t length) { return truncate_to(fd, length); }
int ftruncate64(int fd, off_t length) { return truncate_to(fd, length); }

/// Returns 0 or the error of a change of names.
static int will_name(bool grows) {
  change();
  if (strikes(NAME, "name-error", NULL)) return plan.seed % 2 ? EIO : EACCES;
  return grows ? growth(0) : 0;
}

int rename(const char *from, const char *to) {
  resolve();
  if (!is_below_root(to)) return real_rename(from, to);
  int result = -1;
  LOCKED {
    int error = will_name(true);
    if (error) FAIL(error);
    if (keeps_account()) disk_will_rename(from, to);
    result = real_rename(from, to);
  }
  return result;
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  resolve();
  if (!is_below_root(to)) return real_renameat2(from_folder, from, to_folder, to, flags);
  int result = -1;
  LOCKED {
    int error = will_name(true);
    if (error) FAIL(error);
    if (keeps_account() && access(to, F_OK) != 0) disk_will_rename(from, to);
    result = real_renameat2(from_folder, from, to_folder, to, flags);
  }
  return result;
}

int link(const char *from, const char *to) {
  resolve();
  if (!is_below_root(to)) return real_link(from, to);
  int result = -1;
  LOCKED {
    int error = will_name(true);
    if (error) FAIL(error);
    result = real_link(from, to);
    if (result == 0 && keeps_account()) disk_made(to);
  }
  return result;
}

int unlink(const char *path) {
  resolve();
  if (!is_below_root(path)) return real_unlink(path);
  int result = -1;
  LOCKED {
    int error = will_name(false);
    if (error) FAIL(error);
    if (keeps_account()) disk_will_unlink(path);
    result = real_unlink(path);
  }
  return result;
}

int mkdir(const char *path, mode_t mode) {
  resolve();
  if (!is_below_root(path)) return real_mkdir(path, mode);
  int result = -1;
  LOCKED {
    int error = will_name(true);
    if (error) FAIL(error);
    result = real_mkdir(path, mode);
    if (result == 0 && keeps_account()) disk_made(path);
  }
  return result;
}

static void *map(void *address, size_t length, int protection, int flags, int fd, off_t offset) {
  resolve();
  if (tracks(fd) && !(flags & MAP_ANONYMOUS)) {
    bool fails = false;
    LOCKED fails = strikes(MAP, "map-error", NULL);
    if (fails) {
      errno = ENOMEM;
      return MAP_FAILED;
    }
  }
  return real_mmap(address, length, protection, flags, fd, offset);
}

void *mmap(void *a, size_t l, int p, int f, int fd, off_t o) { return map(a, l, p, f, fd, o); }
void *mmap64(void *a, size_t l, int p, int f, int fd, off_t o) { return map(a, l, p, f, fd, o); }

static int control(int fd, int command, void *argument) {
  resolve();
  if (tracks(fd) && command == F_SETLK && ((struct flock *)argument)->l_type != F_UNLCK) LOCKED {
    if (strikes(LOCK, "lock-error", NULL)) FAIL(plan.seed % 2 ? EIO : ENOLCK);
  }
  int result = real_fcntl(fd, command, argument);
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) track(result, tracks(fd));
  return result;
}

#define FCNTL_BODY                               \
  va_list arguments;                             \
  va_start(arguments, command);                  \
  void *argument = va_arg(arguments, void *);    \
  va_end(arguments);                             \
  return control(fd, command, argument);

int fcntl(int fd, int command, ...) { FCNTL_BODY }
int fcntl64(int fd, int command, ...) { FCNTL_BODY }
