internal import Activities
internal import Kernels

/// One part of a context by which donations are told apart: one factor of an expert's kernel.
///
/// It says how alike a past donation's circumstance is to that of now, from 0 to 1. Where it is
/// continuous (time of day, pause, place), the similarity is a cubic B-spline of the difference in
/// units of the kernel's width: 2/3 for the same, 1/6 one width apart, zero and smooth from two on.
/// (It is how much two values share of the hat functions of a grid, on average over where the grid
/// lies.)
///
/// Each is a static member in one of the files beside this one. What it is decides ``definition``,
/// by which two are equal. It is a class because experts go through theirs with every query, and a
/// reference is cheaper to pass than its closures.
final class Circumstance: Hashable, Sendable {
  /// The name, and what it is more or less of: hours, metres, a number of activities; 0 if there is
  /// nothing of the kind.
  let name: String
  let parameter: Double
  /// Everything that it is; a state made by another definition is not read.
  let definition: String
  /// The code of a record that tells how alike it is in this; `nil` if a factor does.
  let code: WindowQuery.Code?
  /// The least that has to be known of a donation's time for it to be like another one in this.
  let neededPrecision: TimePrecision
  /// A Boolean value that indicates whether it is a part of a context that donations may lack.
  let mayBeUntold: Bool
  private let known: @Sendable (borrowing QueryContext) -> Bool
  private let left: @Sendable (borrowing QueryContext, Double) -> Double
  private let source: (@Sendable (borrowing QueryContext) -> Int)?
  private let fillValues:
    @Sendable (inout CodeValues, borrowing DonationWindow, borrowing QueryContext) -> Void

  /// Makes a circumstance.
  ///
  /// - Parameters:
  ///   - isKnown: Whether a moment tells it; by default whether it tells the needed precision of
  ///     its time.
  ///   - remainder: How much of it is left at a moment, given what is left of sequences and gaps.
  ///   - source: The small number that alone decides the values; it seldom changes from query to
  ///     query.
  ///   - fill: Appends a value for each code: how alike it is to the moment.
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

  /// Returns whether a moment tells it; without that no past donation is like it.
  func isKnown(at moment: borrowing QueryContext) -> Bool { known(moment) }

  /// How much of what it tells is left at a moment, 0 to 1.
  ///
  /// What was done last tells less the likelier something was done since then that was not
  /// observed, and the last known place the older it is.
  ///
  /// - Parameter sequence: What is left of sequences and gaps (``EvidenceState``).
  func remainder(at moment: borrowing QueryContext, sequence: Double) -> Double { left(moment, sequence) }

  /// Returns the small number that alone determines the similarity of all codes, or `nil` if there
  /// is none.
  func source(at moment: borrowing QueryContext) -> Int? { source?(moment) }

  /// Fills in for each code how alike it is to a moment, not a number where that is not known; 0
  /// for all if the moment does not tell it.
  func fill(
    _ values: inout CodeValues, _ donations: borrowing DonationWindow, _ moment: borrowing QueryContext
  ) {
    values.all.removeAll(keepingCapacity: true)
    fillValues(&values, donations, moment)
  }
}

/// How alike each code of a record is to a moment, with buffers to find it.
struct CodeValues: Sendable {
  var all: [Float] = []
  var likenesses: [Float] = []
  var isTelling: [Bool] = []

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

  /// The logarithm to base 2 from two seconds on: 0 to about 20 for a month.
  ///
  /// What follows within seconds differs from what follows within a minute: with bins of a factor
  /// of four from a quarter of a minute on, the mean MRR of the public logs was 0.002 lower, that
  /// of a phone 0.005.
  static func gapScale(seconds: Double) -> Double {
    Elementary.logarithm2(1 + seconds / 2)
  }

  /// The middle of what a code of time stands for, on that scale.
  static func gapScale(ofCode code: Int) -> Double {
    Double(code / 4) + Elementary.logarithm2(1 + (Double(code % 4) + 0.5) / 4)
  }

  /// The middle of what a code of time of day stands for, in hours.
  static func hour(ofCode code: Int) -> Double { (Double(code) + 0.5) / 4 }

  /// Returns the similarity of two times of day.
  static func likeness(hour: Double, _ other: Double, width: Double) -> Double {
    let difference = abs(hour - other)
    return spline(min(difference, 24 - difference) / width)
  }

  /// Returns the similarity of two places: east and west as north and south, in metres on a sphere
  /// of mean earth radius.
  static func likeness(_ place: PlaceKey, _ other: PlaceKey, metres: Double) -> Double {
    let metresPerDegree = 111_195.0
    let north = spline((place.latitude - other.latitude) * metresPerDegree / metres)
    guard north > 0 else { return 0 }
    let degrees = abs(place.longitude - other.longitude)
    let around = min(degrees, 360 - degrees) * metresPerDegree
    let middle = (place.latitude + other.latitude) / 2
    return north * spline(around * Elementary.cosine(middle * .pi / 180) / metres)
  }
}
