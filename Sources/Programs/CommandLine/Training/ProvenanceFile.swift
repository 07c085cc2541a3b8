internal import Answers
internal import Foundation
internal import LogFormat
internal import Training

/// The page of `hunch train --provenance`.
struct ProvenanceFile {
  /// The path as given.
  let path: String
  /// The text for the card.
  let content: Provenance

  /// Reads a page.
  ///
  /// - Throws: ``FileFailure``, or a ``Failure`` if the page describes no log.
  init(path: String) throws {
    let type =
      try? FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[.type] as? FileAttributeType
    guard let type else { throw FileFailure(file: path, reason: .notFound) }
    if type == .typeDirectory { throw FileFailure(file: path, reason: .isFolder) }
    try FileFailure.check(path)
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw FileFailure(file: path, reason: .notPermitted)
    }
    guard let content = Provenance(markdown: String(decoding: bytes, as: UTF8.self)) else {
      throw Failure(
        "\(path): no heading \"## NAME\" of a log below the heading \"# Logs\"; add one", .badData)
    }
    self.path = path
    self.content = content
  }

  /// Returns a remark on described logs that are not among the given ones, perhaps by mistake;
  /// `nil` if there are none.
  func remark(onLogs names: [String]) -> String? {
    let others = content.names(besides: names).map(Formatting.plain)
    return others.isEmpty
      ? nil : "\(path): left out, because no log has that name: \(others.joined(separator: ", "))"
  }
}
