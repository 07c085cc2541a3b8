#define _GNU_SOURCE  // O_TMPFILE, mkostemp

#include "CPrivateCopy.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// SQLite appends these to a database's name; they are in the order of the parts.
static const char *const suffixes[hunch_copy_parts] = {"", "-wal", "-journal"};
static const char name[] = "history";

struct hunch_copy {
  sqlite3_vfs vfs;
  char vfs_name[40];
  char *folder;
  int descriptors[hunch_copy_parts];
  int64_t moved;
  int64_t temporary, temporary_limit;
  int is_over;
};

// A file that SQLite has open. Temporary files have their own descriptor.
struct open_file {
  sqlite3_file base;
  struct hunch_copy *copy;
  int descriptor;
  int part;  // -1 for a temporary file
  int64_t size;  // of a temporary file
};

static int unnamed_file(const char *folder) {
#ifdef O_TMPFILE
  int descriptor = open(folder, O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
#endif
  // Without file system support, the file has a name while it is empty.
  char *path = NULL;
  if (asprintf(&path, "%s/hunch-history-XXXXXX", folder) < 0) return -1;
  int named = mkostemp(path, O_CLOEXEC);
  int error = errno;
  if (named >= 0) unlink(path);
  free(path);
  errno = error;
  return named;
}

// -- Files

static int file_close(sqlite3_file *base) {
  struct open_file *file = (struct open_file *)base;
  if (file->part < 0) {
    file->copy->temporary -= file->size;
    close(file->descriptor);
  }
  return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
  struct open_file *file = (struct open_file *)base;
  int done = 0;
  file->copy->moved += count;
  while (done < count) {
    ssize_t taken = pread(file->descriptor, (char *)bytes + done, (size_t)(count - done), offset + done);
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return SQLITE_IOERR_READ;
    if (taken == 0) {
      memset((char *)bytes + done, 0, (size_t)(count - done));
      return SQLITE_IOERR_SHORT_READ;
    }
    done += (int)taken;
  }
  return SQLITE_OK;
}

// Counts the growth of a temporary file; returns 0 if it exceeds the limit.
static int grow(struct open_file *file, int64_t size) {
  if (file->part >= 0 || size <= file->size) return 1;
  struct hunch_copy *copy = file->copy;
  if (size - file->size > copy->temporary_limit - copy->temporary) {
    copy->is_over = 1;
    return 0;
  }
  copy->temporary += size - file->size;
  file->size = size;
  return 1;
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
  struct open_file *file = (struct open_file *)base;
  int done = 0;
  if (!grow(file, offset + count)) return SQLITE_FULL;
  file->copy->moved += count;
  while (done < count) {
    ssize_t taken = pwrite(file->descriptor, (const char *)bytes + done, (size_t)(count - done), offset + done);
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    done += (int)taken;
  }
  return SQLITE_OK;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
  struct open_file *file = (struct open_file *)base;
  if (!grow(file, size)) return SQLITE_FULL;
  if (ftruncate(file->descriptor, size) != 0) return SQLITE_IOERR_TRUNCATE;
  if (file->part < 0) {
    file->copy->temporary -= file->size - size;
    file->size = size;
  }
  return SQLITE_OK;
}

static int file_sync(sqlite3_file *base, int flags) {
  (void)base, (void)flags;  // None of it has to outlive the process.
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
  struct stat status;
  if (fstat(((struct open_file *)base)->descriptor, &status) != 0) return SQLITE_IOERR_FSTAT;
  *size = status.st_size;
  return SQLITE_OK;
}

// Nobody else can open the files, so no locks are needed.
static int file_lock(sqlite3_file *base, int level) {
  (void)base, (void)level;
  return SQLITE_OK;
}

static int file_check_lock(sqlite3_file *base, int *is_locked) {
  (void)base;
  *is_locked = 0;
  return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int operation, void *argument) {
  if (operation != SQLITE_FCNTL_HAS_MOVED || ((struct open_file *)base)->part != hunch_copy_database) {
    return SQLITE_NOTFOUND;
  }
  // It counts as removed, so SQLite rolls back its journal and does not checkpoint the write-ahead
  // log at the end.
  *(int *)argument = 1;
  return SQLITE_OK;
}

static int file_sector_size(sqlite3_file *base) {
  (void)base;
  return 4096;
}

static int file_characteristics(sqlite3_file *base) {
  (void)base;
  return 0;
}

// Version 1: no memory is mapped or shared, so a write-ahead log needs exclusive locking.
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_lock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};

// -- The VFS

