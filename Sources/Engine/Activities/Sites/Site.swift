internal import Foundation

/// A site of the web: a host and all hosts under it.
///
/// Hosts are compared in their DNS form: ASCII lower case, without a port, `www.` and a trailing
/// dot. Letters of other alphabets are in Punycode (RFC 3492). So `München.example`,
/// `www.münchen.example` and `xn--mnchen-3ya.example` are one site.
public struct Site: Hashable, Sendable {
  /// The host in its compared form.
  public let host: String

  /// Creates a site from a host or an address.
  ///
  /// - Returns: `nil` for a text without a host.
  public init?(_ text: String) {
    var rest = text[...]
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    rest = rest.prefix { !"/?#\\".contains($0) }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    if !rest.hasPrefix("["), let colon = rest.lastIndex(of: ":") { rest = rest[..<colon] }
    while rest.hasSuffix(".") { rest.removeLast() }
    let decoded = rest.contains("%") ? String(rest).removingPercentEncoding ?? String(rest) : String(rest)
    guard !decoded.isEmpty, decoded.utf8.count <= 1_024,
      !decoded.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x21 })
    else { return nil }
    var labels = Self.folded(decoded).split(separator: ".", omittingEmptySubsequences: false)
      .map { Punycode.label(String($0)) }
    if labels.count > 2, labels[0] == "www" { labels.removeFirst() }
    guard !labels.contains("") else { return nil }
    host = labels.joined(separator: ".")
  }

  /// Creates a site from a host in its compared form.
  init(compared host: String) { self.host = host }

  /// Returns whether a site is this one or under it.
  public func contains(_ other: Site) -> Bool {
    other.host == host || other.host.utf8.count > host.utf8.count && other.host.hasSuffix("." + host)
  }

  /// Returns a host in lower case and composed, with the dots of other scripts replaced by dots.
  private static func folded(_ host: String) -> String {
    let folded = CanonicalForm.normalized(host.lowercased())
    guard !folded.utf8.allSatisfy({ $0 < 0x80 }) else { return folded }
    return String(folded.map { "\u{3002}\u{FF0E}\u{FF61}".contains($0) ? "." : $0 })
  }
}

extension UserActivity {
  /// The sites that it opens: those of its web page, of addresses in its userInfo, and of a page
  /// without a scheme (`page`).
  var sites: [Site] {
    var sites = (webpageURL?.absoluteString).flatMap(Site.init).map { [$0] } ?? []
    for (name, value) in userInfo {
      switch value {
      case .url(let url) where url.host() != nil: sites += Site(url.absoluteString).map { [$0] } ?? []
      case .string(let text) where text.hasPrefix("http://") || text.hasPrefix("https://"):
        sites += Site(text).map { [$0] } ?? []
      case .string(let text) where name == Self.pageKey && !text.hasPrefix("/"):
        sites += Site(text).map { [$0] } ?? []
      default: break
      }
    }
    return sites
  }

  /// The site of an imported page; `nil` for other activities.
  var pageSite: Site? {
    guard case .string(let page)? = userInfo[Self.pageKey], !page.hasPrefix("/") else { return nil }
    return Site(page)
  }

  /// The userInfo key for the addresses of imported pages, without a scheme.
  private static let pageKey = "page"
}

/// The encoding of non-ASCII letters in the labels of hosts.
enum Punycode {
  /// Returns a label in its DNS form: unchanged if it is ASCII, otherwise `xn--` and its Punycode;
  /// unchanged if it is too long for one.
  static func label(_ text: String) -> String {
    let scalars = text.unicodeScalars.map(\.value)
    guard scalars.count <= 63, scalars.contains(where: { $0 >= 0x80 }) else { return text }
    let basic = scalars.filter { $0 < 0x80 }
    var output = String(String.UnicodeScalarView(basic.compactMap(Unicode.Scalar.init)))
    if !basic.isEmpty { output += "-" }
    var (delta, bias, handled, next) = (0, 72, basic.count, UInt32(0x80))
    while handled < scalars.count {
      guard let least = scalars.filter({ $0 >= next }).min() else { return text }
      delta += Int(least - next) * (handled + 1)
      next = least
      for scalar in scalars {
        if scalar < next { delta += 1 }
        guard scalar == next else { continue }
        output += digits(of: delta, bias: bias)
        bias = adapted(delta, to: handled + 1, isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      next += 1
    }
    return "xn--" + output
  }

  private static func digits(of delta: Int, bias: Int) -> String {
    var (rest, text, place) = (delta, "", 36)
    while true {
      let threshold = min(max(place - bias, 1), 26)
      guard rest >= threshold else { return text + digit(rest) }
      text += digit(threshold + (rest - threshold) % (36 - threshold))
      rest = (rest - threshold) / (36 - threshold)
      place += 36
    }
  }

  private static func digit(_ value: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String(letters[value])
  }

  private static func adapted(_ delta: Int, to count: Int, isFirst: Bool) -> Int {
    var (rest, steps) = (isFirst ? delta / 700 : delta / 2, 0)
    rest += rest / count
    while rest > 455 {
      rest /= 35
      steps += 36
    }
    return steps + 36 * rest / (rest + 38)
  }
}
