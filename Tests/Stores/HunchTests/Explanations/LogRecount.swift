import Features
import Foundation
import Hunch

/// A log at a moment, counted by brute force, independently of how the engine stores its state.
struct LogRecount {
  /// All donations up to the moment, in the order of the log.
  let donations: [Donation]
  let context: Context

  /// Returns the donations that an offered identity stands for: the activity, or all whose newest
  /// donation has it as a combination.
  func isOf(_ identity: ActivityIdentity) -> (Donation) -> Bool {
    var newest: [ActivityIdentity: UserActivity] = [:]
    for donation in donations { newest[donation.identity] = donation.activity }
    let meant = newest.filter { own, activity in
      own == identity || activity.combinationIdentities.contains { $0.identity == identity }
    }.keys
    let identities = Set(meant)
    return { identities.contains($0.identity) }
  }

  /// Returns whether the log confirms a fact about an activity.
  func confirms(_ fact: Fact, about identity: ActivityIdentity) -> Bool {
    let isOwn = isOf(identity)
    switch fact {
    case .habit(let times, let all):
      let counted = ofOwnAccord
      return counted.count == all && counted.count(where: isOwn) == times
    case .done(let times): return ofOwnAccord.count(where: isOwn) == times
    case .lately(let times, let all):
      return donations.count >= all && donations.suffix(all).count(where: isOwn) == times
    case .days(let days, let times, let all): return confirms(days, times, of: all, isOwn)
    case .previous(let activity, let times, let all, let isAll):
      let after = donations.indices.dropFirst().filter { donations[$0 - 1].identity == activity }
      return donations.last?.identity == activity
        && confirms(after.map { donations[$0] }, times, of: all, isAll: isAll, isOwn)
    case .interval(let median, let count, let since):
      let times = donations.filter { isOwn($0) && $0.hasExactTime }.map(\.context.instant.milliseconds)
      let gaps = zip(times, times.dropFirst()).map { Double($1 - $0) / 1_000 }.suffix(count).sorted()
      guard gaps.count == count, count > 0, let last = times.last else { return false }
      let middle = (gaps[(count - 1) / 2] + gaps[count / 2]) / 2
      return abs(middle - median) < 0.02 && isAgo(since, last)
    case .place(let metres, let times, let all, let isAll):
      return confirmsNear(metres, times, of: all, isAll: isAll, isOwn)
    case .context(let keys, let times, let all, let isAll):
      let alike = donations.filter { $0.context.attributes == context.attributes }
      return keys == context.attributes.keys.sorted()
        && confirms(alike, times, of: all, isAll: isAll, isOwn)
    case .recency(let since, let count):
      guard let last = donations.lastIndex(where: isOwn) else { return false }
      return count == donations.count - 1 - last
        && (since.map {
          isAgo($0, donations[last].context.instant.milliseconds) && donations[last].hasExactTime
        }
          ?? !donations[last].hasExactTime)
    case .shared(let key, let value, let activity, let since):
      guard let own = donations.last(where: isOwn),
        let other = donations.last(where: { $0.identity == activity }),
        own.identity != activity, let held = own.activity.userInfo[key], other.activity.userInfo[key] == held
      else { return false }
      let isSaid = if case .string(let text) = held { text == value } else { true }
      return isSaid && since.map { isAgo($0, other.context.instant.milliseconds) } ?? true
    }
  }

  /// The donations that were not accepted suggestions, and the first one of each activity.
  private var ofOwnAccord: [Donation] {
    var known: Set<ActivityIdentity> = []
    return donations.filter { known.insert($0.identity).inserted || $0.details.source != .suggestion }
  }

  private func isAgo(_ seconds: Double, _ milliseconds: Int64) -> Bool {
    abs(Double(context.instant.milliseconds - milliseconds) / 1_000 - seconds) < 0.02
  }

  private func confirms(
    _ alike: [Donation], _ times: Int, of all: Int, isAll: Bool, _ isOwn: (Donation) -> Bool
  ) -> Bool {
    (isAll ? alike.count == all : alike.count >= all) && alike.suffix(all).count(where: isOwn) == times
  }

  private func confirms(_ days: Fact.Days, _ times: Int, of all: Int, _ isOwn: (Donation) -> Bool) -> Bool {
    var day = context.instant.localDay
    var asked: Set<Int> = []
    while asked.count < all {
      day -= 1
      if days.kind.contains(day: day) { asked.insert(day) }
    }
    let done = donations.filter { donation in
      let quarter = Int(donation.context.instant.localHour * 4)
      return isOwn(donation) && donation.hasExactTime && days.quarters?.contains(quarter) ?? true
    }
    return asked.intersection(done.map(\.context.instant.localDay)).count == times
      && donations.contains { $0.hasExactTime && $0.context.instant.localDay <= day }
  }

  /// Compares positions at the resolution at which they are stored, a hundred-thousandth of a
  /// degree, with the last known position of each donation.
  private func confirmsNear(
    _ metres: Double, _ times: Int, of all: Int, isAll: Bool, _ isOwn: (Donation) -> Bool
  ) -> Bool {
    func rounded(_ place: Place) -> Place? {
      func round(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }
      return try? Place(latitude: round(place.latitude), longitude: round(place.longitude))
    }
    let now = context.instant.milliseconds
    let isRecent =
      context.place != nil
      || donations.contains {
        $0.context.place != nil && $0.hasExactTime && now - $0.context.instant.milliseconds <= 1_800_000
      }
    var last: Place?
    var near: [Donation] = []
    let places = donations.map { donation -> Place? in
      last = donation.context.place.flatMap(rounded) ?? last
      return last
    }
    guard isRecent, let here = context.place.flatMap(rounded) ?? last else { return false }
    for (donation, place) in zip(donations, places) {
      if let place, place.distance(to: here) <= metres { near.append(donation) }
    }
    return confirms(near, times, of: all, isAll: isAll, isOwn)
  }
}
