import Foundation
import TestSupport

/// A program that plays `hunchd`: zsh, which listens on a socket and gives prepared answers.
///
/// It serves one connection after the other, in the forms of `hunchd`.
final class PretendedServer {
  /// A Boolean value that indicates whether this machine has zsh.
  static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh")

  /// The absence of an answer: it reads a question, and waits for the next.
  static let none = "none"

  /// An answer with lines, which have no quotation marks.
  static func answer(_ lines: [String]) -> String {
    let members = lines.map { #"{"line":"\#($0)","probability":0.5}"# }.joined(separator: ",")
    let first = lines.first.map { #""line":"\#($0)","# } ?? ""
    return #"{"donations":9,\#(first)"lines":[\#(members)],"type":"next","v":1}"#
  }

  private let scratch: Scratch
  private let process = Process()
  private let running: RunningProcess

  /// Starts it for the usual store of a home, and waits until it listens.
  ///
  /// - Parameters:
  ///   - scratch: The home; `run` in it becomes the folder for sockets.
  ///   - answer: The answer to each question.
  init(in scratch: Scratch, answer: String) async throws {
    let spool =
      "run/hunch/spool/"
      + scratch.path(".local/share/hunch/donations.sqlite").replacing("/", with: "%2F")
    for folder in ["run", "run/hunch", "run/hunch/spool", spool] {
      try? FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try scratch.write("answer", answer + "\n")
    try scratch.write("requests", "")
    process.executableURL = URL(filePath: "/usr/bin/zsh")
    process.arguments = ["-fc", Self.script, "hunchd", spool]
    process.currentDirectoryURL = scratch.folder
    process.environment = BuiltProgram.environment(home: scratch.folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    running = try process.start()
    self.scratch = scratch
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: scratch.path("\(spool)/.address")) {
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Returns the requests until now.
  func requests() throws -> [String] {
    String(decoding: try scratch.read("requests"), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Ends it; its socket and the file with its address remain.
  func end() async {
    // Threads of Swift block other signals, and the program inherits that.
    kill(process.processIdentifier, SIGKILL)
    await running.end()
  }

  private static let script = """
    zmodload zsh/net/socket || exit 1
    umask 077
    socket=$PWD/run/hunch/test.socket
    zsocket -l $socket || exit 1
    listener=$REPLY
    print -r -- $socket >$1/.new
    mv $1/.new $1/.address
    while zsocket -a $listener; do
      peer=$REPLY
      while IFS= read -r -u $peer request; do
        print -r -- $request >>requests
        answer=$(<answer)
        [[ $answer != none ]] || continue
        [[ $request != *'"type":"never"'* ]] || answer='{"v":1,"type":"done"}'
        print -r -u $peer -- $answer
      done
      exec {peer}>&-
    done
    """
}
