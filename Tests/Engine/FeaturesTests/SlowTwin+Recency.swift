import Activities
import Foundation

@testable import Features

extension SlowQuery {
  /// Returns the items by their last use, the newest first.
  func itemsNewestFirst(before end: Int) -> [Int] {
    var order: [Int] = []
    for donation in (0..<end).reversed() where !order.contains(twin.items[donation]) {
      order.append(twin.items[donation])
    }
    return order
  }

  func recencyColumns() -> [String: [Double]] {
    var columns: [String: [Double]] = [:]
    let order = itemsNewestFirst(before: count)
    for item in 0..<itemCount {
      let uses = uses(of: item)
      guard let last = uses.last, let rank = order.firstIndex(of: item) else { continue }
      // Only the last run counts: travelling back across midnight starts the day again.
      let today = uses.filter(isTimed).reversed().prefix { twin.happened[$0].localDay == moment.localDay }
        .count
      // A use without a time ends the known part of the session.
      let inSession = uses.reversed().prefix(while: isTimed)
        .count { !(($0 + 1)...count).contains(where: startsSession) }
      let values: [String: Double] = [
        "minutes-since": log(1 + (hoursSince(last) ?? 24) * 60),
        "donations-since": log(Double(count - last)),
        "recency-rank": log(Double(1 + rank)),
        "recency-habit": log(rankProbability(rank) / share(of: item)),
        "is-previous": rank == 0 ? 1 : 0,
        "is-one-before": rank == 1 ? 1 : 0,
        "uses-today": moment.hasTime ? log(Double(1 + today)) : 0,
        "uses-in-session": moment.hasTime ? log(Double(1 + inSession)) : 0,
        "familiarity": Double(uses.count) / (Double(uses.count) + 5),
      ]
      for (name, value) in values { columns[name, default: []].append(value) }
    }
    return columns
  }

  /// Returns whether a pause before a donation, or before the query (number `count`), ended a
  /// session.
  private func startsSession(_ donation: Int) -> Bool {
    let gap = donation == count ? moment.gap : twin.happened[donation].gap
    return (gap ?? 0) > RecencyEvidence.sessionGap
  }

  /// Returns the probability that the next activity has a recency rank: the share of its bin,
  /// spread over the bin's ranks.
  private func rankProbability(_ rank: Int) -> Double {
    let repeated = past.filter { twin.items[..<$0].contains(twin.items[$0]) }
    let bin = bin(of: rank)
    var (hits, total) = (0.0, 0.0)
    for (index, donation) in repeated.enumerated() {
      let weight = decay(Double(repeated.count - 1 - index), halfLife: RankHabit.halfLife)
      let observed = itemsNewestFirst(before: donation).firstIndex(of: twin.items[donation]) ?? -1
      if self.bin(of: observed) == bin { hits += weight }
      total += weight
    }
    let width = Double((0..<itemCount).count { self.bin(of: $0) == bin })
    let prior = (1 / Double(rank + 2)) / (0..<itemCount).reduce(0) { $0 + 1 / Double($1 + 2) }
    return (hits / width + RankHabit.smoothing * prior) / (total + RankHabit.smoothing)
  }

  private func bin(of rank: Int) -> Int { RankHabit.bins.count { $0 <= rank } }

  func rhythmColumns() -> [String: [Double]] {
    var columns: [String: [Double]] = [:]
    for item in 0..<itemCount {
      let uses = uses(of: item)
      guard let last = uses.last else { continue }
      let time = usual(intervals(of: item).map { log(1 + 60 * $0) })
      let donations = usual(zip(uses, uses.dropFirst()).map { log(Double($1 - $0)) })
      let values: [String: Double] = [
        "due/time": hoursSince(last).map { deviation(log(1 + 60 * $0), from: time) } ?? 0,
        "due/donations": deviation(log(Double(count - last)), from: donations),
        "regularity": time.count > 1 ? 1 / (1 + time.variance) : 0,
        "interval-known": Double(time.count) / Double(time.count + 3),
      ]
      for (name, value) in values { columns[name, default: []].append(value) }
    }
    return columns
  }

  /// Returns the mean and variance: unweighted for the first ten values, then exponentially
  /// weighted with a rate of a tenth.
  private func usual(_ values: [Double]) -> (count: Int, mean: Double, variance: Double) {
    var weights: [Double] = []
    for number in values.indices {
      let rate = max(1 / Double(number + 1), 0.1)
      weights = weights.map { $0 * (1 - rate) } + [rate]
    }
    let mean = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
    let variance = zip(weights, values).reduce(0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) }
    return (values.count, mean, variance)
  }

  private func deviation(_ value: Double, from usual: (count: Int, mean: Double, variance: Double)) -> Double
  {
    usual.count == 0 ? 0 : max(-4, min(4, (value - usual.mean) / (usual.variance + 0.25).squareRoot()))
  }

  /// Returns the hazard of returning now, for each item and for all, from all past return times.
  func returnColumns() -> [String: [Double]] {
    var columns: [String: [Double]] = [:]
    let items = 0..<itemCount
    let times = items.map { intervals(of: $0).map(returnScale) }
    let (own, any) = (Double(ReturnEvidence.smoothing.own), Double(ReturnEvidence.smoothing.any))
    for item in items {
      guard let last = uses(of: item).last else { continue }
      guard let hours = hoursSince(last) else {
        columns["returns/own", default: []].append(0)
        columns["returns/any", default: []].append(log(Double(ReturnEvidence.prior)))
        continue
      }
      let now = returnScale(hours)
      let common = hazard(now, times.flatMap { $0 }, prior: Double(ReturnEvidence.prior), smoothing: any)
      let hazard = hazard(now, times[item], prior: common, smoothing: own)
      columns["returns/own", default: []].append(log(hazard / common))
      columns["returns/any", default: []].append(log(common))
    }
    return columns
  }

  private func returnScale(_ hours: Double) -> Double { min(41, 2 * log2(1 + 60 * hours)) }

  private func hazard(_ now: Double, _ times: [Double], prior: Double, smoothing: Double) -> Double {
    /// Returns the number of returns that took at least until a bin; in part between the midpoints
    /// of two bins.
    func atRisk(_ bin: Double) -> Double { times.reduce(0) { $0 + max(0, min(1, $1 - bin + 1)) } }
    let (bin, part) = (now.rounded(.down), now - now.rounded(.down))
    let risks = [atRisk(bin), atRisk(bin + 1), atRisk(bin + 2)]
    let returns = (1 - part) * (risks[0] - risks[1]) + part * (risks[1] - risks[2])
    return (returns + smoothing * prior) / ((1 - part) * risks[0] + part * risks[1] + smoothing)
  }

  func situationColumns() -> [String: [Double]] {
    let values: [String: Double] = [
      "situation/pause": pause * sequenceLeft, "situation/experience": Double(count) / Double(count + 50),
      "situation/variety": Double(itemCount) / Double(itemCount + 20),
      "situation/novelty": newRate(halfLife: NoveltyEvidence.halfLives[1]),
      "situation/unobserved": 1 - sequenceLeft,
      "situation/place-known": moment.place == nil ? 0 : 1,
      "situation/place-age": moment.place == nil && moment.lastPlace != nil
        ? min(1, log2(1 + (moment.lastPlaceAge ?? 0) / 2) / 20) : 0,
      "situation/attributes-known": moment.attributes.isEmpty ? 0 : 1,
    ]
    return values.mapValues { [Double](repeating: $0, count: itemCount) }
  }
}
