internal import Answers
internal import Foundation

/// The two ways out: data, and everything else.
///
/// All that the program says goes through here, and a terminal obeys nothing of it but the
/// program's own styles: what else would move a cursor, change a colour or turn the direction of
/// writing is replaced by spaces. Whoever puts words of others into text of several lines has to
/// keep them from breaking one (``Formatting/plain(_:)``).
enum Console {
  /// Writes data to standard output, as it is.
  ///
  /// - Throws: ``ClosedPipe`` if the reader has gone; ``Failure`` if the disk is full or broken.
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

  /// Writes lines of JSON, as they are kept, to standard output; on a terminal with escapes for
  /// what it would obey.
  static func write(lines: Data) throws {
    guard Terminal.standardOutput.isInteractive else { return try write(lines) }
    try write(Data(JSONText.escaped(lines: String(decoding: lines, as: UTF8.self)).utf8))
  }

  /// Writes text, which may have several lines and styles, and a line feed to standard output.
  static func print(_ text: String) throws {
    try write(Data((Terminal.standardOutput.rendered(text) + "\n").utf8))
  }

  /// The largest length of a line on standard error, in characters: names in files have no end.
  private static let longestNote = 2_000

  /// Writes a line to standard error; if that is closed, there is nobody to tell.
  ///
  /// File names, options, and names in files come from elsewhere: nothing in them can begin another
  /// line or go on for ever.
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

  /// Writes a line over the one that the cursor of standard error's terminal is in.
  static func redraw(_ line: String) {
    let width = Terminal.standardError.columns.map { $0 - 1 } ?? longestNote
    draw(eraser + Formatting.shortened(Formatting.plain(line), to: width))
  }

  /// Erases the line of standard error's terminal that the cursor is in.
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
