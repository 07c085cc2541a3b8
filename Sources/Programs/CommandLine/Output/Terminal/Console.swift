internal import Answers
internal import Foundation

/// The two ways out: data, and everything else.
///
/// All output of the program goes through here. A terminal obeys only the program's own styles:
/// everything else that would move the cursor, change a colour or reverse the direction of text is
/// replaced by spaces. Callers that put foreign words into text of several lines must keep them
/// from breaking a line (``Formatting/plain(_:)``).
enum Console {
  /// Writes data to standard output, as it is.
  ///
  /// - Throws: ``ClosedPipe`` if the reader has closed it; ``Failure`` if the disk is full or
  ///   broken.
  private static func write(_ data: Data) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: data)
    } catch {
      throw isClosedPipe(error)
        ? ClosedPipe()
        : Failure("standard output cannot be written; check whether the disk is full", .inputOutput)
          as any Error
    }
  }

  /// Writes lines of JSON to standard output unchanged; on a terminal it escapes control
  /// characters.
  static func write(lines: Data) throws {
    guard Terminal.standardOutput.isInteractive else { return try write(lines) }
    try write(Data(JSONText.escaped(lines: String(decoding: lines, as: UTF8.self)).utf8))
  }

  /// Writes text with separators of another program to standard output; a terminal gets spaces in
  /// place of control characters.
  static func write(separated text: String) throws {
    guard !Terminal.standardOutput.isInteractive else { return try print(text) }
    try write(Data(text.utf8))
  }

  /// Writes text, which may have several lines and styles, and a line feed to standard output.
  static func print(_ text: String) throws {
    try write(Data((Terminal.standardOutput.rendered(text) + "\n").utf8))
  }

  /// The maximum length of a line on standard error, in characters: names in files can be endless.
  private static let longestNote = 2_000

  /// Writes a line to standard error; if that is closed, the line is lost.
  ///
  /// File names, options, and names in files are foreign text, so line breaks in it are replaced
  /// and its length is limited.
  static func note(_ text: String) {
    draw(Formatting.shortened(Formatting.plain(text), to: longestNote) + "\n")
  }

  /// Writes lines to standard error, each as a note.
  static func note(lines text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { note(String(line)) }
  }

  /// Writes text, which may have several lines and styles, and a line feed to standard error.
  static func show(_ text: String) {
    draw(Terminal.standardError.rendered(text) + "\n")
  }

  /// Writes a question to standard error, without a line feed.
  static func ask(_ question: String) {
    draw(Formatting.plain(question))
  }

  /// Replaces the current line of standard error's terminal.
  static func redraw(_ line: String) {
    let width = Terminal.standardError.columns.map { $0 - 1 } ?? longestNote
    draw(eraser + Formatting.shortened(Formatting.plain(line), to: width))
  }

  /// Replaces the lines above the cursor of standard error's terminal by other lines.
  ///
  /// - Parameters:
  ///   - lines: The lines, each of which fits into the terminal; they may have styles.
  ///   - drawn: The number of lines above the cursor to replace.
  static func redraw(_ lines: [String], over drawn: Int) {
    let start = drawn > 0 ? "\r\u{1B}[\(drawn)A\u{1B}[J" : ""
    draw(start + lines.map { Terminal.standardError.rendered($0) + "\n" }.joined())
  }

  /// Erases the current line of standard error's terminal.
  static func eraseLine() {
    draw(eraser)
  }

  private static let eraser = "\r\u{1B}[K"

  private static func draw(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private static func isClosedPipe(_ error: any Error) -> Bool {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return error.code == Int(EPIPE) }
    guard let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError else { return false }
    return underlying.domain == NSPOSIXErrorDomain && underlying.code == Int(EPIPE)
  }
}
