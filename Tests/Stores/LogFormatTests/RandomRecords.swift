import Activities
import Foundation
import TestSupport

/// Random records from a seed, with everything that is awkward to write and read.
struct RandomRecords {
  private var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  private mutating func below(_ limit: Int) -> Int { numbers.below(limit) }
  private mutating func coin() -> Bool { numbers.chance(2) }
  private mutating func maybe<Value>(_ make: (inout Self) throws -> Value) rethrows -> Value? {
    coin() ? try make(&self) : nil
  }

  private static let texts = [
    "", "a", "\"", "\\", "\\\"", "/", "\u{0}", "\u{1F}", "\u{7F}", "\n\r\t\u{8}\u{C}", "é", "e\u{301}", "😀",
    "👨‍👩‍👧‍👦", "\u{FFFD}",
    "\u{FEFF}bom", "\u{2028}\u{2029}", "\u{D7FF}\u{E000}", "\u{10FFFF}", "$date", "$object", "{\"$date\":1}",
    "null", "1",
    "a rather long text that no small string can hold", "\\u0000", "日本語", "مرحبا", "\u{202E}abc", "x\u{0}y",
    "#%&=?",
  ]

  private mutating func text() -> String {
    let text = Self.texts[below(Self.texts.count)]
    return below(4) == 0 ? text + Self.texts[below(Self.texts.count)] : text
  }

  private mutating func filledText() -> String { "f" + text() }

  private mutating func double() -> Double {
    let doubles: [Double] = [
      0, -0.0, 1, -1, 0.1, 1e15, 1e16, 1e17, 9_007_199_254_740_992, 9.3e18, -9.3e18, 1.8e19, 1e300, -1e-300,
      .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, .leastNormalMagnitude, .pi,
    ]
    if coin() { return doubles[below(doubles.count)] }
    let number = Double(bitPattern: numbers.next())
    return number.isFinite ? number : 0.5
  }

