/// Lines of numbers, in blocks of 16 *lanes*: all lines of the first block, then all of the second.
///
/// A line of a block is one vector and one line of the processor's cache: no load is split over
/// two, and a loop that needs one block only does not fetch the others. (An array aligns its
/// elements to 16 bytes at most, even vectors of 64.)
struct SIMDTable: Sendable {
  /// The number of lanes of a block.
  static let blockLanes = 16

  /// The number of lanes, a multiple of ``blockLanes``.
  let lanes: Int
  /// The number of lines.
  private(set) var lines = 0
  /// The numbers, with room to align the first one to a line of the cache.
  private var storage: [Float] = []
  /// The index at which they begin, which in a copy is not the start of a cache line; that only
  /// costs time.
  private var start = 0

  /// Creates an empty table with at least `lanes` lanes.
  init(lanes: Int) {
    self.lanes = (lanes + Self.blockLanes - 1) / Self.blockLanes * Self.blockLanes
  }

  private var range: Range<Int> { start..<start + lines * lanes }

  /// Changes the number of lines, whose numbers are then undefined.
  ///
  /// It does not allocate if the table had at least as many lines before.
  mutating func resize(lines: Int) {
    self.lines = lines
    let needed = lines * lanes + Self.blockLanes - 1
    if storage.count < needed { storage = [Float](repeating: 0, count: needed) }
    start = WindowScan.firstAligned(of: &storage, to: Self.blockLanes)
  }

  /// Changes the number of lines, and sets every number to a value; O(lines · lanes).
  ///
  /// It does not allocate if the table had at least as many lines before.
  mutating func reset(lines: Int, to value: Float = 0) {
    resize(lines: lines)
    changeNumbers { numbers in
      for index in numbers.indices { numbers[index] = value }
    }
  }

  /// One lane among ``numbers(_:)``: the number of each line.
  struct Lane {
    fileprivate let start: Int

    /// Returns the index of the number of a line.
    func place(ofLine line: Int) -> Int { start + line * SIMDTable.blockLanes }
  }

  /// Returns the numbers of a lane.
  func lane(_ lane: Int) -> Lane {
    precondition(lane >= 0 && lane < lanes, "no such lane")
    return Lane(start: lane / Self.blockLanes * lines * Self.blockLanes + lane % Self.blockLanes)
  }

  /// Passes all numbers to a closure, in the order of storage (``Lane/place(ofLine:)``).
  func numbers<Result>(_ body: (Span<Float>) -> Result) -> Result {
    body(storage.span.extracting(range))
  }

  /// Passes all numbers to a closure that may change them.
  mutating func changeNumbers<Result>(_ body: (inout MutableSpan<Float>) -> Result) -> Result {
    let range = range
    var all = storage.mutableSpan
    var numbers = all._mutatingExtracting(range)
    return body(&numbers)
  }

  /// The number of a lane in a line; O(1), but for loops see ``numbers(_:)``.
  subscript(line line: Int, lane lane: Int) -> Float {
    precondition(line >= 0 && line < lines, "no such line")
    return numbers { $0[self.lane(lane).place(ofLine: line)] }
  }
}
