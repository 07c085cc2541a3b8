internal import Activities
internal import Kernels

/// The donations of a window that lack a circumstance that an expert asks for.
///
/// Each counts as much as the average donation of the same activity that has the circumstance.
///
/// If k donations of an item have it, and weigh w together, each other donation of the item weighs
///
///     (w + mean) / (k + 1)
///
/// where the mean is over all donations that have it. So an activity with little evidence is
/// assumed to be like the others. If no donation of an item has it, the item's donations weigh as
/// much as those of all other items on average, which is neutral.
struct UntoldDonations: Sendable {
  /// The circumstances that a donation may lack, one bit each.
  struct Signals: OptionSet, Hashable, Sendable {
    private(set) var rawValue: UInt32

    /// The moment, and the day.
    static let time = Signals(rawValue: 1)
    static let day = Signals(rawValue: 2)
    /// Any attributes, for the expert that asks whether all are the same.
    static let attributeSet = Signals(rawValue: 4)
    private static let circumstances = ExpertLayout.queries.map(\.asked.circumstance).filter(\.mayBeUntold)

    /// The signal of each of ``ExpertLayout/queries``.
    static let ofQueries = ExpertLayout.queries.map { Signals($0.asked.circumstance) }

    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Creates the signal of a circumstance, which is empty if every donation has the circumstance,
    /// or has it with its time.
    init(_ circumstance: Circumstance) {
      self.init(rawValue: Self.circumstances.firstIndex(of: circumstance).map { 1 << UInt32(3 + $0) } ?? 0)
    }

    /// The signals that an expert asks for.
    init(of expert: Expert) {
      self = expert.circumstances.reduce(into: []) { $0.formUnion(Signals($1)) }
      switch expert.neededPrecision {
      case .exact: insert(.time)
      case .day: insert(.day)
      case .order: break
      }
      if case .visits = expert.decay, expert.circumstances == [.allAttributes] { self = .attributeSet }
    }
  }

  /// The lanes that ask for the same signals.
  private struct Group {
    let signals: Signals
    let lanes: [Int]
  }

  private static let groups: [Group] = {
    var lanes: [Signals: [Int]] = [:]
    for number in ExpertLayout.windowed {
      let signals = Signals(of: ExpertLayout.experts[number])
      if !signals.isEmpty { lanes[signals, default: []].append(ExpertLayout.first + number) }
    }
    return lanes.map { Group(signals: $0, lanes: $1) }.sorted { $0.lanes[0] < $1.lanes[0] }
  }()

  /// The signals that the moment has.
  private var asked: Signals = []
  /// The signals that some donation lacks.
  private var untold: Signals = []
  /// The signals that a donation with each code lacks.
  private var codes: (place: [Signals], lastPlace: [Signals], attributes: [Signals]) = ([], [], [])
  /// The number of counted donations for each item, and the number of them that lack a signal for
  /// each group and item.
  private var counts: [Int32] = []
  private var missing: [Int32] = []

  init() {}

  // MARK: Asking

  /// Begins with a moment that has only its time.
  mutating func reset(places: Int, attributes: Int) {
    (asked, untold) = ([.time, .day], [])
    codes.place.reset(to: [], count: places)
    codes.lastPlace.reset(to: [], count: places)
    codes.attributes.reset(to: [], count: attributes)
  }

  /// Notes that the moment has a circumstance, and which codes of a kind lack it.
  ///
  /// - Parameter values: One value per code; unknown values are not a number, and become 0.
  mutating func note(_ signal: Signals, _ code: WindowQuery.Code, _ values: inout [Float]) {
    asked.formUnion(signal)
    for index in values.indices where values[index].isNaN {
      values[index] = 0
      switch code {
      case .place: codes.place[index].formUnion(signal)
      case .lastPlace: codes.lastPlace[index].formUnion(signal)
      case .attributes: codes.attributes[index].formUnion(signal)
      case .hour, .day, .gap, .sequence: break
      }
    }
  }

