internal import Activities

/// A sign of where a user is: a cluster of places, or a network.
enum Anchor: Hashable, Comparable {
  case cluster(Int)
  case network(attribute: String, name: String)

  /// The sense of an anchor; anchors of one sense exclude each other.
  enum Sense: Hashable, Comparable {
    case position
    case network(String)
  }

  var sense: Sense {
    switch self {
    case .cluster: .position
    case .network(let attribute, _): .network(attribute)
    }
  }
}

/// The anchors of each record, and their counts.
struct AnchoredLog {
  let log: RoutineLog
  let clusters: PlaceClusters
  /// The anchor of each sense, by record.
  let anchors: [[Anchor.Sense: Anchor]]
  let senses: [Anchor.Sense]

  /// - Complexity: O(records).
  init(_ log: RoutineLog) {
    self.log = log
    var clusters = PlaceClusters()
    anchors = log.records.map { record in
      var own: [Anchor.Sense: Anchor] = [:]
      if let place = record.place { own[.position] = .cluster(clusters.add(place)) }
      for (attribute, name) in record.networks {
        own[.network(attribute)] = .network(attribute: attribute, name: name)
      }
      return own
    }
    self.clusters = clusters
    senses = [.position] + RoutineAttribute.networks.map(Anchor.Sense.network)
  }

  /// Returns the anchors at which donations name a place after a routine: for each sense, the one
  /// with most of them.
  ///
  /// A network needs three such donations, and more than half of all of its own, because other
  /// places may share the network or its name.
  func labelled(_ routine: DailyRoutine) -> [Anchor.Sense: Tally] {
    var (named, all): ([Anchor: Int], [Anchor: Int]) = ([:], [:])
    for (record, own) in zip(log.records, anchors) {
      for anchor in own.values {
        all[anchor, default: 0] += 1
        if record.label == routine { named[anchor, default: 0] += 1 }
      }
    }
    return best(named) { anchor, count in
      anchor.sense == .position || (count >= 3 && count * 2 > all[anchor] ?? 0)
    }
  }

  /// Returns the anchors where nights begin and end: for each sense, the one with most nights.
  ///
  /// A night counts for an anchor that is known within ``nearNight`` hours of a day's last donation
  /// and of the next day's first one. An anchor needs three nights, and a third of all nights with
  /// both ends known.
  func nights() -> [Anchor.Sense: Tally] {
    var (counts, known): ([Anchor: Int], [Anchor.Sense: Int]) = ([:], [:])
    for (day, next) in zip(log.days, log.days.dropFirst()) where next.number == day.number + 1 {
      for sense in senses {
        guard let evening = anchor(sense, from: day.records.reversed()),
          let morning = anchor(sense, from: next.records)
        else { continue }
        known[sense, default: 0] += 1
        if evening == morning { counts[evening, default: 0] += 1 }
      }
    }
    return best(counts) { $1 >= RoutineEvidence.nights && $1 * 3 >= known[$0.sense] ?? 0 }
  }

  /// The maximum number of hours from the end of a day to its last known place.
  private static let nearNight = 3.0

  private func anchor(_ sense: Anchor.Sense, from records: some Sequence<Int>) -> Anchor? {
    var first: Double?
    for index in records {
      let hours = log.records[index].hours
      guard abs(hours - (first ?? hours)) <= Self.nearNight else { return nil }
      if first == nil { first = hours }
      if let anchor = anchors[index][sense] { return anchor }
    }
    return nil
  }

  /// Returns the anchors where workdays are spent: for each sense, the one with most of them.
  ///
  /// A day from Monday to Friday counts for an anchor with two hours or more between donations
  /// there. An anchor needs five such days, and a third of all such days with a known anchor of its
  /// sense.
  ///
  /// - Parameter elsewhere: Anchors that mean something else.
  func workdays(except elsewhere: Set<Anchor>) -> [Anchor.Sense: Tally] {
    var (counts, known): ([Anchor: Int], [Anchor.Sense: Int]) = ([:], [:])
    for day in log.days where day.isWorkday {
      for sense in senses {
        var hours: [Anchor: Double] = [:]
        var last: (anchor: Anchor, hours: Double)?
        for index in day.records {
          guard let anchor = anchors[index][sense] else { continue }
          let now = log.records[index].hours
          if let last, last.anchor == anchor {
            hours[anchor, default: 0] += min(now - last.hours, Self.longestStay)
          }
          last = (anchor, now)
        }
        if last != nil { known[sense, default: 0] += 1 }
        for (anchor, spent) in hours where spent >= Self.hoursAtWork { counts[anchor, default: 0] += 1 }
      }
    }
    return best(counts) {
      !elsewhere.contains($0) && $1 >= RoutineEvidence.workdays && $1 * 3 >= known[$0.sense] ?? 0
    }
  }

  /// The minimum number of hours at a workplace.
  private static let hoursAtWork = 2.0
  /// The maximum number of hours between two donations at a place that count as a stay.
  private static let longestStay = 6.0

  /// An anchor and its count.
  struct Tally: Hashable {
    let anchor: Anchor
    let count: Int
  }

  /// Returns the anchor of each sense with the highest count; ties go to the lower one.
  private func best(
    _ counts: [Anchor: Int], where isEnough: (Anchor, Int) -> Bool
  ) -> [Anchor.Sense: Tally] {
    var best: [Anchor.Sense: Tally] = [:]
    for (anchor, count) in counts.sorted(by: { $0.key < $1.key }) where isEnough(anchor, count) {
      if count > best[anchor.sense]?.count ?? 0 { best[anchor.sense] = Tally(anchor: anchor, count: count) }
    }
    return best
  }
}
