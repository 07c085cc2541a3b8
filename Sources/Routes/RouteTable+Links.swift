public import Foundation

extension RouteTable {
  /// The URL that leads to a destination with these parameters, and with no others.
  ///
  /// The first route in the order of declaration that can do it is taken. Its captures take their parameters; the others
  /// become the query, sorted by name. A link is handed out only if ``route(_:)`` takes it back to where it was meant, with
  /// exactly these parameters; else the next route is tried.
  ///
  /// In the URL of a program the first component of the path is its host (`player://tracks/7`), but only if it is of lower-case
  /// letters, digits, `-` and `.`: hosts lose their case, and may not hold everything. Otherwise the host stays empty:
  /// `player:///Tracks/7`.
  ///
  /// - Parameters:
  ///   - parameters: What the link carries.
  ///   - scope: Which kind of link: `.applicationAny` and `.universalAny` stand for the first declared scheme or domain,
  ///     or for the one of the route's scope. Absent: the URL of a program if there is one, else one of the web.
  ///   - isMeant: Whether a destination is the one meant.
  /// - Throws: ``RouteError`` of the first route that leads there; ``RouteError/noRoute`` if none does.
  /// - Complexity: O(number of routes) calls of `isMeant`.
  public func link(
    with parameters: RouteParameters = [:], in scope: RouteScope? = nil,
    where isMeant: (Destination) -> Bool
  ) throws(RouteError) -> URL {
    var failure: RouteError?
    for wanted in scope.map({ [$0] }) ?? [.applicationAny, .universalAny] {
      for entry in entries where isMeant(entry.route.destination) {
        guard let origin = origin(of: entry, in: wanted) else { continue }
        do throws(RouteError) {
          return try link(from: entry, with: parameters, at: origin, where: isMeant)
        } catch {
          failure = failure ?? error
        }
      }
    }
    throw failure ?? .noRoute
  }

  /// What a link begins with.
  private enum Origin {
    case scheme(String)
    case domain(String)
  }

  /// What a link of a route begins with in a scope; `nil` if the route is not for that scope.
  private func origin(of entry: Entry, in wanted: RouteScope) -> Origin? {
    switch wanted {
    case .application(let scheme):
      guard let scheme = RouteURL.canonical(scheme: scheme), schemes.contains(scheme) else { return nil }
      let isFor =
        entry.scopes.contains(.applicationAny) || entry.scopes.contains(.application(scheme: scheme))
      return isFor ? .scheme(scheme) : nil
    case .universal(let domain):
      guard let domain = RouteURL.canonical(domain: domain), domains.contains(domain) else { return nil }
      let isFor = entry.scopes.contains(.universalAny) || entry.scopes.contains(.universal(domain: domain))
      return isFor ? .domain(domain) : nil
    case .applicationAny, .universalAny:
      for scope in entry.scopes where scope.isUniversal == wanted.isUniversal {
        switch scope {
        case .application(let scheme): return .scheme(scheme)
        case .universal(let domain): return .domain(domain)
        case .applicationAny: if let scheme = schemes.first { return .scheme(scheme) }
        case .universalAny: if let domain = domains.first { return .domain(domain) }
        }
      }
      return nil
    }
  }

  private func link(
    from entry: Entry, with parameters: RouteParameters, at origin: Origin,
    where isMeant: (Destination) -> Bool
  ) throws(RouteError) -> URL {
    let pattern = entry.pattern
    let path = Substring(try pattern.path(with: parameters)).dropFirst(pattern.startsWithSlash ? 1 : 0)
    // a capture that holds nothing stays in the query, which says that it may
    let query = parameters.filter { $0.value.isEmpty || !pattern.captureNames.contains($0.key) }
    guard query.count <= limits.queryItems else { throw .tooManyQueryItems(limit: limits.queryItems) }
    let start =
      switch origin {
      case .domain(let domain): "https://\(domain)/\(path)"
      case .scheme(let scheme): "\(scheme)://\(Self.beginsWithHost(path) ? "" : "/")\(path)"
      }
    let text = start + RouteQuery.text(of: query)
    guard text.utf8.count <= limits.urlLength else { throw .urlTooLong(limit: limits.urlLength) }
    guard let url = URL(string: text), let found = try route(url) else {
      throw .notReversible(pattern: pattern.text)
    }
    guard isMeant(found.destination) else {
      throw .shadowed(pattern: pattern.text, by: found.pattern.text)
    }
    guard found.parameters.count == parameters.count,
      parameters.allSatisfy({ found.parameters[$0.key]?.utf8.elementsEqual($0.value.utf8) == true })
    else { throw .notReversible(pattern: pattern.text) }
    return url
  }

  /// Whether the first component of a path may stand as a host.
  private static func beginsWithHost(_ path: Substring) -> Bool {
    let host = path.utf8.prefix { $0 != UInt8(ascii: "/") }
    let isPlain = host.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isPlain && !host.isEmpty && host.first != UInt8(ascii: ".")
  }
}

extension RouteTable where Destination: Equatable {
  /// The URL that leads to a destination with these parameters, and with no others.
  ///
  /// See ``link(with:in:where:)``.
  ///
  /// - Throws: ``RouteError`` of the first route that leads there; ``RouteError/noRoute`` if none does.
  public func link(
    to destination: Destination, with parameters: RouteParameters = [:], in scope: RouteScope? = nil
  ) throws(RouteError) -> URL {
    try link(with: parameters, in: scope) { $0 == destination }
  }
}
