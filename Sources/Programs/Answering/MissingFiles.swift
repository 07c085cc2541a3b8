package import Activities
internal import Files
internal import Foundation
internal import Importers
internal import SQLiteStorage
internal import Suggestions

/// The files of suggested activities that are missing on this machine.
///
/// A suggestion is left out while its file is missing in a folder that exists. A file whose folder
/// is gone as well may be on a drive that is not mounted: it is left out only after `hunch open`
/// has looked for it without success, until it is found or used again.
package enum MissingFiles {
  /// The number of suggestions to ask for in addition to those shown, to replace missing files.
  package static let spare = 8

  /// Returns whether the file that an activity opens is missing from its folder.
  package static func isMissing(_ activity: UserActivity) -> Bool {
    guard let path = path(of: activity), isGone(path) else { return false }
    return PathKind(at: (path as NSString).deletingLastPathComponent) == .folder
  }

  /// Returns whether nothing is at a path.
  package static func isGone(_ path: String) -> Bool {
    switch PathKind(at: path) {
    case .nothing, .brokenLink: true
    case .folder, .regularFile, .other, .refused: false
    }
  }

  /// Withdraws the records of missing files that exist again.
  ///
  /// If the store cannot be written, the record stays, and the file is not suggested until the next
  /// time.
  package static func restoreFound(
    in log: any DonationStore, of user: UserIdentifier, at now: Instant
  ) async throws {
    guard let log = log as? SQLiteDonationStore else { return }
    let found = try await Feedback.missing(among: log.feedback(of: user)).filter { record in
      guard let shown = record.target,
        let activity = try? UserActivity(
          activityType: shown.activityType, userInfo: shown.userInfo,
          requiredUserInfoKeys: shown.requiredUserInfoKeys),
        let path = path(of: activity)
      else { return false }
      return !isGone(path)
    }
    guard !found.isEmpty else { return }
    _ = try? await log.ingest(found.map { try $0.finding(at: now) })
  }

  /// Returns the path of the file that an activity opens.
  private static func path(of activity: UserActivity) -> String? {
    guard activity.activityType == ImportedActivityType.file || activity.userInfo["url"] != nil,
      case .file(let path)? = try? OpenTarget(of: activity, among: DesktopFiles(home: "/", environment: [:]))
    else { return nil }
    return path
  }
}
