internal import Activities
internal import LogFormat

/// The batches of a log; the next one is read while the previous one is stored.
actor LogBatches {
  private var reader: LogReader
  private let batchSize: Int
  /// Records more than a day after this moment are bad lines; `nil` accepts all.
  private let now: Instant?
  private let occurrences = OccurrenceCounter()
  private let encoder = RecordEncoder()

  init(_ reader: sending LogReader, batchSize: Int, now: Instant?) {
    (self.reader, self.batchSize, self.now) = (reader, batchSize, now)
  }

  /// Returns the next batch with the unreadable lines, in the order of the file, or `nil` after the
  /// last.
  func next() throws -> (batch: IngestionBatch, problems: [LineProblem])? {
    guard let read = try reader.nextOccurrences(limit: batchSize) else { return nil }
    var problems = read.problems
    var entries: [IngestionBatch.Entry] = []
    entries.reserveCapacity(read.records.count)
    for numbered in read.records {
      do throws(RecordError) {
        entries.append(try entry(numbered))
      } catch {
        problems.append(LineProblem(file: reader.file, line: numbered.line, error: error))
      }
    }
    problems.sort { $0.line < $1.line }
    return (IngestionBatch(entries, occurrences: occurrences), problems)
  }

  /// Returns a record for the store, with its own line if the store can keep that, or else with an
  /// equivalent one.
  private func entry(_ numbered: NumberedRecord) throws(RecordError) -> IngestionBatch.Entry {
    if let now, numbered.record.instant.seconds(since: now) > Donation.toleratedClockLead {
      throw RecordError("time", .fromTheFuture)
    }
    guard case .donation = numbered.record else { return IngestionBatch.Entry(numbered.record) }
    if let line = numbered.text { return IngestionBatch.Entry(numbered.record, line: line) }
    return IngestionBatch.Entry(numbered.record, line: try encoder.encode(numbered.record))
  }
}
