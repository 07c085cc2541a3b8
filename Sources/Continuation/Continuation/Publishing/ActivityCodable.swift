public import Activities

/// An input that can be written into an activity's `userInfo` and read back from it.
///
/// Only the values of ``requiredUserInfoKeys`` come back on continuation. All other keys are
/// evidence, and must be read as optional values. A `Codable` type only needs to name these keys;
/// its coding keys are the keys.
///
/// ```swift
/// struct Track: Codable, ActivityCodable {
///   var name: String
///   var position: Double?
///   var requiredUserInfoKeys: Set<String>? { ["name"] }
/// }
/// ```
///
/// Any other type writes and reads its values itself:
///
/// ```swift
/// struct Chapter: ActivityCodable {
///   let number: Int
///   var userInfo: [String: ActivityValue] { ["number": number.activityValue] }
///   init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
///     number = try userInfo.value(forKey: "number")
///   }
/// }
/// ```
public protocol ActivityCodable: Sendable {
  /// The keys that make up the identity of the activity and are handed back on continuation.
  ///
  /// `nil`, the default, means all of them. An empty set means none: the activity type alone.
  var requiredUserInfoKeys: Set<String>? { get }

  /// All values, required or not.
  ///
  /// - Throws: ``ActivityCodableError/unwritable(key:)`` if a value cannot be stored in userInfo;
  ///   then the activity is rejected.
  var userInfo: [String: ActivityValue] { get throws(ActivityCodableError) }

  /// Reads the value back; unknown keys must be ignored.
  ///
  /// - Throws: ``ActivityCodableError`` if a key is missing or has an unexpected value.
  init(userInfo: [String: ActivityValue]) throws(ActivityCodableError)
}

extension ActivityCodable {
  /// All keys by default.
  public var requiredUserInfoKeys: Set<String>? { nil }
}

extension NoInput: ActivityCodable {
  /// Reads nothing.
  public init(userInfo: [String: ActivityValue]) {}

  /// No keys: the activity type alone is the identity.
  public var requiredUserInfoKeys: Set<String>? { [] }

  /// No values.
  public var userInfo: [String: ActivityValue] { [:] }
}

extension ActivityCodable where Self: Encodable {
  /// The encoded value, by its coding keys; dates, data and URLs keep their types.
  ///
  /// - Throws: ``ActivityCodableError/unwritable(key:)``.
  public var userInfo: [String: ActivityValue] {
    get throws(ActivityCodableError) {
      do { return try UserInfoEncoder().encode(self) } catch { throw ActivityCodableError(error) }
    }
  }
}

extension ActivityCodable where Self: Decodable {
  /// Decodes the value by its coding keys; others are ignored.
  ///
  /// - Throws: ``ActivityCodableError``, with the path of the key that failed.
  public init(userInfo: [String: ActivityValue]) throws(ActivityCodableError) {
    do { self = try UserInfoDecoder().decode(Self.self, from: userInfo) } catch {
      throw ActivityCodableError(error)
    }
  }
}

extension ActivityCodableError {
  /// Converts the fault of a `Codable` value.
  fileprivate init(_ error: PayloadError) {
    func key(_ path: [String]) -> String { path.joined(separator: Self.pathSeparator) }
    switch error {
    case .undecodable(let path, .missing), .undecodable(let path, .null): self = .missingKeys([key(path)])
    case .undecodable(let path, _) where !path.isEmpty: self = .invalidValue(key: key(path))
    case .unencodable(let path, _): self = .unwritable(key: path.isEmpty ? nil : key(path))
    case .notKeyed: self = .unwritable(key: nil)
    case .undecodable, .tooLarge: self = .unreadable(errorType: "PayloadError")
    }
  }
}

/// The reason why an input could not be written into userInfo, or read from it.
///
/// It names keys, but not values. A key inside a value is written as a path, `stops/0/name`. The
/// path may lead through dictionaries, whose keys are the user's, so ``description`` shows only its
/// first step.
public enum ActivityCodableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Missing keys, sorted.
  case missingKeys([String])
  /// The value of a key has an unexpected type, or is out of range.
  case invalidValue(key: String)
  /// The value of a key cannot be stored in userInfo; without a key, the whole input, because it
  /// has no keys itself.
  case unwritable(key: String?)
  /// The input threw an error of this type.
  case unreadable(errorType: String)

  /// The separator between the steps of a path.
  static let pathSeparator = "/"

  /// Keeps the part of an error that may be shown.
  init(_ error: any Error) {
    self = error as? ActivityCodableError ?? .unreadable(errorType: String(describing: type(of: error)))
  }

  /// The reason.
  public var description: String {
    switch self {
    case .missingKeys(let keys): "userInfo lacks \(keys.map(Self.shown).joined(separator: ", "))"
    case .invalidValue(let key):
      "the value of \(Self.shown(key)) in userInfo has an unexpected type or is out of range"
    case .unwritable(let key?):
      "the value of \(Self.shown(key)) cannot be stored in userInfo: it is out of range, nested too deeply, or fails to encode"
    case .unwritable(nil):
      "the input cannot be written: it needs keys, as a struct has, and its encoding must not fail"
    case .unreadable(let type): "the input cannot be read: \(type)"
    }
  }

  /// Returns the first step of a path, which the developer wrote.
  private static func shown(_ key: String) -> String {
    guard let end = key.firstRange(of: pathSeparator)?.lowerBound else { return key }
    return "\(key[..<end])/…"
  }
}
