import Foundation
import TestSupport
import Testing

/// Runs the built program as people and scripts do.
enum Program {
  /// A user who is not root.
  static let another: UInt32 = 65_534

  /// The path of the program.
  static var path: URL { BuiltProgram.folder.appending(path: "hunch") }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - scratch: The working folder, with the store unless the arguments name another.
  ///   - input: Its standard input.
  ///   - output: The file for standard output; by default one that is read into the
  ///     result.
  ///   - environment: Variables besides the usual ones.
  ///   - givesRightsUp: Whether it runs as ``another`` if the tests run as root, which may do
  ///     everything.
  static func run(
    _ arguments: [String], in scratch: Scratch, input: String = "", into output: URL? = nil,
    environment: [String: String] = [:], givesRightsUp: Bool = false
  ) async throws -> ProcessRun {
    let process = try process(arguments, in: scratch)
    if givesRightsUp, geteuid() == 0 {
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      process.arguments =
        ["--reuid", "\(another)", "--regid", "\(another)", "--clear-groups", path.path] + arguments
    }
    process.environment?.merge(environment) { _, new in new }
    return try await process.runToEnd(input: Data(input.utf8), into: output)
  }

  /// Returns a run that has not been started.
  static func process(_ arguments: [String], in scratch: Scratch) throws -> Process {
    let process = Process()
    process.executableURL = try BuiltProgram.file("hunch")
    process.arguments = arguments
    process.currentDirectoryURL = scratch.folder
    process.environment = BuiltProgram.environment(home: scratch.folder)
    process.environment?["HUNCH_STORE"] = scratch.path("store/donations.sqlite")
    return process
  }
}

extension ProcessRun {
  /// Returns its output, decoded from JSON.
  func json<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: output)
  }

  /// Returns the lines of its output, each decoded from JSON.
  func jsonLines<Value: Decodable>(as type: Value.Type) throws -> [Value] {
    try lines.map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
  }

  /// Returns the lines of its output as objects of JSON.
  func objects() throws -> [[String: Any]] {
    try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\(errors)")
    }
  }

  /// Returns its output as an object of JSON.
  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: output) as? [String: Any], "\(errors)")
  }
}

/// Logs of the tests.
enum SampleLog {
  /// Some days of one person: mail in the morning, news at noon, music in the evening, with a
  /// little disorder.
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
