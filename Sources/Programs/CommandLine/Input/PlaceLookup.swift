internal import Activities

extension PlaceArgument {
  /// Returns the place that is meant: of a name what the user has called so, else where a donation
  /// was last made that calls its place so.
  ///
  /// - Throws: A ``Failure`` for a name that is not known.
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

  /// A failure that says that a name is not known, and on a terminal which may have been meant:
  /// elsewhere names of places are on standard output or nowhere.
  static func unknown(
    _ name: String, among names: [String], _ code: Failure.Code = .usage
  ) -> Failure {
    let keys = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    let near = NearNames.near(name, of: Array(keys.keys)).compactMap { keys[$0] }
    guard let first = near.first, Terminal.standardError.isInteractive else {
      return Failure(
        "there is no place of that name; `hunch place list` lists what is known, `hunch place add` names another",
        code)
    }
    return Failure("there is no place of that name; did you mean \(first)?", code)
  }
}

extension ContextOptions {
  /// The context of a question with the place that a name means.
  ///
  /// - Throws: A ``Failure`` for a name that is not known.
  func located(
    _ context: Context, for user: UserIdentifier, in log: any DonationStore
  ) async throws -> Context {
    guard case .name? = near else { return context }
    return try Context(
      at: context.instant, place: await place(for: user, in: log), attributes: context.attributes)
  }

  /// The place that is meant.
  ///
  /// - Throws: A ``Failure`` for a name that is not known.
  func place(for user: UserIdentifier, in log: any DonationStore) async throws -> Place? {
    guard let near else { return nil }
    return try await near.place(for: user, in: log)
  }
}

extension CriteriaOptions {
  /// Where --near is.
  ///
  /// - Throws: A ``Failure`` for a name that is not known.
  func place(for user: UserIdentifier, in log: any DonationStore) async throws -> Place? {
    guard let near else { return nil }
    return try await near.place(for: user, in: log)
  }
}
