internal import Activities
internal import Answers
internal import Foundation
internal import Kernels
internal import LogFormat
internal import Questions
internal import Storage
internal import Training

/// The content of one person's rows.
struct PersonHistory {
  /// A reason why a person has to be run again with the whole history.
  enum VoidReason: String {
    /// A row is earlier than the newest donation of the checkpoint.
    case late
    /// A row deletes something that the checkpoint may cover.
    case deletion
    /// A question is about a moment before the newest donation of the checkpoint.
    case question
  }

  /// The log: a ``PersonLog``, or a store in memory for a person whose rows delete something.
  enum Log {
    case rows(PersonLog)
    case memory(InMemoryDonationStore)

    var store: any DonationStore {
      switch self {
      case .rows(let log): log
      case .memory(let log): log
      }
    }
  }

  let user: UserIdentifier
  /// The rank among all people, or among those of the input if no row gives it.
  let number: Int
  var log: Log
  /// The number of new donations.
  var donations = 0
  var questions: [SuggestionQuestion] = []
  var badRows: [BadRow] = []
  /// Why the checkpoint cannot be continued.
  var void: VoidReason?
}

/// Reads the rows of one person.
struct PersonReading {
  private let rows: PersonRows
  private let user: UserIdentifier
  private let person: String
  private let task: WorkerTask
  private var decoder = RecordDecoder()
  private var last = Int64.min
  private var history: PersonHistory
  private let log: PersonLog
  private let start: PersonCheckpoint?
  /// The number that the first row gives.
  private let number: Int?
  private var deletes = false

  /// Reads all rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of a person with a name.
  ///   - key: The key of the checkpoints of this model and machine.
  /// - Throws: ``WorkerError``, or an error of the log.
  static func read(_ rows: PersonRows, of person: String, for task: WorkerTask, key: String) async throws
    -> PersonHistory
  {
    var reading = try await PersonReading(rows, of: person, for: task, key: key)
    let first = reading.start == nil && reading.number == nil ? 0 : 1
    for row in first..<rows.count { try await reading.read(row) }
    return try await reading.finished()
  }

  /// Returns the bad rows among those before the first person.
  static func badRows(among rows: PersonRows) -> [BadRow] {
    var decoder = RecordDecoder()
    return (0..<rows.count).map { row in
      let reason =
        (try? decoder.owner(of: rows[row].span)) == nil ? reason(for: rows[row], &decoder) : notAName
      return BadRow(person: nil, row: rows.number(of: row), reason: reason)
    }
  }

  private static let notAName = "user: not a name of a person in Unicode's normal form C"

  private init(_ rows: PersonRows, of person: String, for task: WorkerTask, key: String) async throws {
    (self.rows, self.person, self.task) = (rows, person, task)
    user = try UserIdentifier(person)
    decoder.me = user
    start = try Self.checkpoint(in: rows, of: user, for: task, key: key)
    number = try Self.number(in: rows, of: user, for: task)
    do { log = try await PersonLog(of: user, rows, after: start) } catch {
      throw WorkerError.damagedCheckpoint(row: rows.number(of: 0), person: person)
    }
    history = PersonHistory(user: user, number: number ?? rows.place, log: .rows(log))
  }

  /// Returns the number in the first row, if it gives one.
  private static func number(
    in rows: PersonRows, of user: UserIdentifier, for task: WorkerTask
  ) throws(WorkerError) -> Int? {
    guard task.takesNumbers, let object = object(in: rows[0]), object.member("type") == .string("person")
    else { return nil }
    guard case .integer(let number) = object.member("number"), PersonExamples.numbers.contains(Int(number))
    else { throw .misplacedNumber(row: rows.number(of: 0), person: user.name) }
    return Int(number)
  }

  /// Returns the checkpoint in the first row, if it is one.
  private static func checkpoint(
    in rows: PersonRows, of user: UserIdentifier, for task: WorkerTask, key: String
  ) throws(WorkerError) -> PersonCheckpoint? {
    guard let text = checkpoint(in: rows[0]) else { return nil }
    let (row, person) = (rows.number(of: 0), user.name)
    guard task.takesCheckpoints else { throw .misplacedCheckpoint(row: row, person: person) }
    do {
      return try PersonCheckpoint(text, of: user, key: key)
    } catch {
      switch error {
      case .foreign: throw .otherCheckpoint(row: row, person: person)
      case .damaged: throw .damagedCheckpoint(row: row, person: person)
      }
    }
  }

  /// Returns the text of a checkpoint; empty if it has none, `nil` if the row is something else.
  private static func checkpoint(in row: ArraySlice<UInt8>) -> String? {
    var decoder = RecordDecoder()
    guard (try? decoder.decode(row.span)) == nil, let object = object(in: row),
      object.member("type") == .string("checkpoint")
    else { return nil }
    return if case .string(let text) = object.member("checkpoint") { text } else { "" }
  }

