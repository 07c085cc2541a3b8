internal import Activities
internal import Foundation
internal import LogFormat

extension DocumentReader {
  /// Reads minutes as seconds.
  func minutes(_ range: ClosedRange<Double> = 0...1_440) throws(DocumentError) -> Double {
    try number(range) * 60
  }

  func template() throws(DocumentError) -> TextTemplate {
    guard let template = TextTemplate(try string()) else { throw error(.malformedTemplate) }
    return template
  }

  func timeZone() throws(DocumentError) -> String {
    let name = try string()
    guard TimeZone(identifier: name) != nil else { throw error(.unknownTimeZone(name)) }
    return name
  }

  /// Reads names by weight: one name, a list of equals, or an object of weights.
  func weightedNames(of section: DocumentNames) throws(DocumentError) -> [Weighted<String>] {
    guard case .object = node else {
      let names = try names(of: section)
      guard !names.isEmpty else { throw error(.empty) }
      return names.map { Weighted(element: $0, weight: 1) }
    }
    var weighted: [Weighted<String>] = []
    for member in try members() {
      let name = try DocumentReader(file: file, path: member.value.path, node: .string(member.name)).name(
        of: section)
      weighted.append(Weighted(element: name, weight: try member.value.number(0...1_000_000)))
    }
    guard weighted.contains(where: { $0.weight > 0 }) else { throw error(.empty) }
    return weighted
  }

  /// Reads values by weight: a list of equals, or an object of weights whose keys are strings.
  func weightedValues() throws(DocumentError) -> [Weighted<ActivityValue>] {
    var weighted: [Weighted<ActivityValue>] = []
    if case .object = node {
      for member in try members() {
        weighted.append(
          Weighted(element: .string(member.name), weight: try member.value.number(0...1_000_000)))
      }
    } else {
      weighted = try elements().map { Weighted(element: $0.node.value, weight: 1) }
    }
    guard weighted.contains(where: { $0.weight > 0 }) else { throw error(.empty) }
    return weighted
  }
}
