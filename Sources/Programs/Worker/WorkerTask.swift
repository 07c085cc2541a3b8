internal import Activities
internal import Answers
internal import Evaluation
internal import Foundation
internal import Kernels
internal import LogFormat
internal import Phrases
internal import Storage
internal import Suggestions
package import Training

/// The task of a run: the content of each person's line.
package enum WorkerTask: Sendable {
  /// Answers to the questions for every person and to those in the rows.
  case suggest(questions: [BatchQuestion], checkpoints: Bool)
  /// A checkpoint.
  case learn
  /// Totals of an evaluation.
  case evaluate(scoreFrom: Double, knowsPlace: Bool)
  /// The examples that a fit by a plan learns from.
  case examples(FittingPlan)

  /// The name in the trailer.
  var name: String {
    switch self {
    case .suggest: "suggest"
    case .learn: "learn"
    case .evaluate: "evaluate"
    case .examples: "examples"
    }
  }

  var takesCheckpoints: Bool {
    switch self {
    case .suggest, .learn: true
    case .evaluate, .examples: false
    }
  }

  /// A Boolean value that indicates whether a row may give a person's number.
  var takesNumbers: Bool {
    if case .examples = self { true } else { false }
  }

  var takesQuestions: Bool {
    if case .suggest = self { true } else { false }
  }
}

/// A question for every person.
package struct BatchQuestion: Sendable {
  let question: SuggestionQuestion

  /// Reads a question from JSON.
  ///
  /// - Throws: ``WorkerError/question(_:)``.
  package init(_ json: String) async throws(WorkerError) {
    do { question = try await SuggestionQuestion.batch(json.utf8) } catch { throw .question("\(error)") }
  }
}

/// The line of one person, and what it adds to the trailer.
struct PersonResult: Sendable {
  /// `nil` for rows that belong to no person.
  var line: String?
  var donations = 0
  /// A Boolean value that indicates whether the checkpoint could not be continued.
  var isVoid = false
  var badRows: [BadRow] = []
}

/// Computes the line of one person.
struct PersonWork: Sendable {
  let task: WorkerTask
  let model: SuggestionModel
  let language: PhraseLanguage

  /// Reads the rows of a person and computes the line.
  ///
  /// - Throws: ``WorkerError``, or an error of the engine.
  func result(of rows: PersonRows) async throws -> PersonResult {
    guard let person = rows.person else { return PersonResult(badRows: PersonReading.badRows(among: rows)) }
    let history = try await PersonReading.read(rows, of: person, for: task, key: model.checkpointKey)
    var result = PersonResult(donations: history.donations, badRows: history.badRows)
    var (void, members) = (history.void, "")
    if void == nil {
      do { members = try await self.members(of: history) } catch is QuestionBeforeCheckpoint {
        void = .question
      }
    }
    if let void { members = #","void":"\#(void.rawValue)""# }
    result.isVoid = void != nil
    result.line = #"{"person":\#(try JSONText.line(person))\#(members)}"#
    return result
  }

  /// Returns the members of a line after the person.
  ///
  /// - Throws: ``QuestionBeforeCheckpoint``, or an error of the engine.
  private func members(of history: PersonHistory) async throws -> String {
    switch task {
    case .suggest(let questions, let checkpoints):
      let engine = SuggestionEngine(once: history.log.store, model: model, language: language)
      let all = questions.map(\.question) + history.questions
      let answers = try await answers(to: all, of: history, by: engine)
      let members = #","answers":[\#(answers.joined(separator: ","))]"#
      return checkpoints ? members + (try await checkpoint(of: history, by: engine).member) : members
    case .learn:
      let engine = SuggestionEngine(once: history.log.store, model: model, language: language)
      let (donations, member) = try await checkpoint(of: history, by: engine)
      return #","donations":\#(donations)"# + member
    case .evaluate(let scoreFrom, let knowsPlace):
      return try await PersonTotals(of: history, model: model, scoreFrom: scoreFrom, knowsPlace: knowsPlace)
        .members
    case .examples(let plan):
      if case .rows(let log) = history.log { _ = await log.show(through: .max, pageSize: .max) }
      let donations = try await history.log.store.allDonations(of: history.user).map(\.donation)
      let examples = try await PersonExamples(
        of: donations, person: history.user.name, number: history.number, by: plan)
      return #","donations":\#(examples.donations),"number":\#(examples.number)"#
        + #","examples":"\#(Data(examples.bytes).base64EncodedString())""#
    }
  }

  // MARK: Suggestions

  /// Answers questions in the order of the moments up to which they know the log, so that each
  /// donation is learned once.
  private func answers(
    to questions: [SuggestionQuestion], of history: PersonHistory, by engine: SuggestionEngine
  ) async throws -> [String] {
    var requests: [SuggestionRequest] = []
    for question in questions {
      var question = question
      question.user = history.user
      guard let instant = question.instant else { continue }
      requests.append(try await question.request(in: history.log.store, at: instant))
    }
    var answers = [String](repeating: "", count: requests.count)
    let order = requests.indices.sorted {
      (requests[$0].knownUntil.milliseconds, $0) < (requests[$1].knownUntil.milliseconds, $1)
    }
    for index in order {
      let request = requests[index]
      if case .rows(let log) = history.log {
        let known = request.knownUntil.milliseconds
        if let newest = await log.newestOfCheckpoint, known < newest { throw QuestionBeforeCheckpoint() }
        try await learn(log, through: known, of: history.user, by: engine)
      }
      let list = try await engine.suggestions(request)
      answers[index] = try JSONText.line(SuggestionReport(list, to: request))
    }
    return answers
  }

  private func learn(
    _ log: PersonLog, through moment: Int64, of user: UserIdentifier, by engine: SuggestionEngine
  ) async throws {
    while await !log.show(through: moment) { try await engine.learn(of: user) }
    try await engine.learn(of: user)
  }

  // MARK: Checkpoints

  private func checkpoint(
    of history: PersonHistory, by engine: SuggestionEngine
  ) async throws -> (donations: Int, member: String) {
    let checkpoint: PersonCheckpoint
    switch history.log {
    case .rows(let log):
      try await learn(log, through: .max, of: history.user, by: engine)
      checkpoint = try await log.checkpoint(after: try await engine.learnedState(of: history.user))
    case .memory(let store):
      checkpoint = try await PersonCheckpoint(
        of: history.user, in: store, try await engine.learnedState(of: history.user))
    }
    return (checkpoint.donations, #","checkpoint":"\#(checkpoint.text(key: model.checkpointKey))""#)
  }
}

/// A question is about a moment before the newest donation of a checkpoint.
private struct QuestionBeforeCheckpoint: Error {}

extension PersonCheckpoint {
  /// Creates the checkpoint of a person whose log is in memory.
  init(of user: UserIdentifier, in store: InMemoryDonationStore, _ state: LearnedState) async throws {
    self.init(of: user)
    checkpoint = state.checkpoint
    let encoder = RecordEncoder()
    for logged in await store.donations(of: user, at: state.places) {
      texts[logged.cursor] = try encoder.encode(logged.donation)
    }
    for feedback in await store.feedback(of: user) { records.append(try encoder.encode(.feedback(feedback))) }
    for phrase in await store.phrases(of: user) { records.append(try encoder.encode(.phrase(phrase))) }
    guard let newest = cursor?.milliseconds else { return }
    newestIdentifiers = try await store.allDonations(of: user, in: newest..<newest + 1)
      .map(\.donation.identifier).sorted()
  }
}
