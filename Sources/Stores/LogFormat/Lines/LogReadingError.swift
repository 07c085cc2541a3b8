/// The reason why a log file cannot be read.
public enum LogReadingError: Error, Equatable, Sendable {
  /// There is no such file.
  case notFound
  /// This user may not read it.
  case notPermitted
  /// It is a folder.
  case isFolder
  /// The system failed to open it or to read on.
  case unreadable
}

extension LogReadingError: CustomStringConvertible {
  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .notFound: "no such file; check the path"
    case .notPermitted: "no permission to read the file; check its owner and mode"
    case .isFolder: "a folder, not a file; name the files in it"
    case .unreadable: "the file cannot be read; check the device it is on"
    }
  }
}
