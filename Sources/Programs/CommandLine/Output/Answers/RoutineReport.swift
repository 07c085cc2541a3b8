internal import Activities
internal import Suggestions

/// The routines of somebody's day as JSON and as a table.
struct RoutineReport: Encodable {
  private let donations: Int
  private let days: Int
  private let waking: Times
  private let bedtime: Times
  private let places: [String: Place]
  private let wayToWork: Leg?
  private let wayHome: Leg?

  init(_ routines: LearnedRoutines, named: NamedPlaces) {
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

  private struct Times: Encodable {
    let workdays: Time?
    let weekends: Time?

    init(_ times: UsualTimes) {
      workdays = times.workdays.map(Time.init)
      weekends = times.weekends.map(Time.init)
    }
  }

  private struct Time: Encodable {
    let time: String
    let spreadMinutes: Int
    let days: Int

    init(_ usual: UsualTime) {
      time = RoutineReport.clock(usual.hour)
      spreadMinutes = Int(clamping: (usual.spread * 60).rounded())
      days = usual.days
    }

    var words: String { "\(time) ± \(spreadMinutes) min" }
  }

  private struct Place: Encodable {
    /// What the user calls it.
    let name: String?
    let latitude: Double?
    let longitude: Double?
    let networks: [String: String]
    let basis: String
    let count: Int

    init(_ place: RoutinePlace, named: NamedPlaces) {
      name = place.center.flatMap(named.nearest)?.name
      latitude = place.center?.latitude
      longitude = place.center?.longitude
      networks = place.networks
      basis = place.basis.rawValue
      count = place.count
    }

    var words: String {
      let position =
        name
        ?? latitude.flatMap { north in
          longitude.map { "\(Formatting.fixed(north, 4)),\(Formatting.fixed($0, 4))" }
        }
      let names = networks.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return ([position].compactMap(\.self) + names).joined(separator: " ")
    }

    var restsOn: String {
      switch basis {
      case "named": Formatting.count(count, "donation that names it", "donations that name it")
      case "nights": Formatting.count(count, "night")
      default: Formatting.count(count, "workday")
      }
    }
  }

  private struct Leg: Encodable {
    let leaving: Time
    let arriving: Time

    init(_ leg: CommuteLeg) {
      leaving = Time(leg.leaving)
      arriving = Time(leg.arriving)
    }
  }

  /// For people and scripts; what is not known says so.
  var table: Table {
    var table = Table(header: ["routine", "usual", "rests on"])
    table.words = [0, 1, 2]
    table.rows = [
      row("waking, workdays", waking.workdays), row("waking, weekends", waking.weekends),
      row("bedtime, workdays", bedtime.workdays), row("bedtime, weekends", bedtime.weekends),
    ]
    for name in ["home", "work", "school", "gym"] {
      let place = places[name]
      table.rows.append([name, place.map { Formatting.plain($0.words) } ?? "unknown", place?.restsOn ?? ""])
    }
    for (name, leg) in [("way to work", wayToWork), ("way home", wayHome)] {
      let words = leg.map { "\($0.leaving.time) to \($0.arriving.time)" } ?? "unknown"
      table.rows.append([name, words, leg.map { Formatting.count($0.leaving.days, "day") } ?? ""])
    }
    return table
  }

  private func row(_ name: String, _ time: Time?) -> [String] {
    [name, time?.words ?? "unknown", time.map { Formatting.count($0.days, "day") } ?? ""]
  }

  /// An hour of the day as a clock shows it.
  private static func clock(_ hour: Double) -> String {
    let minutes = Int(clamping: (hour * 60).rounded()) % 1_440
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minutes / 60)):\(digits(minutes % 60))"
  }
}
