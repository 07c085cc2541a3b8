import Activities
import Foundation

@testable import Features

extension SlowQuery {
  /// A key with its value; equal if both mean the same.
  private struct Entry: Hashable {
    let key: String
    let value: ActivityIdentity

    init(_ key: String, _ value: ActivityValue) {
      self.key = key
      self.value = ActivityIdentity(activityType: "value", userInfo: ["value": value])
    }
  }

  private func entries(of donation: Int) -> Set<Entry> {
    Set(
      twin.donations[donation].activity.userInfo.filter { $0.value != .null }.map { Entry($0.key, $0.value) })
  }

  func sharedParameterColumns() -> [String: [Double]] {
    guard count > 0 else { return [:] }
    let all = past.map(entries)
    func share(_ entry: Entry) -> Double { Double(all.count { $0.contains(entry) }) / Double(count) }
    let previous = all[count - 1]
    let inContext = Set(attributes.values.map { Entry("", $0).value })
    let information = previous.reduce(0) { $0 - log(share($1)) }
    var columns: [String: [Double]] = [:]
    for item in 0..<itemCount {
      guard let last = uses(of: item).last else { continue }
      let own = all[last]
      let shared = own.intersection(previous).reduce(0) { $0 - log(share($1)) }
      let kept = own.reduce(0) { $0 + persistence($1, share: share($1), among: all) }
      let values: [String: Double] = [
        "shared-with-previous": last == count - 1 ? 0 : shared / (information + 0.1),
        "shared-lately": own.map { warmth($0, share: share($0), among: all) }.reduce(0, max),
        "key-persistence": max(-4, min(4, kept)),
        "type-after-type": typeRatio(of: last, among: afterSameType()),
        "type-at-hour": typeRatio(of: last, among: atSuchTimes()),
        "in-context": own.contains { inContext.contains($0.value) } ? 1 : 0,
      ]
      for (name, value) in values { columns[name, default: []].append(value) }
    }
    return columns
  }

  private func warmth(_ entry: Entry, share: Double, among all: [Set<Entry>]) -> Double {
    var (recent, possible) = (0.0, 0.0)
    for donation in past where all[donation].contains(entry) {
      recent += decay(Double(count - 1 - donation), halfLife: SharedParameterEvidence.latelyHalfLife)
    }
    for age in 0..<2_000 { possible += decay(Double(age), halfLife: SharedParameterEvidence.latelyHalfLife) }
    return log((recent / share + 1) / (possible + 1))
  }

  private func persistence(_ entry: Entry, share: Double, among all: [Set<Entry>]) -> Double {
    let values = all.flatMap { $0.filter { $0.key == entry.key } }
    guard values.count > 1 else { return 0 }
    let kept = zip(values, values.dropFirst()).count { $0 == $1 }
    let rate = Double(kept + 1) / Double(values.count - 1 + 2)
    let usual = min(0.98, share)
    return values.last == entry ? log(rate / max(usual, 0.01)) : log((1 - rate) / (1 - usual))
  }

  private func type(_ donation: Int) -> String { twin.donations[donation].activity.activityType }

  /// Returns the weight of each donation: 1 if the previous donation was of the last activity's
  /// type.
  private func afterSameType() -> [Double] {
    past.map { $0 > 0 && type($0 - 1) == type(count - 1) ? 1 : 0 }
  }

  /// Returns the weight of each donation: the similarity of its time of day.
  ///
  /// An unknown time counts like those of the activity's other donations.
  private func atSuchTimes() -> [Double] {
    filledByActivity(past.map { isTimed($0) ? likeness(.timeOfDay(hours: 3), of: $0) ?? 0 : nil })
  }

  private func typeRatio(of donation: Int, among weights: [Double]) -> Double {
    let alike = past.filter { type($0) == type(donation) }
    let own = alike.reduce(0) { $0 + weights[$1] }
    let share = Double(alike.count) / Double(count)
    return log((own / share + 2) / (weights.reduce(0, +) + 2))
  }
}
