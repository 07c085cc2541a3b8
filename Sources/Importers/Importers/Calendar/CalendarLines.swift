/// A line of a calendar (RFC 5545): a property with its parameters and its value.
struct CalendarLine {
  /// The name in upper case.
  let name: String
  /// The parameters by upper-case name, without quotes; several values of one are a single text as
  /// written.
  let parameters: [String: String]
  /// The value as written, with its escapes.
  let value: String
  /// The number of its first line in the file, counted from 1.
  let number: Int

  /// Reads a line; `nil` if it has no colon, or nothing before it.
  init?(_ text: String, number: Int) {
    var parts: [Substring] = []
    var (start, isQuoted, end) = (text.startIndex, false, text.endIndex)
    search: for index in text.indices {
      switch text[index] {
      case "\"": isQuoted.toggle()
      case ";" where !isQuoted:
        parts.append(text[start..<index])
        start = text.index(after: index)
      case ":" where !isQuoted:
        parts.append(text[start..<index])
        end = index
        break search
      default: break
      }
    }
    guard end < text.endIndex, let name = parts.first, !name.isEmpty else { return nil }
    self.name = name.uppercased()
    self.number = number
    var value = String(text[text.index(after: end)...])
    // A zone without quotes, like `tzone://Microsoft/Utc`, may contain the first colon.
    if Self.times.contains(self.name), parts.last?.uppercased().hasPrefix("TZID=") == true,
      let colon = value.lastIndex(of: ":")
    {
      let rest = value[..<colon].split(separator: ";", omittingEmptySubsequences: false)
      parts[parts.count - 1] += ":" + (rest.first ?? "")
      parts += rest.dropFirst()
      value = String(value[value.index(after: colon)...])
    }
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1)
      if sides.count == 2 { parameters[sides[0].uppercased()] = sides[1].filter { $0 != "\"" } }
    }
    (self.parameters, self.value) = (parameters, value)
  }

  /// The properties with times as values, which have no colon.
  private static let times: Set<String> = ["DTSTART", "DTEND", "EXDATE", "RDATE", "RECURRENCE-ID"]

  /// The value as text, without escapes.
  var text: String {
    var (text, isEscaped) = ("", false)
    for character in value {
      if isEscaped {
        text.append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Goes through the lines of a file; a line that begins with a blank continues the previous one.
  ///
  /// - Parameter receive: Takes a line and its number; the line is `nil` if it is malformed.
  /// - Throws: ``HistoryError`` if the file cannot be read to its end; errors of `receive`.
  static func forEach(in file: HistoryFile, _ receive: (_ number: Int, CalendarLine?) throws -> Void) throws {
    var (bytes, first): ([UInt8], Int) = ([], 0)
    func finish() throws {
      defer { bytes = [] }
      guard bytes.contains(where: { $0 > 0x20 }) else { return }
      try receive(first, CalendarLine(HistoryText.decoded(bytes), number: first))
    }
    try file.forEachLine { number, line in
      guard let line else {
        try finish()
        return try receive(number, nil)
      }
      var content = line[...]
      if number == 1, content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
      if content.last == 0x0D { content = content.dropLast() }
      if let blank = content.first, blank == 0x20 || blank == 0x09, !bytes.isEmpty {
        // A folded line may contain a picture.
        if bytes.count < longest { bytes += content.dropFirst() }
      } else {
        try finish()
        (bytes, first) = (Array(content), number)
      }
    }
    try finish()
  }

  private static let longest = 1 << 16
}
