// What a sanitizer has to find, or not to find, before its silence about anything else counts; see scripts/sanitize.sh.
import Dispatch
import Synchronization

/// Counts, with a lock or without.
final class Counter: @unchecked Sendable {
  let locked = Mutex<[Int: Int]>([:])
  var bare = 0
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
  // Hidden, or the leak checker finds the address in a register or on the stack.
  var address = UInt(bitPattern: UnsafeMutablePointer<UInt8>.allocate(capacity: 4_096))
  address ^= 0xFFFF_0000_FFFF_0000
  print(address & 1)
default: print("usage: planted race | mutex | overrun | leak")
}