  /// Notes that donations without attributes lack the signal of the attribute set.
  mutating func noteAttributeSet() {
    asked.insert(.attributeSet)
    codes.attributes[0].insert(.attributeSet)
  }

  /// Finds the signals that some donation of a window lacks; O(codes).
  mutating func find(in window: borrowing DonationWindow) {
    for (code, signals) in codes.place.enumerated() where window.counts.place[code] > 0 {
      untold.formUnion(signals)
    }
    for (code, signals) in codes.lastPlace.enumerated() where window.counts.lastPlace[code] > 0 {
      untold.formUnion(signals)
    }
    for (code, signals) in codes.attributes.enumerated() where window.counts.attributes[code] > 0 {
      untold.formUnion(signals)
    }
    if window.timed.order + window.timed.day > 0 { untold.insert(.time) }
    if window.timed.order > 0 { untold.insert(.day) }
  }

  // MARK: Filling

  /// Adds the weights of the donations that lack a signal that a lane asks for.
  ///
  /// - Parameters:
  ///   - records: The records of a window, after `preceding` records that only precede them.
  ///   - weights: A line for each item: the weights of the records that have the signals.
  ///   - totals: The sums of the lanes.
  /// - Complexity: O(window + items x lanes), if there are any such donations.
  mutating func fill(
    _ records: ArraySlice<WindowRecord>, preceding: Int, into weights: inout SIMDTable, totals: inout [Float]
  ) {
    let groups = Self.groups.filter {
      $0.signals.isSubset(of: asked) && !$0.signals.isDisjoint(with: untold)
    }
    guard !groups.isEmpty else { return }
    let items = weights.lines
    let all = count(records, preceding: preceding, groups, items: items)
    for (index, group) in groups.enumerated() {
      let own = index * items..<(index + 1) * items
      let telling = all - missing[own].reduce(0) { $0 + Int($1) }
      guard telling > 0, telling < all else { continue }
      for lane in group.lanes {
        let mean = totals[lane] / Float(telling)
        let place = weights.lane(lane)
        var (sum, counted) = (Float(0), 0)
        weights.changeNumbers { weights in
          for item in 0..<items where missing[own.lowerBound + item] < counts[item] {
            let untold = missing[own.lowerBound + item]
            let index = place.place(ofLine: item)
            let told = weights[index]
            if untold > 0 {
              weights[index] += Float(untold) * (told + mean) / Float(counts[item] - untold + 1)
            }
            sum += weights[index]
            counted += Int(counts[item])
          }
          let silent = sum / Float(counted)
          for item in 0..<items where missing[own.lowerBound + item] == counts[item] {
            weights[place.place(ofLine: item)] = Float(counts[item]) * silent
          }
        }
        totals[lane] = sum * (Float(all) / Float(counted))
      }
    }
  }

  /// Counts the donations of each item, and those that lack a signal of each group.
  ///
  /// - Returns: The number of counted donations.
  private mutating func count(
    _ records: ArraySlice<WindowRecord>, preceding: Int, _ groups: [Group], items: Int
  ) -> Int {
    counts.reset(to: 0, count: items)
    missing.reset(to: 0, count: groups.count * items)
    var (all, before) = (0, UInt16(0))
    for (index, record) in records.enumerated() {
      defer { before = record.knownPlace }
      guard index >= preceding, record.day != WindowRecord.notCounted else { continue }
      all += 1
      let item = Int(record.item)
      counts[item] += 1
      var signals = codes.place[Int(record.place)]
      signals.formUnion(codes.lastPlace[Int(before)])
      signals.formUnion(codes.attributes[Int(record.attributes)])
      if record.hour >= WindowRecord.hourOfOrder {
        signals.insert(.time)
        if record.hour == WindowRecord.hourOfOrder { signals.insert(.day) }
      }
      guard !signals.isEmpty else { continue }
      for (index, group) in groups.enumerated() where !group.signals.isDisjoint(with: signals) {
        missing[index * items + item] += 1
      }
    }
    return all
  }
}

extension Array {
  /// Replaces the contents with copies of a value, in the same storage.
  fileprivate mutating func reset(to value: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}
