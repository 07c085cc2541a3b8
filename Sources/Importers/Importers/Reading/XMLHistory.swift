internal import CExpat

/// A receiver of the elements of an XML history, in the order of the file.
protocol XMLHandler: AnyObject {
  /// Takes the start of an element.
  ///
  /// - Parameters:
  ///   - path: The names of the open elements, with their prefixes; its own is the last.
  ///   - attributes: Its attributes by their names.
  ///   - line: The line of the start.
  func start(_ path: [String], attributes: [String: String], line: Int) throws

  /// Takes a piece of the text in the element opened last.
  func text(_ piece: String)

  /// Takes the end of an element, with the same path as its start.
  func end(_ path: [String]) throws
}

extension XMLHandler {
  func text(_ piece: String) {}
}

/// A history in XML, which expat parses in pieces.
///
/// The file is untrusted. Nothing outside of it is loaded. A file with its own declarations, such
/// as entities that grow without end, is rejected. Markup and nesting are limited. Invalid UTF-8 is
/// replaced by U+FFFD.
enum XMLHistory {
  /// A problem that ended the reading.
  struct Problem: Equatable {
    let problem: HistoryProblem
    let line: Int
  }

  fileprivate static let declarations = HistoryProblem(
    "it declares entities, which no program does; none of it is read")
  fileprivate static let tooDeep = HistoryProblem(
    "elements are nested more than 64 deep; the rest cannot be read")
  private static let tooLong = HistoryProblem(
    "a tag or comment is longer than 1 MiB; the rest cannot be read")
  private static let encoding = HistoryProblem(
    "its encoding is neither UTF-8 nor UTF-16 nor ISO-8859-1; write it in UTF-8")
  private static let broken = HistoryProblem("XML that is not well-formed; the rest cannot be read")
  /// The maximum length of a tag or comment in bytes; the parser rescans a longer one with each
  /// piece of the file.
  private static let longestMarkup = 1 << 20

  /// Parses a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - handler: Takes the elements.
  /// - Returns: The problem that ended the reading early, if any.
  /// - Throws: ``HistoryError`` if the file cannot be read; errors of the handler.
  /// - Complexity: O(bytes) in time; in memory O(the longest markup).
  static func read(_ file: HistoryFile, by handler: any XMLHandler) throws -> Problem? {
    let isUTF8 = file.decoder != nil || declaresUTF8(file.head)
    guard let parser = XMLParsing(encoding: isUTF8 ? "UTF-8" : nil, handler) else {
      throw HistoryError(.unreadable, at: file.path)
    }
    var pieces = try HistoryPieces(of: file)
    var text = UTF8Pieces()
    var read = 0
    while let piece = try pieces.next() {
      let bytes = isUTF8 ? text.next(piece) : piece
      read += bytes.count
      if let end = try parser.parse(bytes) { return problem(of: end) }
      guard read - parser.position <= longestMarkup else {
        return Problem(problem: tooLong, line: parser.line)
      }
    }
    return try (parser.parse(text.end()) ?? parser.parse([], isLast: true)).map(problem)
  }

  private static func problem(of end: XMLParsing.End) -> Problem {
    switch end {
    case .refused(let problem, let line): Problem(problem: problem, line: line)
    case .encoding(let line): Problem(problem: encoding, line: line)
    case .broken(let line): Problem(problem: broken, line: line)
    }
  }

  /// Returns the name of the first element in the beginning of a document; `nil` if it has none.
  ///
  /// - Complexity: O(length).
  static func rootElement(of head: [UInt8]) -> String? {
    var rest = head[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      guard let letter = rest.first, (0x61...0x7A).contains(letter | 0x20) else { continue }
      return HistoryText.decoded(
        rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") })
    }
    return nil
  }

  /// Returns whether a document is in UTF-8, which is the default; ASCII counts as UTF-8.
  private static func declaresUTF8(_ head: [UInt8]) -> Bool {
    let declaration = HistoryText.decoded(Array(head.prefix(256))).prefix { $0 != ">" }
    let encoding = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/)?.output.1.lowercased()
    return encoding.map(["utf-8", "us-ascii"].contains) ?? true
  }
}

