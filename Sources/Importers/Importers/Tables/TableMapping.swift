/// What the columns of a table, or the members of objects in JSON Lines, are of an activity.
///
/// A mapping is a small JSON document; the article on importing has an example. The names in it are
/// the table's own.
package struct TableMapping: Sendable, Hashable {
  /// How the file is written.
  package enum Format: Sendable, Hashable {
    /// Comma-separated values by RFC 4180, with a separator, and the names of the columns if the
    /// file does not begin with them.
    case csv(separator: UInt8, header: [String]?)
    /// An object a line; a member of an object in it is `outer.inner`.
    case jsonLines
  }

  /// How a time is written.
  package enum TimeFormat: Sendable, Hashable {
    /// `2024-05-01T08:00:00+02:00`.
    case rfc3339
    /// A number since 1970; of seconds also with decimals.
    case number(HistoryUnit)
    /// Local time without an offset, in a pattern of Unicode TR 35: `dd.MM.yyyy HH:mm`.
    case local(pattern: String)
  }

  /// A text that is the same in all rows, or stands in a column, behind a beginning.
  package enum Text: Sendable, Hashable {
    case constant(String)
    case column(String, prefix: String)

    /// The column, if there is one.
    var column: String? {
      guard case .column(let name, _) = self else { return nil }
      return name
    }
  }

  /// A column, and the values with which a row is left out.
  package struct Drop: Sendable, Hashable {
    package let column: String
    package let values: Set<String>
  }

  /// The columns of a place.
  package struct PlaceColumns: Sendable, Hashable {
    package let latitude: String
    package let longitude: String
    package let name: String?
  }

  package internal(set) var format = Format.csv(separator: UInt8(ascii: ","), header: nil)
  package internal(set) var time: String
  package internal(set) var timeFormat: TimeFormat
  /// The time zone by name; that of the import unless given.
  package internal(set) var zone: String?
  package internal(set) var activityType: Text
  package internal(set) var title: String?
  /// The columns that make two rows the same activity, by the key in `userInfo`.
  package internal(set) var identity: [String: String] = [:]
  package internal(set) var keywords: [String] = []
  /// The columns of what was known just before, by name.
  package internal(set) var context: [String: String] = [:]
  package internal(set) var place: PlaceColumns?
  package internal(set) var duration: String?
  /// How many of the duration's units make a second.
  package internal(set) var durationsInSecond = 1.0
  package internal(set) var program: Text?
  package internal(set) var device: Text?
  /// The column of a name for each row that never changes.
  package internal(set) var id: String?
  package internal(set) var drop: [Drop] = []

  /// Returns whether a pattern of Unicode TR 35 has a field for a time zone.
  static func namesZone(_ pattern: String) -> Bool {
    let unquoted = pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }
    return unquoted.contains { $0.element.contains { "zZOvVXx".contains($0) } }
  }

  /// The columns without which no row can be read.
  var neededColumns: [String] { [time] + [activityType.column].compactMap { $0 } + identity.values.sorted() }

  /// All columns that are named.
  var columns: [String] {
    let optional = [
      title, place?.latitude, place?.longitude, place?.name, duration, program?.column, device?.column, id,
    ]
    return neededColumns + optional.compactMap { $0 } + keywords + context.values.sorted()
      + drop.map(\.column)
  }
}

/// The reason why a mapping cannot be used: where in it, what, and how to mend it.
package struct TableMappingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The member, as a path: `time.format`; empty for the whole.
  package let member: String
  package let problem: String

  package init(_ member: String, _ problem: String) { (self.member, self.problem) = (member, problem) }

  package var description: String { member.isEmpty ? problem : "\(member): \(problem)" }
}
