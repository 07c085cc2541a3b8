internal import Activities
internal import Kernels

/// One part of a context that distinguishes donations: one factor of an expert's kernel.
///
/// It measures the similarity of a past donation's circumstance to the moment's, from 0 to 1. For
/// continuous ones (time of day, pause, place), the similarity is a cubic B-spline of the
/// difference in units of the kernel's width. It is 2/3 for equal values, 1/6 one width apart, and
/// smoothly reaches zero at two widths. (It is the overlap of two values in the hat functions of a
/// grid, averaged over the grid's offset.)
///
/// Each is a static member in one of the files next to this one. Two circumstances are equal if
/// their ``definition`` is. It is a class because experts visit their circumstances in every query,
/// and a reference is cheaper to pass than its closures.
final class Circumstance: Hashable, Sendable {
  /// The name, and its quantity: hours, metres or a number of activities; 0 if it has none.
  let name: String
  let parameter: Double
  /// The complete definition; a state made with another definition is rejected.
  let definition: String
  /// The code of a record that determines the similarity, or nil if a factor does.
  let code: WindowQuery.Code?
  /// The minimum precision of a donation's time for a similarity in this circumstance.
  let neededPrecision: TimePrecision
  /// A Boolean value that indicates whether donations may lack this part of a context.
  let mayBeUntold: Bool
  private let known: @Sendable (borrowing QueryContext) -> Bool
  private let left: @Sendable (borrowing QueryContext, Double) -> Double
  private let source: (@Sendable (borrowing QueryContext) -> Int)?
  private let fillValues:
    @Sendable (inout CodeValues, borrowing DonationWindow, borrowing QueryContext) -> Void

  /// Creates a circumstance.
  ///
  /// - Parameters:
  ///   - isKnown: Whether a moment has it; by default whether its time is precise enough.
  ///   - remainder: How much of it remains at a moment, given what remains of sequences and gaps.
  ///   - source: The number that alone determines the values, often the same in the next query.
  ///   - fill: Appends for each code its similarity to the moment.
  init(
    _ name: String, _ parameter: Double = 0, definition: String? = nil, code: WindowQuery.Code?,
    needs precision: TimePrecision = .order, mayBeUntold: Bool = false,
    isKnown: (@Sendable (borrowing QueryContext) -> Bool)? = nil,
    remainder: @escaping @Sendable (borrowing QueryContext, Double) -> Double = { _, _ in 1 },
    source: (@Sendable (borrowing QueryContext) -> Int)? = nil,
    fill: @escaping @Sendable (inout CodeValues, borrowing DonationWindow, borrowing QueryContext) -> Void = {
      _, _, _ in
    }
  ) {
    (self.name, self.parameter, self.code) = (name, parameter, code)
    self.definition = definition ?? (parameter == 0 ? name : "\(name) \(parameter)")
    (neededPrecision, self.mayBeUntold) = (precision, mayBeUntold)
    known = isKnown ?? { precision.isKnown(by: $0.precision) }
    (left, self.source, fillValues) = (remainder, source, fill)
  }

  static func == (one: Circumstance, other: Circumstance) -> Bool {
    one === other || one.definition == other.definition
  }

  func hash(into hasher: inout Hasher) { hasher.combine(definition) }

  /// Returns whether a moment has this circumstance; otherwise no past donation is similar to it.
  func isKnown(at moment: borrowing QueryContext) -> Bool { known(moment) }

  /// Returns how much of its information remains at a moment, 0 to 1.
  ///
  /// The last activity tells less the more likely something unobserved happened since. The last
  /// known place tells less the older it is.
  ///
  /// - Parameter sequence: The remaining information of sequences and gaps (``EvidenceState``).
  func remainder(at moment: borrowing QueryContext, sequence: Double) -> Double { left(moment, sequence) }

  /// Returns the number that alone determines the similarity of all codes, or `nil` if there is
  /// none.
  func source(at moment: borrowing QueryContext) -> Int? { source?(moment) }

  /// Fills in each code's similarity to a moment: NaN if unknown, and 0 for all codes if the moment
  /// does not have this circumstance.
  func fill(
    _ values: inout CodeValues, _ donations: borrowing DonationWindow, _ moment: borrowing QueryContext
  ) {
    values.all.removeAll(keepingCapacity: true)
    fillValues(&values, donations, moment)
  }
}

/// The similarity of each code of a record to a moment, with buffers to compute it.
struct CodeValues: Sendable {
  /// The similarity of each code.
  var all: [Float] = []
  var likenesses: [Float] = []
  var isTelling: [Bool] = []
  /// The offsets of places from the moment's place, and from the last known one.
  var fromPlace = PlaceOffsets()
  var fromLastPlace = PlaceOffsets()

  mutating func append(_ value: Float) { all.append(value) }

  mutating func fillNothing(codes: Int) {
    for _ in 0..<codes { all.append(0) }
  }
}

/// Kernels, and the scale of pauses.
extension Circumstance {
  /// The cubic B-spline; its argument is a difference in widths.
  static func spline(_ difference: Double) -> Double {
    let x = abs(difference)
    if x >= 2 { return 0 }
    if x >= 1 { return (2 - x) * (2 - x) * (2 - x) / 6 }
    return (4 - 6 * x * x + 3 * x * x * x) / 6
  }

  /// The logarithm to base 2, starting at two seconds: 0 to about 20 for a month.
  ///
  /// Activities that follow within seconds differ from those that follow within a minute. With bins
  /// of a factor of four starting at a quarter of a minute, the mean MRR was 0.002 lower on the
  /// public logs, and 0.005 lower on a phone's log.
  static func gapScale(seconds: Double) -> Double {
    Elementary.logarithm2(1 + seconds / 2)
  }

  /// The midpoint of the interval that a code of time represents, on that scale.
  static func gapScale(ofCode code: Int) -> Double {
    Double(code / 4) + Elementary.logarithm2(1 + (Double(code % 4) + 0.5) / 4)
  }

  /// The midpoint of the interval that a code of time of day represents, in hours.
  static func hour(ofCode code: Int) -> Double { (Double(code) + 0.5) / 4 }

  /// Returns the similarity of two times of day.
  static func likeness(hour: Double, _ other: Double, width: Double) -> Double {
    let difference = abs(hour - other)
    return spline(min(difference, 24 - difference) / width)
  }

  /// Returns the similarity of two places: the product of the similarities east-west and
  /// north-south.
  static func likeness(of places: PlaceKey.Offset, metres: Double) -> Double {
    let north = spline(places.north / metres)
    return north > 0 ? north * spline(places.aside / metres) : 0
  }
}
