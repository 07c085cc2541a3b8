/// What a query asks of every record of a window: for each code of a record how alike it is to now, expert by expert.
///
/// Experts are *lanes*: numbers that lie side by side and are computed at once. A lane's weight of a record is the product of
/// what its tables say to the record's codes. There are three blocks of lanes, each asking only for some codes (``Block``).
public struct PastQuestion: Sendable {
  /// How many numbers are kept of each row; the lanes from ``scannedLanes`` on are the caller's.
  public static let lanes = 64
  /// The lanes that records add to.
  public static let scannedLanes = 48
  /// A block of 16 lanes, and what they ask for.
  public enum Block: Int, CaseIterable, Sendable {
    /// Hour, day and gap, and a ``Factor``.
    case factored
    /// Everything but day, gap and factors.
    case circumstances
    /// Everything but factors, of records before which the same was done as now.
    case sequences

    /// The lanes.
    public var lanes: Range<Int> { rawValue * 16..<rawValue * 16 + 16 }

    /// Whether its lanes can ask for a kind of code.
    public func asks(_ code: Code) -> Bool {
      switch self {
      case .factored: [.hour, .day, .gap].contains(code)
      case .circumstances: ![.day, .gap].contains(code)
      case .sequences: true
      }
    }
  }

  /// How many of the donations before a record are compared with the last ones.
  public static let past = 6
  /// How many of the last donations count as just done.
  public static let lately = 5
  /// How many codes there are for a length of time; the last one is that of no time.
  public static let ageCodes = 128

  /// A factor that no code stands for; each has a lane of its own in the first block.
  public enum Factor: Int, CaseIterable, Sendable {
    /// Whether the activity before was of the last one's type.
    case sameType
    /// Two decays by age.
    case firstDecay
    case secondDecay
    /// How often the activities just before are among the last ones.
    case lately
    /// The same, as far as they were as long before.
    case latelyByAge
    /// If the attributes are the same, a decay by how often they came back since.
    case attributeVisits
    /// If the activity before was the same: the first decay by age, and one by how often it came back since.
    case previousDecay
    case previousVisits
    /// If the two activities before were the same, a decay by how often they came back since.
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

  /// What each lane says to each code, kind after kind; all 1 to begin with.
  private(set) var tables = LaneTable(lanes: scannedLanes)
  /// The line of the first code of each kind.
  private(set) var starts = [Int](repeating: 0, count: Code.allCases.count)
  private var lines = [Int](repeating: 0, count: Code.allCases.count)
  /// For each factor its lane.
  let factorLanes: [UInt8]
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
  ///
  /// - Parameter laneOf: The lane of each factor, in the first block; no two are the same.
  public init(laneOf: (Factor) -> Int) {
    factorLanes = Factor.allCases.map { UInt8(laneOf($0)) }
    precondition(
      Set(factorLanes).count == factorLanes.count
        && factorLanes.allSatisfy { Block.factored.lanes.contains(Int($0)) }, "a lane for each factor")
  }

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

  /// Makes room for the codes that there are.
  ///
  /// - Parameters:
  ///   - places: How many codes there are for places, and no place.
  ///   - attributes: How many there are for attributes, and none.
  /// - Returns: Whether there was none for them, so that all tables are blank now.
  public mutating func resize(places: Int, attributes: Int) -> Bool {
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

  /// Whether there are any codes for places.
  var hasPlaces: Bool { lines[Code.place.rawValue] > 1 }
  /// Whether there are any codes for attributes.
  var hasAttributes: Bool { lines[Code.attributes.rawValue] > 1 }

  /// Sets what a lane says to each code of a kind.
  ///
  /// - Parameter values: one a code; there have to be as many as codes.
  public mutating func fill(_ code: Code, lane: Int, with values: [Float]) {
    precondition(values.count == lines[code.rawValue] && lane >= 0 && lane < Self.scannedLanes)
    let lane = tables.lane(lane, fromLine: starts[code.rawValue])
    tables.changeNumbers { numbers in
      for (line, value) in values.enumerated() { numbers[lane.place(ofLine: line)] = value }
    }
  }
}
