internal import Activities
internal import Foundation

/// The level of a file that was opened, shared by all sources of files.
///
/// - Type: `file.open` for all programs: the same file in two programs is the same activity.
/// - Identity: the path, decoded and normalised: without a trailing slash, doubled slashes, `.` and
///   `..` (`path`).
/// - Title: the name of the file. Subtitle: its folder.
/// - Keywords: the name, and the name of the folder.
/// - A path that has a secret, judged as a title, is not an activity, because it cannot be kept.
enum FileActivity {
  /// Returns the activity of opening a file.
  ///
  /// - Parameter path: An absolute path, or an address of the scheme `file`.
  /// - Throws: ``HistoryProblem`` for a path that is not absolute or has control characters;
  ///   ``SecretFound`` for one with a secret.
  static func activity(path: String, _ settings: HistorySettings) throws -> UserActivity {
    let path = normalized(path)
    guard path.hasPrefix("/"), path.count > 1, path.utf8.count <= longest,
      !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw HistoryProblem("its path is not valid; the record is damaged") }
    if let rule = settings.secrets.firstMatch(in: path, kind: .title) { throw SecretFound(rule: rule) }
    let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
    var activity = try UserActivity(
      activityType: ImportedActivityType.file, title: name, userInfo: ["path": .string(path)],
      requiredUserInfoKeys: ["path"])
    activity.subtitle = folder
    activity.keywords = [name, (folder as NSString).lastPathComponent]
    return activity
  }

  /// Returns a path in the common form of all sources; links are not resolved, because the meaning
  /// of a history does not depend on the machine.
  private static func normalized(_ path: String) -> String {
    let path = path.prefix(5).lowercased() == "file:" ? PageTemplate(url: path)?.identity ?? path : path
    guard path.hasPrefix("/") else { return path }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The text to keep has a secret.
  struct SecretFound: Error {
    let rule: SecretRules.Name
  }

  private static let longest = 4_096
}
