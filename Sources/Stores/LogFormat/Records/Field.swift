internal import Activities

/// A name with a meaning in the format, and its number.
protocol FieldKey {
  var number: Int { get }
  var name: String { get }
}

/// The names that records read one by one, rather than through a table of fields.
///
/// The name in the log is the name of the case, except for ``withinSeconds``, whose name is the
/// same as in answers.
enum Field: Int, CaseIterable, FieldKey {
  case v, type, user, time, timeZone, activityType, title, userInfo, requiredUserInfoKeys
  case suggestion, shown, chosen, verdict, scope, surface, withinSeconds
  case latitude, longitude, horizontalAccuracy, name, probability
  case program, near, within, origin, phrase

  var number: Int { rawValue }
  var name: String { self == .withinSeconds ? "within_seconds" : String(describing: self) }
}

/// The fields of a record, each with the number of its name.
struct RecordTable<Root>: Sendable {
  /// A row: a field, and the key of its name.
  struct Row: Sendable, FieldKey {
    let field: LogField<Root>
    let number: Int
    var name: String { field.name }
  }

  let rows: [Row]
  /// The names of the rows.
  let names: FieldSet

  init(_ fields: [LogField<Root>]) {
    let numbers = FieldTable.shared.numbers(of: fields.map(\.name))
    rows = zip(fields, numbers).map { Row(field: $0, number: $1) }
    names = FieldSet(numbers)
  }
}

extension RecordTable<UserActivity> {
  static let common = RecordTable(UserActivity.fields)
  /// The fields that few activities have, so that other activities need only one check.
  static let rare = RecordTable(UserActivity.rareFields)
}

extension RecordTable<OpenDonation> {
  static let donation = RecordTable(OpenDonation.fields)
}

extension RecordTable<Deletion.Criteria> {
  static let criteria = RecordTable(Deletion.Criteria.fields)
}

/// A set of fields, as bits.
struct FieldSet: Equatable {
  /// The maximum number of fields in a set, and in ``Members``.
  static let capacity = 128

  private var bits: UInt128 = 0

  init(_ fields: Field...) { self.init(fields.map(\.number)) }

  init(_ numbers: [Int] = []) { for number in numbers { insert(number) } }

  /// Adds the field with a number.
  ///
  /// - Precondition: The number is less than ``capacity``.
  mutating func insert(_ number: Int) {
    precondition(number >= 0 && number < Self.capacity, "more fields than a set has room for")
    bits |= 1 << UInt128(number)
  }

  /// Returns whether the field with a number is in the set.
  func contains(_ number: Int) -> Bool { bits >> UInt128(number) & 1 == 1 }

  /// Returns whether a field is in both sets.
  func intersects(_ other: FieldSet) -> Bool { bits & other.bits != 0 }

  /// Returns whether all of its fields are in another set.
  func isSubset(of other: FieldSet) -> Bool { bits & ~other.bits == 0 }

  func union(_ other: FieldSet) -> FieldSet {
    var union = self
    union.bits |= other.bits
    return union
  }

  /// The fields of every record.
  private static let record = FieldSet(.v, .type, .user, .time, .timeZone)

  /// Every field of an activity.
  static let activity = FieldSet(.activityType).union(RecordTable.common.names).union(RecordTable.rare.names)

  /// Every field of a donation; other names in a line are kept as they are.
  static let donation = record.union(activity).union(RecordTable.donation.names)

  /// Every field of a place.
  static let location = FieldSet(.latitude, .longitude, .horizontalAccuracy, .name)

  /// Every field of feedback.
  static let feedback = record.union(
    FieldSet(.suggestion, .shown, .chosen, .verdict, .scope, .surface, .withinSeconds))

  /// Every field of a deletion.
  static let deletion = record.union(RecordTable.criteria.names).union(
    FieldSet(.userInfo, .requiredUserInfoKeys, .within, .origin))

  /// Every field of a user's own phrase.
  static let phrase = record.union(
    FieldSet(.activityType, .userInfo, .requiredUserInfoKeys, .title, .phrase))

  /// Every field that hints share with donations.
  static let hint = FieldSet(.v, .type, .program).union(activity)
}
