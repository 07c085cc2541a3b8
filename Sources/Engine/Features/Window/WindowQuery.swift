/// A query of every record of a window: for each expert, the similarity of each code of a record to
/// the moment.
///
/// Experts are *lanes*: adjacent numbers that are computed at once. A lane's weight of a record is
/// the product of its table entries for the record's codes. There are three blocks of lanes, each
/// asking only for some codes (``Block``).
struct WindowQuery: Sendable {
  /// The number of lanes, and of the numbers kept for each item; the lanes from ``scannedLanes`` on
  /// are for the caller's use.
  static let lanes = 64
  /// The lanes that records add to.
  static let scannedLanes = 48
  /// A block of 16 lanes that ask for the same kinds of code.
  enum Block: Int, CaseIterable, Sendable {
    /// Hour, day and gap, and a ``Factor``.
    case factored
    /// Everything but day, gap and factors.
    case circumstances
    /// Everything but factors, for records that follow the same activity as the moment.
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
  /// The number of codes for a length of time; the last one means no time.
  static let ageCodes = 128

  /// A factor without a code; each has its own lane in the first block.
  enum Factor: Int, CaseIterable, Sendable {
    /// A match between the types of the activity before and the last one.
    case sameType
    /// Two decays by age.
    case firstDecay
    case secondDecay
    /// The number of times that the activities just before are among the last ones.
    case lately
    /// The same number, weighted by how similar their ages are.
    case latelyByAge
    /// If the attributes are the same, a decay by how often they have returned since.
    case attributeVisits
    /// If the activity before was the same: the first decay by age, and a decay by how often that
    /// activity has returned since.
    case previousDecay
    case previousVisits
    /// If the two activities before were the same, a decay by how often they have returned since.
    case secondPreviousVisits
  }

  /// The kinds of code that a record has, each with a table of one line per code and one column per
  /// scanned lane.
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

  /// The tables of each lane's similarity for each code, kind after kind; initially all 1.
  private(set) var tables = SIMDTable(lanes: scannedLanes)
  /// The line of the first code of each kind.
  private(set) var starts = [Int](repeating: 0, count: Code.allCases.count)
  /// The number of codes of each kind, and of lines for them, which can be larger.
  private var codes = fixedCodes + [0, 0, 0]
  private var lines = [Int](repeating: 0, count: Code.allCases.count)
  /// For each factor, its lane.
  let factorLanes: [UInt8]
  /// For each item, its mark as one of the last activities (``mark(_:sameType:)``).
  var marks: [Int32] = []
  /// The weights with which each of the last activities counts as just done, by its number.
  var lately = [Float](repeating: 0, count: 8)
  /// The same weights by number and code of age.
  var latelyByAge = [Float](repeating: 0, count: 8 * ageCodes)
  /// The numbers of the last activities, the newest first; -1 where there is none.
  var recent = [Int32](repeating: -1, count: past)
  /// The time of the query.
  var now = WindowRecord.Time(milliseconds: 0)
  /// The code of the query's attributes.
  var attributes: UInt16 = 0
  /// The two half-lives, in seconds.
  var halfLives: (Float, Float) = (1, 1)
  /// The factors by which a visit reduces a weight.
  var visitDecays: (attributes: Float, previous: Float, secondPrevious: Float) = (1, 1, 1)

  /// Creates a query that asks nothing yet.
  ///
  /// - Parameter laneOf: The lane of each factor, in the first block; no two are the same.
  init(laneOf: (Factor) -> Int) {
    factorLanes = Factor.allCases.map { UInt8(laneOf($0)) }
    precondition(
      Set(factorLanes).count == factorLanes.count
        && factorLanes.allSatisfy { Block.factored.lanes.contains(Int($0)) }, "a lane for each factor")
  }

  /// Returns the mark of an item.
  ///
  /// - Parameters:
  ///   - number: The item's number among the last activities, 1 to 6; 0 if it is not one of them.
  ///   - sameType: Whether the item is of the last activity's type.
  static func mark(_ number: Int32, sameType: Bool) -> Int32 { number | (sameType ? 8 : 0) }

  /// The numbers of codes of each kind, but for the kinds whose number differs from window to
  /// window.
  private static let fixedCodes = [WindowRecord.hourCodes, 8, ageCodes, 32]

  /// Resizes the tables to the codes of a window.
  ///
  /// - Parameters:
  ///   - places: The number of codes for places, including the code for no place.
  ///   - attributes: The number of codes for attributes, including the code for no attributes.
  /// - Returns: Whether the tables have other lines now, in which case all entries are 1.
  mutating func resize(places: Int, attributes: Int) -> Bool {
    codes[Code.place.rawValue] = places
    codes[Code.lastPlace.rawValue] = places
    codes[Code.attributes.rawValue] = attributes
    let (places, attributes) = (Self.lines(for: places), Self.lines(for: attributes))
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

  /// Returns the number of lines for codes, rounded up so that most new codes fit: filling all
  /// tables again takes longer than a query.
  private static func lines(for codes: Int) -> Int { codes > 1 ? (codes + 15) / 16 * 16 : codes }

  /// A Boolean value that indicates whether there are any codes for places.
  var hasPlaces: Bool { codes[Code.place.rawValue] > 1 }
  /// A Boolean value that indicates whether there are any codes for attributes.
  var hasAttributes: Bool { codes[Code.attributes.rawValue] > 1 }

  /// Sets the similarity of some lanes for each code of a kind.
  ///
  /// - Parameter values: One value for each code of the kind.
  mutating func fill(_ code: Code, lanes: LaneSet, with values: [Float]) {
    precondition(values.count == codes[code.rawValue], "a value for each code")
    tables.fill(lanes, fromLine: starts[code.rawValue], with: values)
  }
}
