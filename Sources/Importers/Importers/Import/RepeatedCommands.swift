internal import Activities

/// The titles of commands that are run with the same arguments again: `rg TODO`, and not `rg …`.
///
/// A command has its whole line as title if the previous run had the same line. So the title shows
/// what `hunch open` would run, and arguments that never repeat are in no title.
struct RepeatedCommands {
  /// The newest line of each template.
  private var lines: [String: String] = [:]

  private static let mostTemplates = 4_096
  /// The maximum number of donations that are read from a store.
  private static let mostLearned: Int64 = 1_024

  init() {}

  /// Learns the newest lines from the user's latest donations, so that an import of a few commands
  /// continues where the previous one ended.
  ///
  /// - Throws: Errors of the store.
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

  /// Titles a command by its line if its previous run had the same line.
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
