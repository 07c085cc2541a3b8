internal import Activities
internal import LogFormat

/// The limits on the texts and times of a record; a record beyond them is malformed, so that its
/// position is reported and reading continues.
///
/// They are checked as soon as an importer passes on a record, so that a long text is not kept for
/// a whole batch. Whether its line can be written is checked when the donation is made
/// (``HistoryImport``), because no single record may fail when the batch is stored.
enum RecordLimits {
  /// The maximum number of bytes in the name of a program or device, as in a path.
  static let longestName = 4_096
  /// The maximum number of bytes of all texts together, as in a line.
  static let longest = LineLimits().length

  /// Returns the record, or a malformed one if its texts are too long or its time is a placeholder.
  ///
  /// - Complexity: O(texts), not their lengths.
  static func checked(_ record: HistoryRecord) -> HistoryRecord {
    guard case .activity(let found) = record.content, let problem = problem(of: found) else { return record }
    return HistoryRecord(.malformed(problem), at: record.position)
  }

  private static func problem(of found: HistoryActivity) -> HistoryProblem? {
    switch found.time {
    case .exact(let instant), .day(let instant):
      if TimePlaceholder.contains(milliseconds: instant.milliseconds) { return .placeholder }
    case .order: break
    }
    for (field, text) in [("program", found.program), ("device", found.device)] {
      if let text, text.utf8.count > longestName {
        return HistoryProblem("the name of its \(field) is longer than 4,096 bytes; the record is damaged")
      }
    }
    let activity = found.activity
    var length = activity.activityType.utf8.count
    for text in [
      found.key, found.place?.name, activity.title, activity.subtitle, activity.persistentIdentifier,
      activity.targetContentIdentifier, activity.relatedUniqueIdentifier, activity.suggestedInvocationPhrase,
      activity.interaction?.groupIdentifier,
    ] { length += text?.utf8.count ?? 0 }
    length += activity.keywords.reduce(0) { $0 + $1.utf8.count }
    for (name, value) in activity.userInfo { length += name.utf8.count + size(of: value) }
    for (name, value) in found.attributes { length += name.utf8.count + size(of: value) }
    return length > longest ? .tooLong : nil
  }

  private static func size(of value: ActivityValue) -> Int {
    switch value {
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    case .array(let values): values.reduce(0) { $0 + size(of: $1) }
    case .object(let members): members.reduce(0) { $0 + $1.key.utf8.count + size(of: $1.value) }
    case .null, .boolean, .integer, .double, .date, .url: 8
    }
  }
}
