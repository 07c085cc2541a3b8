public import Activities
internal import GRDB

extension SQLiteDonationStore {
  /// Returns the places that a user has named, as of the last commit of any process.
  ///
  /// - Complexity: O(places of the user).
  public func places(of user: UserIdentifier) async throws -> NamedPlaces {
    let (cipher, name) = (cipher, try cipher.column(of: user.name))
    return try await read { db in try NamedPlaceRow.places(of: name, in: db, cipher) }
  }

  /// Changes the places in one transaction; the bytes of removed places are overwritten.
  ///
  /// - Throws: The error of the change, ``StoreError``, or `ActivityError` for a user's name with a
  ///   control character.
  /// - Complexity: O(places of the user), or O(size of the store) if a place was removed.
  @discardableResult
  public func changePlaces<Value: Sendable>(
    of user: UserIdentifier, _ change: @escaping @Sendable (inout NamedPlaces) throws -> Value
  ) async throws -> Value {
    try await changePlaces(of: user, checking: true, change)
  }

  /// Changes the places.
  ///
  /// - Parameter checking: Whether to refuse a user's name that a new store may not have; `false`
  ///   to restore the places of an older store.
  @discardableResult
  func changePlaces<Value: Sendable>(
    of user: UserIdentifier, checking: Bool,
    _ change: @escaping @Sendable (inout NamedPlaces) throws -> Value
  ) async throws -> Value {
    if checking { try NamedPlaces.checkName(of: user) }
    let cipher = cipher
    let (value, leavesBytes) = try await write { db in
      var places = try NamedPlaceRow.places(of: cipher.column(of: user.name), in: db, cipher)
      let value = try change(&places)
      return (value, try NamedPlaceRow.write(places, of: user, in: db, cipher))
    }
    if leavesBytes { try await eraseForgotten() }
    return value
  }
}
