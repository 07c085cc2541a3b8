/// Two arguments do not fit each other.
public struct ShapeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A description of what did not fit, and to which value.
  public let description: String

  init(_ what: StaticString, expected: Int, found: Int) {
    description = "\(what): expected \(expected), found \(found)"
  }
}

/// Throws unless `found` equals `expected`.
@inline(__always)
func require(_ what: StaticString, _ expected: Int, _ found: Int) throws(ShapeError) {
  if expected != found { throw ShapeError(what, expected: expected, found: found) }
}
