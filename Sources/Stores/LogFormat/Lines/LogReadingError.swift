/// The reason why a log file cannot be read.
public enum LogReadingError: Error, Equatable, Sendable {
  /// The file does not exist.
  case notFound
  /// This user may not read the file.
  case notPermitted
  /// The path is a folder.
  case isFolder
  /// The system failed to open or read the file.
  case unreadable
}

extension LogReadingError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch self {
    case .notFound: "no such file; check the path"
    case .notPermitted: "no permission to read the file; check its owner and mode"
    case .isFolder: "a folder, not a file; name the files in it"
    case .unreadable: "the file cannot be read; check the device it is on"
    }
  }
}
