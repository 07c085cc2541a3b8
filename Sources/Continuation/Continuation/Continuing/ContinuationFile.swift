public import Activities
internal import Files
internal import Foundation
internal import LogFormat

/// A file that passes an activity to a program that is started to continue it.
///
/// Only this user can read it. It has its own folder, and the program deletes it after taking the
/// activity.
public enum ContinuationFile {
  /// The maximum length of such a file in bytes: that of a line of the donation log.
  private static let lengthLimit = LineLimits().length
  private static let folderPrefix = "hunch-continue-"

  /// Writes an activity.
  ///
  /// - Parameter environment: The environment variables; only `XDG_RUNTIME_DIR` and `TMPDIR` are
  ///   used.
  /// - Returns: The path of the file.
  /// - Throws: ``ContinuationFileError``.
  public static func write(
    _ activity: UserActivity, environment: [String: String]
  ) throws(ContinuationFileError) -> String {
    let parent = environment.runtimeFolder as NSString
    let folder = parent.appendingPathComponent(folderPrefix + UUID().uuidString)
    let path = (folder as NSString).appendingPathComponent("activity.json")
    let line: [UInt8]
    do { line = try RecordEncoder().encode(activity) } catch { throw .noActivity }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try AtomicFile.write(Data(line), to: path, access: .ownerOnly, replacing: false)
    } catch {
      discard(path)
      throw .cannotWrite
    }
    return path
  }

  /// Reads the activity from a file written for this program, and removes the file.
  ///
  /// - Returns: The activity, as one that the user chose elsewhere.
  /// - Throws: ``ContinuationFileError``; then the file stays.
  public static func take(_ path: String) throws(ContinuationFileError) -> IncomingActivity {
    guard PathKind(at: path) == .regularFile, let handle = FileHandle(forReadingAtPath: path) else {
      throw .unreadable
    }
    defer { try? handle.close() }
    guard FileTrust.isOwn(handle.fileDescriptor) else { throw .openToOthers }
    guard
      let bytes = try? PositionedRead.bytes(of: handle.fileDescriptor, at: 0, count: lengthLimit + 1)
    else { throw .unreadable }
    guard bytes.count <= lengthLimit else { throw .noActivity }
    var decoder = RecordDecoder()
    let activity: UserActivity
    do { activity = try decoder.decodeActivity(bytes.span) } catch { throw .noActivity }
    discard(path)
    return IncomingActivity(activity, from: .suggestion)
  }

  /// Removes a file, and its folder if that was created for it.
  public static func discard(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
    let folder = (path as NSString).deletingLastPathComponent
    guard (folder as NSString).lastPathComponent.hasPrefix(folderPrefix),
      (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true
    else { return }
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// The reason why an activity cannot be passed in a file.
public enum ContinuationFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file does not exist or cannot be read.
  case unreadable
  /// Users other than this one and root can write it.
  case openToOthers
  /// It contains no activity, or the activity does not fit in a file.
  case noActivity
  /// It cannot be written.
  case cannotWrite

  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .unreadable:
      "the activity's file cannot be read; it is taken once, so choose the activity again"
    case .openToOthers:
      "others can write the activity's file, so it is not used; choose the activity again"
    case .noActivity: "the file contains no activity that can be continued; choose the activity again"
    case .cannotWrite: "the activity cannot be written to a file; check XDG_RUNTIME_DIR, or TMPDIR"
    }
  }
}
