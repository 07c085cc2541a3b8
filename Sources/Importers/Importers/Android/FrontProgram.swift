internal import Activities

/// The program in front, as events arrive: its consecutive screens are one use, until another
/// program comes, or the device is locked or dark.
struct FrontProgram {
  static let sameUse = HistoryFilter("another screen of the same use")

  private struct Use {
    let user: String
    let package: String
    let start: Instant
    let position: HistoryPosition
    var end: Instant?

    var record: HistoryRecord { HistoryRecord(content, at: position) }

    private var content: HistoryRecord.Content {
      guard !ApplicationUse.isPassedThrough(package) else { return .filtered(ApplicationUse.passedThrough) }
      do {
        var found = HistoryActivity(try ApplicationUse.activity(of: package), at: .exact(start))
        found.program = package
        if let end, end.milliseconds > start.milliseconds { found.duration = end.seconds(since: start) }
        return .activity(found)
      } catch { return .malformed(HistoryProblem("\(error)")) }
    }
  }

  private var use: Use?

  /// Notes that a screen of a program came to the front.
  ///
  /// - Returns: The use that this ended, or a note that the screen belongs to the same use.
  mutating func resume(
    _ package: String, of user: String, at time: Instant, _ position: HistoryPosition
  ) -> HistoryRecord? {
    if isInFront(package, of: user) { return HistoryRecord(.filtered(Self.sameUse), at: position) }
    let ended = end()
    use = Use(user: user, package: package, start: time, position: position)
    return ended
  }

  /// Returns whether a program of a user is in front.
  func isInFront(_ package: String?, of user: String) -> Bool {
    use.map { $0.user == user && $0.package == package } ?? false
  }

  /// Notes that a screen of a program went to the background.
  mutating func pause(_ package: String?, of user: String, at time: Instant?) {
    if isInFront(package, of: user) { use?.end = time }
  }

  /// Notes that no program is in front, and returns the use that ended.
  mutating func end() -> HistoryRecord? {
    defer { use = nil }
    return use?.record
  }
}
