internal import Foundation

/// The processor of this machine.
enum Processor {
  /// The processor's name, or "unknown processor" if the system does not have it.
  static var name: String {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
    return name.flatMap { $0.isEmpty ? nil : $0 } ?? "unknown processor"
  }
}
