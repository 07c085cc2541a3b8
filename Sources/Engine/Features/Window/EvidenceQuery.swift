internal import Activities
internal import Kernels

/// Asks a window what speaks for each item at a moment: fills in the tables of a query,
/// circumstance by circumstance.
struct EvidenceQuery: Sendable {
  private(set) var window = ExpertLayout.blankQuery
  /// The donations that do not tell what is asked.
  var untold = UntoldDonations()
  private var values = CodeValues()
  /// For each of ``ExpertLayout/queries`` what its values in the tables were made from, if that is
  /// one number.
  private var sources = [Int?](repeating: nil, count: ExpertLayout.queries.count)

  /// Fills in what differs from query to query.
  ///
  /// - Parameters:
  ///   - types: The number of each item's type.
  ///   - recent: The items of the last activities, the newest first; -1 for one that is not among
  ///     the items.
  ///   - previousType: The type of what was done last; `nil` if nothing was.
  /// - Complexity: O(items + places + attributes in the window).
  mutating func ask(
    _ donations: borrowing DonationWindow, at moment: borrowing QueryContext, types: [Int32],
    recent: [Int32], previousType: Int32?
  ) {
    if window.resize(places: donations.places.limit, attributes: donations.attributes.codes.limit) {
      for index in sources.indices { sources[index] = nil }
      leaveOutTimeless()
    }
    window.now = donations.time(of: moment)
    window.attributes = donations.attributes.code(of: moment.attributes)
    mark(types, previousType: previousType, recent, ages: moment.recentAges)
    untold.reset(places: donations.places.limit, attributes: donations.attributes.codes.limit)
    if !moment.attributes.isEmpty { untold.noteAttributeSet() }
    for (index, (asked, lanes)) in ExpertLayout.queries.enumerated() {
      let source = asked.circumstance.source(at: moment)
      if let source, source == sources[index] { continue }
      sources[index] = source
      asked.circumstance.fill(&values, donations, moment)
      if asked.circumstance.isKnown(at: moment) {
        untold.note(UntoldDonations.Signals.ofQueries[index], asked.code, &values.all)
      }
      window.fill(asked.code, lanes: lanes, with: values.all)
    }
    untold.find(in: donations)
  }

  /// Makes the experts that need a time count only records that have it: by the codes of an hour
  /// that is not known.
  private mutating func leaveOutTimeless() {
    for precision in [TimePrecision.day, .exact] {
      values.all.removeAll(keepingCapacity: true)
      for _ in 0..<WindowRecord.hourOfOrder { values.append(1) }
      values.append(0)
      values.append(precision == .day ? 1 : 0)
      window.fill(.hour, lanes: ExpertLayout.lanes(needing: precision), with: values.all)
    }
  }

  /// Marks the items of the last activities, and those of the last one's type.
  private mutating func mark(_ types: [Int32], previousType: Int32?, _ recent: [Int32], ages: [Double?]) {
    window.marks.resize(to: types.count)
    for item in types.indices {
      window.marks[item] = WindowQuery.mark(0, sameType: types[item] == previousType)
    }
    for index in window.lately.indices { window.lately[index] = 0 }
    for index in window.latelyByAge.indices { window.latelyByAge[index] = 0 }
    for position in 0..<WindowQuery.past {
      guard position < recent.count, recent[position] >= 0 else {
        window.recent[position] = -1
        continue
      }
      let item = Int(recent[position])
      let number =
        window.marks[item] & 7 == 0 ? Int32(position + 1) : window.marks[item] & 7
      window.marks[item] = WindowQuery.mark(number, sameType: types[item] == previousType)
      window.recent[position] = number
      guard position < WindowQuery.lately else { continue }
      let share = 1 / Float(WindowQuery.lately * WindowQuery.lately)
      window.lately[Int(number)] += share
      guard let seconds = ages[position] else { continue }
      let age = Circumstance.gapScale(seconds: seconds)
      let first = Int(number) * WindowQuery.ageCodes
      // Beyond two widths the likeness is 0.
      let last = WindowQuery.ageCodes - 1
      let codes = min(last, max(0, Int(4 * (age - 3))))..<min(last, Int(4 * (age + 3)) + 1)
      for code in codes {
        let likeness = Circumstance.spline(Circumstance.gapScales[code] - age)
        window.latelyByAge[first + code] += share * Float(likeness)
      }
    }
  }
}
