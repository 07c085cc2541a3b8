/// A query of every record of a window: for each code of a record its similarity to now, expert by
/// expert.
///
/// Experts are *lanes*: numbers that lie side by side and are computed at once. A lane's weight of
/// a record is the product of what its tables say to the record's codes. There are three blocks of
/// lanes, each asking only for some codes (``Block``).
struct WindowQuery: Sendable {
  /// The number of lanes, which are the numbers per item; the lanes from ``scannedLanes`` on are
  /// the caller's.
  static let lanes = 64
  /// The lanes that records add to.
  static let scannedLanes = 48
  /// A block of 16 lanes, and what they ask for.
  enum Block: Int, CaseIterable, Sendable {
    /// Hour, day and gap, and a ``Factor``.
    case factored
    /// Everything but day, gap and factors.
    case circumstances
    /// Everything but factors, of records before which the same was done as now.
    case sequences

    /// The lanes.
    var lanes: Range<Int> { rawValue * 16..<rawValue * 16 + 16 }

    /// Returns whether its lanes can ask for a kind of code.
    func asks(_ code: Code) -> Bool {
      switch self {
      case .factored: [.hour, .day, .gap].contains(code)
      case .circumstances: ![.day, .gap].contains(code)
      case .sequences: true
      }
    }
  }

  /// The number of donations before a record that are compared with the last ones.
  static let past = 6
  /// The number of last donations that count as just done.
  static let lately = 5
  /// The number of codes for a length of time; the last one is that of no time.
  static let ageCodes = 128

  /// A factor that no code stands for; each has a lane of its own in the first block.
  enum Factor: Int, CaseIterable, Sendable {
    /// A match between the types of the activity before and the last one.
    case sameType
    /// Two decays by age.
    case firstDecay
    case secondDecay
    /// The number of times that the activities just before are among the last ones.
    case lately
    /// The same, as far as they were as long before.
    case latelyByAge
    /// If the attributes are the same, a decay by how often they came back since.
    case attributeVisits
    /// If the activity before was the same: the first decay by age, and one by how often it came
    /// back since.
    case previousDecay
    case previousVisits
    /// If the two activities before were the same, a decay by how often they came back since.
    case secondPreviousVisits
  }

  /// The kinds of code that a record has, each with a table of a line a code and a column a scanned
  /// lane.
  enum Code: Int, CaseIterable, Sendable {
    case hour
    case day
    case gap
    /// The number of last activities that are the same, up to the first that is not, 0 to ``past``;
    /// plus 8 if the second last is, and 16 if the third last is.
    case sequence
    case place
    case lastPlace
    case attributes
  }

  /// The tables of what each lane says to each code, kind after kind; all 1 to begin with.
  private(set) var tables = SIMDTable(lanes: scannedLanes)
  /// The line of the first code of each kind.
  private(set) var starts = [Int](repeating: 0, count: Code.allCases.count)
  private var lines = [Int](repeating: 0, count: Code.allCases.count)
  /// For each factor its lane.
  let factorLanes: [UInt8]
  /// For each item which of the last activities it is (``mark(_:sameType:)``).
  var marks: [Int32] = []
  /// The weights with which each of the last activities counts as just done, by its number.
  var lately = [Float](repeating: 0, count: 8)
  /// The same by number and code of age.
  var latelyByAge = [Float](repeating: 0, count: 8 * ageCodes)
  /// The numbers of the last activities, the newest first; -1 where there is none.
  var recent = [Int32](repeating: -1, count: past)
  /// The time of the query.
  var now = WindowRecord.Time(milliseconds: 0)
  /// The code of the query's attributes.
  var attributes: UInt16 = 0
  /// The two half-lives, in seconds.
  var halfLives: (Float, Float) = (1, 1)
  /// The factors that are left of a weight after a visit.
  var visitDecays: (attributes: Float, previous: Float, secondPrevious: Float) = (1, 1, 1)

  /// Asks nothing yet.
  ///
  /// - Parameter laneOf: The lane of each factor, in the first block; no two are the same.
  init(laneOf: (Factor) -> Int) {
    factorLanes = Factor.allCases.map { UInt8(laneOf($0)) }
    precondition(
      Set(factorLanes).count == factorLanes.count
        && factorLanes.allSatisfy { Block.factored.lanes.contains(Int($0)) }, "a lane for each factor")
  }

  /// The mark of an item.
  ///
  /// - Parameters:
  ///   - number: The position among the last activities, 1 to 6; 0 if it is not one of them.
  ///   - sameType: Whether it is of the last activity's type.
  static func mark(_ number: Int32, sameType: Bool) -> Int32 { number | (sameType ? 8 : 0) }

  /// The numbers of codes of each kind, but for the kinds whose number differs from window to
  /// window.
  private static let fixedCodes = [WindowRecord.hourCodes, 8, ageCodes, 32]

  /// Makes room for all codes.
  ///
  /// - Parameters:
  ///   - places: How many codes there are for places, and no place.
  ///   - attributes: How many there are for attributes, and none.
  /// - Returns: Whether there was none for them, so that all tables are blank now.
  mutating func resize(places: Int, attributes: Int) -> Bool {
    if lines[Code.place.rawValue] == places, lines[Code.attributes.rawValue] == attributes { return false }
    lines = Self.fixedCodes + [places, places, attributes]
    var start = 0
    for (code, lines) in lines.enumerated() {
      starts[code] = start
      start += lines
    }
    tables.reset(lines: start, to: 1)
    return true
  }

  /// A Boolean value that indicates whether there are any codes for places.
  var hasPlaces: Bool { lines[Code.place.rawValue] > 1 }
  /// A Boolean value that indicates whether there are any codes for attributes.
  var hasAttributes: Bool { lines[Code.attributes.rawValue] > 1 }

  /// Sets what a lane says to each code of a kind.
  ///
  /// - Parameter values: one a code; there have to be as many as codes.
  mutating func fill(_ code: Code, lane: Int, with values: [Float]) {
    precondition(values.count == lines[code.rawValue] && lane >= 0 && lane < Self.scannedLanes)
    tables.fill(lane, fromLine: starts[code.rawValue], with: values)
  }
}
