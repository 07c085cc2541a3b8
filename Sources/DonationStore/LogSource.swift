internal import Activities
internal import DonationCodec

/// Reads a log batch by batch, and makes the batches ready for being stored, while the one before is stored.
actor LogSource {
  private var reader: LogReader
  private let batchSize: Int
  /// Donations more than a day later are bad lines; `nil` takes them all.
  private let now: Instant?
  /// For an SQLite log the rows are made here: the task that stores is the busier one.
  private let seal: RowSeal?
  /// Tells equal donations apart that are equal only since something was redacted.
  private var ordinals = OrdinalCounter()

  init(_ reader: sending LogReader, batchSize: Int, now: Instant?, seal: RowSeal?) {
    self.reader = reader
    self.batchSize = batchSize
    self.now = now
    self.seal = seal
  }

  /// What some lines of the log ask for.
  struct Batch: Sendable {
    var steps: [Step] = []
    var problems: [LineProblem] = []
    /// What the rules at the door did.
    var door = DoorCount()
  }

  /// How often the rules at the door did what.
  struct DoorCount: Sendable {
    /// By the number of the rule.
    var rules: [Int: Int] = [:]
    var keptOut = 0
    var redacted = 0
    var feedbackKeptOut = 0
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
  ///
  /// - Parameter rules: The rules at the door; `nil` if there is no door.
  func next(_ rules: DoorRules?) throws -> Batch? {
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
      case .donation(let donation):
        guard let donation = admit(donation, by: rules, &batch.door) else { continue }
        guard let seal else {
          donations.append(donation)
          continue
        }
        do {
          rows.append(try DonationRow(donation, seal))
        } catch let error as RecordError {
          batch.problems.append(LineProblem(file: reader.file, line: numbered.line, error: error))
        }
      case .feedback(let given):
        if let admitted = rules.map({ $0.admit(given) }) ?? given {
          feedback.append(admitted)
        } else {
          batch.door.feedbackKeptOut += 1
        }
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

  /// What of a donation comes in.
  private func admit(_ donation: Donation, by rules: DoorRules?, _ count: inout DoorCount) -> Donation? {
    guard let rules, let now, !rules.rules.isEmpty else { return donation }
    switch rules.admit(donation, at: now) {
    case .admitted(let donation): return numbered(donation, by: rules)
    case .redacted(let donation, by: let numbers):
      for number in numbers { count.rules[number, default: 0] += 1 }
      count.redacted += 1
      return numbered(donation, by: rules)
    case .dropped(by: let number):
      count.rules[number, default: 0] += 1
      count.keptOut += 1
      return nil
    }
  }

  /// The donation with the ordinal that it would have if what is redacted had never stood in the log.
  private func numbered(_ donation: Donation, by rules: DoorRules) -> Donation? {
    guard donation.details.externalIdentifier == nil, rules.rules.contains(where: { $0.effect != .drop })
    else {
      return donation
    }
    let ordinal = ordinals.next(
      user: donation.user, at: donation.context.instant, of: donation.identity)
    return try? Donation(
      of: donation.activity, by: donation.user, in: donation.context, details: donation.details,
      ordinal: ordinal)
  }
}
