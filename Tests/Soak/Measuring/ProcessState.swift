import CHeap
import Foundation

/// What this process holds of the machine.
struct ProcessState: Equatable {
  /// Bytes of the heap that were allocated and not freed; 0 where the C library does not say.
  var heap = 0
  /// Bytes of memory that are resident; 0 if a sanitizer keeps its own books in them.
  var resident = 0
  /// Open descriptors.
  var files = 0
  var threads = 0

  init() {}

  /// Reads it from the C library and the kernel.
  static var current: ProcessState {
    var state = ProcessState()
    let isPlain = ProcessInfo.processInfo.environment["HUNCH_SANITIZER"] == nil
    if isPlain { state.heap = hunch_heap_bytes() }
    // This listing opens a descriptor itself, and closes it: it is counted every time.
    state.files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 1, let number = Int(words[1]) else { continue }
      switch words[0] {
      case "VmRSS:": state.resident = isPlain ? number * 1_024 : 0
      case "Threads:": state.threads = number
      default: break
      }
    }
    return state
  }
}
