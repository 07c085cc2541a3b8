internal import Foundation

/// The two ways out: data, and everything else.
enum Console {
  /// Writes data to standard output.
  ///
  /// - Throws: ``ClosedPipe`` if the reader has gone; ``Failure`` if the disk is full or broken.
  static func write(_ data: Data) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: data)
    } catch {
      throw isClosedPipe(error)
        ? ClosedPipe()
        : Failure("standard output cannot be written; check whether the disk is full", .inputOutput)
          as any Error
    }
  }

  /// Writes text and a line feed to standard output.
  static func print(_ text: String) throws {
    try write(Data((text + "\n").utf8))
  }

  /// The largest length of a line on standard error, in characters: names in files have no end.
  private static let longestNote = 2_000

  /// Writes lines to standard error; if that is closed, there is nobody to tell.
  ///
  /// File names, options, and names in files come from elsewhere: nothing in them can move a cursor or go on for ever.
  static func note(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    show(
      lines.map { Formatting.shortened(Formatting.plain(String($0)), to: longestNote) }.joined(
        separator: "\n"))
  }

  /// Writes lines of our own making, which may have colours, to standard error.
  static func show(_ text: String) {
    draw(text + "\n")
  }

  /// Writes to standard error without a line feed.
  static func draw(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// Erases the line of standard error's terminal that the cursor is in.
  static func eraseLine() {
    draw("\r\u{1B}[K")
  }

  private static func isClosedPipe(_ error: any Error) -> Bool {
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return error.code == Int(EPIPE) }
    guard let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError else { return false }
    return underlying.domain == NSPOSIXErrorDomain && underlying.code == Int(EPIPE)
  }
}
