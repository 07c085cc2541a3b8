#pragma once

#include <stddef.h>

// The memory of the C library's allocator, in bytes; 0 where it does not say. Swift's module of
// glibc has no malloc.h.
struct hunch_heap {
  size_t used; // allocated and not freed
  size_t kept; // freed, and kept by its arenas for what comes next
};
struct hunch_heap hunch_heap_now(void);

// Bytes of the heap that are in use; 0 where the C library does not say.
size_t hunch_heap_bytes(void);

// Gives back to the machine every whole page that the arenas keep.
void hunch_heap_trim(void);
