import CHeap
import Foundation

/// What this process holds of the machine.
struct ProcessState: Equatable {
  /// Bytes of the heap that were allocated and not freed; 0 where the C library does not say.
  var heap = 0
  /// Bytes that were freed, and that the allocator's arenas keep.
  var kept = 0
  /// Bytes of memory that are resident; 0 if a sanitizer keeps its own books in them.
  var resident = 0
  /// Those of them that are backed by no file, after the allocator gave back every whole page that
  /// nobody uses.
  ///
  /// What is left is in use, or lies between what is. Pages of files (code, the journal's index)
  /// are the kernel's to take back.
  var trimmed = 0
  /// Open descriptors.
  var files = 0
  var threads = 0

  init() {}

  /// Reads it from the C library and the kernel, and has the allocator give back what it keeps.
  static func measured() -> ProcessState {
    var state = ProcessState()
    // This listing opens a descriptor itself, and closes it: it is counted every time.
    state.files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    state.threads = status("Threads:")
    guard ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil else { return state }
    let heap = hunch_heap_now()
    (state.heap, state.kept) = (heap.used, heap.kept)
    state.resident = status("VmRSS:") * 1_024
    hunch_heap_trim()
    state.trimmed = status("RssAnon:") * 1_024
    return state
  }

  /// A number that the kernel tells of this process; 0 if it does not.
  private static func status(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count > 1, words[0] == name, let number = Int(words[1]) { return number }
    }
    return 0
  }
}
