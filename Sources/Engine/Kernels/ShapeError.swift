/// An error about two arguments whose shapes do not match.
public struct ShapeError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A description of the mismatch, with the expected value.
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
