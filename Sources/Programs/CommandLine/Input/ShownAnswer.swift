internal import Answers
internal import Foundation
internal import LogFormat
internal import Questions

extension ShownAnswer {
  /// Reads an answer from a file.
  ///
  /// - Parameter file: A path, or - for standard input.
  /// - Throws: ``FileFailure`` if it cannot be read, a ``Failure`` if it is not such an answer.
  init(file: String) throws {
    try self.init(try WholeFile(path: file).read(), of: file)
  }

  /// Reads an answer from bytes.
  ///
  /// - Parameter file: The name of the bytes in messages.
  /// - Throws: A ``Failure`` if they are not such an answer.
  init(_ bytes: Data, of file: String) throws {
    // An answer may be longer, and its values deeper, than the documents that users write.
    var limits = LineLimits()
    limits.length = bytes.count
    do {
      let node = try JSONNode(parsing: bytes.span, limits: limits)
      try self.init(DocumentReader(file: file, path: .root, node: node))
    } catch { throw Failure("\(file): not an answer of `hunch suggest --json`", .badData) }
  }
}
