internal import Activities
internal import Foundation

/// The table of one activity type, with a row per donation, a column per userInfo key, and numbers
/// for values.
///
/// Values are numbered by their canonical form, separately for each user: another user's value is
/// not a repetition.
struct LintTable {
  /// The maximum number of measured donations per type; the rest are only counted.
  ///
  /// 20,000: shares are known to within 0.7 % then, and a type of eight keys takes 2 MB.
  static let mostRows = 20_000
  /// The maximum number of measured keys per type.
  ///
  /// 64: more than any form has fields; only a program that makes keys out of values exceeds it.
  static let mostKeys = 64
  /// No value.
  static let absent: UInt32 = 0

  /// A Boolean value that tells whether donations count as if they declared no required keys.
  let isWithheld: Bool
  private(set) var donations = 0
  private(set) var rows = 0
  private(set) var users: [UserIdentifier: UInt32] = [:]
  /// The user of each row.
  private(set) var owners: [UInt32] = []
  private(set) var keys: [String: LintColumn] = [:]
  private(set) var skippedKeys = false
  /// The identity of each row, as it was declared.
  private(set) var identities = LintColumn()
  /// The title of each row.
  private(set) var titles = LintColumn()
  private(set) var missingTitles = 0
  private(set) var persistentIdentifiers = 0
  /// The declared sets of required keys, with their numbers of donations; `nil` for none.
  private(set) var declarations: [Set<String>?: Int] = [:]
  /// The number of times that a required key had no value.
  private(set) var missingRequired: [String: Int] = [:]
  private(set) var phrases: [PhraseFault: Int] = [:]

  init(isWithheld: Bool) {
    self.isWithheld = isWithheld
  }

  mutating func count(_ donation: Donation) {
    donations += 1
    var activity = donation.activity
    let declared = activity.requiredUserInfoKeys
    if isWithheld { activity.requiredUserInfoKeys = nil }
    declarations[activity.requiredUserInfoKeys, default: 0] += 1
    for key in activity.requiredUserInfoKeys ?? [] where activity.userInfo[key] == nil {
      missingRequired[key, default: 0] += 1
    }
    if activity.title?.isEmpty ?? true { missingTitles += 1 }
    if activity.persistentIdentifier != nil { persistentIdentifiers += 1 }
    for fault in PhraseFault.faults(of: activity.suggestedInvocationPhrase) {
      phrases[fault, default: 0] += 1
    }
    guard rows < Self.mostRows else { return }
    let user = users[donation.user] ?? UInt32(users.count + 1)
    users[donation.user] = user
    owners.append(user)
    for (key, value) in activity.userInfo {
      guard keys[key] != nil || keys.count < Self.mostKeys else {
        skippedKeys = true
        continue
      }
      var column = keys.removeValue(forKey: key) ?? LintColumn()
      column.append(value, of: user, row: rows)
      if activity.requiredUserInfoKeys?.contains(key) ?? true { column.inIdentity += 1 }
      if declared?.contains(key) ?? true { column.declared += 1 }
      if let title = activity.title, case .string(let text) = value, text == title { column.equalsTitle += 1 }
      // A time that gives only the order is not near any other.
      if donation.details.timePrecision != .order, value.isNear(donation.context.instant) {
        column.timestamps += 1
      }
      keys[key] = column
    }
    let identity = isWithheld ? activity.identity : donation.identity
    identities.append(identity: identity, of: user, row: rows)
    if let title = activity.title { titles.append(.string(title), of: user, row: rows) }
    rows += 1
  }

  /// Returns the code of a key's value in a row.
  func code(_ key: String, _ row: Int) -> UInt32 { keys[key]?.code(row) ?? Self.absent }
}

/// The values of one key, row by row, as numbers.
struct LintColumn {
  private struct Value: Hashable {
    let user: UInt32
    let identity: ActivityIdentity
  }

  private var numbers: [Value: UInt32] = [:]
  private var codes: [UInt32] = []
  /// The values of all users, to see whether it ever varies.
  private var first: ActivityIdentity?
  private(set) var varies = false
  private(set) var count = 0
  private(set) var identifiers = 0
  private(set) var words = 0
  private var owners: Set<UInt32> = []
  /// The number of donations with it in their identity.
  var inIdentity = 0
  /// The number by declaration, even if that is withheld.
  var declared = 0
  var timestamps = 0
  var equalsTitle = 0

  /// The number of values, counted per user.
  var distinct: Int { numbers.count }

