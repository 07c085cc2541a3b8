#pragma once

#include <stdint.h>

// A copy of a database and of its journals, in files that have no name in the file system.
//
// SQLite opens it through a VFS of its own, to which nothing else exists: whatever name a journal or a schema holds, there is no such file,
// and none can be made or removed. The system frees the files when the process ends, however it ends.

// The parts of a copy.
enum {
  hunch_copy_database,
  hunch_copy_log,     // -wal
  hunch_copy_journal, // -journal
  hunch_copy_parts,
};

struct hunch_copy;

// Makes a copy of empty files, and of temporary files as SQLite asks for them, in a folder. Temporary files have up to `temporary` bytes
// together. NULL with errno set if that fails.
struct hunch_copy *hunch_copy_create(const char *folder, int64_t temporary);

// Closes the files. No connection may be open.
void hunch_copy_free(struct hunch_copy *copy);

// The name of the VFS, and the name of the database in it.
const char *hunch_copy_vfs(const struct hunch_copy *copy);
const char *hunch_copy_name(const struct hunch_copy *copy);

// The descriptor of a part, which stays the copy's.
int hunch_copy_descriptor(const struct hunch_copy *copy, int part);

// The bytes that SQLite has read and written.
int64_t hunch_copy_moved(const struct hunch_copy *copy);

// Whether SQLite wanted larger temporary files than it may have.
int hunch_copy_is_over(const struct hunch_copy *copy);
