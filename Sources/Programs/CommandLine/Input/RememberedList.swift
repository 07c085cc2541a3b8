internal import Activities
internal import Answers
internal import Files
internal import Foundation

/// The list that a command last showed in this terminal, whose rows users can name by number.
///
/// A file of the terminal's session has the identities of the rows, and nothing else that was
/// donated. It is in a folder that only this user can read, and that does not outlive the login on
/// most systems. Forgetting removes the lists of all terminals.
struct RememberedList {
  /// The seconds after which a list is too old: what was likely within the hour was about that
  /// time.
  static let lifetime = 3_600.0
  /// A Boolean value that indicates whether the user sees a terminal, so that a number is a row of
  /// its last list.
  static var isMeant: Bool { Terminal.standardInput.isInteractive || Terminal.standardError.isInteractive }
  private static let format = "hunch-list-1"
  /// The maximum number of rows, as many as a number can name.
  private static let mostRows = 99
  /// The maximum size of a file in bytes.
  private static let mostBytes = 16_384

  private let milliseconds: Int64
  private let user: String
  private let identities: [ActivityIdentity]

  /// Remembers a list that was just printed on a terminal.
  ///
  /// If that is not possible, the terminal has no list, and naming a row says so.
  static func remember(_ rows: [ActivityIdentity], for user: UserIdentifier, at now: Instant) {
    guard let path = path(creating: true), let session = session() else { return }
    removeOld()
    let lines =
      [format, session, String(now.milliseconds), encoded(user)] + rows.prefix(mostRows).map(\.description)
    try? AtomicFile.write(Data(lines.joined(separator: "\n").utf8), to: path, access: .ownerOnly)
  }

  /// Removes the list of this terminal, because another list was shown whose rows have no numbers.
  static func drop() {
    guard let path = path(creating: false) else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Removes the lists of all terminals.
  static func dropAll() {
    guard let folder = folder(creating: false) else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  /// Removes lists that are too old, whose terminals may be gone.
  private static func removeOld() {
    guard let folder = folder(creating: false) else { return }
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
      let attributes = try? files.attributesOfItem(atPath: "\(folder)/\(name)")
      guard let written = attributes?[.modificationDate] as? Date, -written.timeIntervalSinceNow > lifetime
      else { continue }
      try? files.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  /// Returns the activity in a row of the list that was last shown in this terminal.
  ///
  /// - Throws: A ``Failure`` with the reason and what to do, if there is no such row.
  static func row(_ number: Int, for user: UserIdentifier, at now: Instant) throws -> ActivityIdentity {
    guard let list = read() else {
      throw Failure(
        "no list was shown in this terminal; run `hunch`, then give the number of a row", .usage)
    }
    guard list.user == encoded(user) else {
      throw Failure(
        "the last list in this terminal was of another user; name that one with --user, or run `hunch`",
        .usage)
    }
    let shown = now.advanced(
      bySeconds: (Double(list.milliseconds) - Double(now.milliseconds)) / 1_000)
    guard (0...lifetime).contains(now.seconds(since: shown)) else {
      throw Failure(
        "the last list in this terminal is from \(InstantText.words(for: shown, now: now)), too old to name rows; run `hunch` for a new one",
        .usage)
    }
    guard list.identities.indices.contains(number - 1) else {
      throw Failure(
        "the list has only \(Formatting.count(list.identities.count, "row")) now; give the number of one, or a name",
        .usage)
    }
    return list.identities[number - 1]
  }

  /// Whether a list was shown in this terminal, old or not.
  static var exists: Bool { read() != nil }

  private static func read() -> RememberedList? {
    guard let path = path(creating: false), let handle = FileHandle(forReadingAtPath: path) else {
      return nil
    }
    defer { try? handle.close() }
    guard FileTrust.isOwn(handle.fileDescriptor), let bytes = try? handle.read(upToCount: mostBytes) else {
      return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    guard lines.count >= 4, lines[0] == format, lines[1] == session(), let milliseconds = Int64(lines[2])
    else { return nil }
    return RememberedList(
      milliseconds: milliseconds, user: lines[3],
      identities: lines.dropFirst(4).compactMap { ActivityIdentity($0) })
  }

  /// A user's name without line feeds.
  private static func encoded(_ user: UserIdentifier) -> String {
    user.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// The start of the first process of this terminal's session, so that a later session with the
  /// same number has no list.
  private static func session() -> String? {
    guard let handle = FileHandle(forReadingAtPath: "/proc/\(getsid(0))/stat") else { return nil }
    defer { try? handle.close() }
    // The second field is a name in parentheses, and the 22nd the start (proc(5)).
    let text = (try? handle.readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 20 ? String(fields[20]) : nil
  }

  private static func path(creating: Bool) -> String? {
    folder(creating: creating).map { "\($0)/\(getsid(0))" }
  }

  /// Returns the folder, if only this user can read and write it; optionally creates it.
  private static func folder(creating: Bool) -> String? {
    let runtime = ProcessInfo.processInfo.environment.variable("XDG_RUNTIME_DIR").flatMap {
      $0.hasPrefix("/") && FileTrust.belongsToUser($0) ? $0 : nil
    }
    let base = runtime.map { "\($0)/hunch" } ?? "/tmp/hunch-\(getuid())"
    for path in [base, "\(base)/lists"] {
      if creating {
        try? FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }
      guard FileTrust.isPrivateFolder(path) else { return nil }
    }
    return "\(base)/lists"
  }
}
