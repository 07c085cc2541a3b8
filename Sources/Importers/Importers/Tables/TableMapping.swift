/// The meaning of the columns of a table, or the members of objects in JSON Lines.
///
/// A mapping is a small JSON document; the article on importing has an example. Its names are those
/// in the table.
package struct TableMapping: Sendable, Hashable {
  /// The format of the file.
  package enum Format: Sendable, Hashable {
    /// Comma-separated values by RFC 4180, with a separator, and the column names if the file does
    /// not begin with them.
    case csv(separator: UInt8, header: [String]?)
    /// One object per line; `outer.inner` is a member of an object in it.
    case jsonLines
  }

  /// The format of a time.
  package enum TimeFormat: Sendable, Hashable {
    /// `2024-05-01T08:00:00+02:00`.
    case rfc3339
    /// A number since 1970; seconds may have decimals.
    case number(HistoryUnit)
    /// Local time without an offset, with a pattern of Unicode TR 35: `dd.MM.yyyy HH:mm`.
    case local(pattern: String)
  }

  /// A text that is the same in all rows, or comes from a column after a prefix.
  package enum Text: Sendable, Hashable {
    case constant(String)
    case column(String, prefix: String)

    /// The column, if there is one.
    var column: String? {
      guard case .column(let name, _) = self else { return nil }
      return name
    }
  }

  /// A column, and the values for which a row is dropped.
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
  /// The name of the time zone; by default that of the import.
  package internal(set) var zone: String?
  package internal(set) var activityType: Text
  package internal(set) var title: String?
  /// The columns of the activity's identity, by their keys in `userInfo`.
  package internal(set) var identity: [String: String] = [:]
  package internal(set) var keywords: [String] = []
  /// The columns of the context just before it, by name.
  package internal(set) var context: [String: String] = [:]
  package internal(set) var place: PlaceColumns?
  package internal(set) var duration: String?
  /// The number of duration units in a second.
  package internal(set) var durationsInSecond = 1.0
  package internal(set) var program: Text?
  package internal(set) var device: Text?
  /// The column with a stable name for each row.
  package internal(set) var id: String?
  package internal(set) var drop: [Drop] = []

  /// Returns whether a pattern of Unicode TR 35 has a field for a time zone.
  static func namesZone(_ pattern: String) -> Bool {
    let unquoted = pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) }
    return unquoted.contains { $0.element.contains { "zZOvVXx".contains($0) } }
  }

  /// The columns that every row needs.
  var neededColumns: [String] { [time] + [activityType.column].compactMap { $0 } + identity.values.sorted() }

  /// All mapped columns.
  var columns: [String] {
    let optional = [
      title, place?.latitude, place?.longitude, place?.name, duration, program?.column, device?.column, id,
    ]
    return neededColumns + optional.compactMap { $0 } + keywords + context.values.sorted()
      + drop.map(\.column)
  }
}

/// The reason why a mapping cannot be used: the member, the problem, and how to fix it.
package struct TableMappingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The member as a path: `time.format`; empty for the whole document.
  package let member: String
  package let problem: String

  package init(_ member: String, _ problem: String) { (self.member, self.problem) = (member, problem) }

  package var description: String { member.isEmpty ? problem : "\(member): \(problem)" }
}
