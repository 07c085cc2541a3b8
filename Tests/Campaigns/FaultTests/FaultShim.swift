import Foundation
import TestSupport

/// The shim that makes system calls fail, compiled once per run.
struct FaultShim: Sendable {
  /// The library to preload.
  let library: URL

  /// Returns the shim, compiled on first use; `nil` without a C compiler.
  static func shared() async -> FaultShim? { try? await compiled.value }

  private static let compiled = Task { try await compile() }

  /// Swift cannot link without a C compiler, so one exists; the toolchain's own comes first.
  private static func compile() async throws -> FaultShim? {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Shim")
    let library = FileManager.default.temporaryDirectory.appending(path: "hunch-faults-\(getpid()).so")
    let script = """
      for compiler in clang "$(dirname "$(readlink -f "$(command -v swift)")")/clang" cc gcc; do
        command -v "$compiler" >/dev/null || continue
        "$compiler" -shared -fPIC -O1 -pthread -o "$0" "$1"/*.c -ldl && exit 0
      done
      exit 1
      """
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, library.path, sources.path]
    return try await process.runToEnd().code == 0 ? FaultShim(library: library) : nil
  }
}

/// The counts of the shim.
struct FaultReport: Sendable {
  private let numbers: [UInt64]

  /// The size of the report in bytes; the shim maps it, so that it survives a kill.
  static let size = (Counter.allCases.count + 2) * 8

  init(_ file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    numbers = stride(from: 0, to: Self.size, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// Returns the number of calls of a kind.
  func count(_ counter: Counter) -> Int { Int(numbers[counter.rawValue]) }
  /// Whether the fault happened.
  var fired: Bool { numbers[Counter.allCases.count] > 0 }
  /// Whether the power was cut after all work was done.
  var isAtEnd: Bool { numbers[Counter.allCases.count + 1] > 0 }
}
