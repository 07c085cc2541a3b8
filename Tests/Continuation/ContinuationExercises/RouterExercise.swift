import Foundation

@testable import Continuation

/// The results of the router for one input.
struct RouterOutcome: Equatable {
  /// Whether the patterns made a table.
  var isTable = false
  var mapped = 0
  var unmapped = 0
  var invalid = 0
  var links = 0
}

/// A promise of the router that one input broke.
enum RouterPromise: Error {
  /// A capture of the pattern that matched has no value.
  case captureLost
  /// The link leads elsewhere, or has other parameters.
  case linkLost
  /// No link could be made, though each component has at most one capture.
  case linkRefused(RouteError)
}

/// Runs the router on arbitrary bytes, and checks its promises.
///
/// The bytes are lines: patterns, an empty line, URLs, an empty line, parameters as `name=value`.
/// The fuzzer and the tests of its corpus share it.
func exerciseRouter(_ bytes: [UInt8]) throws -> RouterOutcome {
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  let sections = lines.split(separator: "", maxSplits: 2, omittingEmptySubsequences: false)
  let patterns = (sections.first ?? []).map(String.init)
  var parameters: RouteParameters = [:]
  for line in sections.dropFirst(2).joined() {
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    parameters[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
  }
  for pattern in patterns { try exerciseAlone(pattern, parameters) }
  guard
    let table = try? RouteTable(
      patterns.enumerated().map { Route($1, to: $0) }, schemes: ["x"], domains: ["d.example"],
      ambiguity: .firstDeclared)
  else { return RouterOutcome() }
  var outcome = RouterOutcome(isTable: true)
  for line in sections.dropFirst().prefix(1).joined() {
    guard let url = URL(string: String(line)) else { continue }
    do {
      guard let match = try table.route(url) else {
        outcome.unmapped += 1
        continue
      }
      outcome.mapped += 1
      guard match.pattern.captureNames.allSatisfy({ match.parameters[$0] != nil }) else {
        throw RouterPromise.captureLost
      }
    } catch is RouteError {
      outcome.invalid += 1
    }
  }
  for number in patterns.indices {
    for scope in [RouteScope.applicationAny, .universalAny] {
      guard let link = try? table.link(to: number, with: parameters, in: scope) else { continue }
      try check(link, of: table, leadsTo: number, with: parameters)
      outcome.links += 1
    }
  }
  return outcome
}

/// A pattern without other routes that could match its links.
private func exerciseAlone(_ text: String, _ parameters: RouteParameters) throws {
  guard let pattern = try? URLPattern(text) else { return }
  for value in parameters.values { _ = pattern.match(path: value) }
  let table = try RouteTable([Route(text, to: 0)], schemes: ["x"], domains: ["d.example"])
  let isPlain = text.split(separator: "/").allSatisfy { $0.components(separatedBy: "$(").count <= 2 }
  for scope in [RouteScope.applicationAny, .universalAny] {
    do {
      let link = try table.link(to: 0, with: parameters, in: scope)
      try check(link, of: table, leadsTo: 0, with: parameters)
    } catch RouteError.notReversible where !isPlain {
      continue
    } catch let error as RouteError {
      switch error {
      case .noPath, .missingValues, .tooManyQueryItems, .urlTooLong: continue
      default: throw RouterPromise.linkRefused(error)
      }
    }
  }
}

/// A link has to lead back, also as text.
private func check(
  _ link: URL, of table: RouteTable<Int>, leadsTo number: Int, with parameters: RouteParameters
) throws {
  guard let again = URL(string: link.absoluteString) else { throw RouterPromise.linkLost }
  for url in [link, again] {
    guard let match = try table.route(url), match.destination == number,
      match.parameters.count == parameters.count,
      parameters.allSatisfy({ match.parameters[$0.key].map { Array($0.utf8) } == Array($0.value.utf8) })
    else { throw RouterPromise.linkLost }
  }
}
