internal import Activities
internal import Foundation

/// The use of an Android device in the last day: the text that `adb shell dumpsys usagestats`
/// prints.
///
/// The text contains the same events several times, in blocks for the day, the week and longer
/// periods. One block is read per user: "Last 24 hour events", or the first block of events if
/// there is none. Importing such a text every day builds a history of months.
///
/// - `ACTIVITY_RESUMED`, before Android 10 `MOVE_TO_FOREGROUND` (``AndroidEvent``): a program came
///   to the front, ``ApplicationUse``. Its consecutive screens are one use (``FrontProgram``),
///   which ends when the last one goes to the background.
/// - `SHORTCUT_INVOCATION`: a shortcut of a program. Type: `app.action`; identity: the program
///   (`app`) and the shortcut (`shortcut`).
/// - Program: the package. Dropped: all other known events, classes and totals.
///
/// Times are local without an offset, so the device's zone is needed (`--tz`). Old versions write
/// them in the format of the device's language (``NumericMoment``).
package struct AndroidUsageImporter: HistoryImporter {
  package let name = "android-usage"
  package var aliases: [String: any HistoryImporter] { ["usagestats": self] }
  package let summary = "the use of programs on an Android device (`adb shell dumpsys usagestats`)"
  package let locations = [HistoryLocation.home("usagestats.txt")]
  package let basis = HistoryBasis.schema
  package let clock = HistoryClock.local

  package init() {}

  private static let user = Array("user=".utf8)
  /// The beginnings of lines before blocks of events.
  private static let blocks = ["Last 24 hour events", "In-memory daily stats"].map { Array($0.utf8) }
  static let sameUse = FrontProgram.sameUse

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
    var order = NumericDateOrder()
    try Self.forEachBlock(of: file) { user, isLastDay, _, _, line in
      if isLastDay { usersOfLastDay.insert(user) }
      if let line, let date = Event(line)?.moment?.date { order.note(date) }
    }
    var front = FrontProgram()
    try Self.forEachBlock(of: file) { user, isLastDay, block, number, line in
      guard isLastDay || (!usersOfLastDay.contains(user) && block == 1) else { return }
      let position = HistoryPosition.line(number)
      guard let line else { return try receive(HistoryRecord(.malformed(.tooLong), at: position)) }
      let records: [HistoryRecord]
      do throws(HistoryProblem) {
        records = try Self.take(Event(line), of: user, at: position, &front, order, settings)
      } catch { records = [HistoryRecord(.malformed(error), at: position)] }
      for record in records { try receive(record) }
    }
    if let last = front.end() { try receive(last) }
  }

  /// Takes an event; returns the use that it ends, and its own content.
  private static func take(
    _ event: Event?, of user: String, at position: HistoryPosition, _ front: inout FrontProgram,
    _ order: NumericDateOrder, _ settings: HistorySettings
  ) throws(HistoryProblem) -> [HistoryRecord] {
    guard let event else { throw strangeLine }
    guard let kind = AndroidEvent(event.type) else { throw AndroidEvent.unknown }
    switch kind {
    case .other: return []
    case .end: return [front.end()].compactMap(\.self)
    case .back:
      front.pause(event.package, of: user, at: try? event.time(order, settings))
      return []
    case .front, .shortcut:
      guard let package = event.package else { throw .field("package") }
      try ApplicationUse.check(package)
      let time = try event.time(order, settings)
      if kind == .front {
        return [front.resume(package, of: user, at: time, position)].compactMap(\.self)
      }
      let found = try shortcut(event.shortcut, of: package, at: time)
      return [front.end(), HistoryRecord(.activity(found), at: position)].compactMap(\.self)
    }
  }

  private static let strangeLine = HistoryProblem(
    "its time or type is missing; the record is damaged")

  /// Goes through the events, with the user, whether the block is for the last day, and the number
  /// of blocks of the user so far.
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
      } else if text.starts(with: "time=".utf8) || (isInside && Self.isEvent(text)) {
        if isInside { try receive(user, isLastDay, block, number, bytes) }
      } else if !text.isEmpty {
        isInside = false
      }
    }
  }

  /// Returns whether a line without a time at its beginning is an event rather than a heading.
  private static func isEvent(_ line: some Collection<UInt8>) -> Bool {
    let text = HistoryText.decoded(line.prefix(256))
    return text.hasPrefix("type=") || text.contains(" type=")
  }

  private static func shortcut(
    _ shortcut: String?, of package: String, at time: Instant
  ) throws(HistoryProblem) -> HistoryActivity {
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

  /// A line of a block.
  private struct Event {
    let type: String
    let package: String?
    let shortcut: String?
    /// The text of the time.
    private let stamp: String

    init?(_ line: [UInt8]) {
      let text = HistoryText.decoded(line.prefix(8_192))
      guard let stamp = Self.stamp(in: text), let type = Self.value("type", in: text) else { return nil }
      (self.stamp, self.type) = (stamp, type)
      (package, shortcut) = (Self.value("package", in: text), Self.value("shortcutId", in: text))
    }

    /// The time in the format of a language, if it has one.
    var moment: NumericMoment? { isSimple ? nil : NumericMoment(stamp) }

    /// A Boolean value that indicates whether the time is a number, or in the usual format since
    /// Android 7.
    private var isSimple: Bool {
      Int64(stamp) != nil || (stamp.utf8.count == 19 && stamp.dropFirst(4).first == "-")
    }

    /// Returns the first time in a line: the text after `time=`, in quotes or as a number.
    private static func stamp(in text: String) -> String? {
      var rest = text[...]
      while let start = rest.firstRange(of: "time=")?.upperBound {
        rest = rest[start...]
        let value =
          rest.first == "\""
          ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0.isNumber || " :-".contains($0) }
        let words = value.split(whereSeparator: \.isWhitespace)
        if value.contains(where: \.isNumber), value.count <= 64 { return words.joined(separator: " ") }
      }
      return nil
    }

    private static func value(_ key: String, in text: String) -> String? {
      guard let start = text.firstRange(of: " \(key)=")?.upperBound else { return nil }
      let value = text[start...].prefix { $0 != " " && $0 != "\r" }
      return value.isEmpty ? nil : String(value)
    }

    /// Returns the instant of the local time in any of its formats, or of milliseconds since 1970,
    /// which some versions print.
    func time(_ order: NumericDateOrder, _ settings: HistorySettings) throws(HistoryProblem) -> Instant {
      if let moment { return try moment.instant(order, in: settings.zone, settings) }
      if let milliseconds = Int64(stamp) { return try settings.instant(milliseconds: milliseconds) }
      let local: Instant
      do {
        local = try Instant(rfc3339: stamp.replacing(" ", with: "T") + "Z")
      } catch { throw .time }
      return try settings.instant(localMilliseconds: local.milliseconds)
    }
  }
}
