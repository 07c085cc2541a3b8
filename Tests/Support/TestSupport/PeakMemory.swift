public import Foundation

extension Process {
  /// Runs the process to its end, and returns its peak memory in bytes.
  ///
  /// - Throws: ``UnknownPeak`` if it ended before its memory could be measured.
  public func runToPeak() async throws -> (run: ProcessRun, bytes: Int) {
    let note = FileManager.default.temporaryDirectory.appending(path: "hunch-peak-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: note) }
    let program = [executableURL?.path ?? ""] + (arguments ?? [])
    executableURL = URL(filePath: "/bin/bash")
    // The kernel keeps the peak of a process until it is waited for; bash has no other children.
    arguments =
      [
        "-c",
        #"out=$1; shift; "$@" & p=$!; m=0; while [ -e /proc/$p/status ]; do "#
          + #"n=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' /proc/$p/status 2>/dev/null); m=${n:-$m}; "#
          + #"sleep 0.02; done; wait $p; c=$?; echo "$m" >"$out"; exit $c"#,
        "bash", note.path,
      ] + program
    let run = try await runToEnd()
    let text = try String(contentsOf: note, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    guard let kilobytes = Int(text), kilobytes > 0 else { throw UnknownPeak() }
    return (run, kilobytes * 1_024)
  }

  /// The process ended before its memory could be measured.
  public struct UnknownPeak: Error {}
}
