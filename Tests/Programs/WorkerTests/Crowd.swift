import Foundation
import LogFormat
import ModelFile
import ModelOpening
import Phrases
import Suggestions
import TestSupport

@testable import Worker

/// Some people, each with a part of the demonstration log.
struct Crowd {
  /// The records of each person in the order of time, as lines without a user.
  var people: [(name: String, records: [String])]

  /// - Parameters:
  ///   - names: The people in the order of their names' bytes.
  ///   - length: The number of donations of each.
  init(_ names: [String] = ["anna", "bert", "Ömer", "日本"], length: Int = 90) throws {
    let text = try String(contentsOf: Repository.file("datasets/demo.jsonl"), encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      String($0).replacing(#""user":"ada","#, with: "").replacing(#""user": "ada", "#, with: "")
    }
    people = names.enumerated().map { number, name in
      (name, Array(lines.dropFirst(number * length).prefix(length)))
    }
  }

  /// The rows with the person, a tab and the record.
  var rows: String { rows { _, records in records } }

  /// Returns the rows of parts of the records.
  func rows(_ part: (String, [String]) -> [String]) -> String {
    people.map { name, records in part(name, records).map { "\(name)\t\($0)\n" }.joined() }.joined()
  }

  /// The same as a donation log, in which each record has its user.
  var log: String {
    people.map { name, records in records.map { #"{"user":"\#(name)",\#($0.dropFirst())"# + "\n" }.joined() }
      .joined()
  }

  /// A question long after all records.
  static let late = #"{"time":"2026-08-03T08:10:00+02:00","explains":true}"#
  /// A question in the middle of the first person's records.
  static let early = #"{"time":"2026-03-04T07:30:00+01:00","limit":3}"#

  /// Runs a task.
  static func run(
    _ task: WorkerTask, _ rows: String, jobs: Int = 1, mostBadRows: Int = 0
  ) async throws -> (lines: [String], bad: [BadRow]) {
    var settings = WorkerRun.Settings()
    (settings.jobs, settings.mostBadRows, settings.version) = (jobs, mostBadRows, "1")
    var (text, bad) = ("", [BadRow]())
    try await WorkerRun(task, model: try model.get(), language: .english, settings).run(
      ByteSource(Array(rows.utf8)), write: { text += $0 }, note: { bad.append($0) })
    return (text.split(separator: "\n").map(String.init), bad)
  }

  /// The shipped model.
  static let model = Result { try ModelFile.open().suggestionModel() }

  static func suggest(_ questions: String..., checkpoints: Bool = false) async throws -> WorkerTask {
    var all: [BatchQuestion] = []
    for question in questions { all.append(try await BatchQuestion(question)) }
    return .suggest(questions: all, checkpoints: checkpoints)
  }

  /// The checkpoint in each line, by person.
  static func checkpoints(in lines: [String]) throws -> [String: String] {
    try lines.reduce(into: [:]) { found, line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let person = object?["person"] as? String { found[person] = object?["checkpoint"] as? String }
    }
  }

  /// The row of a checkpoint.
  static func row(ofCheckpoint text: String?) -> [String] {
    text.map { [#"{"type":"checkpoint","checkpoint":"\#($0)"}"#] } ?? []
  }
}
