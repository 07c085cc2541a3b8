/// The error of a key that cannot be used.
///
/// The description says how to fix it. It names neither the file nor any part of the key.
public struct StoreKeyError: Error, Equatable, Sendable {
  /// The reason.
  public let reason: Reason
  /// The file of the key; `nil` if it came from elsewhere.
  public let path: String?

  /// The reasons why a key cannot be used.
  public enum Reason: Equatable, Sendable {
    /// The key is neither 32 bytes nor their Base64 nor 64 hexadecimal digits.
    case unreadable
    /// All bytes of the key are the same.
    case notRandom
    /// The file does not exist.
    case notFound
    /// The path is a dangling link, or a loop of links.
    case brokenLink
    /// The path, or a name in it, is longer than the system allows.
    case nameTooLong
    /// The path names a folder, a device, a pipe or a socket.
    case notARegularFile
    /// Users other than the owner may read or write the file.
    case openToOthers(mode: Int)
    /// The file belongs to another user.
    case notOwned
    /// The file cannot be read, or a folder above it cannot be entered.
    case permissionDenied
    /// A file already exists at the path of a new key.
    case exists
    /// The file could not be written.
    case cannotCreate
  }

  init(_ reason: Reason, at path: String? = nil) {
    self.reason = reason
    self.path = path
  }
}

extension StoreKeyError: CustomStringConvertible {
  /// The reason, and how to fix it.
  public var description: String {
    switch reason {
    case .unreadable:
      "not a key; use 64 hexadecimal digits, the Base64 of 32 bytes, or a file of 32 bytes"
    case .notRandom:
      "not a random key: all its bytes are the same, so anyone can guess it; let hunch encrypt --new-key-file create one, "
        + "in a new file"
    case .notFound: "there is no key file; name the file with the store's current key"
    case .brokenLink: "the key file is a dangling link; fix the link, or name another file"
    case .nameTooLong: "the path of the key file is longer than the system allows; use a shorter one"
    case .notARegularFile: "the key file is not a regular file; name another"
    case .openToOthers(let mode):
      "others can read or write the key file (mode 0\(String(mode, radix: 8))); run chmod 600 on it, and change the "
        + "store's key if others may have read it"
    case .notOwned: "the key file belongs to another user; run chown on it, or use a copy of your own"
    case .permissionDenied:
      "no permission to read the key file; check the owner and mode of the file and of its folders"
    case .exists: "the file for the new key already exists; name another"
    case .cannotCreate: "the key file could not be written; check that its folder exists and is writable"
    }
  }
}
