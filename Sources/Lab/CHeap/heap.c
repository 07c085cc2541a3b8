#include "CHeap.h"

#include <stdlib.h>  // says whether this is glibc

#if defined(__GLIBC__)
#include <malloc.h>
#include <stdio.h>
#include <string.h>

// The number after `size="` of the last element that begins with `element`: the sum of arenas.
static size_t last_size(const char *text, const char *element) {
  const char *found = NULL;
  for (const char *at = text; (at = strstr(at, element)) != NULL; at++) found = at;
  const char *size = found ? strstr(found, "size=\"") : NULL;
  return size ? strtoull(size + 6, NULL, 10) : 0;
}

// mallinfo2 knows of the main thread's arena only, so the report of all arenas is read.
struct hunch_heap hunch_heap_now(void) {
  struct hunch_heap heap = {0, 0};
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) return heap;
  int failed = malloc_info(0, stream);
  if (fclose(stream) != 0 || failed || !text) {
    free(text);
    return heap;
  }
  size_t taken = last_size(text, "<system type=\"current\"") + last_size(text, "<total type=\"mmap\"");
  size_t free_bytes = last_size(text, "<total type=\"fast\"") + last_size(text, "<total type=\"rest\"");
  free(text);
  heap.used = taken > free_bytes ? taken - free_bytes : 0;
  heap.kept = taken - heap.used;
  return heap;
}

void hunch_heap_trim(void) { malloc_trim(0); }
#else
struct hunch_heap hunch_heap_now(void) { return (struct hunch_heap){0, 0}; }
void hunch_heap_trim(void) {}
#endif

size_t hunch_heap_bytes(void) { return hunch_heap_now().used; }
