extension ActivityCenter {
  /// Deletes what was saved of the activities with some persistent identifiers, and invalidates those that are current.
  ///
  /// An activity that was published without an identifier got ``Application/persistentIdentifier(for:)``. When it returns,
  /// nothing of them can be suggested any more.
  ///
  /// - Returns: How many donations were forgotten.
  /// - Throws: What the recorder throws; calling it again is safe.
  @discardableResult
  public func deleteSavedUserActivities(withPersistentIdentifiers identifiers: [String]) async throws -> Int {
    let turn = await takeTurn()
    defer { end(turn) }
    let wanted = Set(identifiers)
    await invalidate { wanted.contains($0.persistentIdentifier ?? "") }
    var forgotten = 0
    for identifier in wanted.sorted() {
      var criteria = Deletion.Criteria()
      criteria.persistentIdentifier = identifier
      forgotten += try await forget(criteria)
    }
    broadcast.send(.deletedSaved(persistentIdentifiers: wanted.sorted()))
    return forgotten
  }

  /// Deletes everything that this program ever saved for this user, and invalidates what is current: on signing out.
  ///
  /// - Returns: How many donations were forgotten.
  /// - Throws: What the recorder throws; calling it again is safe.
  @discardableResult
  public func deleteAllSavedUserActivities() async throws -> Int {
    let turn = await takeTurn()
    defer { end(turn) }
    await invalidate { _ in true }
    let forgotten = try await forget(Deletion.Criteria())
    broadcast.send(.deletedSaved(persistentIdentifiers: nil))
    return forgotten
  }

  /// Forgets this program's donations, those of a clock that is ahead too.
  private func forget(_ criteria: Deletion.Criteria) async throws -> Int {
    var criteria = criteria
    criteria.program = application.identifier
    let end = circumstances().instant.advanced(bySeconds: Donation.toleratedClockLead + 0.001)
    let deletion = try Deletion(by: user, at: end, matching: criteria, origin: .program)
    return try await callOut { [recorder] in try await recorder.forget(deletion) }
  }

  private func invalidate(where belongs: (UserActivity) -> Bool) async {
    for live in scopes.values.compactMap(\.activity) {
      let published = records[ObjectIdentifier(live)]?.published
      guard belongs(present(live)) || published.map(belongs) ?? false else { continue }
      await callOut { await live.invalidate() }
    }
  }
}
