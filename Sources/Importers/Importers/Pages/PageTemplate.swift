internal import Foundation

/// The key by which visits are the same activity.
///
/// A browser's history has tens of thousands of addresses, most of which are visited once. So an
/// activity is something that a user opens again:
///
/// - a **page** if its address has no part that varies: `example.org/calendar`,
///   `github.com/owner/project/pulls`; also a document with a number on a site for the user's own
///   documents (``PageTable/documents``);
/// - else the **section** with the page: the path before the first part that varies. Reading
///   `github.com/owner/project/issues/42` is the same activity as opening
///   `github.com/owner/project/issues`;
/// - the **site** if only the host remains.
///
/// Frequency also decides which of these a visit counts for: see ``PageCounts`` and ``coarser``.
///
/// A part of the path varies if it is a number, a date, a hash or UUID, mixes letters and digits
/// like an identifier, is the slug of a headline (four words, or 32 letters), cannot be read,
/// follows a part that announces a search, or is the fifth or a later one. A version (`v2`, `3.11`)
/// does not vary. Parts are judged and shown as people read them: `M%C3%BCnchen` is `München`
/// (``PathPart``). Parts that only announce a varying one (`item`, `dp`) are not pages, and are
/// dropped (``PageTable/announcing``).
///
/// The query is dropped: it holds searches, positions, campaigns and sessions. If it identifies the
/// page on a known host (``PageTable/queries``), the visit counts for the site, except for lists
/// that can be opened again (`youtube.com/playlist?list=`). Search terms are never kept.
package struct PageTemplate: Sendable, Hashable {
  /// The part of an address that is the activity.
  package enum Level: String, Sendable, Hashable, CaseIterable {
    case site
    case section
    case page
  }

  /// The host in lower case in the network's form (``Punycode``), without `www.`, with a port other
  /// than the scheme's; empty for a file.
  package let host: String
  /// The part of the address that is the activity.
  package let level: Level
  /// The common key of visits of one activity: the decoded host and path, and a query that
  /// identifies the page; for a file, its decoded path.
  package let identity: String
  /// The name by which a store recognises the visit; it does not change with the rules for pages.
  let visitName: String
  /// The address that opens the activity, without credentials, fragment, and any query that does
  /// not identify the page.
  package let url: String
  /// A Boolean value that indicates whether the visit's title belongs to the activity, because no
  /// dropped part of the address may have changed it.
  package let ownsTitle: Bool

  /// A Boolean value that indicates whether it is a document with a number, which may look random.
  private var isDocument: Bool { PageTable.isDocument(host: host, opened.map(\.spelling)) }
  /// The scheme and host of ``url``.
  private let origin: String
  /// The parts of the path of ``url``.
  private let opened: [PathPart]

  /// The words of host and path for searches.
  package var words: [String] {
    let readable = Punycode.readable(host)
    return (host.isEmpty ? [] : [host]) + (readable == host ? [] : [readable]) + opened.map(\.text)
  }

  private static let longest = 2_048

  /// Creates the template of a page's address; fails if it is not a web page (`about:`, `data:`,
  /// `javascript:`, pages of browsers and extensions), cannot be read, or would store a secret.
  package init?(url: String) {
    let bytes = Array(url.utf8)
    guard bytes.count <= Self.longest * 4, !bytes.contains(where: \.isBlank) else { return nil }
    let parts = AddressParts(bytes[...])
    switch parts.scheme.lowercasedText {
    case "http", "https": self.init(web: parts)
    case "file": self.init(file: parts)
    default: return nil
    }
    guard self.url.utf8.count <= Self.longest, identity.unicodeScalars.allSatisfy(PathPart.isVisible),
      Set([self.url, origin + identity.dropFirst(host.count)]).allSatisfy({
        SecretRules().firstMatch(in: $0, kind: .url) == nil
      }),
      isDocument || SecretRules().firstMatch(in: identity, kind: .title) == nil
    else { return nil }
  }

  private init(
    _ host: String, at origin: String, _ opened: [PathPart], query: String? = nil, _ level: Level,
    ownsTitle: Bool, visitName: String? = nil
  ) {
    (self.host, self.origin, self.opened) = (host, origin, opened)
    let shown = query.map { "?" + $0 } ?? ""
    self.level = opened.isEmpty && query == nil ? .site : level
    self.ownsTitle = ownsTitle
    identity = host + Self.path(opened, \.text) + shown
    self.visitName = visitName ?? identity
    url = origin + (opened.isEmpty ? "/" : Self.path(opened, \.spelling)) + shown
  }

  private static func path(_ parts: [PathPart], _ text: (PathPart) -> String) -> String {
    parts.map { "/" + text($0) }.joined()
  }

  private init?(file parts: AddressParts) {
    let host = parts.host ?? []
    // `file:/home/ada` is the same as `file:///home/ada`.
    guard host.isEmpty || host.lowercasedText == "localhost", parts.path.count > 1,
      parts.path.first == .slash,
      let path = String(decoding: parts.path, as: UTF8.self).removingPercentEncoding
    else { return nil }
    self.host = ""
    level = .page
    identity = path
    visitName = path
    url = "file://" + String(decoding: parts.path, as: UTF8.self)
    ownsTitle = false
    origin = "file://"
    opened = []
  }

  private init?(web parts: AddressParts) {
    let scheme = parts.scheme.lowercasedText
    guard let host = Self.host(parts.host ?? [], scheme: scheme) else { return nil }
    let origin = scheme + "://" + Punycode.host((parts.host ?? []).lowercasedText).trimmingPort(of: scheme)
    var path = parts.path.split(separator: .slash).map { PathPart(String(decoding: $0, as: UTF8.self)) }
    if let last = path.last, PageTable.indexes.contains(last.spelling.lowercased()) { path.removeLast() }
    let isWhole = Self.isAnchor(parts.fragment)
    let segments = path.map(\.spelling)
    if PageTable.isDocument(host: host, segments) {
      self.init(
        host, at: origin, path, .page, ownsTitle: isWhole, visitName: host + Self.path(path, \.spelling))
    } else if let query = PageTable.query(host: host, segments, parts.query) {
      self.init(
        host, at: origin, query.isPage ? path : [], query: query.isPage ? query.text : nil, .page,
        ownsTitle: query.isPage && isWhole)
    } else {
      let template = PathTemplate(path)
      self.init(
        host, at: origin, template.varies ? template.parent : path, template.varies ? .section : .page,
        ownsTitle: !template.varies && isWhole && PageTable.isNoise(parts.query),
        visitName: host + Self.path(PathTemplate(path, byFirstRule: true).parent, \.spelling))
    }
  }

  /// The activity that a visit counts for if this one is too rare: the section before the last part
  /// of the path or before the first that varies; then the site; then none.
  package var coarser: PageTemplate? {
    guard !host.isEmpty, level != .site else { return nil }
    return PageTemplate(host, at: origin, PathTemplate.parent(of: opened), .section, ownsTitle: false)
  }

  /// Returns whether a fragment is a position in the page, not a page itself as in single-page
  /// programs (`#/inbox/7`).
  private static func isAnchor(_ fragment: ArraySlice<UInt8>?) -> Bool {
    fragment?.allSatisfy { $0.isAlphanumeric || $0 == .dash || $0 == .underscore || $0 == .dot } ?? true
  }

  /// Returns a host as shown, or nil if it is not a valid one.
  private static func host(_ bytes: ArraySlice<UInt8>, scheme: String) -> String? {
    guard !bytes.isEmpty, bytes.count <= 260, bytes.allSatisfy(isHostByte) else { return nil }
    var text = Punycode.host(bytes.lowercasedText).trimmingPort(of: scheme)
    while text.hasSuffix(".") { text.removeLast() }
    if text.hasPrefix("www."), text.utf8.count(where: { $0 == .dot }) > 1 { text.removeFirst(4) }
    return text.isEmpty || text.hasPrefix(":") ? nil : text
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte >= 0x80 || byte == .dot || byte == .dash || byte == .colon
      || byte == .underscore
      || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }
}

extension String {
  /// The host without the default port of the scheme.
  fileprivate func trimmingPort(of scheme: String) -> String {
    let port = scheme == "http" ? ":80" : ":443"
    return hasSuffix(port) ? String(dropLast(port.count)) : hasSuffix(":") ? String(dropLast()) : self
  }
}
