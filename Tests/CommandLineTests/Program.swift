import Foundation
import Testing

/// Runs the built program as people and scripts do.
enum Program {
  /// What a run left behind.
  struct Outcome {
    let output: Data
    let errors: String
    let code: Int32

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  /// A user who is not root.
  static let another: UInt32 = 65_534

  /// The program lies beside the tests.
  static var path: URL {
    (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
      .deletingLastPathComponent().appending(path: "hunch")
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - scratch: The folder it works in; the store lies there unless the arguments say otherwise.
  ///   - input: What it reads from standard input.
  ///   - environment: Variables besides the usual ones.
  ///   - givesRightsUp: Whether it runs as ``another`` if the tests are root's, who may do everything.
  static func run(
    _ arguments: [String], in scratch: Scratch, input: String = "", environment: [String: String] = [:],
    givesRightsUp: Bool = false
  ) throws -> Outcome {
    let files = ["in", "out", "err"].map { scratch.folder.appending(path: ".\(UUID().uuidString).\($0)") }
    try Data(input.utf8).write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    let process = process(arguments, in: scratch)
    if givesRightsUp, geteuid() == 0 {
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      process.arguments =
        ["--reuid", "\(another)", "--regid", "\(another)", "--clear-groups", path.path] + arguments
    }
    process.environment?.merge(environment) { _, new in new }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: try Data(contentsOf: files[1]),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self), code: process.terminationStatus
    )
  }

  /// A run that was not started yet.
  static func process(_ arguments: [String], in scratch: Scratch) -> Process {
    let process = Process()
    process.executableURL = path
    process.arguments = arguments
    process.currentDirectoryURL = scratch.folder
    process.environment = [
      "HUNCH_STORE": scratch.folder.appending(path: "store/donations.sqlite").path, "TZ": "UTC",
      "HOME": scratch.folder.path, "PATH": "/usr/bin:/bin",
    ]
    // A sanitizer that the tests run under is set alike for the program, with what scripts/sanitize.sh puts before it.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD"] {
      process.environment?[name] = ProcessInfo.processInfo.environment[name]
    }
    return process
  }
}

/// A folder of its own for a test, which goes with it.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hunch-cli-\(UUID().uuidString)")
    // Not what the umask makes of it: a store in a folder that the group may write in is refused.
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes a file and answers its name.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: folder.appending(path: name))
    return name
  }

  func read(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: name))
  }
}

/// Logs of the tests.
enum SampleLog {
  /// Some days of one person: mail in the morning, news at noon, music in the evening, with a little disorder.
  static func days(_ count: Int, user: String = "me") -> String {
    (0..<count).flatMap { day in
      let date = "2026-03-" + (day < 9 ? "0" : "") + "\(day + 1)"
      let lunch = day % 3 == 0 ? "org.example.maps.find" : "org.example.news.read"
      return [
        line(user, "\(date)T08:0\(day % 10):00+01:00", "org.example.mail.open", "Open the inbox"),
        line(user, "\(date)T08:3\(day % 10):00+01:00", "org.example.calendar.open", "Open the calendar"),
        line(user, "\(date)T12:1\(day % 10):00+01:00", lunch, "Lunch break"),
        line(user, "\(date)T17:4\(day % 10):00+01:00", "org.example.maps.home", "Directions home"),
        line(user, "\(date)T20:2\(day % 10):00+01:00", "org.example.player.play", "Play Blue in Green"),
      ]
    }.joined(separator: "\n") + "\n"
  }

  static func line(_ user: String, _ time: String, _ type: String, _ title: String) -> String {
    #"{"v":1,"user":"\#(user)","time":"\#(time)","activityType":"\#(type)","title":"\#(title)"}"#
  }
}
