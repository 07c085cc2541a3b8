#include "CHeap.h"

#include <stdlib.h>  // says whether this is glibc

#if defined(__GLIBC__)
#include <malloc.h>
#include <stdio.h>
#include <string.h>

// The number after `size="` of the last element that begins with `element`; the last one is that of all arenas together.
static size_t last_size(const char *text, const char *element) {
  const char *found = NULL;
  for (const char *at = text; (at = strstr(at, element)) != NULL; at++) found = at;
  const char *size = found ? strstr(found, "size=\"") : NULL;
  return size ? strtoull(size + 6, NULL, 10) : 0;
}

// mallinfo2 knows of the main thread's arena only, so the report of all arenas is read.
size_t hunch_heap_bytes(void) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) return 0;
  int failed = malloc_info(0, stream);
  if (fclose(stream) != 0 || failed || !text) {
    free(text);
    return 0;
  }
  size_t taken = last_size(text, "<system type=\"current\"") + last_size(text, "<total type=\"mmap\"");
  size_t free_bytes = last_size(text, "<total type=\"fast\"") + last_size(text, "<total type=\"rest\"");
  free(text);
  return taken > free_bytes ? taken - free_bytes : 0;
}
#else
size_t hunch_heap_bytes(void) { return 0; }
#endif
