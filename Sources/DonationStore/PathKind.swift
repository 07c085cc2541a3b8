internal import Foundation

/// What lies at a path; links are followed.
///
/// Foundation's `fileExists` takes every refusal of the system for absence, so that a store in a folder that may not be entered
/// would be none. This is the module's door to `stat` and `open`.
enum PathKind: Equatable {
  /// Nothing, or not even the folder that it would be in.
  case nothing
  /// A link that leads nowhere, or in a circle.
  case brokenLink
  case folder
  case regularFile
  /// A device, a pipe or a socket.
  case other
  /// The system does not say; its error number.
  case refused(code: Int32)

  init(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) != 0 else {
      self.init(mode: status.st_mode)
      return
    }
    switch errno {
    case ENOENT: self = unsafe lstat(path, &status) == 0 ? .brokenLink : .nothing
    case ENOTDIR: self = .nothing
    case ELOOP: self = .brokenLink
    case let code: self = .refused(code: code)
    }
  }

  private init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

extension OpenFiles {
  /// How many files a store opens at once, and some more.
  private static let descriptors = 16

  /// Whether this process may open as many files as a store needs.
  ///
  /// SQLite does not say that this is why it could not open one.
  static var canOpenMore: Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<descriptors {
      let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
      opened.append(descriptor)
    }
    return true
  }
}

extension StoreError {
  /// What an error number of the system means for the store.
  init(code: Int32, at path: String) {
    let reason: Reason =
      switch code {
      case EACCES, EPERM: .permissionDenied
      case ENAMETOOLONG: .nameTooLong
      default: .inputOutput(code: 0)
      }
    self.init(reason, at: path)
  }
}
