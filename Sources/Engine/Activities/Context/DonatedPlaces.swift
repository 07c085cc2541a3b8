/// The places that donations name, each with its latest position.
package struct DonatedPlaces {
  private var places: [String: Place] = [:]

  /// Creates an empty list, for donations that are added in the order of time.
  package init() {}

  /// Reads the donations of a user.
  ///
  /// - Complexity: O(donations of the user).
  package init(of user: UserIdentifier, in log: any DonationStore) async throws {
    var cursor: LogCursor?
    repeat {
      let page = try await log.donations(of: user, in: Int64.min..<Int64.max, after: cursor, limit: 4_096)
      for logged in page { add(logged.donation) }
      cursor = page.last?.cursor
    } while cursor != nil
  }

  /// Records a donation.
  package mutating func add(_ donation: Donation) {
    guard let place = donation.context.place, let name = place.name,
      // A name that users could not give to a place cannot be looked up, either.
      (try? NamedPlace(name, at: place, milliseconds: 0)) != nil
    else { return }
    places[NamedPlace.key(of: name)] = place
  }

  /// The place with a name, ignoring case, or `nil` if no donation has it.
  package subscript(name: String) -> Place? { places[NamedPlace.key(of: name)] }

  /// The names of the places, each spelled as in the newest donation that has it.
  package var names: [String] { all.map(\.name) }

  /// The names, ordered, with their places.
  package var all: [(name: String, place: Place)] {
    places.sorted { $0.key < $1.key }.compactMap { entry in
      entry.value.name.map { (name: $0, place: entry.value) }
    }
  }
}