/// A document that expat is parsing.
@safe
private final class XMLParsing {
  /// The problem that ended the reading early, and its line.
  enum End {
    case refused(HistoryProblem, line: Int)
    case encoding(line: Int)
    case broken(line: Int)
  }

  private let parser: XML_Parser  // freed with this, and never passed on
  private let handler: any XMLHandler
  private var path: [String] = []
  /// The reason why parsing stopped early: the handler's error, or rejected content.
  private var stop: Result<End, any Error>?
  private var lastPosition = 0

  /// The maximum nesting of elements.
  private static let mostLevels = 64

  /// Creates a parser, or `nil` if there is no memory for it.
  ///
  /// - Parameters:
  ///   - encoding: The encoding of the document regardless of its declaration, or `nil` to use the
  ///     declaration.
  ///   - handler: Takes the elements.
  init?(encoding: String?, _ handler: any XMLHandler) {
    guard let parser = unsafe XML_ParserCreate(encoding) else { return nil }
    unsafe self.parser = parser
    self.handler = handler
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let name = unsafe name, let attributes = unsafe attributes else { return }
        unsafe XMLParsing.of(context)?.start(
          String(cString: name), attributes: XMLParsing.values(attributes))
      }, { context, _ in unsafe XMLParsing.of(context)?.end() })
    unsafe XML_SetCharacterDataHandler(parser) { context, bytes, count in
      let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
      unsafe XMLParsing.of(context)?.text(String(decoding: bytes, as: UTF8.self))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, hasDeclarations in
      if hasDeclarations != 0 { unsafe XMLParsing.of(context)?.refuse(XMLHistory.declarations) }
    }
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// The parser's current line.
  var line: Int { max(1, Int(unsafe XML_GetCurrentLineNumber(parser))) }

  /// The number of bytes before the parser's current markup or text.
  var position: Int {
    lastPosition = max(lastPosition, Int(unsafe XML_GetCurrentByteIndex(parser)))
    return lastPosition
  }

  /// Parses the next bytes.
  ///
  /// - Returns: The problem that ended the reading, if any.
  /// - Throws: Errors of the handler.
  func parse(_ bytes: [UInt8], isLast: Bool = false) throws -> End? {
    let status = unsafe bytes.withUnsafeBytes {
      unsafe XML_Parse(
        parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), CInt($0.count), isLast ? 1 : 0)
    }
    if let stop { return try stop.get() }
    guard status != XML_STATUS_OK else { return nil }
    let error = unsafe XML_GetErrorCode(parser)
    return error == XML_ERROR_UNKNOWN_ENCODING || error == XML_ERROR_INCORRECT_ENCODING
      ? .encoding(line: line) : .broken(line: line)
  }

  private func start(_ name: String, attributes: [String: String]) {
    guard stop == nil else { return }
    path.append(name)
    guard path.count <= Self.mostLevels else { return refuse(XMLHistory.tooDeep) }
    attempt { try handler.start(path, attributes: attributes, line: line) }
  }

  private func text(_ piece: String) {
    if stop == nil { handler.text(piece) }
  }

  private func end() {
    guard stop == nil else { return }
    attempt { try handler.end(path) }
    path.removeLast()
  }

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch { stop(.failure(error)) }
  }

  private func refuse(_ problem: HistoryProblem) { stop(.success(.refused(problem, line: line))) }

  private func stop(_ reason: Result<End, any Error>) {
    stop = reason
    unsafe XML_StopParser(parser, 0)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLParsing? {
    unsafe context.map { unsafe Unmanaged<XMLParsing>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the attributes of an element: names and values in turns, with a null pointer after the
  /// last.
  private static func values(
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) -> [String: String] {
    var values: [String: String] = [:]
    var next = unsafe attributes
    while let name = unsafe next[0], let value = unsafe next[1] {
      unsafe values[String(cString: name)] = String(cString: value)
      unsafe next += 2
    }
    return values
  }
}
