// A disk that forgets. It keeps each file's sectors and each folder's names as of the last
// synchronisation. A power cut undoes a part of the later changes, chosen by the seed. Sectors are
// undone one by one, so pages are torn; names are undone from the last one on, as journals of file
// systems lose them.
#include "faults.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECTOR = 512, FILES = 256, NAMES = 1024 };

struct sector {
  uint64_t number;
  unsigned char bytes[SECTOR];
};

struct file {
  dev_t device;
  ino_t inode;
  int fd;  // our own, never closed: closing it would drop the process's locks on the file
  off_t durable_size;
  struct sector *sectors;
  size_t count, room;
};

enum change { MADE, UNLINKED, RENAMED };

struct name {
  enum change change;
  char path[PATH_MAX], from[PATH_MAX];
  char kept[PATH_MAX];  // another link to the previous file at the path; empty if there was none
};

static struct file files[FILES];
static size_t file_count;
static struct name *names;
static size_t name_count;
static unsigned kept_count;

static struct file *file_of(int fd, bool add) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return NULL;
  for (size_t i = 0; i < file_count; i++)
    if (files[i].device == status.st_dev && files[i].inode == status.st_ino) return &files[i];
  if (!add || file_count == FILES) return NULL;
  struct file *file = &files[file_count++];
  file->device = status.st_dev;
  file->inode = status.st_ino;
  file->fd = real_fcntl(fd, F_DUPFD_CLOEXEC, 512);
  file->durable_size = status.st_size;
  return file;
}

static void keep_sector(struct file *file, uint64_t number) {
  for (size_t i = file->count; i-- > 0;)
    if (file->sectors[i].number == number) return;
  if (file->count == file->room) {
    file->room = file->room ? 2 * file->room : 64;
    file->sectors = realloc(file->sectors, file->room * sizeof *file->sectors);
  }
  struct sector *sector = &file->sectors[file->count++];
  sector->number = number;
  memset(sector->bytes, 0, SECTOR);
  real_pread(file->fd, sector->bytes, SECTOR, (off_t)number * SECTOR);
}

void disk_will_write(int fd, off_t offset, size_t length) {
  struct file *file = file_of(fd, true);
  if (!file || length == 0) return;
  for (uint64_t s = offset / SECTOR; s <= (offset + length - 1) / SECTOR; s++) keep_sector(file, s);
}

void disk_will_truncate(int fd, off_t length) {
  struct file *file = file_of(fd, true);
  struct stat status;
  if (!file || fstat(fd, &status) != 0) return;
  for (off_t at = length / SECTOR * SECTOR; at < status.st_size; at += SECTOR) keep_sector(file, at / SECTOR);
}

static bool is_in_folder(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && path[length] == '/' && !strchr(path + length + 1, '/');
}

void disk_synced(int fd, const char *path) {
  struct file *file = file_of(fd, false);
  struct stat status;
  if (file && fstat(fd, &status) == 0) {
    file->count = 0;
    file->durable_size = status.st_size;
    return;
  }
  size_t left = 0;
  for (size_t i = 0; i < name_count; i++)
    if (!is_in_folder(names[i].path, path)) names[left++] = names[i];
  name_count = left;
}

static struct name *add_name(enum change change, const char *path) {
  if (!names) names = malloc(NAMES * sizeof *names);
  if (name_count == NAMES) return NULL;
  struct name *name = &names[name_count++];
  name->change = change;
  snprintf(name->path, PATH_MAX, "%s", path);
  name->from[0] = name->kept[0] = 0;
  return name;
}

static void keep_link(struct name *name, const char *path) {
  const char *folder = getenv("HUNCH_FAULT_SHADOW");
  if (!folder || access(path, F_OK) != 0) return;
  snprintf(name->kept, PATH_MAX, "%s/%u", folder, kept_count++);
  if (real_link(path, name->kept) != 0) name->kept[0] = 0;
}

void disk_made(const char *path) { add_name(MADE, path); }

void disk_will_unlink(const char *path) {
  struct name *name = add_name(UNLINKED, path);
  if (name) keep_link(name, path);
}

void disk_will_rename(const char *from, const char *to) {
  struct name *name = add_name(RENAMED, to);
  if (!name) return;
  snprintf(name->from, PATH_MAX, "%s", from);
  keep_link(name, to);
}

static void undo(const struct name *name) {
  switch (name->change) {
  case MADE:
    if (real_unlink(name->path) != 0) rmdir(name->path);
    return;
  case RENAMED: real_rename(name->path, name->from); break;
  case UNLINKED: break;
  }
  if (name->kept[0]) real_link(name->kept, name->path);
}

static bool happens(unsigned percent) { return shim_random() % 100 < percent; }

static void undo_writes(struct file *file, unsigned percent) {
  struct stat status;
  if (file->fd < 0 || fstat(file->fd, &status) != 0) return;
  off_t now = status.st_size, size = now;
  if (now != file->durable_size && happens(percent)) {
    size = file->durable_size;
    if (now > size && happens(50)) size += (off_t)(shim_random() % (uint64_t)(now - size)) / SECTOR * SECTOR;
  }
  for (size_t i = 0; i < file->count; i++) {
    struct sector *sector = &file->sectors[i];
    off_t at = (off_t)sector->number * SECTOR;
    // Truncated data comes back; written data comes back or stays.
    if (at < size && (at >= now || happens(percent))) real_pwrite(file->fd, sector->bytes, SECTOR, at);
  }
  real_ftruncate(file->fd, size);
}

void disk_cut(void) {
  static const unsigned shares[] = {0, 10, 50, 90, 100};
  unsigned percent = shares[shim_random() % 5];
  for (size_t i = 0; i < file_count; i++) undo_writes(&files[i], percent);
  if (name_count == 0) return;
  size_t left = percent == 100 ? 0 : percent == 0 ? name_count : shim_random() % (name_count + 1);
  while (name_count > left) undo(&names[--name_count]);
}
