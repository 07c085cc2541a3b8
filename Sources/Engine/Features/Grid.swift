internal import Activities
internal import Kernels

/// A circumstance divided into cells, which keep a model's corrections apart.
///
/// For a continuous circumstance, a moment belongs to the neighbouring cells by linear
/// interpolation, so that there is no jump at the edge of a cell.
enum Grid: Sendable {
  /// Local time of day in bins of three hours, around the clock.
  case partOfDay
  /// Whether the day is a working day or a day off of the user.
  case kindOfDay
  /// The last n activities, in order.
  case previous(Int)
  /// The time since the previous donation, in bins of a factor of two.
  case gap
  /// The learned place where it happens.
  case learnedPlace
  /// The last known place, if the current one is unknown.
  case lastPlace(metres: Double)
  /// All attributes of the context together.
  case attributes

  /// The cells that a moment belongs to, with their weights: at most four of a grid, and 16 of a
  /// product.
  struct Cells: Sendable {
    private(set) var count = 0
    private var keys = InlineArray<16, UInt64>(repeating: 0)
    private var weights = InlineArray<16, Double>(repeating: 0)

    fileprivate init() {}

    /// A single cell with a weight of 1.
    init(key: UInt64) { append(key, 1) }

    subscript(position: Int) -> (key: UInt64, weight: Double) { (keys[position], weights[position]) }

    fileprivate mutating func append(_ key: UInt64, _ weight: Double) {
      (keys[count], weights[count]) = (key, weight)
      count += 1
    }

    /// Returns a cell for each pair of one of these and one of the others, with the product of
    /// their weights.
    func product(with others: Cells) -> Cells {
      var product = Cells()
      for position in 0..<count {
        for other in 0..<others.count {
          product.append(
            StableHash.mix(keys[position], others.keys[other]), weights[position] * others.weights[other])
        }
      }
      return product
    }
  }

  /// Returns the cells that a moment belongs to; none if the moment does not have the circumstance.
  func cells(at moment: borrowing QueryContext) -> Cells {
    var cells = Cells()
    switch self {
    case .partOfDay:
      guard moment.hasTime else { break }
      let (bins, width) = (8, 3.0)
      Self.interpolate(moment.localHour / width - 0.5) { cells.append(UInt64(($0 + bins) % bins), $1) }
    case .kindOfDay: if moment.precision != .order { cells.append(moment.isDayOff ? 1 : 0, 1) }
    case .previous(let length):
      guard moment.recent.count >= length else { break }
      var key = UInt64(length)
      for item in moment.recent.prefix(length) { key = StableHash.mix(key, UInt64(item)) }
      cells.append(key, 1)
    case .gap:
      guard let gap = moment.gap else { break }
      Self.interpolate(Circumstance.gapScale(seconds: gap)) { cells.append(UInt64($0 + 1), $1) }
    case .learnedPlace: if let spot = moment.spot { cells.append(spot.serial, 1) }
    case .lastPlace(let metres):
      guard moment.place == nil, let place = moment.lastPlace, place.accuracy.resolves(metres: metres)
      else { break }
      Self.forEachSquare(around: place, metres: metres) { cells.append($0, $1) }
    case .attributes:
      guard !moment.attributes.isEmpty else { break }
      var key: UInt64 = 0
      for attribute in moment.attributes { key = StableHash.mix(key, attribute.entry) }
      cells.append(key, 1)
    }
    return cells
  }

  /// Returns how much of its information remains at a moment, 0 to 1.
  ///
  /// - Parameter sequence: The remaining information of sequences and gaps.
  func remainder(at moment: borrowing QueryContext, sequence: Double) -> Double {
    switch self {
    case .previous, .gap: sequence
    case .lastPlace: Circumstance.remainder(ofPlace: moment.lastPlaceAge)
    case .partOfDay, .kindOfDay, .learnedPlace, .attributes: 1
    }
  }

  /// Calls a closure with the two bins around a position, with weights that sum to 1; only one if
  /// the position is at its centre.
  private static func interpolate(_ position: Double, _ body: (Int, Double) -> Void) {
    let lower = position.rounded(.down)
    let fraction = position - lower
    body(Int(lower), 1 - fraction)
    if fraction > 0 { body(Int(lower) + 1, fraction) }
  }

  /// Calls a closure with the four squares of a grid around a place, with weights that sum to 1
  /// (bilinear interpolation).
  ///
  /// Rows of the grid are `metres` apart. Within a row, a whole number of columns goes around the
  /// earth, as close to `metres` apart as possible at the row's latitude. So squares have nearly
  /// the same size everywhere, and the last column is next to the first. At the poles a row is a
  /// single column.
  private static func forEachSquare(around place: PlaceKey, metres: Double, _ body: (UInt64, Double) -> Void)
  {
    let metresPerDegree = 111_195.0  // of a sphere of mean earth radius
    interpolate(place.latitude * metresPerDegree / metres) { row, rowWeight in
      let rowLatitude = min(90, abs(Double(row) * metres / metresPerDegree))
      let around = 360 * metresPerDegree * Elementary.cosine(rowLatitude * .pi / 180)
      let columns = max(1, (around / metres).rounded())
      interpolate(columns > 1 ? (place.longitude + 180) / 360 * columns : 0) { column, columnWeight in
        let rowHash = StableHash.mix(0, UInt64(bitPattern: Int64(row)))
        body(StableHash.mix(rowHash, UInt64(column % Int(columns))), rowWeight * columnWeight)
      }
    }
  }
}
