internal import Kernels

/// Asks a window what speaks for each row at an occasion: fills in the tables of a question, circumstance by circumstance.
struct EvidenceQuestion: Sendable {
  private(set) var question = ExpertLanes.blankQuestion
  private var values: [Float] = []
  /// For each of ``ExpertLanes/questions`` what its values in the tables were made from, if that is one small number.
  private var sources = [Int?](repeating: nil, count: ExpertLanes.questions.count)

  /// Fills in what differs from query to query.
  ///
  /// - Parameters:
  ///   - types: The number of each row's type.
  ///   - previousType: That of what was done last; `nil` if nothing was.
  /// - Complexity: O(rows + places + attributes in the window).
  mutating func ask(
    _ window: borrowing DonationWindow, at occasion: borrowing Occasion, types: [Int32], previousType: Int32?
  ) {
    if question.resize(places: window.places.limit, attributes: window.attributes.codes.limit) {
      for index in sources.indices { sources[index] = nil }
    }
    question.now = window.time(of: occasion)
    question.attributes = window.attributes.code(of: occasion.attributes)
    mark(types, previousType: previousType, occasion)
    for (index, (asked, lanes)) in ExpertLanes.questions.enumerated() {
      let source = Self.source(of: asked.circumstance, at: occasion)
      if let source, source == sources[index] { continue }
      sources[index] = source
      fillValues(asked.circumstance, window, occasion)
      for lane in lanes { question.fill(asked.code, lane: lane, with: values) }
    }
  }

  /// What alone the likeness of all codes follows from, if it is a small number: it seldom changes from query to query.
  private static func source(of circumstance: Circumstance, at occasion: borrowing Occasion) -> Int? {
    switch circumstance {
    case .weekday: occasion.weekday
    case .kindOfDay: occasion.isWeekend ? 1 : 0
    case .previous, .earlier: circumstance.isKnown(at: occasion) ? 1 : 0
    default: nil
    }
  }

  /// Marks the rows of the last activities, and those of the last one's type.
  private mutating func mark(_ types: [Int32], previousType: Int32?, _ occasion: borrowing Occasion) {
    question.marks.resize(to: types.count)
    for row in types.indices {
      question.marks[row] = PastQuestion.mark(0, sameType: types[row] == previousType)
    }
    for index in question.lately.indices { question.lately[index] = 0 }
    for index in question.latelyByAge.indices { question.latelyByAge[index] = 0 }
    for position in 0..<PastQuestion.past {
      guard position < occasion.recent.count else {
        question.recent[position] = -1
        continue
      }
      let row = Int(occasion.recent[position])
      let number =
        question.marks[row] & 7 == 0 ? Int32(position + 1) : question.marks[row] & 7
      question.marks[row] = PastQuestion.mark(number, sameType: types[row] == previousType)
      question.recent[position] = number
      guard position < PastQuestion.lately else { continue }
      let share = 1 / Float(PastQuestion.lately * PastQuestion.lately)
      question.lately[Int(number)] += share
      let age = Circumstance.gapScale(seconds: occasion.recentAges[position])
      let first = Int(number) * PastQuestion.ageCodes
      // Beyond two widths the likeness is 0.
      let last = PastQuestion.ageCodes - 1
      let codes = min(last, max(0, Int(4 * (age - 3))))..<min(last, Int(4 * (age + 3)) + 1)
      for code in codes {
        let likeness = Circumstance.spline(Circumstance.gapScales[code] - age)
        question.latelyByAge[first + code] += share * Float(likeness)
      }
    }
  }

  /// Fills in for each code how alike it is to an occasion; 0 for all if that does not tell it.
  private mutating func fillValues(
    _ circumstance: Circumstance, _ window: borrowing DonationWindow, _ occasion: borrowing Occasion
  ) {
    values.removeAll(keepingCapacity: true)
    let isKnown = circumstance.isKnown(at: occasion)
    switch circumstance {
    case .timeOfDay(let width):
      for code in 0..<96 {
        let hour = Circumstance.hour(ofCode: code)
        values.append(Float(Circumstance.likeness(hour: hour, occasion.localHour, width: width)))
      }
    case .weekday: for day in 0..<8 { values.append(day == occasion.weekday ? 1 : 0) }
    case .kindOfDay: for day in 0..<8 { values.append((day >= 5) == occasion.isWeekend ? 1 : 0) }
    case .previous(let length): for code in 0..<32 { values.append(isKnown && code & 7 >= length ? 1 : 0) }
    case .earlier(let position):
      for code in 0..<32 { values.append(isKnown && code & (position == 2 ? 8 : 16) != 0 ? 1 : 0) }
    case .gap:
      let scale = occasion.gap.map { Circumstance.gapScale(seconds: $0) }
      for code in 0..<PastQuestion.ageCodes - 1 {
        values.append(scale.map { Float(Circumstance.spline(Circumstance.gapScales[code] - $0)) } ?? 0)
      }
      values.append(0)
    case .place(let metres): fillPlaces(window, near: occasion.place, metres: metres)
    case .lastPlace(let metres): fillPlaces(window, near: occasion.lastPlace, metres: metres)
    case .allAttributes:
      for code in 0..<window.attributes.codes.limit {
        values.append(code != 0 && code == Int(question.attributes) ? 1 : 0)
      }
    case .anyAttribute:
      for code in 0..<window.attributes.codes.limit {
        values.append(
          Float(Circumstance.likeness(occasion.attributes, window.attributes.attributes(of: code))))
      }
    case .amongLast, .amongLastByAge: break
    }
  }

  private mutating func fillPlaces(_ window: borrowing DonationWindow, near place: PlaceKey?, metres: Double)
  {
    for code in 0..<window.places.limit {
      guard let place, let key = window.places.key(of: code) else {
        values.append(0)
        continue
      }
      values.append(Float(Circumstance.likeness(place, PlaceKey(key: key), metres: metres)))
    }
  }
}

extension Circumstance {
  /// The scale of each code of time.
  static let gapScales = (0..<PastQuestion.ageCodes).map { gapScale(ofCode: $0) }
}
