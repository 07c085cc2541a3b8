// Counts the calls that ask the C library for memory. Only programs that check for it link this: it stands in front of the
// library's own functions.
#pragma once

/// How often this thread asked for memory so far; -1 where it cannot be counted.
long hunch_allocation_count(void);
