internal import Foundation

/// The blocks of a page of "My Activity", each of which is a record, read one at a time.
///
/// It is not an HTML parser: it reads only the markup that Google writes (cells with a class, lines
/// with breaks, links and entities), and accepts any input.
struct ActivityPage {
  /// A line of a cell, with blanks as displayed.
  struct Line {
    var text = ""
    /// The targets of its links.
    var addresses: [String] = []
  }

  /// A part of a record.
  struct Cell {
    /// The cell's style classes.
    let style: String
    /// The lines that are not blank.
    fileprivate(set) var lines: [Line] = []
  }

  /// The beginning of a record.
  private static let marker = Array(#"<div class="outer-cell"#.utf8)
  private static let longestBlock = 1 << 20

  /// Goes through the records of a file.
  ///
  /// - Parameter receive: Takes the number of a record, counted from 1, and its cells; the cells
  ///   are `nil` for a record that is too long.
  /// - Throws: ``HistoryError`` if the file cannot be read to its end; errors of `receive`.
  static func forEachRecord(of file: HistoryFile, _ receive: (_ number: Int, _ cells: [Cell]?) throws -> Void)
    throws
  {
    var pieces = try HistoryPieces(of: file)
    var (buffer, number, isTooLong) = ([UInt8](), 0, false)
    func hand(_ block: ArraySlice<UInt8>) throws {
      defer { isTooLong = false }
      // Text before the first record is not a record.
      if number > 0 { try receive(number, isTooLong || block.count > longestBlock ? nil : cells(of: block)) }
      number += 1
    }
    while let piece = try pieces.next() {
      // A marker may be split between two pieces.
      var searched = max(0, buffer.count - marker.count)
      buffer.append(contentsOf: piece)
      var start = 0
      while let found = firstMarker(in: buffer, from: max(searched, start)) {
        if found > start || number == 0 { try hand(buffer[start..<found]) }
        start = found
        searched = found + marker.count
      }
      buffer.removeFirst(start)
      if buffer.count > longestBlock {
        isTooLong = true
        buffer.removeFirst(buffer.count - marker.count)
      }
    }
    if !buffer.isEmpty { try hand(buffer[...]) }
  }

  private static func firstMarker(in bytes: [UInt8], from start: Int) -> Int? {
    var place = start
    while place + marker.count <= bytes.count {
      if bytes[place] == marker[0], bytes[place..<place + marker.count].elementsEqual(marker) { return place }
      place += 1
    }
    return nil
  }

  // MARK: Cells

  private static func cells(of block: ArraySlice<UInt8>) -> [Cell] {
    var cells: [Cell] = []
    var line = Line()
    func endLine() {
      line.text = line.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !line.text.isEmpty, !cells.isEmpty { cells[cells.count - 1].lines.append(line) }
      line = Line()
    }
    var rest = HistoryText.decoded(block)[...]
    while let open = rest.firstIndex(of: "<") {
      line.text += decoded(rest[..<open])
      rest = rest[open...].dropFirst()
      guard let close = endOfTag(in: rest) else { return cells }
      let tag = rest[..<close]
      rest = rest[close...].dropFirst()
      switch tag.prefix(while: { !$0.isWhitespace }).lowercased() {
      case "div":
        endLine()
        cells.append(Cell(style: attribute("class", of: tag) ?? ""))
      case "br", "br/", "/div", "p", "/p": endLine()
      case "a":
        if let address = attribute("href", of: tag) { line.addresses.append(address) }
      default: break
      }
    }
    line.text += decoded(rest)
    endLine()
    return cells
  }

  /// Returns the end of a tag, which may contain `>` in attribute values.
  private static func endOfTag(in text: Substring) -> Substring.Index? {
    var quote: Character?
    for index in text.indices {
      let character = text[index]
      if quote == character {
        quote = nil
      } else if quote == nil {
        if character == ">" { return index }
        if character == "\"" || character == "'" { quote = character }
      }
    }
    return nil
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let found = tag.range(of: " \(name)=", options: .caseInsensitive),
      let quote = tag[found.upperBound...].first, quote == "\"" || quote == "'"
    else { return nil }
    return decoded(tag[found.upperBound...].dropFirst().prefix { $0 != quote })
  }

  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "emsp": " ", "ensp": " ",
  ]

  /// Returns text with its entities decoded.
  private static func decoded(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    var (result, rest) = ("", text)
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      let name = rest.prefix(12).prefix { $0 != ";" }
      if rest.dropFirst(name.count).first == ";", let character = character(of: name) {
        result += character
        rest = rest.dropFirst(name.count + 1)
      } else {
        result += "&"
      }
    }
    return result + rest
  }

  private static func character(of name: Substring) -> String? {
    guard name.first == "#" else { return entities[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
