/// Why an input could not be written into userInfo, or read from it.
///
/// Keys are named, values are not. A key inside of a value is written as a path, `stops/0/name`; the path may lead through
/// dictionaries, whose keys are the user's, so ``description`` shows its first step only.
public enum ActivityCodableError: Error, Equatable, Sendable, CustomStringConvertible {
  /// These keys, sorted, are not there.
  case missingKeys([String])
  /// The value of a key is of another type than expected, or out of range.
  case invalidValue(key: String)
  /// The value of a key cannot stand in userInfo; without a key: the whole input, because it has no keys itself.
  case unwritable(key: String?)
  /// The input has a reason of its own: an error of this type.
  case unreadable(errorType: String)

  /// Stands between the steps of a path.
  static let pathSeparator = "/"

  /// Keeps of any error what may be told.
  init(_ error: any Error) {
    self = error as? ActivityCodableError ?? .unreadable(errorType: String(describing: type(of: error)))
  }

  /// The reason.
  public var description: String {
    switch self {
    case .missingKeys(let keys): "userInfo lacks \(keys.map(Self.shown).joined(separator: ", "))"
    case .invalidValue(let key):
      "the value of \(Self.shown(key)) in userInfo is of another type than expected, or out of range"
    case .unwritable(let key?):
      "the value of \(Self.shown(key)) cannot stand in userInfo: it is out of range, nested too deep, or refuses to"
    case .unwritable(nil):
      "the input cannot be written: it needs keys, as a struct has, and no code that refuses to"
    case .unreadable(let type): "the input cannot be read: \(type)"
    }
  }

  /// The first step of a path, which the programmer wrote.
  private static func shown(_ key: String) -> String {
    guard let end = key.firstRange(of: pathSeparator)?.lowerBound else { return key }
    return "\(key[..<end])/…"
  }
}
