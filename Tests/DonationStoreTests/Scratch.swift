import Activities
import Foundation
import GRDB

@testable import DonationStore

/// A folder of its own for a test, which goes with it.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hunch-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String = "donations.sqlite") -> String { folder.appending(path: name).path }

  func contents(_ name: String = "donations.sqlite") throws -> Data {
    try Data(contentsOf: folder.appending(path: name))
  }

  /// What another process would have: a connection that may hold a transaction open.
  func foreignConnection() throws -> DatabaseQueue {
    var configuration = GRDB.Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: path(), configuration: configuration)
  }

  /// The names of everything in the folder.
  func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  func setMode(_ mode: Int, of name: String = "donations.sqlite") throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }
}

/// Donations and feedback of the tests of the store.
enum Sample {
  static func donation(
    _ track: String, at second: Int64, by user: UserIdentifier = .me, persistentIdentifier: String? = nil
  ) throws -> Donation {
    var activity = try UserActivity(
      activityType: "org.example.player.play", title: "Play \(track)", userInfo: ["track": .string(track)])
    activity.persistentIdentifier = persistentIdentifier
    return try Donation(of: activity, by: user, in: Context(at: instant(second)))
  }

  static func feedback(on tracks: [String], at second: Int64) throws -> Feedback {
    let shown = try tracks.map {
      try Feedback.Impression(activityType: "org.example.player.play", userInfo: ["track": .string($0)])
    }
    return try Feedback(at: instant(second), shown: shown, verdict: .ignored)
  }

  static func instant(_ second: Int64) throws -> Instant {
    try Instant(milliseconds: 1_772_000_000_000 + second * 1_000, offsetMinutes: 60)
  }
}

/// The process that a test starts, beside the test bundle.
enum Child {
  static func process(_ arguments: [String]) -> (process: Process, output: Pipe) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent()
      .appending(path: "StoreCrashChild")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    return (process, output)
  }

  /// Runs it to its end; answers what it printed.
  static func run(_ arguments: [String]) throws -> String {
    let (process, output) = process(arguments)
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  /// Starts it, kills it a while after it has printed so many lines, and answers the complete lines that it printed.
  static func runAndKill(
    _ arguments: [String], afterLines lines: Int, and delay: Duration
  ) throws -> [String] {
    let (child, output) = process(arguments)
    try child.run()
    var printed = Data()
    while printed.count(where: { $0 == UInt8(ascii: "\n") }) < lines {
      let some = output.fileHandleForReading.availableData
      if some.isEmpty { break }
      printed += some
    }
    Thread.sleep(forTimeInterval: delay / .seconds(1))
    kill(child.processIdentifier, SIGKILL)
    child.waitUntilExit()
    printed += output.fileHandleForReading.readDataToEndOfFile()
    let text = String(decoding: printed, as: UTF8.self)
    return text.components(separatedBy: "\n").dropLast()
  }
}

extension Database {
  /// Makes the file what an older version would have written: the tables of later migrations go.
  func goBack(toSchema version: Int) throws {
    for migration in StoreSchema.migrations.dropFirst(version) {
      for match in migration.matches(of: /CREATE (?:VIRTUAL )?TABLE (\w+)/) {
        try execute(sql: "DROP TABLE IF EXISTS \(match.1)")
      }
      for match in migration.matches(of: /ALTER TABLE (\w+) ADD COLUMN (\w+)/) {
        guard try tableExists(String(match.1)) else { continue }
        try execute(sql: "ALTER TABLE \(match.1) DROP COLUMN \(match.2)")
      }
    }
    try execute(sql: "PRAGMA user_version = \(version)")
  }
}
