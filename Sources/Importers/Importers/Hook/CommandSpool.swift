package import Activities
internal import Files
internal import Foundation
internal import Glibc
internal import Storage

/// The commands that the hooks of shells have recorded and no store has yet.
///
/// Each shell appends lines to a file of its own (``HookRecord``), in a folder for the store that
/// they are meant for, so that no prompt waits for a store, a lock or a network. The next
/// program that opens that store calls ``takeIn(into:of:_:at:)``.
///
/// A file is never renamed, shortened or replaced while its shell runs, so a line cannot get lost
/// between two calls of the system. Instead, lines that are in the store are overwritten with
/// zeros. The names of records make it harmless to take in a line twice.
package struct CommandSpool: Sendable {
  /// The folder of the files.
  package let folder: String
  /// The folder of all spools and sockets.
  package let base: String
  /// The folders above it that must belong to the user.
  private var parents: [String] { [base, "\(base)/spool"] }

  /// The maximum number of bytes that are taken in from one file at a time.
  private static let mostBytes = 1 << 26
  /// The number of the newest donations that tell which commands have succeeded.
  private static let mostLearned: Int64 = 1_024
  private static let lock = ".lock"
  /// How long to wait for another process that takes the lines in.
  private static let patience = Duration.milliseconds(200)

  /// The spool for a store, which is the same by whatever path the store is named.
  ///
  /// - Parameters:
  ///   - store: The path of the store, perhaps with links, `.` or `..`.
  ///   - environment: The environment variables; the folder is below `XDG_RUNTIME_DIR`, or, if that
  ///     is not a folder of the user's own, below `/tmp/hunch-UID`.
  /// - Returns: `nil` for a relative path or one that is too long for a name: then hooks record
  ///   nothing.
  package init?(forStoreAt store: String, environment: [String: String]) {
    guard store.hasPrefix("/") else { return nil }
    let name = CanonicalPath.of(store).replacing("%", with: "%25").replacing("/", with: "%2F")
    guard name.utf8.count <= 255 else { return nil }
    let runtime = environment.variable("XDG_RUNTIME_DIR").flatMap {
      $0.hasPrefix("/") && FileTrust.belongsToUser($0) ? $0 : nil
    }
    base = runtime.map { "\($0)/hunch" } ?? "/tmp/hunch-\(getuid())"
    folder = "\(base)/spool/\(name)"
  }

  /// A Boolean value that indicates whether a shell has recorded anything here, taken in or not.
  package var isInUse: Bool { !files.isEmpty }

  /// A Boolean value that indicates whether lines wait to be taken in.
  ///
  /// - Complexity: O(size of the files), as long as they have been taken in.
  package var hasLines: Bool {
    files.contains { name in
      guard let file = SpoolFile(at: "\(folder)/\(name)", atMost: Self.mostBytes) else { return false }
      defer { file.close() }
      return !file.lines.isEmpty
    }
  }

  /// A Boolean value that indicates whether its folders exist, and only the user may enter them.
  package var isPrivate: Bool { (parents + [folder]).allSatisfy(FileTrust.isPrivateFolder) }

  /// Creates its folders as far as they are missing; returns whether only the user may enter them.
  package func prepare() -> Bool {
    for path in parents + [folder] {
      try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
    return isPrivate
  }

  /// Takes in all complete lines, in the order of their times, and erases them from the spool.
  ///
  /// Privacy rules, secrets, duplicates and forgotten commands are treated as in every import
  /// (``HistoryImport``). A line that its shell is still writing stays for the next time.
  ///
  /// - Parameters:
  ///   - store: The store that the spool is for.
  ///   - user: The owner of the donations.
  ///   - settings: The time zone for records without one, and what may be kept.
  ///   - now: The current moment.
  /// - Returns: The report; `nil` if there was nothing to take in, or another process is taking it
  ///   in.
  /// - Throws: Errors of the store, or ``HistoryError`` if the spool cannot be read. Nothing is
  ///   lost then.
  package func takeIn(
    into store: any DonationStore, of user: UserIdentifier, _ settings: HistorySettings, at now: Instant
  ) async throws -> HistoryReport? {
    guard isInUse,
      let lock = try await FileLock.acquire(at: "\(folder)/\(Self.lock)", within: Self.patience)
    else { return nil }
    defer { lock.release() }
    let parts = files.compactMap { SpoolFile(at: "\(folder)/\($0)", atMost: Self.mostBytes) }
    let lines = parts.flatMap(\.lines).enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    defer { for part in parts { part.close() } }
    let seconds = now.milliseconds / 1_000
    for part in parts where part.lines.isEmpty { part.removeIfAbandoned(at: seconds) }
    guard !lines.isEmpty else { return nil }
    // In memory: the disk with the spool may be full.
    guard let pending = MemoryFile(Array(lines.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))) else {
      throw HistoryError(.unreadable, at: folder)
    }
    var options = HistoryImport.Options()
    options.user = user
    // Only a command that failed now can be one that never succeeded.
    let hasFailure = lines.contains(where: \.hasFailed)
    let importer = HookImporter(known: hasFailure ? try await Self.succeeded(in: store, of: user) : [])
    let report = try await HistoryImport(
      by: importer, of: try HistoryFile(path: pending.path), settings, options, now: now
    ).run(into: store)
    if let failure = report.failure { throw failure }
    for part in parts where !part.lines.isEmpty {
      part.erase()
      part.removeIfAbandoned(at: seconds)
    }
    return report
  }

  /// The names of the files, in order; empty if the folder is not the user's own.
  private var files: [String] {
    guard isPrivate else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Returns the commands among the user's newest donations that did not fail.
  private static func succeeded(
    in store: any DonationStore, of user: UserIdentifier
  ) async throws -> Set<ActivityIdentity> {
    let last = try await store.version(of: user).lastSequence
    let newest = try await store.arrivals(
      of: user, after: max(0, last - mostLearned), limit: Int(mostLearned))
    let commands = newest.lazy.map(\.donation).filter {
      $0.activity.activityType == ImportedActivityType.command && $0.activity.userInfo["exit"] == nil
    }
    return Set(commands.map(\.identity))
  }
}
