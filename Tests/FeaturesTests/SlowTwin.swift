import Activities
import Foundation

@testable import Features

/// The slow twin of `EvidenceState`: every number of a query, by scanning all donations before it.
///
/// It is the definition in plain loops and keeps no counts. It shares with the fast one an `QueryContext` only.
/// What it keeps between queries (`judgements`) is a pure function of the log.
final class SlowTwin {
  let donations: [Donation]
  /// The row of each donation: how many different activities were donated before its first one.
  let rows: [Int]
  /// The circumstances of each donation as a query just before it would have known them.
  let asked: [QueryContext]
  /// The circumstances of each donation with its own place.
  let happened: [QueryContext]
  /// The ratio that each expert gave to what happened, once asked for.
  var judgements: [Int: [Double]] = [:]

  init(_ donations: [Donation]) {
    self.donations = donations
    var order: [ActivityIdentity] = []
    rows = donations.map { donation in
      if !order.contains(donation.identity) { order.append(donation.identity) }
      return order.firstIndex(of: donation.identity) ?? -1
    }
    var histories = [History()]
    for (index, donation) in donations.enumerated() {
      var history = histories[index]
      history.append(row: Int32(rows[index]), in: donation.context, precision: donation.details.timePrecision)
      histories.append(history)
    }
    asked = donations.indices.map {
      QueryContext(
        donations[$0].context, precision: donations[$0].details.timePrecision, placeKnown: false,
        after: histories[$0])
    }
    happened = donations.indices.map {
      QueryContext(
        donations[$0].context, precision: donations[$0].details.timePrecision, placeKnown: true,
        after: histories[$0])
    }
  }

  /// The question that is asked after the first `count` donations.
  func query(_ context: Context, precision: TimePrecision = .exact, after count: Int) -> SlowQuery {
    var history = History()
    for index in 0..<count {
      history.append(
        row: Int32(rows[index]), in: donations[index].context,
        precision: donations[index].details.timePrecision)
    }
    return SlowQuery(
      twin: self, count: count,
      moment: QueryContext(context, precision: precision, placeKnown: true, after: history),
      attributes: context.attributes)
  }
}

/// One query of the slow twin.
struct SlowQuery {
  let twin: SlowTwin
  /// How many donations came before.
  let count: Int
  let moment: QueryContext
  let attributes: [String: ActivityValue]

  /// The past, by number.
  var past: Range<Int> { 0..<count }
  var rowCount: Int { (past.map { twin.rows[$0] }.max() ?? -1) + 1 }

  /// The donations of a row, by number, oldest first.
  func uses(of row: Int) -> [Int] { past.filter { twin.rows[$0] == row } }

  /// The share of a row among all donations.
  func share(of row: Int) -> Double { Double(uses(of: row).count) / Double(count) }

  /// Returns how long ago a donation was, in hours; `nil` if that is not known of it, or of now.
  func hoursSince(_ donation: Int) -> Double? {
    moment.hasTime && isTimed(donation) ? max(0, moment.hours - twin.asked[donation].hours) : nil
  }

  func isTimed(_ donation: Int) -> Bool { twin.asked[donation].hasTime }

  /// The hours between uses that follow each other and both have a time.
  func intervals(of row: Int) -> [Double] {
    let uses = uses(of: row)
    return zip(uses, uses.dropFirst()).filter { isTimed($0) && isTimed($1) }
      .map { twin.asked[$1].hours - twin.asked[$0].hours }
  }

  /// All columns by name, a number for each row.
  func columns(withAgreement: Bool = true) -> [String: [Double]] {
    var all = expertColumns()
    if withAgreement { all.merge(agreementColumns()) { first, _ in first } }
    for columns in [
      recencyColumns(), rhythmColumns(), returnColumns(), sharedParameterColumns(), situationColumns(),
    ] {
      all.merge(columns) { first, _ in first }
    }
    return all
  }
}

/// Two to the power of minus the half-lives that passed.
func decay(_ passed: Double, halfLife: Double) -> Double { exp2(-passed / halfLife) }
