package import Activities

/// A place in a question: a position, or a name that the user's places or donations have.
package enum AskedPlace: Hashable, Sendable {
  case position(Place)
  case name(String)

  /// The place, if it is a position.
  package var position: Place? {
    if case .position(let place) = self { place } else { nil }
  }

  /// Returns the place: for a name, the one that the user gave it, else that of the last donation
  /// with this place name; `nil` for an unknown name.
  ///
  /// - Complexity: O(1) for a position, O(places) for a name that the user has given, else
  ///   O(donations of the user).
  package func place(for user: UserIdentifier, in log: any DonationStore) async throws -> Place? {
    switch self {
    case .position(let place): return place
    case .name(let name):
      if let known = try await log.places(of: user)[name] { return known.place }
      return try await DonatedPlaces(of: user, in: log)[name]
    }
  }
}
