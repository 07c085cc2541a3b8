/// What is wrong with a pattern, and where.
public struct URLPatternError: Error, Equatable, Sendable {
  /// The place in the pattern, in Unicode scalars, counted from 0.
  public let position: Int
  /// What is wrong there.
  public let reason: Reason

  /// What can be wrong with a pattern.
  public enum Reason: Equatable, Sendable {
    /// `$(` without `)`.
    case unclosedCapture
    /// `$()`.
    case emptyName
    /// A name with a `$`, `(`, `*` or `/`.
    case invalidName
    /// Two captures of one name.
    case repeatedName(String)
    /// A `*` or capture right behind another one: nobody could tell where one ends.
    case adjacentGaps
    /// `**` with other text in its component.
    case restNotAlone
    /// `**` with components behind it.
    case restNotLast
    /// The pattern has more bytes than the limit.
    case tooLong(limit: Int)
  }
}

extension URLPatternError: CustomStringConvertible {
  /// The place, the reason, and how to mend it.
  public var description: String { "at character \(position): \(reason)" }
}

extension URLPatternError.Reason: CustomStringConvertible {
  /// The reason, and how to mend it.
  public var description: String {
    switch self {
    case .unclosedCapture: "a capture is not closed; write $(name)"
    case .emptyName: "a capture has no name; write $(name)"
    case .invalidName: "a name has one of $ ( * / in it; use letters and digits"
    case .repeatedName(let name): "the name \(name) is captured twice; give each capture a name of its own"
    case .adjacentGaps: "a wildcard or capture follows another one; put literal text between them"
    case .restNotAlone: "** shares its component with other text; write it between slashes, or use one *"
    case .restNotLast: "** is not the last component; end the pattern with it, or use one *"
    case .tooLong(let limit): "longer than \(limit) bytes; shorten the pattern"
    }
  }
}
