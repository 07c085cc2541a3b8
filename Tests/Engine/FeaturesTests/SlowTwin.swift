import Activities
import Foundation

@testable import Features

/// The slow twin of `EvidenceState`: every number of a query, by scanning all donations before it.
///
/// It is the definition in plain loops, and keeps no counts. It shares only `QueryContext` and
/// `DaysOff` with the fast one. The values that it keeps between queries (`judgements`, `spots`)
/// are pure functions of the log.
final class SlowTwin {
  let donations: [Donation]
  /// The item of each donation: the number of different activities donated before that activity's
  /// first donation.
  let items: [Int]
  /// The circumstances of each donation as known just before it, without its place and attributes.
  private(set) var bare: [QueryContext] = []
  /// The same with the donation's place and attributes.
  private(set) var named: [QueryContext] = []
  /// The circumstances of each donation.
  private(set) var happened: [QueryContext] = []
  /// The history before each donation, and after the last one.
  private(set) var histories = [History()]
  /// The spots known before each donation, and after the last one.
  private(set) var spots = [SlowSpots()]
  /// The experts' predictions of donations, computed when first asked for.
  var judgements: [Int: Judgement] = [:]

  init(_ donations: [Donation]) {
    self.donations = donations
    var order: [ActivityIdentity] = []
    items = donations.map { donation in
      if !order.contains(donation.identity) { order.append(donation.identity) }
      return order.firstIndex(of: donation.identity) ?? -1
    }
    for (index, donation) in donations.enumerated() {
      let (context, precision) = (donation.context, donation.details.timePrecision)
      var history = histories[index]
      bare.append(
        QueryContext(AskedMoment(Context(at: context.instant), precision: precision), after: history))
      named.append(QueryContext(AskedMoment(context, precision: precision), after: history))
      if let days = daysOff(before: index) { history.daysOff = days }
      happened.append(QueryContext(AskedMoment(context, precision: precision), after: history))
      history.append(item: Int32(items[index]), in: context, precision: precision)
      histories.append(history)
      spots.append(spots[index].after(happened, upTo: index))
    }
  }

  /// Returns the query at a moment after the first `count` donations.
  func query(_ moment: AskedMoment, after count: Int) -> SlowQuery {
    SlowQuery(
      twin: self, count: count, moment: QueryContext(moment, after: histories[count]),
      attributes: moment.context.attributes)
  }

  /// Returns the days off found at the first donation of a day; `nil` for other donations, or if no
  /// time is known.
  ///
  /// It looks at the 56 days before it, starting with the first that has a donation with an exact
  /// time in the window.
  private func daysOff(before donation: Int) -> DaysOff? {
    let today = happened(on: donation)
    guard let today, let last = histories[donation].lastInstant, last.localDay < today else { return nil }
    let looked = (0..<donation).suffix(DonationWindow.size + WindowQuery.past).filter {
      donations[$0].hasExactTime && (today - 56..<today).contains(localDay(donations[$0]))
    }
    guard let first = looked.map({ localDay(donations[$0]) }).min() else { return nil }
    let all = (0..<7).map { weekday in (first..<today).count { self.weekday(ofDay: $0) == weekday } }
    let done = Set(items[..<donation]).sorted().map { item in
      var (counts, last) = ([Int](repeating: 0, count: 7), Int.min)
      for day in looked.filter({ items[$0] == item }).map({ localDay(donations[$0]) }) where day != last {
        counts[weekday(ofDay: day)] += 1
        last = day
      }
      return zip(counts, all).map { min($0, $1) }
    }
    return DaysOff(done: done, days: all)
  }

  /// Returns the day of a donation, if known.
  private func happened(on donation: Int) -> Int? {
    donations[donation].details.timePrecision == .order ? nil : localDay(donations[donation])
  }

  private func localDay(_ donation: Donation) -> Int { donation.context.instant.localDay }

  private func weekday(ofDay day: Int) -> Int { ((day + 3) % 7 + 7) % 7 }
}

/// One query of the slow twin.
struct SlowQuery {
  let twin: SlowTwin
  /// The number of earlier donations.
  let count: Int
  let moment: QueryContext
  let attributes: [String: ActivityValue]

  /// The indices of the past donations.
  var past: Range<Int> { 0..<count }
  var itemCount: Int { (past.map { twin.items[$0] }.max() ?? -1) + 1 }

  /// Returns the indices of an item's donations, the oldest first.
  func uses(of item: Int) -> [Int] { past.filter { twin.items[$0] == item } }

  /// Returns the share of an item among all donations.
  func share(of item: Int) -> Double { Double(uses(of: item).count) / Double(count) }

  /// Returns how long ago a donation was at the user's last observation, in hours, or `nil` if the
  /// time of the donation or of the query is unknown.
  func hoursSince(_ donation: Int) -> Double? {
    moment.hasTime && isTimed(donation) ? max(0, moment.hours - twin.happened[donation].hours) : nil
  }

  func isTimed(_ donation: Int) -> Bool { twin.happened[donation].hasTime }

  /// Returns the hours between consecutive uses that both have a time.
  func intervals(of item: Int) -> [Double] {
    let uses = uses(of: item)
    return zip(uses, uses.dropFirst()).filter { isTimed($0) && isTimed($1) }
      .map { twin.happened[$1].hours - twin.happened[$0].hours }
  }

  /// The remaining weight of the last donations' evidence: the probability that nothing happened
  /// unobserved, at the rate of the last week, halved for each day.
  var sequenceLeft: Double {
    guard moment.lead > 0 else { return 1 }
    let hours = moment.lead / 3_600
    let lately = past.filter(isTimed).reduce(0) {
      $0 + decay(max(0, moment.hours - twin.happened[$1].hours), halfLife: 168)
    }
    return exp(-lately * log(2) / 168 * hours) * decay(hours, halfLife: 24)
  }

  /// The values of the columns if nothing is known about the last donations.
  private static let neutral: [String: Double] = [
    "minutes-since": log(1_441), "donations-since": 3, "recency-rank": 2, "recency-habit": 0,
    "is-previous": 0, "is-one-before": 0, "uses-today": 0, "uses-in-session": 0, "due/time": 0,
    "due/donations": 0, "returns/own": 0, "returns/any": log(0.1), "shared-with-previous": 0,
    "shared-lately": 0, "key-persistence": 0, "type-after-type": 0,
  ]

  /// Returns all columns by name, with a number for each item.
  func columns(withAgreement: Bool = true) -> [String: [Double]] {
    var all = expertColumns()
    if withAgreement { all.merge(agreementColumns()) { first, _ in first } }
    for columns in [
      recencyColumns(), rhythmColumns(), returnColumns(), sharedParameterColumns(), situationColumns(),
    ] {
      all.merge(columns) { first, _ in first }
    }
    let left = sequenceLeft
    for (name, value) in Self.neutral {
      all[name] = all[name]?.map { left * $0 + (1 - left) * value }
    }
    return all
  }
}

/// Returns 2 to the power of minus the number of half-lives passed.
func decay(_ passed: Double, halfLife: Double) -> Double { exp2(-passed / halfLife) }
