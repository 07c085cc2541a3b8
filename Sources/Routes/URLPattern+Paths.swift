extension URLPattern {
  /// The path that carries these parameters.
  ///
  /// Values are escaped once, whatever they hold. Parameters that the pattern does not capture are left out.
  ///
  /// - Throws: ``RouteError/noPath(pattern:)`` if the pattern has a `*`, ``RouteError/missingValues(pattern:names:)`` with
  ///   all captures that have no value.
  public func path(with parameters: RouteParameters) throws(RouteError) -> String {
    guard canMakePaths else { throw .noPath(pattern: text) }
    let missing = captureNames.filter { parameters[$0] == nil }
    guard missing.isEmpty else { throw .missingValues(pattern: text, names: missing) }
    var path: [UInt8] = []
    for (index, component) in components.enumerated() {
      if index > 0 || startsWithSlash { path.append(UInt8(ascii: "/")) }
      component.append(with: parameters, to: &path)
    }
    return String(decoding: path, as: UTF8.self)
  }
}

extension PatternComponent {
  fileprivate func append(with parameters: RouteParameters, to path: inout [UInt8]) {
    switch self {
    case .rest: return
    case .literal(let text): PercentCoding.append(text, to: &path, plain: PercentCoding.isPlainInPath)
    case .open(let open):
      let separators = Set(open.literals[1..<open.gaps.count].joined())
      PercentCoding.append(open.prefix, to: &path, plain: PercentCoding.isPlainInPath)
      for (gap, literal) in zip(open.gaps, open.literals.dropFirst()) {
        if case .capture(let name) = gap, let value = parameters[name] {
          // `.` and `..` alone mean a folder to whoever resolves a URL
          let isDots = value == "." || value == ".."
          PercentCoding.append(value.utf8, to: &path) { byte in
            PercentCoding.isUnreserved(byte) && !separators.contains(byte)
              && !(isDots && byte == UInt8(ascii: "."))
          }
        }
        PercentCoding.append(literal, to: &path, plain: PercentCoding.isPlainInPath)
      }
    }
  }
}
