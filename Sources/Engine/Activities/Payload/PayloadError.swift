public import Foundation

/// An error in the payload of an activity, its `userInfo`.
public enum PayloadError: Error, Equatable, Sendable {
  /// The payload is larger than the center accepts.
  case tooLarge(size: Int, limit: Int)
  /// The value has no keys of its own (a number, an array), so it cannot be a payload.
  case notKeyed
  /// The value could not be written at a path of coding keys.
  case unencodable(path: [String], Problem)
  /// The value could not be read at a path of coding keys: the payload is from another version or
  /// another program.
  case undecodable(path: [String], Problem)

  /// A problem of the value at a path.
  public enum Problem: String, Equatable, Sendable {
    /// A key is missing.
    case missing
    /// The value is missing or null.
    case null = "null"
    /// The value has another type.
    case wrongType
    /// The number does not fit its type.
    case outOfRange
    /// Values are nested too deeply.
    case tooDeep
    /// The type's own code rejected the value.
    case refused
  }
}

extension PayloadError {
  /// The equivalent Cocoa error, or nil if there is none.
  ///
  /// A payload that is too large is `userActivityHandoffUserInfoTooLarge` (4611).
  public var cocoaError: CocoaError? {
    if case .tooLarge = self { CocoaError(.userActivityHandoffUserInfoTooLarge) } else { nil }
  }
}

extension PayloadError: CustomStringConvertible {
  /// The reason, and how to fix it, without the path, since keys of dictionaries belong to the
  /// user.
  public var description: String {
    switch self {
    case .tooLarge(let size, let limit):
      "the payload has \(size) bytes, but the limit is \(limit); keep a reference to the content, not the content"
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
    case .refused: "the type's own code rejected it"
    }
  }
}

extension PayloadError {
  /// Creates the typed error for an encoding error.
  init(encoding error: any Error) {
    guard let encoding = error as? EncodingError, case .invalidValue(_, let context) = encoding else {
      self = .unencodable(path: [], .refused)
      return
    }
    self =
      context.underlyingError as? PayloadError
      ?? .unencodable(path: context.codingPath.map(\.stringValue), .refused)
  }

  /// Creates the typed error for a decoding error.
  init(decoding error: any Error) {
    guard let decoding = error as? DecodingError else {
      self = .undecodable(path: [], .refused)
      return
    }
    func names(_ path: [any CodingKey]) -> [String] { path.map(\.stringValue) }
    switch decoding {
    case .keyNotFound(let key, let context):
      self = .undecodable(path: names(context.codingPath) + [key.stringValue], .missing)
    case .valueNotFound(_, let context): self = .undecodable(path: names(context.codingPath), .null)
    case .typeMismatch(_, let context): self = .undecodable(path: names(context.codingPath), .wrongType)
    case .dataCorrupted(let context):
      self =
        context.underlyingError as? PayloadError
        ?? .undecodable(path: names(context.codingPath), .refused)
    @unknown default: self = .undecodable(path: [], .refused)
    }
  }
}
