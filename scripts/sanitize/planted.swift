// Bugs that a sanitizer must find, or must not report, before its silence about anything else
// counts; see scripts/sanitize.sh.
import Dispatch
import Synchronization

/// Counts, with a lock or without.
final class Counter: @unchecked Sendable {
  let locked = Mutex<[Int: Int]>([:])
  var bare = 0
}

/// Allocates what nobody frees.
@inline(never)
func leak(_ size: Int) {
  UnsafeMutablePointer<UInt8>.allocate(capacity: 64 * size).initialize(to: 1)
}

let counter = Counter()
switch CommandLine.arguments.dropFirst().first {
case "race":
  DispatchQueue.concurrentPerform(iterations: 8) { _ in
    for _ in 0..<200_000 { counter.bare += 1 }
  }
case "mutex":
  DispatchQueue.concurrentPerform(iterations: 8) { thread in
    for _ in 0..<20_000 { counter.locked.withLock { $0[thread, default: 0] += 1 } }
  }
case "overrun":
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
  print(bytes[CommandLine.arguments.count + 15])
case "leak":
  // Several, because the address of one may still be in a register or on the stack.
  for size in 1...100 { leak(size) }
default: print("usage: planted race | mutex | overrun | leak")
}
