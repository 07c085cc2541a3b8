internal import Activities
internal import Answers
package import LogFormat
package import Phrases
package import Suggestions

// Worker: How are many people computed, each from their own rows?
//
// Start here: `WorkerRun` reads rows, has `PersonWork` compute a line for each person, and writes
// them with a trailer. `PersonReading` reads one person's rows; `PersonLog` is their log, which the
// engine asks like any other.

/// One run: rows in, a line for each person out, a trailer at the end.
package struct WorkerRun: Sendable {
  /// The settings of a run.
  package struct Settings: Sendable {
    /// The number of people who are computed at the same time.
    package var jobs = 1
    /// The maximum number of bad rows.
    package var mostBadRows = 0
    /// The version of the program, for the trailer.
    package var version = ""

    package init() {}
  }

  /// The number of people in a batch that one task computes: most have few rows.
  private static let batchSize = 16
  /// The size of the rows at which a batch is complete, in bytes.
  private static let batchBytes = 1 << 18
  /// The number of batches, for each job, that may be computed or wait for an earlier one.
  private static let waitingBatches = 4

  private let work: PersonWork
  private let settings: Settings

  package init(_ task: WorkerTask, model: SuggestionModel, language: PhraseLanguage, _ settings: Settings) {
    work = PersonWork(task: task, model: model, language: language)
    self.settings = settings
  }

  /// Runs to the end.
  ///
  /// Only as many people are in memory as are computed or wait for an earlier one to be written.
  ///
  /// - Parameters:
  ///   - source: The rows.
  ///   - isolation: The actor on which rows are read and lines are written.
  ///   - write: Writes bytes of lines.
  ///   - note: Writes a bad row.
  /// - Throws: ``WorkerError``, or an error of the engine; then the lines have no trailer.
  package func run(
    _ source: ByteSource, isolation: isolated (any Actor)? = #isolation,
    write: (String) throws -> Void, note: (BadRow) throws -> Void
  ) async throws {
    var reader = RowReader(source)
    var tally = Tally()
    let work = work
    let jobs = max(1, settings.jobs)
    try await withThrowingTaskGroup(of: (Int, [PersonResult]).self) { group in
      var (running, begun, written) = (0, 0, 0)
      var waiting: [Int: [PersonResult]] = [:]
      func take() async throws {
        guard let (index, results) = try await group.next() else { return }
        running -= 1
        waiting[index] = results
        while let next = waiting.removeValue(forKey: written) {
          written += 1
          try put(next, &tally, write, note)
        }
      }
      while let batch = try Self.nextBatch(&reader) {
        // The batch was read while others were computed.
        while running == jobs || begun - written >= jobs * Self.waitingBatches { try await take() }
        let index = begun
        (running, begun) = (running + 1, begun + 1)
        group.addTask {
          var results: [PersonResult] = []
          for rows in batch { results.append(try await work.result(of: rows)) }
          return (index, results)
        }
      }
      while running > 0 { try await take() }
    }
    try write(trailer(tally, rows: reader.count) + "\n")
  }

  private static func nextBatch(_ reader: inout RowReader) throws(WorkerError) -> [PersonRows]? {
    var (batch, size): ([PersonRows], Int) = ([], 0)
    while batch.count < batchSize, size < batchBytes, let rows = try reader.nextPerson() {
      size += rows.size
      batch.append(rows)
    }
    return batch.isEmpty ? nil : batch
  }

  /// The counts of the trailer.
  private struct Tally {
    var (people, donations, bad, void) = (0, 0, 0, 0)
    var firstBad: BadRow?
  }

  private func put(
    _ results: [PersonResult], _ tally: inout Tally, _ write: (String) throws -> Void,
    _ note: (BadRow) throws -> Void
  ) throws {
    for result in results {
      for row in result.badRows {
        tally.firstBad = tally.firstBad ?? row
        tally.bad += 1
        try note(row)
      }
      if tally.bad > settings.mostBadRows, let first = tally.firstBad {
        throw WorkerError.tooManyBadRows(limit: settings.mostBadRows, row: first.row, reason: first.reason)
      }
      tally.donations += result.donations
      if result.isVoid { tally.void += 1 }
      guard let line = result.line else { continue }
      tally.people += 1
      try write(line + "\n")
    }
  }

  private func trailer(_ tally: Tally, rows: Int) throws -> String {
    let text = try [work.model.identity, settings.version].map { try JSONText.line($0) }
    return #"{"end":true,"v":1,"task":"\#(work.task.name)","rows":\#(rows),"people":\#(tally.people)"#
      + #","donations":\#(tally.donations),"bad":\#(tally.bad),"void":\#(tally.void)"#
      + #","model":\#(text[0]),"version":\#(text[1])}"#
  }
}

extension BadRow {
  /// The line of the file for bad rows.
  package var line: String {
    get throws {
      let name = try person.map { try JSONText.line($0) } ?? "null"
      return #"{"person":\#(name),"row":\#(row),"reason":\#(try JSONText.line(reason))}"#
    }
  }
}
