/// The query of a URL: `name=value`, joined by `&`.
///
/// A `+` is a plus, as RFC 3986 has it; links write both plus and space as escapes, so that readers which take `+` for a
/// space agree with us.
enum RouteQuery {
  /// The parameters of a query.
  ///
  /// Of a repeated name the last one stays; an item without `=` removes its name.
  static func parameters(of query: ArraySlice<UInt8>, limits: RouteLimits) throws(RouteError)
    -> RouteParameters
  {
    var parameters: RouteParameters = [:]
    let items = query.split(
      separator: UInt8(ascii: "&"), maxSplits: max(0, limits.queryItems), omittingEmptySubsequences: false)
    guard items.count <= limits.queryItems else { throw .tooManyQueryItems(limit: limits.queryItems) }
    for item in items {
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      guard let name = PercentCoding.decoded(item[..<(equals ?? item.endIndex)]) else { throw .invalidURL }
      guard let equals else {
        parameters[name] = nil
        continue
      }
      guard let value = PercentCoding.decoded(item[(equals + 1)...]) else { throw .invalidURL }
      parameters[name] = value
    }
    return parameters
  }

  /// The query that carries these parameters, with its question mark, sorted by name; empty if there are none.
  static func text(of parameters: RouteParameters) -> String {
    let items = parameters.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var text: [UInt8] = []
    for (name, value) in items {
      text.append(text.isEmpty ? UInt8(ascii: "?") : UInt8(ascii: "&"))
      PercentCoding.append(name.utf8, to: &text)
      text.append(UInt8(ascii: "="))
      PercentCoding.append(value.utf8, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
