internal import Files
internal import Foundation
internal import LogFormat

/// The bytes of a history in pieces, for formats whose records are not lines; UTF-16 is converted
/// to UTF-8.
struct HistoryPieces {
  private enum Origin {
    case file(FileHandle, HistoryFile)
    case bytes(ArraySlice<UInt8>, size: Int)
  }

  private var origin: Origin
  private var decoder: UTF16Decoder?

  private static let pieceSize = 1 << 18

  /// Opens a file.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be read.
  init(of file: HistoryFile) throws(HistoryError) {
    guard let handle = FileHandle(forReadingAtPath: file.path) else {
      throw HistoryError(PathKind(at: file.path) == .nothing ? .notFound : .notPermitted, at: file.path)
    }
    origin = .file(handle, file)
    decoder = file.decoder
  }

  /// Creates pieces of bytes in memory.
  init(_ bytes: [UInt8], size: Int = pieceSize) { origin = .bytes(bytes[...], size: size) }

  /// Returns the next piece, or `nil` at the end.
  ///
  /// - Throws: ``HistoryError`` if the file cannot be read to its end, or exceeds its budget.
  mutating func next() throws(HistoryError) -> [UInt8]? {
    switch origin {
    case .bytes(let bytes, let size):
      guard !bytes.isEmpty else { return nil }
      origin = .bytes(bytes.dropFirst(size), size: size)
      return Array(bytes.prefix(size))
    case .file(let handle, let file):
      let piece: Data?
      do { piece = try handle.read(upToCount: Self.pieceSize) } catch {
        throw HistoryError(.unreadable, at: file.path)
      }
      guard let piece, !piece.isEmpty else { return rest() }
      try file.budget.spend(steps: piece.count)
      return decoder?.decode(piece) ?? Array(piece)
    }
  }

  /// Returns the rest of a text in UTF-16 at its end.
  private mutating func rest() -> [UInt8]? {
    let rest = decoder?.finish() ?? []
    return rest.isEmpty ? nil : rest
  }
}
