public import Activities
internal import Files
internal import Foundation
internal import LogFormat

/// A file in which an activity is handed to a program that is started to continue it.
///
/// It is for this user alone, in a folder of its own, and is gone once the program has taken it.
public enum ContinuationFile {
  /// The most bytes of such a file: those of a line of the donation log.
  private static let lengthLimit = LineLimits().length
  private static let folderPrefix = "hunch-continue-"

  /// Writes an activity.
  ///
  /// - Parameter environment: The environment variables, of which `XDG_RUNTIME_DIR` and `TMPDIR`
  ///   matter.
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

  /// Takes the activity out of a file that somebody else wrote for this program, and removes the
  /// file.
  ///
  /// - Returns: The activity, as one that the user chose elsewhere.
  /// - Throws: ``ContinuationFileError``; the file stays then.
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

  /// Removes a file, and its folder if that was made for it.
  public static func discard(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
    let folder = (path as NSString).deletingLastPathComponent
    guard (folder as NSString).lastPathComponent.hasPrefix(folderPrefix),
      (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty == true
    else { return }
    try? FileManager.default.removeItem(atPath: folder)
  }
}

/// The reason why an activity cannot be handed over in a file.
public enum ContinuationFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file, or it cannot be read.
  case unreadable
  /// Others than the user and root can write it.
  case openToOthers
  /// It has no activity in it, or the activity fits in no file.
  case noActivity
  /// It cannot be written.
  case cannotWrite

  /// The reason, and how to mend it.
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
