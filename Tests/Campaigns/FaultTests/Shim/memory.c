// Memory failures for SQLite. Only its own allocations are counted, because Swift's cannot fail
// without a trap.
#include "faults.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

/// The address range of SQLite's code.
static uintptr_t sqlite_begin, sqlite_end;

static int find_sqlite(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (!strstr(info->dlpi_name, "libsqlite3")) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    sqlite_begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    sqlite_end = sqlite_begin + info->dlpi_phdr[i].p_memsz;
  }
  return 1;
}

void memory_begin(void) { dl_iterate_phdr(find_sqlite, NULL); }

extern void *__libc_malloc(size_t);
extern void *__libc_realloc(void *, size_t);

/// Returns whether an allocation fails.
static bool lacks_memory(void *caller) {
  uintptr_t from = (uintptr_t)caller;
  if (from < sqlite_begin || from >= sqlite_end) return false;
  uint64_t number = __atomic_add_fetch(&report->counts[MEMORY], 1, __ATOMIC_RELAXED);
  bool now = (is("memory") && number == plan.at) || (is("memory-from") && number >= plan.at);
  if (now) __atomic_add_fetch(&report->fired, 1, __ATOMIC_RELAXED);
  return now;
}

void *malloc(size_t size) { return lacks_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *realloc(void *old, size_t size) {
  return lacks_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