  func code(_ row: Int) -> UInt32 { row < codes.count ? codes[row] : LintTable.absent }

  mutating func append(_ value: ActivityValue, of user: UInt32, row: Int) {
    append(identity: ActivityIdentity(activityType: "", userInfo: ["": value]), of: user, row: row)
    if value.looksLikeIdentifier { identifiers += 1 }
    if case .string(let text) = value, text.contains(where: \.isWhitespace) { words += 1 }
  }

  mutating func append(identity: ActivityIdentity, of user: UInt32, row: Int) {
    if let first { varies = varies || first != identity } else { first = identity }
    let named = Value(user: user, identity: identity)
    let number = numbers[named] ?? UInt32(numbers.count + 1)
    numbers[named] = number
    while codes.count < row { codes.append(LintTable.absent) }
    codes.append(number)
    count += 1
    owners.insert(user)
  }

  /// The number of values that could have repeated an earlier one, and how many did.
  var repetition: RepetitionTest {
    RepetitionTest(trials: count - owners.count, repeats: count - distinct)
  }

  /// Shannon's entropy of the values of one user in bits, averaged over users by their values.
  func entropy(owners: [UInt32]) -> Double {
    var counts = [Int](repeating: 0, count: distinct + 1)
    var perUser: [UInt32: Int] = [:]
    for (row, code) in codes.enumerated() where code != LintTable.absent {
      counts[Int(code)] += 1
      perUser[owners[row], default: 0] += 1
    }
    // sum over users of n log2 n, less that over values: n times the entropy, in an order that is
    // always the same.
    let users = perUser.values.sorted().reduce(0.0) { $0 + Double($1) * log2(Double($1)) }
    let values = counts.reduce(0.0) { $0 + ($1 > 0 ? Double($1) * log2(Double($1)) : 0) }
    return count > 0 ? max(0, users - values) / Double(count) : 0
  }
}

extension ActivityValue {
  /// The maximum distance of a timestamp from the donation's own time, in seconds: two days,
  /// because a clock or zone may be off by one.
  private static let nearness = 172_800.0
  /// The minimum number of hexadecimal digits of a generated identifier.
  private static let fewestDigits = 16

  /// Returns whether a value is a moment near its donation's time: a date, a text with date and
  /// time, or seconds or milliseconds since 1970.
  func isNear(_ instant: Instant) -> Bool {
    let now = Double(instant.milliseconds) / 1_000
    func isNear(_ seconds: Double) -> Bool { abs(seconds - now) <= Self.nearness }
    return switch self {
    case .date(let date): isNear(date.timeIntervalSince1970)
    case .integer(let number): isNear(Double(number)) || isNear(Double(number) / 1_000)
    case .double(let number): isNear(number) || isNear(number / 1_000)
    case .string(let text):
      if let moment = (try? Instant(rfc3339: text)) ?? (try? Instant(rfc3339: text + "Z")) {
        isNear(Double(moment.milliseconds) / 1_000)
      } else {
        (10...16).contains(text.utf8.count)
          && (Double(text).map { isNear($0) || isNear($0 / 1_000) } ?? false)
      }
    case .null, .boolean, .data, .url, .array, .object: false
    }
  }

  /// A Boolean value that tells whether it looks generated: a UUID, or at least sixteen hexadecimal
  /// digits.
  var looksLikeIdentifier: Bool {
    guard case .string(let text) = self else { return false }
    if UUID(uuidString: text) != nil { return true }
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    return digits.count >= Self.fewestDigits
      && digits.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
      } && digits.contains { $0 <= UInt8(ascii: "9") }
  }
}

/// A fault of a phrase that a program suggests.
enum PhraseFault: String, CaseIterable {
  case long, wakeWord

  /// It has more words than people say without a pause.
  static let mostWords = 8
  /// The number of letters that fit on one line of a small display.
  static let mostCharacters = 50
  /// The wake words of other assistants, which would take the rest.
  static let wakeWords = ["hey siri", "siri", "alexa", "ok google", "okay google", "hey google", "hey hunch"]

  static func faults(of phrase: String?) -> [PhraseFault] {
    guard let phrase else { return [] }
    var faults: [PhraseFault] = []
    let words = phrase.lowercased().split { !$0.isLetter && !$0.isNumber }
    if words.count > mostWords || phrase.count > mostCharacters { faults.append(.long) }
    let said = words.joined(separator: " ") + " "
    if wakeWords.contains(where: { said.hasPrefix($0 + " ") }) { faults.append(.wakeWord) }
    return faults
  }
}
