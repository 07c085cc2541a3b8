internal import Activities
internal import Suggestions

/// The places of somebody as JSON and as a table: those with a name, and learned ones without.
struct PlaceReport {
  /// A place.
  struct Row: Encodable {
    /// Who says that it is one.
    enum Kind: String, Encodable {
      case named, donated, learned
    }

    let kind: Kind
    let name: String?
    let latitude: Double
    let longitude: Double
    /// The number of donations there in the weeks that are looked at; `nil` if they are too few for a learned place.
    let donations: Int?
    let days: Int?
    /// When most of them are made, in words.
    let when: String?
    /// The routine whose place it is.
    let routine: String?

    init(_ kind: Kind, _ place: Place, named name: String?, _ learned: LearnedPlace?) {
      (self.kind, self.name) = (kind, name)
      (latitude, longitude) = (place.latitude, place.longitude)
      (donations, days) = (learned?.donations, learned?.days)
      when = learned.map(PlaceReport.when)
      routine = learned?.routine?.rawValue
    }

    /// The row of a named place alone.
    init(_ named: NamedPlace) {
      self.init(.named, named.place, named: named.name, nil)
    }

    fileprivate var position: String { PlaceReport.position(latitude, longitude) }
  }

  let rows: [Row]

  /// - Parameter most: The number of learned places at most.
  init(named: NamedPlaces, donated: DonatedPlaces, learned: [LearnedPlace], most: Int) {
    func nearest(to place: Place) -> LearnedPlace? {
      learned.filter { $0.center.distance(to: place) <= NamedPlace.reach }
        .min { $0.center.distance(to: place) < $1.center.distance(to: place) }
    }
    let own = named.places.map { Row(.named, $0.place, named: $0.name, nearest(to: $0.place)) }
    let theirs = donated.all.filter { named[$0.name] == nil }
    let called = theirs.map { Row(.donated, $0.place, named: $0.name, nearest(to: $0.place)) }
    let known = named.places.map(\.place) + theirs.map(\.place)
    let nameless = learned.filter { learned in
      learned.donatedName == nil
        && !known.contains { $0.distance(to: learned.center) <= NamedPlace.reach }
    }
    rows = own + called + nameless.prefix(most).map { Row(.learned, $0.center, named: nil, $0) }
  }

  /// The text: a table, and on a terminal how to name what was learned.
  func text(on terminal: Terminal) -> String {
    var table = Table(header: ["kind", "name", "position", "donations", "days", "when"])
    table.words = [0, 1, 2, 5]
    table.dispensable = [4, 5]
    table.rows = rows.map { row in
      [
        row.kind.rawValue, row.name ?? "", row.position, row.donations.map(String.init) ?? "",
        row.days.map(String.init) ?? "", row.when ?? "",
      ]
    }
    let offers = rows.filter { $0.kind == .learned }.prefix(3)
    guard terminal.isInteractive, !offers.isEmpty else { return table.text(on: terminal) }
    let commands = offers.map { "  hunch place add \($0.routine ?? "NAME") \($0.position)" }
    return ([table.text(on: terminal), "", terminal.faint("Name what was learned:")] + commands)
      .joined(separator: "\n")
  }

  /// A position to some ten metres, as --near takes it.
  static func position(_ place: Place) -> String { position(place.latitude, place.longitude) }

  private static func position(_ latitude: Double, _ longitude: Double) -> String {
    "\(Formatting.fixed(latitude, 4)),\(Formatting.fixed(longitude, 4))"
  }

  /// Like `mostly 9:00–17:00 on weekdays`.
  private static func when(_ place: LearnedPlace) -> String {
    let hours = place.hours.map { "mostly \($0.from):00–\($0.to):00" } ?? "at any hour"
    return switch place.week {
    case .workdays: "\(hours) on weekdays"
    case .weekends: "\(hours) at weekends"
    case .all: hours
    }
  }
}
