internal import Activities
internal import Features
internal import Kernels

/// The queries before a donation for a model to learn from, so that it sees every kind.
///
/// One query is as in an evaluation: it names the attributes and knows the last known place. Half
/// of the donations, drawn with a seed of the user, may have another query with half the weight.
/// One in four of these queries is about a moment ahead; the others need a place or attributes. Of
/// eight such queries three name the place and the attributes, and one the place alone. Two know
/// only the last known place. Two know no place, and one of them names the attributes. If the place
/// *is* the activity, as with check-ins, the place is never named, and the last known one replaces
/// it.
struct QuestionModes: Sendable {
  /// A Boolean value that tells whether a query may know the place of the donation.
  let knowsPlaces: Bool
  private var random: SeededRandom

  /// - Parameters:
  ///   - donations: All donations of a user.
  ///   - seed: The seed of the draws.
  init(of donations: [Donation], seed: UInt64) {
    knowsPlaces = !Self.placesAreActivities(donations)
    random = SeededRandom(seed: StableHash.mix(seed, 0x6d6f_6465))
  }

  /// The possible unobserved seconds before a donation; one is drawn for a query about a moment
  /// ahead.
  static let leads: [Double] = [3_600, 21_600, 86_400, 259_200, 604_800]

  /// Returns the query of an evaluation before a donation.
  static func usual(_ donation: Donation) throws -> AskedMoment {
    let context = donation.context
    return AskedMoment(
      try Context(at: context.instant, attributes: context.attributes),
      precision: donation.details.timePrecision)
  }

  /// Draws the unobserved time before a donation for another query; `nil` if there is none.
  mutating func drawLead() -> Double? {
    let drawn = random.integer(below: 8)
    return drawn < 4 ? (drawn == 0 ? Self.leads[random.integer(below: Self.leads.count)] : 0) : nil
  }

  /// Draws the context of another query before a donation.
  mutating func draw(_ donation: Donation) throws -> AskedMoment {
    let (context, kind) = (donation.context, random.integer(below: 8))
    let asked = try Context(
      at: context.instant, place: knowsPlaces && kind < 4 ? context.place : nil,
      attributes: [0, 1, 2, 6].contains(kind) ? context.attributes : [:])
    return AskedMoment(
      asked, precision: donation.details.timePrecision, knowsLastPlace: kind < 6)
  }

  /// Returns whether places are activities: nearly every place has one activity, and nearly every
  /// activity one place.
  ///
  /// It inspects activities that were done at least twice at known places, which are then
  /// identical.
  static func placesAreActivities(_ donations: [Donation]) -> Bool {
    var (placesOf, activitiesAt): ([ActivityIdentity: [PlaceName: Int]], [PlaceName: Set<ActivityIdentity>]) =
      ([:], [:])
    for donation in donations {
      guard let place = donation.context.place.map(PlaceName.init) else { continue }
      placesOf[donation.identity, default: [:]][place, default: 0] += 1
      activitiesAt[place, default: []].insert(donation.identity)
    }
    let repeated = placesOf.filter { $0.value.values.reduce(0, +) > 1 }
    let all = repeated.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    let bound = repeated.values.reduce(0) { sum, places in
      guard let usual = places.max(by: { $0.value < $1.value }) else { return sum }
      return sum + (activitiesAt[usual.key]?.count == 1 ? usual.value : 0)
    }
    return all > 0 && Double(bound) >= 0.8 * Double(all)
  }

  private struct PlaceName: Hashable {
    let latitude: Double
    let longitude: Double

    init(_ place: Place) { (latitude, longitude) = (place.latitude, place.longitude) }
  }
}
