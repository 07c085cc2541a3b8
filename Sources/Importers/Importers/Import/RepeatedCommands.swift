internal import Activities

/// The titles of commands that are run with the same arguments again: `rg TODO`, and not `rg …`.
///
/// A command is titled by its whole line if it was run with the same line the time before. So the
/// title says what `hunch open` offers to run, and arguments that never come again are in no title.
struct RepeatedCommands {
  /// The newest line of each template.
  private var lines: [String: String] = [:]

  private static let mostTemplates = 4_096
  /// The maximum number of donations that are looked at in a store.
  private static let mostLearned: Int64 = 1_024

  init() {}

  /// Learns the newest lines among the donations that a user made last, so that an import that
  /// brings a few commands goes on where the one before it ended.
  ///
  /// - Throws: What the store throws.
  init(in store: any DonationStore, of user: UserIdentifier) async throws {
    let last = try await store.version(of: user).lastSequence
    let newest = try await store.arrivals(
      of: user, after: max(0, last - Self.mostLearned), limit: Int(Self.mostLearned))
    func time(_ logged: LoggedDonation) -> Int64 { logged.donation.context.instant.milliseconds }
    for logged in newest.sorted(by: { time($0) < time($1) }) {
      guard let (template, line) = Self.words(of: logged.donation.activity) else { continue }
      lines[template] = line
    }
  }

  /// Titles a command by its line if it was run with the same one the time before.
  mutating func title(_ activity: inout UserActivity) {
    guard let (template, line) = Self.words(of: activity) else { return }
    if lines[template] == line, let title = CommandTemplate(line)?.wholeTitle(of: line) {
      activity.title = title
    }
    if lines.count >= Self.mostTemplates { lines.removeAll(keepingCapacity: true) }
    lines[template] = line
  }

  private static func words(of activity: UserActivity) -> (template: String, line: String)? {
    guard activity.activityType == ImportedActivityType.command,
      case .string(let template)? = activity.userInfo["template"],
      case .string(let line)? = activity.userInfo["line"]
    else { return nil }
    return (template, line)
  }
}
