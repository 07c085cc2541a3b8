import CHeap
import Foundation

/// The resources that this process uses.
struct ProcessState: Equatable {
  /// The bytes of the heap in use; 0 if the C library does not report them.
  var heap = 0
  /// The freed bytes that the allocator's arenas keep.
  var kept = 0
  /// The resident bytes of memory; 0 under a sanitizer, which uses them for its own data.
  var resident = 0
  /// The resident bytes without a file behind them, after the allocator has returned every unused
  /// whole page.
  ///
  /// The rest is in use, or between used parts. The kernel can reclaim pages of files (code, the
  /// journal's index).
  var trimmed = 0
  /// Open descriptors.
  var files = 0
  var threads = 0

  init() {}

  /// Reads the state from the C library and the kernel, and makes the allocator return its reserve.
  static func measured() -> ProcessState {
    var state = ProcessState()
    // This listing itself opens and closes a descriptor, which is counted every time.
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

  /// Returns a number that the kernel reports for this process; 0 if it does not.
  private static func status(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count > 1, words[0] == name, let number = Int(words[1]) { return number }
    }
    return 0
  }
}
