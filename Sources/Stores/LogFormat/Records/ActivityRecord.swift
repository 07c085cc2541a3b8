public import Activities

extension RecordDecoder {
  /// Reads an activity alone, as ``RecordEncoder`` writes one, and ignores the fields of a
  /// donation.
  ///
  /// For the line of a donation, which has a `time`, it reads the activity of the donation.
  ///
  /// - Throws: ``RecordError``.
  /// - Complexity: O(length of the line).
  public mutating func decodeActivity(_ line: Span<UInt8>) throws(RecordError) -> UserActivity {
    let members = try members(of: line)
    return try activity(members, isFoundUnlessSaid: members.position(of: Field.time, on: json.tape) != nil)
  }

  /// - Parameter isFoundUnlessSaid: Whether a search finds the activity by default, as in a
  ///   donation.
  mutating func activity(
    _ members: borrowing Members, isFoundUnlessSaid: Bool
  ) throws(RecordError) -> UserActivity {
    let type = try json.requiredString(Field.activityType, in: members)
    var activity: UserActivity
    do { activity = try UserActivity(activityType: type) } catch {
      throw RecordError(error.field, .invalid(error))
    }
    activity.isEligibleForSearch = isFoundUnlessSaid
    try read(.common, into: &activity, from: members)
    if members.hasAny(of: RecordTable<UserActivity>.rare.names) {
      passedNamesOver = true  // their objects may have unknown names, which are not kept
      try read(.rare, into: &activity, from: members)
    }
    return activity
  }
}

extension JSONWriter {
  /// Writes the fields of an activity, in the order of the format.
  ///
  /// - Parameter isFoundUnlessSaid: Whether a search finds the activity by default, as in a
  ///   donation.
  mutating func write(_ activity: UserActivity, isFoundUnlessSaid: Bool) throws(RecordError) {
    text("activityType", activity.activityType)
    for field in UserActivity.fields { try write(field, of: activity, usually: isFoundUnlessSaid) }
    guard activity.hasRareProperties else { return }
    for field in UserActivity.rareFields { try write(field, of: activity) }
  }
}
