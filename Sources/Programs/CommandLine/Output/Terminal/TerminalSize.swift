internal import Foundation

/// The size of a terminal, from the program's only, unsafe call of `ioctl`.
enum TerminalSize {
  /// Returns the columns and rows of a descriptor's terminal; `nil` if they are unknown, or it is
  /// not a terminal.
  static func of(_ descriptor: Int32) -> (columns: Int?, rows: Int?) {
    var size = winsize()
    let result = unsafe withUnsafeMutableBytes(of: &size) { bytes -> Int32 in
      guard let address = bytes.baseAddress else { return -1 }
      return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), address)
    }
    guard result == 0 else { return (nil, nil) }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }
}
