internal import Activities
internal import Answers

extension AskedPlace {
  /// Returns the place.
  ///
  /// - Throws: A ``Failure`` for an unknown name.
  func found(for user: UserIdentifier, in log: any DonationStore) async throws -> Place {
    if let place = try await place(for: user, in: log) { return place }
    guard case .name(let name) = self else { throw QuestionError.unknownPlace }
    let donated = try await DonatedPlaces(of: user, in: log)
    throw Self.unknown(name, among: try await log.places(of: user).places.map(\.name) + donated.names)
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
  /// Returns the place of --near.
  ///
  /// - Throws: A ``Failure`` for an unknown name.
  func place(for user: UserIdentifier, in log: any DonationStore) async throws -> Place? {
    guard let near else { return nil }
    return try await near.found(for: user, in: log)
  }
}

extension CriteriaOptions {
  /// Returns the place of --near.
  ///
  /// - Throws: A ``Failure`` for an unknown name.
  func place(for user: UserIdentifier, in log: any DonationStore) async throws -> Place? {
    guard let near else { return nil }
    return try await near.found(for: user, in: log)
  }
}
