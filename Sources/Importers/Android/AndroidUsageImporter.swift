internal import Activities
internal import Foundation

/// What Android tells of the use of a device in the last day: the text that `adb shell dumpsys usagestats` prints.
///
/// The same events stand in it several times, in blocks for the day, the week and more. One block of each user is read: "Last 24 hour events", or
/// where a user has none the first block of events. Importing such a text every day makes a history of months.
///
/// - `ACTIVITY_RESUMED`: a program came to the front, ``ApplicationUse``. Its screens that follow one another are one use, until another program comes,
///   or the device is locked or dark; the duration is that up to its last `ACTIVITY_PAUSED` or `ACTIVITY_STOPPED`.
/// - `SHORTCUT_INVOCATION`: a shortcut of a program. Type: `app.action`; identity: the program (`app`) and the shortcut (`shortcut`).
/// - Program: the package. Dropped: all other events, classes, and totals.
///
/// Times are local and have no offset: without the zone in which the device was (`--tz`) they are wrong.
package struct AndroidUsageImporter: HistoryImporter {
  package let name = "android-usage"
  package let summary = "the use of programs on an Android device (`adb shell dumpsys usagestats`)"
  package let locations = [HistoryLocation.home("usagestats.txt")]
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.local

  package init() {}

  private static let user = Array("user=".utf8)
  /// The beginnings of lines before blocks of events.
  private static let blocks = ["Last 24 hour events", "In-memory daily stats"].map { Array($0.utf8) }
  static let sameUse = HistoryFilter("another screen of the same use")
  private static let ends: Set<String> = [
    "SCREEN_NON_INTERACTIVE", "KEYGUARD_SHOWN", "DEVICE_SHUTDOWN", "DEVICE_STARTUP",
  ]

  package func recognition(of file: HistoryFile) throws -> HistoryRecognition {
    guard file.isText else { return .foreign }
    var (hasUser, hasBlock) = (false, false)
    for line in file.head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = line.drop { $0 <= 0x20 }
      if text.starts(with: Self.user) {
        hasUser = hasUser || text.dropFirst(Self.user.count).first.map { (0x30...0x39).contains($0) } ?? false
      } else {
        hasBlock = hasBlock || Self.blocks.contains { text.starts(with: $0) }
      }
    }
    return hasUser && hasBlock ? .certain : .foreign
  }

  package func read(
    _ file: HistoryFile, _ settings: HistorySettings, receive: (HistoryRecord) throws -> Void
  ) throws {
    var usersOfLastDay: Set<String> = []
    try Self.forEachBlock(of: file) { user, isLastDay, _, _, _ in
      if isLastDay { usersOfLastDay.insert(user) }
    }
    var front: Use?
    func flush() throws {
      guard let use = front else { return }
      front = nil
      try receive(HistoryRecord(use.content(), at: .line(use.line)))
    }
    try Self.forEachBlock(of: file) { user, isLastDay, block, number, line in
      guard isLastDay || (!usersOfLastDay.contains(user) && block == 1) else { return }
      guard let line else { return try receive(HistoryRecord(.malformed(.tooLong), at: .line(number))) }
      guard let event = Event(line) else { return }
      if Self.ends.contains(event.type) { return try flush() }
      if event.type == "ACTIVITY_PAUSED" || event.type == "ACTIVITY_STOPPED" {
        if front?.user == user, front?.package == event.package { front?.end = try? event.time(settings) }
        return
      }
      guard event.type == "ACTIVITY_RESUMED" || event.type == "SHORTCUT_INVOCATION" else { return }
      let isResumed = event.type == "ACTIVITY_RESUMED"
      if isResumed, let use = front, use.user == user, use.package == event.package {
        return try receive(HistoryRecord(.filtered(Self.sameUse), at: .line(number)))
      }
      try flush()
      do {
        guard let package = event.package else { throw HistoryProblem.field("package") }
        try ApplicationUse.check(package)
        let time = try event.time(settings)
        if isResumed {
          front = Use(user: user, package: package, start: time, line: number)
        } else {
          let found = try Self.shortcut(event.shortcut, of: package, at: time)
          try receive(HistoryRecord(.activity(found), at: .line(number)))
        }
      } catch let problem as HistoryProblem {
        try receive(HistoryRecord(.malformed(problem), at: .line(number)))
      }
    }
    try flush()
  }

  /// Goes through the events: with the user, whether the block is that of the last day, and how many blocks of the user have begun.
  private static func forEachBlock(
    of file: HistoryFile,
    _ receive: (_ user: String, _ isLastDay: Bool, _ block: Int, _ line: Int, _ bytes: [UInt8]?) throws ->
      Void
  ) throws {
    var (user, isLastDay, isInside, block) = ("", false, false, 0)
    try file.forEachLine { number, bytes in
      guard let bytes else {
        if isInside { try receive(user, isLastDay, block, number, nil) }
        return
      }
      let text = bytes.drop { $0 == 0x20 || $0 == 0x09 }
      if text.starts(with: "user=".utf8) {
        (user, isLastDay, isInside, block) = (HistoryText.decoded(text.prefix(32)), false, false, 0)
      } else if text.starts(with: "Last 24 hour events".utf8) {
        (isLastDay, isInside, block) = (true, true, block + 1)
      } else if text.starts(with: "events".utf8) {
        (isLastDay, isInside, block) = (false, true, block + 1)
      } else if text.starts(with: "time=".utf8) {
        if isInside { try receive(user, isLastDay, block, number, bytes) }
      } else if !text.isEmpty {
        isInside = false
      }
    }
  }

  private static func shortcut(
    _ shortcut: String?, of package: String, at time: Instant
  ) throws -> HistoryActivity {
    guard let shortcut, (1...255).contains(shortcut.utf8.count) else {
      throw HistoryProblem.field("shortcutId")
    }
    let name = ApplicationUse.name(of: package)
    do {
      var activity = try UserActivity(
        activityType: ImportedActivityType.action, title: "Shortcut of \(name)",
        userInfo: ["app": .string(package), "shortcut": .string(shortcut)],
        requiredUserInfoKeys: ["app", "shortcut"])
      if SecretRules().firstMatch(in: shortcut, kind: .title) != nil {
        activity.userInfo["shortcut"] = nil
        activity.requiredUserInfoKeys = ["app"]
      } else if let words = shortcut.asTitle(upTo: 60) {
        activity.title = "\(name): \(words)"
      }
      activity.keywords = [name]
      var found = HistoryActivity(activity, at: .exact(time))
      found.program = package
      return found
    } catch { throw HistoryProblem("\(error)") }
  }

  /// A program in front.
  private struct Use {
    let user: String
    let package: String
    let start: Instant
    let line: Int
    var end: Instant?

    func content() -> HistoryRecord.Content {
      guard !ApplicationUse.isPassedThrough(package) else { return .filtered(ApplicationUse.passedThrough) }
      do {
        var found = HistoryActivity(try ApplicationUse.activity(of: package), at: .exact(start))
        found.program = package
        if let end, end.milliseconds > start.milliseconds { found.duration = end.seconds(since: start) }
        return .activity(found)
      } catch { return .malformed(HistoryProblem("\(error)")) }
    }
  }

  /// A line of a block.
  private struct Event {
    let type: String
    let package: String?
    let shortcut: String?
    private let stamp: String

    init?(_ line: [UInt8]) {
      let text = HistoryText.decoded(line.prefix(8_192))
      guard let stamp = Self.stamp(in: text), let type = Self.value("type", in: text) else { return nil }
      (self.stamp, self.type) = (stamp, type)
      (package, shortcut) = (Self.value("package", in: text), Self.value("shortcutId", in: text))
    }

    /// Returns the first time in a line: digits, perhaps with signs between them, behind `time=` and perhaps a quote.
    private static func stamp(in text: String) -> String? {
      var rest = text[...]
      while let start = rest.firstRange(of: "time=")?.upperBound {
        rest = rest[start...]
        let value = rest.first == "\"" ? rest.dropFirst() : rest
        let sign = value.prefix { $0 == "-" }.prefix(1)
        let run = value.dropFirst(sign.count).prefix { isDigit($0) || [" ", ":", "-"].contains($0) }
        guard let last = run.lastIndex(where: isDigit), let first = run.first, isDigit(first),
          last > run.startIndex
        else { continue }
        return String(sign + run[...last])
      }
      return nil
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func value(_ key: String, in text: String) -> String? {
      guard let start = text.firstRange(of: " \(key)=")?.upperBound else { return nil }
      let value = text[start...].prefix { $0 != " " && $0 != "\r" }
      return value.isEmpty ? nil : String(value)
    }

    /// Returns the instant of the local time, or of milliseconds since 1970, as some versions print.
    func time(_ settings: HistorySettings) throws(HistoryProblem) -> Instant {
      if let milliseconds = Int64(stamp) { return try settings.instant(milliseconds: milliseconds) }
      let local: Instant
      do {
        local = try Instant(rfc3339: stamp.replacing(" ", with: "T") + "Z")
      } catch { throw .time }
      // The offset of a first guess is off by an hour near a change of the clocks only.
      func offset(_ milliseconds: Int64) -> Int64 {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        return Int64(settings.zone.secondsFromGMT(for: date)) * 1_000
      }
      let guess = local.milliseconds - offset(local.milliseconds)
      return try settings.instant(milliseconds: local.milliseconds - offset(guess))
    }
  }
}
