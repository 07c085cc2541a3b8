/// A kind of site that is not suggested by default, because others may see the screen.
///
/// The lists are in `SiteKind+….swift`; they are data, made by hand. See ``SiteList`` for their
/// format.
public enum SiteKind: String, Hashable, Sendable, CaseIterable {
  /// Sex: films, pictures, stories, shops, escorts.
  case adult
  /// Banks, brokers, payments, taxes, debts.
  case banking
  /// Dating and marriage agencies.
  case dating
  /// Bets, casinos, lotteries.
  case gambling
  /// Illness, body and mind: advice, doctors, pharmacies, insurers, addiction, crises.
  case health
  /// Looking for another job, and asking what others earn.
  case jobs

  /// Returns the kind of a site; `nil` for one that is on no list.
  ///
  /// - Complexity: O(length of the host).
  public init?(of site: Site) {
    guard let kind = Self.list.kind(of: site) else { return nil }
    self = kind
  }

  private static let list = SiteList([
    (.adult, adultHosts), (.banking, bankingHosts), (.dating, datingHosts), (.gambling, gamblingHosts),
    (.health, healthHosts), (.jobs, jobsHosts),
  ])
}

/// A list of hosts by kind.
///
/// Entries are separated by white space, and are of six forms:
///
/// | entry | matches |
/// | --- | --- |
/// | `example.org` | the host and all under it |
/// | `example` | that name under every ending: `example.de`, `www.example.co.uk` |
/// | `bank-*`, `*bank`, `*porn*` | names that begin with, end with or have it, under any ending |
/// | `vr-*.de` | names that begin with it, under that ending |
/// | `.bank` | every host with the ending |
/// | `jobs.*` | every host of three labels or more that begins with it: `jobs.example.org` |
///
/// An entry `!example` or `!example.org` is an exception, which takes precedence over all others of
/// its kind.
struct SiteList: Sendable {
  private struct Pattern: Sendable {
    let kind: SiteKind
    let text: String
    let isOpenAtStart: Bool
    let isOpenAtEnd: Bool
    /// The only ending for which the pattern matches; `nil` for every ending.
    var ending: String?

    func matches(_ name: String, under ending: String) -> Bool {
      guard self.ending == nil || self.ending == ending else { return false }
      return switch (isOpenAtStart, isOpenAtEnd) {
      case (true, true): name.contains(text)
      case (true, false): name.hasSuffix(text)
      default: name.hasPrefix(text)
      }
    }
  }

  private var entries: [String: SiteKind] = [:]
  private var exceptions: Set<String> = []
  /// The kinds by first labels.
  private var beginnings: [String: SiteKind] = [:]
  private var patterns: [Pattern] = []

  init(_ lists: [(SiteKind, String)]) {
    for (kind, hosts) in lists {
      for entry in hosts.split(whereSeparator: \.isWhitespace).map(String.init) {
        if entry.hasPrefix("!") {
          exceptions.insert(String(entry.dropFirst()))
        } else if entry.hasSuffix(".*") {
          beginnings[String(entry.dropLast(2))] = kind
        } else if let star = entry.firstRange(of: "*.") {
          patterns.append(
            Pattern(
              kind: kind, text: String(entry[..<star.lowerBound]), isOpenAtStart: false, isOpenAtEnd: true,
              ending: String(entry[star.upperBound...])))
        } else if entry.hasPrefix("*") || entry.hasSuffix("*") {
          patterns.append(
            Pattern(
              kind: kind, text: entry.filter { $0 != "*" }, isOpenAtStart: entry.hasPrefix("*"),
              isOpenAtEnd: entry.hasSuffix("*")))
        } else {
          entries[entry] = kind
        }
      }
    }
  }

  func kind(of site: Site) -> SiteKind? {
    let labels = site.host.split(separator: ".").map(String.init)
    guard labels.count > 1, let ending = labels.last else { return nil }
    let name = Self.name(in: labels)
    var found = entries["." + ending] ?? entries[name]
    var host = ""
    for label in labels.reversed() {
      host = host.isEmpty ? label : label + "." + host
      if exceptions.contains(host) { return nil }
      if host != label { found = entries[host] ?? found }
    }
    if exceptions.contains(name) { return nil }
    return found ?? patterns.first { $0.matches(name, under: ending) }?.kind
      ?? (labels.count > 2 ? beginnings[labels[0]] : nil)
  }

  /// The label that names the site: the one before the ending, which may have two labels (`co.uk`,
  /// `com.br`).
  private static func name(in labels: [String]) -> String {
    let last = labels.count - 1
    let hasLongEnding = labels.count > 2 && labels[last].utf8.count == 2 && labels[last - 1].utf8.count <= 3
    return labels[hasLongEnding ? last - 2 : last - 1]
  }
}
