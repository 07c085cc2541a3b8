internal import Foundation

/// The parts of a URL that decide where it leads.
///
/// They are cut out of its text by RFC 3986. Foundation undoes the escapes in paths and query
/// items, so that an escaped slash would look like a real one.
struct RouteURL {
  /// The scheme, in lower case.
  let scheme: String
  /// The domain of a web URL, in lower case; `nil` for a program URL, whose host is part of the
  /// path.
  let domain: String?
  /// The path as written, without one leading slash.
  let path: ArraySlice<UInt8>
  /// The query as written, without the question mark.
  let query: ArraySlice<UInt8>?

  /// Returns whether a scheme belongs to web pages.
  static func isWeb(scheme: String) -> Bool { scheme == "https" || scheme == "http" }

  init(_ url: URL, limits: RouteLimits) throws(RouteError) {
    let text = Array(url.absoluteString.utf8)
    guard text.count <= limits.urlLength else { throw .urlTooLong(limit: limits.urlLength) }
    guard let colon = text.firstIndex(where: { ":/?#".utf8.contains($0) }), text[colon] == UInt8(ascii: ":"),
      colon > 0
    else { throw .invalidURL }
    scheme = String(decoding: text[..<colon], as: UTF8.self).lowercased()
    var rest = text[(colon + 1)...]
    if let fragment = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<fragment] }
    let mark = rest.firstIndex(of: UInt8(ascii: "?"))
    query = mark.map { rest[($0 + 1)...] }
    let hierarchy = rest[..<(mark ?? rest.endIndex)]
    var host = hierarchy.prefix(0)
    var path = hierarchy
    var hasUser = false
    if hierarchy.starts(with: "//".utf8) {
      let authority = hierarchy.dropFirst(2)
      let end = authority.firstIndex(of: UInt8(ascii: "/")) ?? authority.endIndex
      host = Self.host(of: authority[..<end])
      hasUser = authority[..<end].contains(UInt8(ascii: "@"))
      path = authority[end...]
    }
    if Self.isWeb(scheme: scheme) {
      // reject a user: to a browser `https://elsewhere.example\@example.org/` is elsewhere, and to
      // RFC 3986 it is example.org
      guard !host.isEmpty, !hasUser else { throw .invalidURL }
      domain = String(decoding: host, as: UTF8.self).lowercased()
      self.path = path.first == UInt8(ascii: "/") ? path.dropFirst() : path
    } else {
      guard !host.isEmpty || !path.isEmpty else { throw .invalidURL }
      domain = nil
      let whole = Array(host) + Array(path)
      self.path = whole.first == UInt8(ascii: "/") ? whole.dropFirst() : whole[...]
    }
  }

  /// Returns an authority without its user and port.
  private static func host(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let host = authority[(at.map { $0 + 1 } ?? authority.startIndex)...]
    guard let colon = host.lastIndex(of: UInt8(ascii: ":")) else { return host }
    let isPort = host[(colon + 1)...].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isPort ? host[..<colon] : host
  }

  /// Returns a domain as URLs spell it, in lower case and ASCII, or `nil` if it is invalid.
  static func canonical(domain: String) -> String? {
    guard !domain.isEmpty, let url = URL(string: "https://\(domain)/"),
      let parts = try? RouteURL(url, limits: RouteLimits()), parts.path.isEmpty, let found = parts.domain,
      url.absoluteString.lowercased() == "https://\(found)/"
    else { return nil }
    return found
  }

  /// Returns a program's scheme in lower case, or `nil` if it is invalid.
  static func canonical(scheme: String) -> String? {
    // some non-ASCII letters have an ASCII lower case
    guard scheme.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let lowercased = scheme.lowercased()
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let others = Array("0123456789+-.".utf8)
    guard let first = lowercased.utf8.first, letters.contains(first),
      lowercased.utf8.allSatisfy({ letters.contains($0) || others.contains($0) }), !isWeb(scheme: lowercased)
    else { return nil }
    return lowercased
  }
}

/// The query of a URL: `name=value` pairs, joined by `&`.
///
/// A `+` is a plus, as in RFC 3986. Links escape both plus and space, so that readers that take `+`
/// for a space agree.
enum RouteQuery {
  /// Returns the parameters of a query.
  ///
  /// The last occurrence of a name counts; an item without `=` removes its name.
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

  /// Returns the query for these parameters, with its question mark, sorted by name; empty without
  /// parameters.
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

/// The encoding of text in a URL (RFC 3986, section 2).
enum PercentCoding {
  /// Returns whether a byte needs no escape anywhere: letters, digits, `-`, `.`, `_` and `~`.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns whether a byte needs no escape in a component of a path: the unreserved ones,
  /// `!$&'()*+,;=`, `:` and `@`.
  static func isPlainInPath(_ byte: UInt8) -> Bool {
    if isUnreserved(byte) { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
      return true
    default: return false
    }
  }

  /// Appends bytes, with those that are not plain written as `%` and two upper-case hexadecimal
  /// digits.
  static func append(
    _ bytes: some Sequence<UInt8>, to text: inout [UInt8], plain: (UInt8) -> Bool = isUnreserved
  ) {
    for byte in bytes {
      if plain(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
  }

  /// Returns the byte of an escape at a position, or `nil` if there is no `%` with two digits.
  static func escaped(_ text: some RandomAccessCollection<UInt8>, at index: Int) -> UInt8? {
    let position = text.index(text.startIndex, offsetBy: index)
    guard text[position] == UInt8(ascii: "%"), index + 2 < text.count,
      let high = value(text[text.index(position, offsetBy: 1)]),
      let low = value(text[text.index(position, offsetBy: 2)])
    else { return nil }
    return high << 4 | low
  }

  /// Decodes text; a `%` without two digits stays as it is.
  ///
  /// - Returns: `nil` if the bytes are not UTF-8.
  static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    guard text.contains(UInt8(ascii: "%")) else { return String(validating: text, as: UTF8.self) }
    let component = PathComponent(text)
    return String(validating: component.bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
