internal import Answers
internal import Foundation
internal import LogFormat
internal import Training

/// The page of `hunch train --provenance`.
struct ProvenanceFile {
  /// As it was named.
  let path: String
  /// The text that is for the card.
  let content: Provenance

  /// Reads a page.
  ///
  /// - Throws: ``FileFailure``, or a ``Failure`` if nothing is said of any log.
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
        "\(path): below the heading \"# Logs\" there is no heading \"## NAME\" of a log", .badData)
    }
    self.path = path
    self.content = content
  }

  /// Names those of whom something is said that are not among these logs, which may be a slip;
  /// `nil` if there are none.
  func remark(onLogs names: [String]) -> String? {
    let others = content.names(besides: names).map(Formatting.plain)
    return others.isEmpty
      ? nil : "\(path): left out, because no log is called so: \(others.joined(separator: ", "))"
  }
}
