public import Foundation

/// What can be wrong with the payload of an activity, its `userInfo`.
public enum PayloadError: Error, Equatable, Sendable {
  /// The payload is larger than the center accepts.
  case tooLarge(size: Int, limit: Int)
  /// The value has no keys of its own (a number, an array), so it cannot be a payload.
  case notKeyed
  /// The value could not be written at a path of coding keys.
  case unencodable(path: [String], Problem)
  /// The value could not be read at a path of coding keys: the payload is of another version, or not the program's.
  case undecodable(path: [String], Problem)

  /// What is wrong at a path.
  public enum Problem: String, Equatable, Sendable {
    /// A key is not there.
    case missing
    /// There is no value, or null.
    case null = "null"
    /// The value has another type.
    case wrongType
    /// The number does not fit.
    case outOfRange
    /// Values are nested too deep.
    case tooDeep
    /// The type's own code refused the value.
    case refused
  }
}

extension PayloadError {
  /// The Cocoa error that means the same; nil if there is none.
  ///
  /// A payload that is too large is `userActivityHandoffUserInfoTooLarge` (4611).
  public var cocoaError: CocoaError? {
    if case .tooLarge = self { CocoaError(.userActivityHandoffUserInfoTooLarge) } else { nil }
  }
}

extension PayloadError: CustomStringConvertible {
  /// The reason, and how to mend it; without the path, since keys of dictionaries are the user's.
  public var description: String {
    switch self {
    case .tooLarge(let size, let limit):
      "the payload has \(size) bytes of \(limit) allowed; keep what finds the content again, not the content"
    case .notKeyed: "the payload has no keys; wrap it in a struct"
    case .unencodable(_, let problem): "the payload cannot be written: \(problem.words)"
    case .undecodable(_, let problem): "the payload cannot be read: \(problem.words); check its version first"
    }
  }

  /// ``description`` with the path of coding keys.
  public var expandedDescription: String {
    switch self {
    case .unencodable(let path, _), .undecodable(let path, _):
      "\(path.joined(separator: ".")): \(description)"
    case .tooLarge, .notKeyed: description
    }
  }
}

extension PayloadError.Problem {
  fileprivate var words: String {
    switch self {
    case .missing: "a key is missing"
    case .null: "a value is missing or null"
    case .wrongType: "a value has another type"
    case .outOfRange: "a number does not fit its type"
    case .tooDeep: "values are nested deeper than \(UserInfoCoding.maximalDepth) levels"
    case .refused: "a type's own coding refused it"
    }
  }
}
