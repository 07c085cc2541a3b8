package import Activities
package import Suggestions

/// The routines of a user's day as JSON and as a table.
package struct RoutineReport: Encodable {
  package let donations: Int
  package let days: Int
  package let waking: Times
  package let bedtime: Times
  package let places: [String: Place]
  package let wayToWork: Leg?
  package let wayHome: Leg?

  package init(_ routines: LearnedRoutines, named: NamedPlaces) {
    donations = routines.donations
    days = routines.days
    waking = Times(routines.waking)
    bedtime = Times(routines.bedtime)
    places = Dictionary(
      routines.places.map { ($0.key.rawValue, Place($0.value, named: named)) }
    ) { first, _ in first }
    wayToWork = routines.wayToWork.map(Leg.init)
    wayHome = routines.wayHome.map(Leg.init)
  }

  package struct Times: Encodable {
    package let workdays: Time?
    package let weekends: Time?

    package init(_ times: UsualTimes) {
      workdays = times.workdays.map(Time.init)
      weekends = times.weekends.map(Time.init)
    }
  }

  package struct Time: Encodable {
    package let time: String
    package let spreadMinutes: Int
    package let days: Int

    package init(_ usual: UsualTime) {
      time = RoutineReport.clock(usual.hour)
      spreadMinutes = Int(clamping: (usual.spread * 60).rounded())
      days = usual.days
    }
  }

  package struct Place: Encodable {
    /// The user's name for it.
    package let name: String?
    package let latitude: Double?
    package let longitude: Double?
    package let networks: [String: String]
    package let basis: String
    package let count: Int

    package init(_ place: RoutinePlace, named: NamedPlaces) {
      name = place.center.flatMap(named.nearest)?.name
      latitude = place.center?.latitude
      longitude = place.center?.longitude
      networks = place.networks
      basis = place.basis.rawValue
      count = place.count
    }
  }

  package struct Leg: Encodable {
    package let leaving: Time
    package let arriving: Time

    package init(_ leg: CommuteLeg) {
      leaving = Time(leg.leaving)
      arriving = Time(leg.arriving)
    }
  }

  /// An hour of the day as a clock shows it.
  package static func clock(_ hour: Double) -> String {
    let minutes = Int(clamping: (hour * 60).rounded()) % 1_440
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minutes / 60)):\(digits(minutes % 60))"
  }
}
