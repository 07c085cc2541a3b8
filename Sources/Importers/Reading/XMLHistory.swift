internal import Foundation
internal import FoundationXML

/// A history in XML, which Foundation's parser goes through piece by piece.
///
/// The file is a stranger's, so nothing outside of it is loaded, and the parser does not get what it cannot cope with: declared entities, which it puts in
/// whatever it is told, so that they can grow without end or stand for other files; and bytes that are no UTF-8, in an attribute of which it traps.
/// These are replaced by U+FFFD.
struct XMLHistory {
  /// A problem that ended the reading.
  struct Problem: Equatable {
    let problem: HistoryProblem
    let line: Int
  }

  private static let entities = HistoryProblem(
    "it declares entities or a rare encoding, as no program does; nothing of it is read")
  private static let notText = HistoryProblem(
    "its text is no UTF-8; nothing of it is read, as it is too large to be mended")
  private static let broken = HistoryProblem("no well-formed XML from here on; what follows cannot be read")
  /// The largest file whose bytes are replaced.
  private static let longestMended = 64 << 20

  /// Goes through a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - root: The name of its first element.
  ///   - delegate: Takes the elements. If it has the parser abort, that is told as a problem.
  /// - Returns: What ended the reading, if it is not the end of the document.
  /// - Throws: ``HistoryError`` if the file cannot be read.
  static func read(
    _ file: HistoryFile, root: String, by delegate: some XMLParserDelegate
  ) throws(HistoryError) -> Problem? {
    guard !declaresEntities(file.head, before: root) else { return Problem(problem: entities, line: 1) }
    let stream: InputStream?
    if let line = try firstLineThatIsNoText(of: file) {
      guard file.size <= longestMended else { return Problem(problem: notText, line: line) }
      stream = InputStream(data: Data(try mended(file).utf8))
    } else {
      stream = InputStream(fileAtPath: file.path)
    }
    guard let stream else { throw HistoryError(.unreadable, at: file.path) }
    let parser = XMLParser(stream: stream)
    parser.shouldResolveExternalEntities = false
    parser.externalEntityResolvingPolicy = .never
    parser.delegate = delegate
    defer { parser.delegate = nil }
    return parser.parse() ? nil : Problem(problem: broken, line: max(1, parser.lineNumber))
  }

  /// Returns what a document that ended too early has for a problem; the parser says that it did well.
  static func cutOff(at line: Int) -> Problem { Problem(problem: broken, line: max(1, line)) }

  /// Returns whether a document declares entities before its first element, or is in an encoding in which that would not be seen.
  private static func declaresEntities(_ head: [UInt8], before root: String) -> Bool {
    let text = HistoryText.decoded(head)
    let prolog = text[..<(text.firstRange(of: "<\(root)")?.lowerBound ?? text.endIndex)]
    return prolog.contains("[") || prolog.lowercased().contains("<!entity")
      || ![.utf8, .latin1].contains(encoding(of: prolog))
  }

  private enum Encoding {
    case utf8, latin1, other
  }

  private static func encoding(of prolog: Substring) -> Encoding {
    switch prolog.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.output.1.lowercased() {
    case nil, "utf-8", "us-ascii": .utf8
    case "iso-8859-1": .latin1
    default: .other
    }
  }

  /// Returns the first line whose bytes are no text in UTF-8; `nil` if all are, or the document is in Latin-1, in which all bytes are.
  private static func firstLineThatIsNoText(of file: HistoryFile) throws(HistoryError) -> Int? {
    if encoding(of: HistoryText.decoded(file.head)[...]) == .latin1 { return nil }
    var pieces = try HistoryPieces(of: file)
    var (rest, line) = ([UInt8](), 1)
    while let piece = try pieces.next() {
      let bytes = rest + piece
      // A character may lie across two pieces.
      let end = bytes.count - incompleteEnd(of: bytes)
      guard String(validating: bytes[..<end], as: UTF8.self) != nil else { return line }
      line += bytes[..<end].count { $0 == 0x0A }
      rest = Array(bytes[end...])
    }
    return rest.isEmpty ? nil : line
  }

  /// Returns the number of bytes at the end that begin a character of which the rest is missing.
  private static func incompleteEnd(of bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > count ? count : 0
    }
    return 0
  }

  private static func mended(_ file: HistoryFile) throws(HistoryError) -> String {
    var pieces = try HistoryPieces(of: file)
    var bytes: [UInt8] = []
    while let piece = try pieces.next() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }
}