  /// Returns the JSON of a row that may be longer than a line of a log; `nil` if it is not JSON.
  private static func object(in row: ArraySlice<UInt8>) -> JSONNode? {
    var limits = LineLimits()
    limits.length = max(limits.length, row.count)
    return try? JSONNode(parsing: row.span, limits: limits)
  }

  private static func reason(for row: ArraySlice<UInt8>, _ decoder: inout RecordDecoder) -> String {
    guard !row.isEmpty else { return "\(RecordError("", .lineTooLong(limit: RowReader.longestRow)))" }
    do { _ = try decoder.decode(row.span).checked() } catch { return "\(error)" }
    return notAName
  }

  // MARK: Rows

  private mutating func read(_ row: Int) async throws {
    let record: LogRecord
    do throws(RecordError) {
      let bytes = rows[row]
      guard !bytes.isEmpty else { throw RecordError("", .lineTooLong(limit: RowReader.longestRow)) }
      record = try decoder.decode(bytes.span).checked()
    } catch {
      guard error.field == "type" || error.field.isEmpty, let object = Self.object(in: rows[row]) else {
        return skip(row, "\(error)")
      }
      switch object.member("type") {
      case .string("ask") where task.takesQuestions: await readQuestion(row)
      case .string("checkpoint"):
        throw WorkerError.misplacedCheckpoint(row: rows.number(of: row), person: person)
      case .string("person") where task.takesNumbers && rows.namesPerson(row):
        throw WorkerError.misplacedNumber(row: rows.number(of: row), person: person)
      default: skip(row, "\(error)")
      }
      return
    }
    guard record.user == user, rows.namesPerson(row) else { return skip(row, Self.notTheirs) }
    try await add(record, row)
  }

  private static let notTheirs = "user: another person than the row's"

  private mutating func skip(_ row: Int, _ reason: String) {
    history.badRows.append(
      BadRow(person: rows.namesPerson(row) ? person : nil, row: rows.number(of: row), reason: reason))
  }

  private mutating func readQuestion(_ row: Int) async {
    do {
      history.questions.append(try await SuggestionQuestion.batch(rows[row]))
    } catch { skip(row, "\(error)") }
  }

  private mutating func add(_ record: LogRecord, _ row: Int) async throws {
    let milliseconds = record.instant.milliseconds
    guard milliseconds >= last else {
      throw WorkerError.rowOutOfOrder(row: rows.number(of: row), person: person)
    }
    last = milliseconds
    switch record {
    case .donation(let donation):
      if let newest = start?.cursor, milliseconds < newest.milliseconds {
        history.void = history.void ?? .late
      }
      if history.void == nil, !deletes, await log.add(donation, row: row) { history.donations += 1 }
    case .feedback(let feedback): await log.add(feedback)
    case .phrase(let phrase): try await log.add(phrase)
    case .deletion:
      deletes = true
      if start != nil { history.void = history.void ?? .deletion }
    }
  }

  // MARK: The end

  private mutating func finished() async throws -> PersonHistory {
    await log.finish()
    guard deletes, history.void == nil else { return history }
    // Forgetting is the business of a store.
    let store = InMemoryDonationStore()
    let occurrences = OccurrenceCounter()
    history.donations = 0
    var entries: [IngestionBatch.Entry] = []
    for row in 0..<rows.count {
      if let record = try? decoder.decode(rows[row].span).checked(), record.user == user,
        rows.namesPerson(row)
      {
        entries.append(IngestionBatch.Entry(record))
      }
      guard entries.count == 4_096 || row == rows.count - 1 else { continue }
      let receipt = try await store.ingest(
        IngestionBatch(entries, occurrences: occurrences), at: Instant(milliseconds: 0))
      history.donations += receipt.donations.added
      entries = []
    }
    history.log = .memory(store)
    return history
  }
}

extension SuggestionQuestion {
  /// Reads a question of a batch, which has to say its moment and may not refer to anything that is
  /// not in it.
  ///
  /// - Throws: `DocumentError`, or ``WorkerError/question(_:)``.
  static func batch(_ json: some Sequence<UInt8>) async throws -> SuggestionQuestion {
    var question = try SuggestionQuestion(DocumentReader(json: Data(json), file: "question"))
    guard let instant = question.instant else { throw BatchQuestionError.noTime }
    guard question.calendars.isEmpty else { throw BatchQuestionError.calendars }
    if case .name = question.location { throw BatchQuestionError.placeName }
    // Whatever else is wrong with it is wrong for everybody.
    question.user = .me
    _ = try await question.request(in: InMemoryDonationStore(), at: instant)
    return question
  }
}

/// A reason why a question cannot be asked in a batch.
enum BatchQuestionError: Error, CustomStringConvertible {
  case noTime, calendars, placeName

  var description: String {
    switch self {
    case .noTime: "question: $.time: missing; a batch has no present moment"
    case .calendars: "question: $.calendars: a batch reads no calendars; give the context attribute"
    case .placeName: "question: $.location: give latitude and longitude in place of a name"
    }
  }
}
