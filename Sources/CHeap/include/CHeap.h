#pragma once

#include <stddef.h>

// Bytes of the heap that are in use; 0 where the C library does not say. Swift's module of glibc has no malloc.h.
size_t hunch_heap_bytes(void);
