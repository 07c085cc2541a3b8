internal import Activities
internal import Answers
internal import Evaluation
internal import Foundation
package import LogFormat
package import Suggestions

/// Adds up the lines of evaluations.
package struct TotalsSum {
  /// The name of the log in the report.
  let name: String
  private let evaluator: Evaluator
  private var people: [UserIdentifier: ReplayedUser] = [:]
  /// The number of people, with those who donated nothing.
  private var count = 0
  /// The number of people since the last trailer.
  private var peopleSinceTrailer = 0
  /// The model that the first trailer names.
  private var model: JSONNode?

  package init(name: String, seed: UInt64, model: SuggestionModel) {
    self.name = name
    var evaluator = Evaluator(model: model)
    (evaluator.seed, evaluator.isDetailed) = (seed, true)
    self.evaluator = evaluator
  }

  /// Reads the outputs of runs, one after the other, and returns the report and the trailer.
  ///
  /// - Throws: ``WorkerError``.
  package mutating func report(on source: ByteSource, version: String) throws -> String {
    var lines = LineSplitter(source, maximalLength: RowReader.longestRow)
    var rows = 0
    do {
      while let line = try lines.next() {
        guard !line.range.isEmpty || line.isTooLong else { continue }
        rows += 1
        try add(lines.buffer[line.range], number: line.number)
      }
    } catch is LogReadingError { throw WorkerError.unreadable }
    guard model != nil, peopleSinceTrailer == 0 else { throw WorkerError.noTrailer }
    let replayed = people.sorted { $0.key < $1.key }.map(\.value)
    let report = EvaluationReport(of: evaluator.evaluation(of: replayed), log: name)
    let trailer =
      #"{"end":true,"v":1,"task":"sum","rows":\#(rows),"people":\#(count),"version":\#(try JSONText.line(version))}"#
    return try JSONText.line(report) + "\n" + trailer + "\n"
  }

  private mutating func add(_ line: ArraySlice<UInt8>, number: Int) throws {
    var limits = LineLimits()
    limits.length = max(limits.length, line.count)
    guard let object = try? JSONNode(parsing: line.span, limits: limits) else {
      throw WorkerError.notALine(row: number)
    }
    if object.member("end") == .boolean(true), object.member("task") == .string("evaluate") {
      return try finish(object, number: number)
    }
    guard case .string(let name) = object.member("person"),
      case .integer(let donations) = object.member("donations"),
      case .string(let text) = object.member("outcomes"), let bytes = Data(base64Encoded: text),
      let user = try? UserIdentifier(name), people[user] == nil,
      let replayed = try? ReplayedUser(outcomeBytes: Array(bytes), rankers: evaluator.names.count)
    else { throw WorkerError.notALine(row: number) }
    (count, peopleSinceTrailer) = (count + 1, peopleSinceTrailer + 1)
    // `hunch evaluate` knows nobody who donated nothing.
    if donations > 0 { people[user] = replayed }
  }

  /// Ends a run with its trailer.
  private mutating func finish(_ trailer: JSONNode, number: Int) throws(WorkerError) {
    guard trailer.member("people") == .integer(Int64(peopleSinceTrailer)) else {
      throw .otherCount(row: number)
    }
    guard let named = trailer.member("model") else { throw .notALine(row: number) }
    guard model == nil || model == named else { throw .otherModel(row: number) }
    (peopleSinceTrailer, model) = (0, named)
  }
}
