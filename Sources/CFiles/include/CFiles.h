#pragma once

// What Swift's module of the C library does not have. All return 0, or -1 with errno.

// Makes an empty file that only this user may read and write, from its first moment on; EEXIST if anything is there.
int hunch_make_private_file(const char *path);

// Gives a file another name, and takes nothing's place: EEXIST if anything is there. At no moment has it two names, unless the file
// system cannot do that.
int hunch_rename_exclusively(const char *from, const char *to);
