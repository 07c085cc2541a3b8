package import Activities

/// A record of a history as an importer reads it, and its position.
package struct HistoryRecord: Sendable {
  /// The result of reading a record.
  package enum Content: Sendable {
    /// The user did something.
    case activity(HistoryActivity)
    /// It is skipped on purpose, by a rule with a short name: "deleted", "private".
    case filtered(HistoryFilter)
    /// It is malformed.
    case malformed(HistoryProblem)
  }

  package let position: HistoryPosition
  package let content: Content

  package init(_ content: Content, at position: HistoryPosition) {
    (self.content, self.position) = (content, position)
  }
}

/// The position of a record in its history.
package enum HistoryPosition: Hashable, Sendable, CustomStringConvertible {
  /// A line of a text, counted from 1.
  case line(Int)
  /// A row of a table, by its number in the database.
  case row(Int64, table: String)
  /// The number of the record, counted from 1, in formats without lines.
  case record(Int)

  package var description: String {
    switch self {
    case .line(let number): "\(number)"
    case .row(let number, let table): "\(table) row \(number)"
    case .record(let number): "record \(number)"
    }
  }
}

/// One thing that the user did, according to a history.
package struct HistoryActivity: Sendable {
  /// The activity, at the level that the importer has chosen.
  package var activity: UserActivity
  /// The time.
  package var time: HistoryTime
  /// The place, if known.
  package var place: Place?
  /// The known context just before it, by name; scalars only, and never an outcome.
  package var attributes: [String: ActivityValue] = [:]
  /// The duration in seconds.
  package var duration: Double?
  /// The program that the user used.
  package var program: String?
  /// The device.
  package var device: String?
  /// The history's own stable name for the record, if it has one.
  ///
  /// Without it, the record is recognised by its time, its activity, and the number of equal
  /// records before it.
  package var key: String?
  /// A Boolean value that indicates whether it is a command from a shell's own history, which the
  /// user typed.
  var isFromShell = false
  /// A Boolean value that indicates whether it is a command that is dangerous to repeat.
  var isDangerous = false
  /// A Boolean value that indicates whether it is a suggestion that the user accepted.
  var isTaken = false
  /// The rule that removed a part of the activity, while the rest is kept.
  package var withheld: HistoryFilter?

  package init(_ activity: UserActivity, at time: HistoryTime) {
    (self.activity, self.time) = (activity, time)
  }
}

/// The time of a record.
package enum HistoryTime: Hashable, Sendable {
  /// It happened at this instant.
  case exact(Instant)
  /// It happened on this local day, at an unknown time.
  case day(Instant)
  /// Its time is unknown; only its order among its neighbours is known.
  case order
}

/// A rule that skips a record or a part of one; the report counts such records and never shows
/// them.
package struct HistoryFilter: Hashable, Sendable, CustomStringConvertible {
  /// The name for programs, like `deleted`; it never changes.
  package let description: String
  /// The name for people.
  package let words: String

  package init(_ name: String, words: String? = nil) { (description, self.words) = (name, words ?? name) }

  package static func == (one: Self, other: Self) -> Bool { one.description == other.description }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The program marks it as deleted.
  package static let deleted = HistoryFilter("deleted")
  /// It is from a private window, or marked as private.
  package static let isPrivate = HistoryFilter("private")
  /// Another program did it on the user's behalf.
  package static let agent = HistoryFilter("run by an agent")
  /// It was mistyped: no program has that name.
  package static let notFound = HistoryFilter("command not found")
  /// Nobody would want to repeat it.
  package static let trivial = HistoryFilter("nothing to do again", words: "not worth repeating")
  /// It is outside of the requested time.
  package static let outsideOfTime = HistoryFilter("outside of --since and --until")
  /// Another source has it already.
  package static let duplicate = HistoryFilter("known from another source")
  /// The source has recorded it twice.
  package static let recordedTwice = HistoryFilter("recorded twice by its source")
  /// It has a secret, by this rule.
  package static func secret(_ rule: SecretRules.Name) -> HistoryFilter {
    HistoryFilter("secret: \(rule.rawValue)")
  }

  /// The user forgot it.
  package static let forgotten = HistoryFilter("forgotten by you")
  /// A privacy rule of the store, or a pause.
  package static let privacyRule = HistoryFilter("privacy rule", words: "by a privacy rule")
}

/// The reason why a record is malformed and how to fix it, without any text of the record.
package struct HistoryProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// An invalid time.
  package static let time = HistoryProblem("its time is not valid; the record is damaged")
  /// The time of a clock that was not set.
  package static let timeBefore1970 = HistoryProblem(
    "its time is before 1970; the clock was not set when it was written")
  /// A placeholder for an unknown time.
  package static let placeholder = HistoryProblem(
    "its time is a placeholder, like 1 January 1970; the program did not know when it was")
  /// A time in the future.
  package static let future = HistoryProblem(
    "more than a day in the future; check the clock of the device, or --tz")
  /// A line beyond the limit.
  package static let tooLong = HistoryProblem("longer than 1 MiB; this is not a record of a history")
  /// A record without its text.
  package static let empty = HistoryProblem("it has no content; the record is damaged")
  /// A column or member that is missing or has the wrong type.
  package static func field(_ name: String) -> HistoryProblem {
    HistoryProblem("\(name) is missing or of the wrong type; the record is damaged")
  }
}
