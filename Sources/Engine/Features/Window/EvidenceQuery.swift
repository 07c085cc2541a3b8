internal import Activities
internal import Kernels

/// Asks a window what speaks for each row at a moment: fills in the tables of a query, circumstance by circumstance.
struct EvidenceQuery: Sendable {
  private(set) var window = ExpertLayout.blankQuery
  /// The donations that do not tell what is asked.
  var untold = UntoldDonations()
  private var values: [Float] = []
  private var likenesses: [Float] = []
  private var isTelling: [Bool] = []
  /// For each of ``ExpertLayout/queries`` what its values in the tables were made from, if that is one small number.
  private var sources = [Int?](repeating: nil, count: ExpertLayout.queries.count)

  /// Fills in what differs from query to query.
  ///
  /// - Parameters:
  ///   - types: The number of each row's type.
  ///   - recent: The rows of the last activities, the newest first; -1 for one that is not among the rows.
  ///   - previousType: The type of what was done last; `nil` if nothing was.
  /// - Complexity: O(rows + places + attributes in the window).
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
      let source = Self.source(of: asked.circumstance, at: moment)
      if let source, source == sources[index] { continue }
      sources[index] = source
      fillValues(asked.circumstance, donations, moment)
      if asked.circumstance.isKnown(at: moment) {
        untold.note(UntoldDonations.Signals(asked.circumstance), asked.code, &values)
      }
      for lane in lanes { window.fill(asked.code, lane: lane, with: values) }
    }
    untold.find(in: donations)
  }

  /// Makes the experts that need a time count only records that have it: by the codes of an hour that is not known.
  private mutating func leaveOutTimeless() {
    for (lane, needed) in ExpertLayout.timed {
      values.removeAll(keepingCapacity: true)
      for _ in 0..<WindowRecord.hourOfOrder { values.append(1) }
      values.append(0)
      values.append(needed == .day ? 1 : 0)
      window.fill(.hour, lane: lane, with: values)
    }
  }

  /// Returns the small number that alone determines the similarity of all codes, or `nil` if there is none;
  /// it seldom changes from query to query.
  private static func source(of circumstance: Circumstance, at moment: borrowing QueryContext) -> Int? {
    switch circumstance {
    case .weekday: moment.weekday
    case .kindOfDay: Int(moment.daysOff.rawValue) << 1 | (moment.isDayOff ? 1 : 0)
    case .previous, .earlier: circumstance.isKnown(at: moment) ? 1 : 0
    default: nil
    }
  }

  /// Marks the rows of the last activities, and those of the last one's type.
  private mutating func mark(_ types: [Int32], previousType: Int32?, _ recent: [Int32], ages: [Double?]) {
    window.marks.resize(to: types.count)
    for row in types.indices {
      window.marks[row] = WindowQuery.mark(0, sameType: types[row] == previousType)
    }
    for index in window.lately.indices { window.lately[index] = 0 }
    for index in window.latelyByAge.indices { window.latelyByAge[index] = 0 }
    for position in 0..<WindowQuery.past {
      guard position < recent.count, recent[position] >= 0 else {
        window.recent[position] = -1
        continue
      }
      let row = Int(recent[position])
      let number =
        window.marks[row] & 7 == 0 ? Int32(position + 1) : window.marks[row] & 7
      window.marks[row] = WindowQuery.mark(number, sameType: types[row] == previousType)
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

  /// Fills in for each code how alike it is to a moment, not a number where that is not known; 0 for all if the moment does not tell it.
  private mutating func fillValues(
    _ circumstance: Circumstance, _ donations: borrowing DonationWindow, _ moment: borrowing QueryContext
  ) {
    values.removeAll(keepingCapacity: true)
    let isKnown = circumstance.isKnown(at: moment)
    switch circumstance {
    case .timeOfDay(let width):
      for code in 0..<Int(WindowRecord.hourOfOrder) {
        let hour = Circumstance.hour(ofCode: code)
        values.append(Float(Circumstance.likeness(hour: hour, moment.localHour, width: width)))
      }
      for _ in Int(WindowRecord.hourOfOrder)..<WindowRecord.hourCodes { values.append(0) }
    case .weekday: for day in 0..<8 { values.append(day == moment.weekday ? 1 : 0) }
    case .kindOfDay:
      for day in 0..<8 {
        values.append(moment.daysOff.contains(weekday: day) == moment.isDayOff ? 1 : 0)
      }
    case .previous(let length): for code in 0..<32 { values.append(isKnown && code & 7 >= length ? 1 : 0) }
    case .earlier(let position):
      for code in 0..<32 { values.append(isKnown && code & (position == 2 ? 8 : 16) != 0 ? 1 : 0) }
    case .gap:
      let scale = moment.gap.map { Circumstance.gapScale(seconds: $0) }
      for code in 0..<WindowQuery.ageCodes - 1 {
        values.append(scale.map { Float(Circumstance.spline(Circumstance.gapScales[code] - $0)) } ?? 0)
      }
      values.append(0)
    case .place(let metres), .nearPlace(let metres):
      fillPlaces(donations, near: isKnown ? moment.place ?? moment.lastPlace : nil, metres: metres)
    case .lastPlace(let metres):
      fillPlaces(donations, near: isKnown ? moment.lastPlace : nil, metres: metres)
    case .learnedPlace: fillLearnedPlaces(donations, at: moment.spot?.number)
    case .allAttributes: fillAttributes(donations, moment.attributes, isProduct: true)
    case .anyAttribute: fillAttributes(donations, moment.attributes, isProduct: false)
    case .amongLast, .amongLastByAge: break
    }
  }

  private mutating func fillPlaces(
    _ donations: borrowing DonationWindow, near place: PlaceKey?, metres: Double
  ) {
    guard let place else { return fillNothing(codes: donations.places.limit) }
    for code in 0..<donations.places.limit {
      let key = donations.places.key(of: code).map(PlaceKey.init(key:))
      guard let key, key.accuracy.resolves(metres: metres) else {
        values.append(.nan)
        continue
      }
      values.append(Float(Circumstance.likeness(place, key, metres: metres)))
    }
  }

  private mutating func fillLearnedPlaces(_ donations: borrowing DonationWindow, at here: Int32?) {
    guard let here else { return fillNothing(codes: donations.places.limit) }
    for code in 0..<donations.places.limit {
      let spot = donations.learnedPlaces.spot(ofCode: code)
      values.append(spot == LearnedPlaces.none ? .nan : spot == here ? 1 : 0)
    }
  }

  /// Fills in how alike each set of attributes is to those of the moment.
  ///
  /// One that the donation lacks is unknown: it counts as the share of the donations that have its key which have its value. What a donation
  /// has and the moment does not name is not looked at.
  ///
  /// - Parameter isProduct: Whether all have to be alike, or the mean counts.
  private mutating func fillAttributes(
    _ donations: borrowing DonationWindow, _ attributes: [Attribute], isProduct: Bool
  ) {
    let codes = donations.attributes.codes.limit
    guard !attributes.isEmpty else { return fillNothing(codes: codes) }
    for _ in 0..<codes { values.append(isProduct ? 1 : 0) }
    isTelling.removeAll(keepingCapacity: true)
    for _ in 0..<codes { isTelling.append(false) }
    for attribute in attributes {
      likenesses.removeAll(keepingCapacity: true)
      for code in 0..<codes {
        let likeness = donations.attributes.likeness(ofCode: code, to: attribute)
        likenesses.append(likeness)
        if !likeness.isNaN { isTelling[code] = true }
      }
      donations.counts.attributes.fillUnknown(&likenesses)
      for code in 0..<codes {
        values[code] =
          isProduct
          ? values[code] * likenesses[code] : values[code] + likenesses[code] / Float(attributes.count)
      }
    }
    for code in 0..<codes where !isTelling[code] { values[code] = .nan }
  }

  private mutating func fillNothing(codes: Int) {
    for _ in 0..<codes { values.append(0) }
  }
}

extension Circumstance {
  /// The scale of each code of time.
  static let gapScales = (0..<WindowQuery.ageCodes).map { gapScale(ofCode: $0) }
}
