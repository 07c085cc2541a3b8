internal import Foundation

/// The parts of a URL that decide where it leads.
///
/// They are cut out of its text by RFC 3986 rather than asked of Foundation, whose paths and query items have their
/// escapes undone, so that an escaped slash could not be told from a real one.
struct RouteURL {
  /// In lower case.
  let scheme: String
  /// The domain of a web URL, in lower case; `nil` for the URL of a program, whose host is part of the path.
  let domain: String?
  /// As it stands there, without one leading slash.
  let path: ArraySlice<UInt8>
  /// As it stands there, without the question mark.
  let query: ArraySlice<UInt8>?

  /// The scheme of a web page.
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
      // a page of nobody's: `https://elsewhere.example\@example.org/` is elsewhere to a browser, and example.org to RFC 3986
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

  /// An authority without its user and port.
  private static func host(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let host = authority[(at.map { $0 + 1 } ?? authority.startIndex)...]
    guard let colon = host.lastIndex(of: UInt8(ascii: ":")) else { return host }
    let isPort = host[(colon + 1)...].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isPort ? host[..<colon] : host
  }

  /// A domain as it stands in URLs, in lower case and ASCII; `nil` if it is none.
  static func canonical(domain: String) -> String? {
    guard !domain.isEmpty, let url = URL(string: "https://\(domain)/"),
      let parts = try? RouteURL(url, limits: RouteLimits()), parts.path.isEmpty, let found = parts.domain,
      url.absoluteString.lowercased() == "https://\(found)/"
    else { return nil }
    return found
  }

  /// A program's scheme in lower case; `nil` if it is none.
  static func canonical(scheme: String) -> String? {
    let bytes = Array(scheme.lowercased().utf8)
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let others = Array("0123456789+-.".utf8)
    guard let first = bytes.first, letters.contains(first),
      bytes.allSatisfy({ letters.contains($0) || others.contains($0) }), !isWeb(scheme: scheme.lowercased())
    else { return nil }
    return scheme.lowercased()
  }
}
