internal import Activities
internal import Answers
internal import Evaluation
internal import Foundation
internal import Suggestions

/// The evaluation of one person.
struct PersonTotals {
  /// The members of a line after the person.
  let members: String

  init(of history: PersonHistory, model: SuggestionModel, scoreFrom: Double, knowsPlace: Bool) async throws {
    var evaluator = Evaluator(model: model)
    (evaluator.scoreFrom, evaluator.knowsPlace, evaluator.isDetailed) = (scoreFrom, knowsPlace, true)
    if case .rows(let log) = history.log { _ = await log.show(through: .max, pageSize: .max) }
    let store = history.log.store
    let donations = try await store.users().reduce(0) { $0 + $1.donations }
    let replayed = try await evaluator.replayed(history.user, in: store, donations: donations)
    members =
      #","donations":\#(donations),"queries":\#(replayed.queryCount),"scored":\#(replayed.scoredCount)"#
      + #","rankers":\#(try JSONText.line(replayed.totals(named: evaluator.names)))"#
      + #","outcomes":"\#(Data(replayed.outcomeBytes).base64EncodedString())""#
  }
}
