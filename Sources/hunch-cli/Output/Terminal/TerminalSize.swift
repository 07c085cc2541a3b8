internal import Foundation

/// The size of a terminal: the one call to the system's terminal control, which is unsafe.
enum TerminalSize {
  /// The columns of the terminal behind a descriptor; `nil` if it is none, or does not know.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let result = unsafe withUnsafeMutableBytes(of: &size) { bytes -> Int32 in
      guard let address = bytes.baseAddress else { return -1 }
      return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), address)
    }
    return result == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }
}
