/// What visits of pages are the same activity again by.
///
/// A browser's history has tens of thousands of addresses, and nearly all of them are visited once. So an activity is
///
/// - a **page** if its address has no part that varies: `example.org/calendar`, `github.com/owner/project/pulls`; also a document by its number at
///   a site that keeps one's own documents there (``PageTable/documents``);
/// - the **site** if nothing but the host remains;
/// - else the **group** of all pages whose addresses differ in the varying parts only: `github.com/owner/project/issues/…`. To open a group is
///   to open what its pages stand in, here `github.com/owner/project/issues`, so that what is opened does not depend on which was read last.
///
/// A part of the path varies if it is a number, a date, a hash or UUID, mixes letters and digits like an identifier, is the slug of a headline
/// (four words, or 32 letters), is encoded, or is the fifth or a later one. A version (`v2`, `3.11`) does not vary.
///
/// The query is left out: it holds searches, positions, campaigns and sessions. Where it is the page, by a list of hosts (``PageTable/queries``), the
/// page belongs to a group, except lists that are opened again (`youtube.com/playlist?list=`). What was searched for is never kept.
package struct PageTemplate: Sendable, Hashable {
  /// How much of an address is the activity.
  package enum Level: String, Sendable, Hashable, CaseIterable {
    case site
    case page
    case group
  }

  /// The host in small letters, without `www.`, with a port that is not the scheme's; nothing for a file.
  package let host: String
  /// The path of the activity, with `…` for what varies, without a slash at the end.
  package let path: String
  /// How much of the address the activity is.
  package let level: Level
  /// The address that opens the activity, without credentials, query (unless it is the page) and fragment.
  package let url: String

  /// What two visits of the same activity share: host and path, and a query that is the page.
  package let identity: String

  /// A title for where the page has none, or the activity is more than a page: host and path.
  package var title: String { identity }

  private static let longest = 2_048

  /// Creates the template of a page's address; nothing for what is no page (`about:`, `data:`, `javascript:`, a browser's own and extensions'
  /// pages), cannot be read, or holds a secret where it would be stored.
  package init?(url: String) {
    let bytes = Array(url.utf8)
    guard bytes.count <= Self.longest * 4, !bytes.contains(where: \.isBlank) else { return nil }
    let parts = AddressParts(bytes[...])
    switch parts.scheme.lowercasedText {
    case "http", "https": self.init(web: parts)
    case "file": self.init(file: parts)
    default: return nil
    }
    guard self.url.utf8.count <= Self.longest,
      !self.identity.unicodeScalars.contains(where: {
        $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
          || $0.value == 0xFFFD
      }),
      SecretRules().firstMatch(in: self.url, kind: .url) == nil,
      SecretRules().firstMatch(in: identity, kind: .title) == nil
    else { return nil }
  }

  private init?(file parts: AddressParts) {
    guard let host = parts.host, host.isEmpty || host.lowercasedText == "localhost", parts.path.count > 1
    else { return nil }
    self.host = ""
    path = String(decoding: parts.path, as: UTF8.self)
    level = .page
    url = "file://" + path
    identity = path
  }

  private init?(web parts: AddressParts) {
    let scheme = parts.scheme.lowercasedText
    guard let host = Self.host(parts.host ?? [], scheme: scheme) else { return nil }
    self.host = host
    let origin = scheme + "://" + (parts.host ?? []).lowercasedText.trimmingPort(of: scheme)
    var segments = parts.path.split(separator: .slash).map { String(decoding: $0, as: UTF8.self) }
    if let last = segments.last, PageTable.indexes.contains(last.lowercased()) { segments.removeLast() }

    if PageTable.isDocument(host: host, segments) {
      path = "/" + segments.joined(separator: "/")
      level = .page
      url = origin + path
      identity = host + path
      return
    }
    if let query = PageTable.query(host: host, segments, parts.query) {
      path = segments.isEmpty ? "" : "/" + segments.joined(separator: "/")
      level = query.isPage ? .page : .group
      url = query.isPage ? origin + path + "?" + query.text : origin + "/"
      identity = host + path + "?" + (query.isPage ? query.text : query.name + "=…")
      return
    }
    let template = PathTemplate(segments)
    path = template.text
    identity = host + template.text
    level = segments.isEmpty ? .site : template.varies ? .group : .page
    let opened = template.varies ? template.parent : segments
    url = origin + (opened.isEmpty ? "/" : "/" + opened.joined(separator: "/"))
  }

  /// Returns a host as it is shown; nothing if it is none.
  private static func host(_ bytes: ArraySlice<UInt8>, scheme: String) -> String? {
    guard !bytes.isEmpty, bytes.count <= 260,
      bytes.allSatisfy({
        $0.isAlphanumeric || $0 >= 0x80 || $0 == .dot || $0 == .dash || $0 == .colon || $0 == .underscore
          || "[]".utf8.contains($0)
      })
    else { return nil }
    var text = bytes.lowercasedText.trimmingPort(of: scheme)
    while text.hasSuffix(".") { text.removeLast() }
    if text.hasPrefix("www."), text.utf8.count(where: { $0 == .dot }) > 1 { text.removeFirst(4) }
    return text.isEmpty || text.hasPrefix(":") ? nil : text
  }
}

extension String {
  /// The host without the port that the scheme has anyway.
  fileprivate func trimmingPort(of scheme: String) -> String {
    let port = scheme == "http" ? ":80" : ":443"
    return hasSuffix(port) ? String(dropLast(port.count)) : hasSuffix(":") ? String(dropLast()) : self
  }
}