  private mutating func value(depth: Int) -> ActivityValue {
    switch below(depth > 3 ? 8 : 10) {
    case 0: return .null
    case 1: return .boolean(coin())
    case 2: return .integer([0, -1, .max, .min, Int64(bitPattern: numbers.next())][below(5)])
    case 3: return .double(double())
    case 4: return .string(text())
    case 5: return .date(date())
    case 6: return .data(Data((0..<below(7)).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }))
    case 7:
      let urls = [
        "https://example.org/a?b=c#d", "file:///tmp/x", "mailto:a@example.org", "https://example.org/%C3%A9",
      ]
      return URL(string: urls[below(urls.count)]).map(ActivityValue.url) ?? .null
    case 8: return .array((0..<below(4)).map { _ in value(depth: depth + 1) })
    default: return .object(object(depth: depth + 1))
    }
  }

  private mutating func date() -> Date {
    coin()
      ? Date(timeIntervalSince1970: Double(below(4_000_000_000_000) - 2_000_000_000_000) / 1_000)
      : Date(timeIntervalSinceReferenceDate: double())
  }

  private mutating func object(depth: Int = 0) -> [String: ActivityValue] {
    var object: [String: ActivityValue] = [:]
    for _ in 0..<below(4) { object[text()] = value(depth: depth) }
    return object
  }

  private mutating func scalars() -> [String: ActivityValue] {
    object(depth: 9).filter { $0.value.isScalar }
  }

  private mutating func instant(zoned: Bool = true) throws -> Instant {
    let ends: [Int64] = [
      0, -1, 1, -62_167_132_800_000, 253_402_214_400_000, 1_772_000_000_123, 951_782_399_999,
    ]
    let milliseconds = coin() ? ends[below(ends.count)] : Int64(below(4_000_000_000_000)) - 2_000_000_000_000
    return try Instant(
      milliseconds: milliseconds, offsetMinutes: below(2_879) - 1_439,
      timeZone: zoned && coin() ? text() : nil)
  }

  private mutating func type() -> String { ["org.example.a.b", "x", "org.beispiel.müsik.öffnen"][below(3)] }
  private mutating func keys() -> Set<String> { Set((0..<below(4)).map { _ in text() }) }
  private mutating func user() throws -> UserIdentifier { coin() ? .me : try UserIdentifier(filledText()) }

  /// The next record.
  mutating func record() throws -> LogRecord {
    switch below(5) {
    case 0: .feedback(try feedback())
    case 2: .phrase(try phrase())
    case 1: .deletion(try deletion())
    default: .donation(try donation())
    }
  }

  private mutating func activity() throws -> UserActivity {
    var activity = try UserActivity(
      activityType: type(), title: maybe { $0.text() }, userInfo: object(),
      requiredUserInfoKeys: maybe { $0.keys() })
    activity.subtitle = maybe { $0.text() }
    activity.keywords = keys()
    try activity.setWebpageURL(maybe { _ in URL(string: "https://example.org/?q=%20") }.flatMap { $0 })
    activity.expirationDate = maybe { $0.date() }
    activity.persistentIdentifier = maybe { $0.text() }
    activity.targetContentIdentifier = maybe { $0.text() }
    activity.relatedUniqueIdentifier = maybe { $0.text() }
    activity.suggestedInvocationPhrase = maybe { $0.text() }
    activity.contentAttributes = object()
    activity.isEligibleForPrediction = coin()
    activity.isEligibleForSearch = coin()
    activity.isEligibleForHandoff = coin()
    activity.isEligibleForPublicIndexing = coin()
    activity.runsInBackground = coin()
    activity.effortSaved = maybe { $0.double() }
    if below(3) == 0 { try addRare(to: &activity) }
    return activity
  }

  /// Adds the fields that few activities have.
  private mutating func addRare(to activity: inout UserActivity) throws {
    try activity.setReferrerURL(maybe { _ in URL(string: "http://example.org/%C3%A9#x") }.flatMap { $0 })
    activity.publisher = maybe { $0.text() }
    activity.appEntityIdentifier = maybe { $0.text() }
    activity.shortcutAvailability = ShortcutAvailability(rawValue: UInt8(below(128)))
    activity.interaction = try maybe { try $0.interaction() }
    activity.mapItem = try maybe { try $0.mapItem() }
    if below(8) == 0 {
      let combinations = try (0..<below(5)).map { number in
        try ParameterCombination(
          keys: keys().filter { !$0.isEmpty }.union(["k\(number)"]), title: maybe { $0.filledText() },
          runsInBackground: maybe { $0.coin() })
      }
      try activity.setParameterCombinations(combinations)
    }
  }

  private mutating func interaction() throws -> Interaction {
    var interaction = try Interaction(
      actionName: filledText(), parameters: object(),
      trigger: Interaction.Trigger.allCases[below(Interaction.Trigger.allCases.count)])
    interaction.direction = Interaction.Direction.allCases[below(Interaction.Direction.allCases.count)]
    interaction.handlingStatus =
      Interaction.HandlingStatus.allCases[below(Interaction.HandlingStatus.allCases.count)]
    interaction.identifier = maybe { $0.text() }
    interaction.groupIdentifier = maybe { $0.text() }
    return interaction
  }

  private mutating func mapItem() throws -> MapItem {
    let address = PostalAddress(
      thoroughfare: maybe { $0.text() }, city: maybe { $0.text() }, stateOrProvince: maybe { $0.text() },
      postalCode: maybe { $0.text() }, country: maybe { $0.text() })
    let place = try maybe {
      try Place(
        latitude: Double($0.below(181)) - 90, longitude: Double($0.below(361)) - 180,
        horizontalAccuracy: $0.maybe { abs($0.double()) }, name: $0.maybe { $0.text() })
    }
    return try MapItem(
      name: filledText(), address: address, place: place, phoneNumber: maybe { $0.text() },
      url: maybe { _ in URL(string: "geo:1,2") }.flatMap { $0 })
  }

  private mutating func donation() throws -> Donation {
    let place = try maybe {
      try Place(
        latitude: Double($0.below(180_001)) / 1_000 - 90,
        longitude: [-180, 180, -0.0, 13.4050123][$0.below(4)],
        horizontalAccuracy: $0.maybe { abs($0.double()) }, name: $0.maybe { $0.text() })
    }
    var details = Donation.Details()
    details.externalIdentifier = maybe { $0.filledText() }
    details.program = maybe { $0.filledText() }
    details.device = maybe { $0.filledText() }
    details.duration = maybe { abs($0.double()) }
    details.timePrecision = TimePrecision.allCases[below(3)]
    details.source = [.user, .suggestion, .imported(from: filledText())][below(3)]
    details.additionalFields = object()
    return try Donation(
      of: activity(), by: user(), in: Context(at: instant(), place: place, attributes: scalars()),
      details: details)
  }

  private mutating func feedback() throws -> Feedback {
    let shown = try (0..<below(4)).map { _ in
      try Feedback.Impression(
        activityType: type(), userInfo: object(), requiredUserInfoKeys: maybe { $0.keys() },
        probability: maybe { Double($0.below(1_001)) / 1_000 })
    }
    return try Feedback(
      by: user(), at: instant(), suggestion: maybe { $0.text() }, shown: shown,
      chosen: shown.isEmpty ? nil : maybe { $0.below(shown.count) },
      verdict: Feedback.Verdict.allCases[below(Feedback.Verdict.allCases.count)],
      scope: Feedback.Scope.allCases[below(Feedback.Scope.allCases.count)],
      surface: maybe { Surface.allCases[$0.below(Surface.allCases.count)] },
      horizon: maybe { Double($0.below(10_000)) / 4 }, additionalFields: object())
  }

  private mutating func phrase() throws -> OwnPhrase {
    try OwnPhrase(
      by: user(), at: instant(), activityType: type(), userInfo: object(),
      requiredUserInfoKeys: maybe { $0.keys() }, title: maybe { $0.text() }, phrase: maybe { $0.text() },
      additionalFields: object())
  }

  private mutating func deletion() throws -> Deletion {
    var criteria = Deletion.Criteria()
    criteria.all = coin()
    criteria.activityType = maybe { $0.type() }
    criteria.externalIdentifier = maybe { $0.text() }
    criteria.persistentIdentifier = maybe { $0.text() }
    criteria.program = maybe { $0.text() }
    criteria.relatedUniqueIdentifier = maybe { $0.text() }
    criteria.identity = maybe { ActivityIdentity(rawValue: UInt128($0.below(1 << 30))) }
    criteria.donation = maybe { DonationIdentifier(rawValue: UInt128($0.below(1 << 30)) << 90) }
    criteria.userInfoKey = maybe { $0.text() }
    criteria.text = maybe { "word " + $0.text() }
    criteria.site = maybe { Site("s\($0.below(9)).bücher.example") } ?? nil
    criteria.siteKind = maybe { SiteKind.allCases[$0.below(SiteKind.allCases.count)] }
    criteria.folder = maybe { "/home/ada/f\($0.below(9)) ü" }
    criteria.expiredBy = try maybe { try $0.instant(zoned: false) }
    criteria.area = try maybe { numbers in
      try Deletion.Area(
        latitude: Double(numbers.below(181) - 90), longitude: Double(numbers.below(361) - 180) / 3,
        within: Double(numbers.below(10_000)) / 7)
    }
    criteria.since = try maybe { try $0.instant(zoned: false) }
    criteria.until = try maybe { try $0.instant(zoned: false) }
    if criteria == Deletion.Criteria() { criteria.all = true }
    return try Deletion(
      by: user(), at: instant(), matching: criteria, origin: coin() ? .user : .program,
      additionalFields: object())
  }

  /// Returns a line with some bytes overwritten, removed or inserted, or truncated.
  mutating func damage(_ line: [UInt8]) -> [UInt8] {
    var bytes = line
    let marks = Array("{}[]\",:\\0-eE.ntfu$ \u{0}".utf8) + [0x80, 0xC3, 0xFF]
    for _ in 0...below(3) where !bytes.isEmpty {
      let position = below(bytes.count)
      switch below(4) {
      case 0: bytes[position] = marks[below(marks.count)]
      case 1: bytes.remove(at: position)
      case 2: bytes.insert(marks[below(marks.count)], at: position)
      default:
        if below(8) == 0 {
          bytes.removeSubrange(position...)
        } else {
          bytes[position] ^= 1 << UInt8(below(8))
        }
      }
    }
    return bytes
  }
}