// The part that a path names, or -1 if it names none.
static int part_of(const char *path) {
  size_t length = sizeof name - 1;
  if (!path || strncmp(path, name, length) != 0) return -1;
  for (int part = 0; part < hunch_copy_parts; part++) {
    if (strcmp(path + length, suffixes[part]) == 0) return part;
  }
  return -1;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *found) {
  struct open_file *file = (struct open_file *)base;
  struct hunch_copy *copy = vfs->pAppData;
  memset(file, 0, sizeof *file);
  file->copy = copy;
  file->part = part_of(path);
  if (file->part >= 0) {
    file->descriptor = copy->descriptors[file->part];
  } else {
    if (path) return SQLITE_CANTOPEN;
    file->descriptor = unnamed_file(copy->folder);
    if (file->descriptor < 0) return SQLITE_CANTOPEN;
  }
  file->base.pMethods = &methods;
  if (found) *found = flags;
  return SQLITE_OK;
}

// An empty part counts as missing.
static int vfs_delete(sqlite3_vfs *vfs, const char *path, int synchronize) {
  (void)synchronize;
  struct hunch_copy *copy = vfs->pAppData;
  int part = part_of(path);
  if (part < 0) return SQLITE_IOERR_DELETE_NOENT;
  return ftruncate(copy->descriptors[part], 0) == 0 ? SQLITE_OK : SQLITE_IOERR_DELETE;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)flags;
  struct hunch_copy *copy = vfs->pAppData;
  struct stat status;
  int part = part_of(path);
  *result = part >= 0 && fstat(copy->descriptors[part], &status) == 0 && status.st_size > 0;
  return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
  (void)vfs;
  if (snprintf(full, (size_t)count, "%s", path) >= count) return SQLITE_CANTOPEN;
  return SQLITE_OK;
}

static void *vfs_load(sqlite3_vfs *vfs, const char *path) {
  (void)vfs, (void)path;
  return NULL;
}

static void vfs_load_error(sqlite3_vfs *vfs, int count, char *message) {
  (void)vfs;
  snprintf(message, (size_t)count, "%s", "nothing can be loaded");
}

static void (*vfs_symbol(sqlite3_vfs *vfs, void *library, const char *symbol))(void) {
  (void)vfs, (void)library, (void)symbol;
  return NULL;
}

static void vfs_unload(sqlite3_vfs *vfs, void *library) { (void)vfs, (void)library; }

// The result of a reading must not depend on chance or on the time.
static int vfs_random(sqlite3_vfs *vfs, int count, char *bytes) {
  (void)vfs;
  memset(bytes, 0, (size_t)count);
  return count;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

static int vfs_time(sqlite3_vfs *vfs, double *days) {
  (void)vfs;
  *days = 2440587.5;
  return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int count, char *message) {
  (void)vfs, (void)count, (void)message;
  return errno;
}

// -- The copy

struct hunch_copy *hunch_copy_create(const char *folder, int64_t temporary) {
  static atomic_ulong created = 0;
  struct hunch_copy *copy = calloc(1, sizeof *copy);
  if (!copy) return NULL;
  for (int part = 0; part < hunch_copy_parts; part++) copy->descriptors[part] = -1;
  copy->temporary_limit = temporary;
  copy->folder = strdup(folder);
  int is_made = copy->folder != NULL;
  for (int part = 0; is_made && part < hunch_copy_parts; part++) {
    copy->descriptors[part] = unnamed_file(folder);
    is_made = copy->descriptors[part] >= 0;
  }
  snprintf(copy->vfs_name, sizeof copy->vfs_name, "hunch-copy-%lu", atomic_fetch_add(&created, 1));
  copy->vfs = (sqlite3_vfs){
      .iVersion = 1,
      .szOsFile = sizeof(struct open_file),
      .mxPathname = 512,
      .zName = copy->vfs_name,
      .pAppData = copy,
      .xOpen = vfs_open,
      .xDelete = vfs_delete,
      .xAccess = vfs_access,
      .xFullPathname = vfs_full_path,
      .xDlOpen = vfs_load,
      .xDlError = vfs_load_error,
      .xDlSym = vfs_symbol,
      .xDlClose = vfs_unload,
      .xRandomness = vfs_random,
      .xSleep = vfs_sleep,
      .xCurrentTime = vfs_time,
      .xGetLastError = vfs_last_error,
  };
  if (is_made && sqlite3_vfs_register(&copy->vfs, 0) == SQLITE_OK) return copy;
  int error = errno;
  hunch_copy_free(copy);
  errno = error;
  return NULL;
}

void hunch_copy_free(struct hunch_copy *copy) {
  sqlite3_vfs_unregister(&copy->vfs);
  for (int part = 0; part < hunch_copy_parts; part++) {
    if (copy->descriptors[part] >= 0) close(copy->descriptors[part]);
  }
  free(copy->folder);
  free(copy);
}

const char *hunch_copy_vfs(const struct hunch_copy *copy) { return copy->vfs_name; }

const char *hunch_copy_name(const struct hunch_copy *copy) {
  (void)copy;
  return name;
}

int hunch_copy_descriptor(const struct hunch_copy *copy, int part) {
  return part >= 0 && part < hunch_copy_parts ? copy->descriptors[part] : -1;
}

int64_t hunch_copy_moved(const struct hunch_copy *copy) { return copy->moved; }

int hunch_copy_is_over(const struct hunch_copy *copy) { return copy->is_over; }
