/// What a query asks of every record of a window: for each code of a record how alike it is to now, expert by expert.
///
/// Experts are *lanes*: numbers that lie side by side and are computed at once. A lane's weight of a record is the product of
/// what its tables say to the record's codes; lanes below ``factoredLanes`` are also multiplied by a sum of ``Factor``s.
public struct PastQuestion: Sendable {
  /// How many numbers are kept of each row; the lanes from ``scannedLanes`` on are the caller's.
  public static let lanes = 64
  /// The lanes that records add to.
  public static let scannedLanes = 48
  /// Lanes from here on are looked at only for records before which the same was done as now.
  public static let sequenceLanes = 32
  /// Lanes below can have factors that no code stands for.
  public static let factoredLanes = 16
  /// How many of the donations before a record are compared with the last ones.
  public static let past = 6
  /// How many of the last donations count as just done.
  public static let lately = 5
  /// How many codes there are for a length of time; the last one is that of no time.
  public static let ageCodes = 128

  /// A factor of a lane; every lane has one.
  public enum Factor: Int, CaseIterable, Sendable {
    /// Always 1.
    case one
    /// Two decays by age.
    case firstDecay
    case secondDecay
    /// How often the activities just before are among the last ones.
    case lately
    /// The same, as far as they were as long before.
    case latelyByAge
    /// Whether the activity before was of the last one's type.
    case sameType
    /// Decays by how often the same attributes, the same last and the same last two activities came back since.
    case attributeVisits
    case previousVisits
    case secondPreviousVisits
  }

  /// The kinds of code that a record has, each with a table of a line a code and a column a scanned lane.
  public enum Code: Int, CaseIterable, Sendable {
    case hour
    case day
    case gap
    /// How many of the last activities are the same, as a code; see ``sequenceCode(length:second:third:)``.
    case sequence
    case place
    case lastPlace
    case attributes
  }

  /// The tables one after the other; all 1 to begin with.
  public private(set) var tables: [Float] = []
  private(set) var starts = [Int](repeating: 0, count: Code.allCases.count)
  private var lines = [Int](repeating: 0, count: Code.allCases.count)
  /// For each factor its part in the lanes below ``factoredLanes``.
  private(set) var factorLanes = [Float](repeating: 0, count: Factor.allCases.count * factoredLanes)
  /// For each row which of the last activities it is (``mark(_:sameType:)``).
  public var marks: [Int32] = []
  /// What each of the last activities counts as just done, by its number.
  public var lately = [Float](repeating: 0, count: 8)
  /// The same by number and code of age.
  public var latelyByAge = [Float](repeating: 0, count: 8 * ageCodes)
  /// The numbers of the last activities, the newest first; -1 where there is none.
  public var recent = [Int32](repeating: -1, count: past)
  /// The time of the query.
  public var now = PastRecord.Time(milliseconds: 0)
  /// The code of the query's attributes.
  public var attributes: UInt16 = 0
  /// The two half-lives, in seconds.
  public var halfLives: (Float, Float) = (1, 1)
  /// What is left of a weight after a visit.
  public var visitDecays: (attributes: Float, previous: Float, secondPrevious: Float) = (1, 1, 1)

  /// Asks nothing yet.
  public init() {}

  /// The mark of a row.
  ///
  /// - Parameters:
  ///   - number: Which of the last activities it is, 1 to 6; 0 if none.
  ///   - sameType: Whether it is of the last activity's type.
  public static func mark(_ number: Int32, sameType: Bool) -> Int32 { number | (sameType ? 8 : 0) }

  /// The code of a likeness of what came before.
  ///
  /// - Parameters:
  ///   - length: How many of the last activities are the same, up to the first that is not; 0 to ``past``.
  ///   - second: Whether the second last is.
  ///   - third: Whether the third last is.
  public static func sequenceCode(length: Int, second: Bool, third: Bool) -> Int {
    length | (second ? 8 : 0) | (third ? 16 : 0)
  }

  /// How many codes of each kind there are, but for those whose number differs from window to window.
  private static let fixedCodes = [96, 8, ageCodes, 32]

  /// Makes room for the codes that there are; all tables are to be filled anew.
  ///
  /// - Parameters:
  ///   - places: How many codes there are for places, and no place.
  ///   - attributes: How many there are for attributes, and none.
  public mutating func resize(places: Int, attributes: Int) {
    if lines == Self.fixedCodes + [places, places, attributes] { return }
    lines = Self.fixedCodes + [places, places, attributes]
    var start = 0
    for (code, lines) in lines.enumerated() {
      starts[code] = start
      start += lines * Self.scannedLanes
    }
    tables = [Float](repeating: 1, count: start)
  }

  /// Whether there are any codes for places.
  var hasPlaces: Bool { lines[Code.place.rawValue] > 1 }
  /// Whether there are any codes for attributes.
  var hasAttributes: Bool { lines[Code.attributes.rawValue] > 1 }

  /// Sets what a lane says to each code of a kind.
  ///
  /// - Parameter values: one a code; there have to be as many as codes.
  public mutating func fill(_ code: Code, lane: Int, with values: [Float]) {
    precondition(values.count == lines[code.rawValue] && lane >= 0 && lane < Self.scannedLanes)
    let start = starts[code.rawValue] + lane
    var tables = tables.mutableSpan
    let values = values.span
    for line in values.indices { tables[start + line * Self.scannedLanes] = values[line] }
  }

  /// Gives a lane its factor.
  public mutating func setFactor(_ factor: Factor, ofLane lane: Int) {
    precondition(lane >= 0 && (lane < Self.factoredLanes || factor == .one))
    guard lane < Self.factoredLanes else { return }
    for other in Factor.allCases {
      factorLanes[other.rawValue * Self.factoredLanes + lane] = other == factor ? 1 : 0
    }
  }
}
