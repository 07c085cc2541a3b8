internal import Activities
internal import Kernels

/// One part of a context by which donations are told apart: one factor of an expert's kernel.
///
/// It says how alike a past donation's circumstance is to that of now, from 0 to 1. Where it is continuous
/// (time of day, pause, place), the similarity is a cubic B-spline of the difference in units of the kernel's
/// width: 2/3 for the same, 1/6 one width apart, zero and smooth from two on. (It is how much two values
/// share of the hat functions of a grid, on average over where the grid lies.)
enum Circumstance: Hashable, Sendable {
  /// Local time of day, so many hours wide, around the clock.
  case timeOfDay(hours: Double)
  /// The local day of the week.
  case weekday
  /// A day on which the user works, or has off.
  case kindOfDay
  /// The last n activities, in order.
  case previous(Int)
  /// The n-th last activity alone.
  case earlier(Int)
  /// The activities among the last five, whatever their order.
  case amongLast
  /// The same, as far as each was as long before.
  ///
  /// What one activity sets off comes some time after it, whatever is done in between (as in a Hawkes process).
  case amongLastByAge
  /// The time since the donation before, a factor of two wide.
  case gap
  /// The place where it happens, so many metres wide.
  case place(metres: Double)
  /// The learned place where it happens.
  case learnedPlace
  /// The place where it happens near where the user was last known to be, if it is not known where they are now.
  case nearPlace(metres: Double)
  /// The last known place before it happens: where people go from here.
  case lastPlace(metres: Double)
  /// All attributes of the context together.
  case allAttributes
  /// Each attribute of the context on its own.
  case anyAttribute
}

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
  /// What follows within seconds differs from what follows within a minute: with bins of a factor of four from a quarter of a
  /// minute on, the mean MRR of the public logs was 0.002 lower, that of a phone 0.005.
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

  /// Returns the similarity of two places: east and west as north and south, in metres on a sphere of mean
  /// earth radius.
  static func likeness(_ place: PlaceKey, _ other: PlaceKey, metres: Double) -> Double {
    let metresPerDegree = 111_195.0
    let north = spline((place.latitude - other.latitude) * metresPerDegree / metres)
    guard north > 0 else { return 0 }
    let degrees = abs(place.longitude - other.longitude)
    let around = min(degrees, 360 - degrees) * metresPerDegree
    let middle = (place.latitude + other.latitude) / 2
    return north * spline(around * Elementary.cosine(middle * .pi / 180) / metres)
  }

  /// The least that has to be known of a donation's time for it to be like another one in this.
  var neededPrecision: TimePrecision {
    switch self {
    case .timeOfDay, .gap, .amongLastByAge: .exact
    case .weekday, .kindOfDay: .day
    case .previous, .earlier, .amongLast, .place, .learnedPlace, .nearPlace, .lastPlace, .allAttributes,
      .anyAttribute:
      .order
    }
  }

  /// Returns whether a moment tells it; without that no past donation is like it.
  func isKnown(at moment: borrowing QueryContext) -> Bool {
    switch self {
    case .timeOfDay, .weekday, .kindOfDay: neededPrecision.isKnown(by: moment.precision)
    case .previous(let count), .earlier(let count): moment.recent.count >= count
    case .amongLast: !moment.recent.isEmpty
    case .amongLastByAge: moment.recentAges.contains { $0 != nil }
    case .gap: moment.gap != nil
    case .place(let metres): moment.place.map { $0.accuracy.resolves(metres: metres) } ?? false
    case .learnedPlace: moment.place?.accuracy == .fine
    case .nearPlace(let metres):
      moment.place == nil && moment.lastPlace.map { $0.accuracy.resolves(metres: metres) } ?? false
    case .lastPlace(let metres): moment.lastPlace.map { $0.accuracy.resolves(metres: metres) } ?? false
    case .allAttributes, .anyAttribute: !moment.attributes.isEmpty
    }
  }
}

extension Circumstance {
  /// How much of what it tells is left at a moment, 0 to 1.
  ///
  /// What was done last tells less the likelier something was done since then that was not observed, and the last known place the older
  /// it is.
  ///
  /// - Parameter sequence: What is left of sequences and gaps (``EvidenceState``).
  func remainder(at moment: borrowing QueryContext, sequence: Double) -> Double {
    switch self {
    case .previous, .earlier, .amongLast, .amongLastByAge, .gap: sequence
    case .nearPlace, .lastPlace: Self.remainder(ofPlace: moment.lastPlaceAge)
    case .timeOfDay, .weekday, .kindOfDay, .place, .learnedPlace, .allAttributes, .anyAttribute: 1
    }
  }

  /// The age at which the last known place tells half as much, in seconds.
  static let placeHalfLife = 172_800.0

  /// How much a last known place of some age tells; one of unknown age tells as much as a new one.
  static func remainder(ofPlace age: Double?) -> Double { 1 / (1 + (age ?? 0) / placeHalfLife) }

  /// Everything that it is.
  var definition: String {
    switch self {
    case .timeOfDay(let hours): "time-of-day \(hours)"
    case .weekday: "weekday"
    case .kindOfDay: "kind-of-day"
    case .previous(let length): "previous \(length)"
    case .earlier(let position): "earlier \(position)"
    case .amongLast: "among-last"
    case .amongLastByAge: "among-last-by-age"
    case .gap: "gap"
    case .place(let metres): "place \(metres)"
    case .learnedPlace: "learned-place \(LearnedPlaces.radius) \(LearnedPlaces.mergingDistance)"
    case .nearPlace(let metres): "near-place \(metres)"
    case .lastPlace(let metres): "last-place \(metres)"
    case .allAttributes: "all-attributes"
    case .anyAttribute: "any-attribute"
    }
  }
}
