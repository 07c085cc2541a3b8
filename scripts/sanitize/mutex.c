// Tells the thread sanitizer about Swift's Mutex; preloaded by scripts/sanitize.sh.
//
// A Mutex that need not wait is inlined and instrumented with the rest of our code. The code for
// waiting is in libswiftSynchronization, which is not instrumented: the sanitizer does not see that
// a thread which waited comes after the one that let go, and reports whatever the Mutex guards.
// These two functions wrap those of the library and tell it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Weak: programs without the sanitizer are started in the same environment.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void Lock(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void Unlock(__attribute__((swift_context)) void *mutex);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) __asm__(LOCK);
__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
  Lock *original = (Lock *)dlsym(RTLD_NEXT, LOCK);
  original(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) {
  Unlock *original = (Unlock *)dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(mutex);
  original(mutex);
}
