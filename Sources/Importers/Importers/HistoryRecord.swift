package import Activities

/// A record of a history as an importer reads it, and where it stands.
package struct HistoryRecord: Sendable {
  /// What became of a record.
  package enum Content: Sendable {
    /// The user did something.
    case activity(HistoryActivity)
    /// It is left out on purpose; which rule says so, in a word or two: "deleted", "private
    /// window".
    case filtered(HistoryFilter)
    /// It makes no sense.
    case malformed(HistoryProblem)
  }

  package let position: HistoryPosition
  package let content: Content

  package init(_ content: Content, at position: HistoryPosition) {
    (self.content, self.position) = (content, position)
  }
}

/// The place of a record in its history.
package enum HistoryPosition: Hashable, Sendable, CustomStringConvertible {
  /// A line of a text, counted from 1.
  case line(Int)
  /// A row of a table, by its number in the database.
  case row(Int64, table: String)
  /// The record so many from the beginning, counted from 1, of formats that have no lines.
  case record(Int)

  package var description: String {
    switch self {
    case .line(let number): "\(number)"
    case .row(let number, let table): "\(table) row \(number)"
    case .record(let number): "record \(number)"
    }
  }
}

/// Something that the user did, as a history tells it.
package struct HistoryActivity: Sendable {
  /// The activity, at the level that the importer has decided on.
  package var activity: UserActivity
  /// The time.
  package var time: HistoryTime
  /// The place, where it is known.
  package var place: Place?
  /// What was known just before, by name; scalars only, and never an outcome.
  package var attributes: [String: ActivityValue] = [:]
  /// The duration in seconds.
  package var duration: Double?
  /// The program that was used.
  package var program: String?
  /// The device.
  package var device: String?
  /// The history's own name for the record, if it has one that never changes.
  ///
  /// Without it a record is known again by its time, its activity, and how many equal ones are
  /// before it.
  package var key: String?
  /// A Boolean value that indicates whether it is a command that was typed into a shell, as the
  /// shell's own history has it.
  var isFromShell = false
  /// A Boolean value that indicates whether it is a command that is dangerous to repeat.
  var isDangerous = false
  /// The rule by which something was taken out of the activity that would otherwise be kept beside
  /// it.
  package var withheld: HistoryFilter?

  package init(_ activity: UserActivity, at time: HistoryTime) {
    (self.activity, self.time) = (activity, time)
  }
}

/// The time of a record.
package enum HistoryTime: Hashable, Sendable {
  /// It happened then.
  case exact(Instant)
  /// It happened on that local day; when, nobody knows.
  case day(Instant)
  /// Nobody knows when; it stands between its neighbours.
  case order
}

/// A rule by which a record, or a part of one, is left out; records are counted by it and never
/// shown.
package struct HistoryFilter: Hashable, Sendable, CustomStringConvertible {
  /// The name that programs read, like `deleted`; it never changes.
  package let description: String
  /// The same for people.
  package let words: String

  package init(_ name: String, words: String? = nil) { (description, self.words) = (name, words ?? name) }

  package static func == (one: Self, other: Self) -> Bool { one.description == other.description }

  package func hash(into hasher: inout Hasher) { hasher.combine(description) }

  /// The program itself marks it as deleted.
  package static let deleted = HistoryFilter("deleted")
  /// A private window, or marked as private.
  package static let isPrivate = HistoryFilter("private")
  /// Another program did it on the user's behalf.
  package static let agent = HistoryFilter("run by an agent")
  /// It was mistyped: there was nothing of the name.
  package static let notFound = HistoryFilter("command not found")
  /// Nothing that anybody would want to do again.
  package static let trivial = HistoryFilter("nothing to do again", words: "not worth repeating")
  /// It lies outside of the time that was asked for.
  package static let outsideOfTime = HistoryFilter("outside of --since and --until")
  /// Another source has it already.
  package static let duplicate = HistoryFilter("known from another source")
  /// The source has recorded it twice.
  package static let recordedTwice = HistoryFilter("recorded twice by its source")
  /// A secret, by the rule that hits.
  package static func secret(_ rule: SecretRules.Name) -> HistoryFilter {
    HistoryFilter("secret: \(rule.rawValue)")
  }

  /// The user forgot it.
  package static let forgotten = HistoryFilter("forgotten by you")
  /// A privacy rule of the store, or a pause.
  package static let privacyRule = HistoryFilter("privacy rule", words: "by a privacy rule")
}

/// Why a record makes no sense, and how to mend it; nothing of the record is in it.
package struct HistoryProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// A time that cannot be one.
  package static let time = HistoryProblem("its time is not valid; the record is damaged")
  /// A time of a clock that was not set.
  package static let timeBefore1970 = HistoryProblem(
    "its time is before 1970; the clock was not set when it was written")
  /// A time that stands for none.
  package static let placeholder = HistoryProblem(
    "its time is a placeholder, like 1 January 1970; the program did not know when it was")
  /// A time that is still to come.
  package static let future = HistoryProblem(
    "more than a day in the future; check the clock of the device, or --tz")
  /// A line beyond the limit.
  package static let tooLong = HistoryProblem("longer than 1 MiB; this is not a record of a history")
  /// A record without the text that it is about.
  package static let empty = HistoryProblem("it has no content; the record is damaged")
  /// A column or member that is absent or of another type.
  package static func field(_ name: String) -> HistoryProblem {
    HistoryProblem("\(name) is missing or of the wrong type; the record is damaged")
  }
}
