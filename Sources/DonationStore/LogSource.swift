internal import Activities
internal import DonationCodec

/// Reads a log batch by batch, and makes the batches ready for being stored, while the one before is stored.
actor LogSource {
  private var reader: LogReader
  private let batchSize: Int
  /// Donations more than a day later are bad lines; `nil` takes them all.
  private let now: Instant?
  /// For an SQLite log the rows are made here: the task that stores is the busier one.
  private let makesRows: Bool

  init(_ reader: sending LogReader, batchSize: Int, now: Instant?, makesRows: Bool) {
    self.reader = reader
    self.batchSize = batchSize
    self.now = now
    self.makesRows = makesRows
  }

  /// What some lines of the log ask for.
  struct Batch: Sendable {
    var steps: [Step] = []
    var problems: [LineProblem] = []
  }

  /// What can be stored as one: what lies between two deletions.
  ///
  /// Feedback and donations do not affect each other there.
  enum Step: Sendable {
    case donations([Donation])
    case rows([DonationRow])
    case feedback([Feedback])
    case deletion(Deletion)
    case phrases([OwnPhrase])
  }

  /// The next batch, or `nil` after the last.
  func next() throws -> Batch? {
    guard let read = try reader.nextBatch(limit: batchSize) else { return nil }
    var batch = Batch(problems: read.problems)
    var (donations, rows, feedback): ([Donation], [DonationRow], [Feedback]) = ([], [], [])
    var phrases: [OwnPhrase] = []
    func finishSteps() {
      if !donations.isEmpty { batch.steps.append(.donations(donations)) }
      if !rows.isEmpty { batch.steps.append(.rows(rows)) }
      if !feedback.isEmpty { batch.steps.append(.feedback(feedback)) }
      if !phrases.isEmpty { batch.steps.append(.phrases(phrases)) }
      (donations, rows, feedback, phrases) = ([], [], [], [])
    }
    for numbered in read.records {
      switch numbered.record {
      case .donation(let donation) where isFromTheFuture(donation):
        let error = RecordError("time", .fromTheFuture)
        batch.problems.append(LineProblem(file: reader.file, line: numbered.line, error: error))
      case .donation(let donation) where makesRows:
        do throws(RecordError) {
          rows.append(try DonationRow(donation))
        } catch {
          batch.problems.append(LineProblem(file: reader.file, line: numbered.line, error: error))
        }
      case .donation(let donation): donations.append(donation)
      case .feedback(let given): feedback.append(given)
      case .phrase(let phrase): phrases.append(phrase)
      case .deletion(let deletion):
        finishSteps()
        batch.steps.append(.deletion(deletion))
      }
    }
    finishSteps()
    batch.problems.sort { $0.line < $1.line }
    return batch
  }

  private func isFromTheFuture(_ donation: Donation) -> Bool {
    guard let now else { return false }
    return donation.isFromTheFuture(at: now)
  }
}
