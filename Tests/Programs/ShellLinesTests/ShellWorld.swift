import Activities
import Answers
import Foundation
import Hunch
import Importers
import Storage
import Suggestions
import TestSupport
import Testing

@testable import ShellLines

/// A person's store, into which a hook's commands are taken as in life, and a predictor that
/// follows it.
struct ShellWorld {
  let scratch: Scratch
  let store: any DonationStore
  let predictor: LinePredictor
  private let spool: CommandSpool
  private let model: SuggestionModel
  private let mostCommands: Int

  /// 2024-01-01, 08:00 UTC.
  static let start: Int64 = 1_704_096_000_000

  init(checksTargets: Bool = false, mostCommands: Int = LineWindow.mostCommands) throws {
    self.mostCommands = mostCommands
    scratch = try Scratch()
    store = InMemoryDonationStore()
    spool = try #require(
      CommandSpool(
        forStoreAt: "/shell.sqlite", environment: ["XDG_RUNTIME_DIR": scratch.folder.path]))
    #expect(spool.prepare())
    model = try ModelFile.open().suggestionModel()
    predictor = LinePredictor(
      store: store, user: .me, model: model, home: scratch.folder.path, checksTargets: checksTargets,
      mostCommands: mostCommands)
  }

  /// A predictor that has just begun.
  func fresh() -> LinePredictor {
    LinePredictor(
      store: store, user: .me, model: model, home: "/home/me", checksTargets: false,
      mostCommands: mostCommands)
  }

  static func instant(_ minutes: Double) throws -> Instant {
    try Instant(milliseconds: start + Int64(minutes * 60_000))
  }

  /// Records that a command was run, some minutes after the start.
  func run(
    _ line: String, at minutes: Double, exit: Int = 0, previous: Int = 0, session: String = "7.7",
    folder: String = "/src", takenIn: Bool = true
  ) async throws {
    // Nothing else has this name.
    var record = RecordedCommand(
      RecordedCommand.escaped(line), named: "\(session).\(Int(minutes * 60))",
      at: "\(Double(Self.start) / 1_000 + minutes * 60)")
    (record.exit, record.previousExit, record.folder) = ("\(exit)", "\(previous)", folder)
    try RecordedCommand.append(record.text, to: "\(spool.folder)/\(session)")
    if takenIn { try await takeIn(at: minutes) }
  }

  func takeIn(at minutes: Double) async throws {
    _ = try await spool.takeIn(
      into: store, of: .me, HistorySettings(zone: .gmt), at: try Self.instant(minutes + 1))
  }

  /// Runs commands one minute after the other, several times; returns the minute after them.
  @discardableResult
  func repeatedly(_ lines: [String], _ times: Int, from minutes: Double = 0) async throws -> Double {
    var minute = minutes
    for _ in 0..<times {
      for line in lines {
        try await run(line, at: minute, takenIn: false)
        minute += 1
      }
    }
    try await takeIn(at: minute)
    return minute
  }

  /// Asks at a minute.
  func ask(
    at minutes: Double, exit: Int64 = 0, session: String = "7.7", folder: String = "/src", limit: Int = 5,
    grey: Bool = false, minimum: Double? = nil, prefix: String = "", outcome: GreyOutcome? = nil,
    settings: PromptSettings = PromptSettings(), of other: LinePredictor? = nil
  ) async throws -> NextReport {
    var request = NextRequest()
    (request.session, request.folder, request.host) = (session, folder, "box")
    (request.exit, request.limit, request.isGrey, request.minimum) = (exit, limit, grey, minimum)
    (request.prefix, request.outcome) = (prefix, outcome)
    return try await (other ?? predictor).answer(to: request, settings, at: try Self.instant(minutes))
  }
}
