package import Activities
package import Suggestions

/// The places of a user as JSON and as a table: named, donated, and learned ones.
package struct PlaceReport {
  /// A place.
  package struct Row: Encodable {
    /// The source of a place.
    package enum Kind: String, Encodable {
      case named, donated, learned
    }

    package let kind: Kind
    package let name: String?
    package let latitude: Double
    package let longitude: Double
    /// The number of donations there in the considered weeks; `nil` if they are too few for a
    /// learned place.
    package let donations: Int?
    package let days: Int?
    /// The usual time of the donations, in words.
    package let when: String?
    /// The routine with this place.
    package let routine: String?

    package init(_ kind: Kind, _ place: Place, named name: String?, _ learned: LearnedPlace?) {
      (self.kind, self.name) = (kind, name)
      (latitude, longitude) = (place.latitude, place.longitude)
      (donations, days) = (learned?.donations, learned?.days)
      when = learned.map(PlaceReport.when)
      routine = learned?.routine?.rawValue
    }

    /// Creates the row of a named place alone.
    package init(_ named: NamedPlace) {
      self.init(.named, named.place, named: named.name, nil)
    }

    package var position: String { PlaceReport.position(latitude, longitude) }
  }

  package let rows: [Row]

  /// - Parameter most: The maximum number of learned places.
  package init(named: NamedPlaces, donated: DonatedPlaces, learned: [LearnedPlace], most: Int) {
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

  /// A position with a precision of about ten metres, in the format of --near.
  package static func position(_ place: Place) -> String { position(place.latitude, place.longitude) }

  package static func position(_ latitude: Double, _ longitude: Double) -> String {
    "\(Formatting.fixed(latitude, 4)),\(Formatting.fixed(longitude, 4))"
  }

  /// Like `mostly 9:00–17:00 on weekdays`.
  package static func when(_ place: LearnedPlace) -> String {
    let hours = place.hours.map { "mostly \($0.from):00–\($0.to):00" } ?? "at any hour"
    return switch place.week {
    case .workdays: "\(hours) on weekdays"
    case .weekends: "\(hours) at weekends"
    case .all: hours
    }
  }
}
