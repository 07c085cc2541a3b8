#pragma once

#include <stdint.h>

// A copy of a database and of its journals, in files that have no name in the file system.
//
// SQLite opens it through its own VFS, in which no other file exists: no name in a journal or a
// schema can open, create or remove a file. The system frees the files when the process ends,
// however it ends.

// The parts of a copy.
enum {
  hunch_copy_database,
  hunch_copy_log,     // -wal
  hunch_copy_journal, // -journal
  hunch_copy_parts,
};

struct hunch_copy;

// Creates a copy with empty files in a folder, and temporary files as SQLite requests them, with up
// to `temporary` bytes in total. NULL with errno set if that fails.
struct hunch_copy *hunch_copy_create(const char *folder, int64_t temporary);

// Closes the files. No connection may be open.
void hunch_copy_free(struct hunch_copy *copy);

// The name of the VFS, and the name of the database in it.
const char *hunch_copy_vfs(const struct hunch_copy *copy);
const char *hunch_copy_name(const struct hunch_copy *copy);

// The descriptor of a part, which the copy owns.
int hunch_copy_descriptor(const struct hunch_copy *copy, int part);

// The bytes that SQLite has read and written.
int64_t hunch_copy_moved(const struct hunch_copy *copy);

// Whether SQLite exceeded the size of temporary files.
int hunch_copy_is_over(const struct hunch_copy *copy);
