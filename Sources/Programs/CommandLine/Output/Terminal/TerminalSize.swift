internal import Foundation

/// The size of a terminal: the one call to the system's terminal control, which is unsafe.
enum TerminalSize {
  /// The columns and rows of the terminal behind a descriptor; `nil` if it is not a terminal, or
  /// does not know.
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
