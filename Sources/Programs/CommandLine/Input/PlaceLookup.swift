internal import Activities

extension PlaceArgument {
  /// Returns the place: for a name, the one that the user gave it, else that of the last donation
  /// with this place name.
  ///
  /// - Throws: A ``Failure`` for an unknown name.
  /// - Complexity: O(1) for a position, O(places) for a name that the user has given, else
  ///   O(donations of the user).
  func place(for user: UserIdentifier, in log: any DonationStore) async throws -> Place {
    switch self {
    case .position(let place): return place
    case .name(let name):
      let named = try await log.places(of: user)
      if let known = named[name] { return known.place }
      let donated = try await DonatedPlaces(of: user, in: log)
      if let known = donated[name] { return known }
      throw Self.unknown(name, among: named.places.map(\.name) + donated.names)
    }
  }

  /// Returns the failure for an unknown name, on a terminal with a similar one.
  ///
  /// Elsewhere names of places must not be printed on standard error.
  static func unknown(
    _ name: String, among names: [String], _ code: Failure.Code = .usage
  ) -> Failure {
    let keys = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    let near = NearNames.near(name, of: Array(keys.keys)).compactMap { keys[$0] }
    guard let first = near.first, Terminal.standardError.isInteractive else {
      return Failure(
        "no place of that name; list places with `hunch place list`, or add one with `hunch place add`",
        code)
    }
    return Failure("no place of that name; did you mean \(first)?", code)
  }
}

extension ContextOptions {
  /// Returns the context of a query, with the place of a name.
  ///
  /// - Throws: A ``Failure`` for an unknown name.
  func located(
    _ context: Context, for user: UserIdentifier, in log: any DonationStore
  ) async throws -> Context {
    guard case .name? = near else { return context }
    return try Context(
      at: context.instant, place: await place(for: user, in: log), attributes: context.attributes)
  }

  /// Returns the place of --near.
  ///
  /// - Throws: A ``Failure`` for an unknown name.
  func place(for user: UserIdentifier, in log: any DonationStore) async throws -> Place? {
    guard let near else { return nil }
    return try await near.place(for: user, in: log)
  }
}

extension CriteriaOptions {
  /// Returns the place of --near.
  ///
  /// - Throws: A ``Failure`` for an unknown name.
  func place(for user: UserIdentifier, in log: any DonationStore) async throws -> Place? {
    guard let near else { return nil }
    return try await near.place(for: user, in: log)
  }
}
