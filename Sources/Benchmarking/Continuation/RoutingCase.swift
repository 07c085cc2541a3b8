internal import Foundation
internal import Routes

/// A URL that is routed among many routes.
public struct RoutingCase: Sendable {
  private let table: RouteTable<Int>
  private let urls: [URL]
  private var next = 0

  /// Declares routes, half of them with a capture, and a URL for each.
  ///
  /// - Throws: Nothing for at least one route.
  public init(routes: Int) throws {
    let patterns = (0..<routes).map { number in
      Route(number.isMultiple(of: 2) ? "shelf\(number)/book" : "shelf\(number)/$(book)/open", to: number)
    }
    let table = try RouteTable(patterns, schemes: ["reader"])
    self.table = table
    urls = try (0..<routes).map { number in
      try table.link(to: number, with: number.isMultiple(of: 2) ? [:] : ["book": "Emma"])
    }
  }

  /// Routes one of the URLs, the next one each time.
  ///
  /// - Returns: The number of the route.
  /// - Throws: ``BenchmarkError/notContinued`` if it leads elsewhere, which a correct table never says.
  @discardableResult
  public mutating func route() throws -> Float {
    let number = next
    next = next + 1 == urls.count ? 0 : next + 1
    guard try table.route(urls[number])?.destination == number else { throw BenchmarkError.notContinued }
    return Float(number)
  }
}
