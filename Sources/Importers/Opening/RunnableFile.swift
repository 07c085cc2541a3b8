internal import Files
internal import Foundation

/// Which files may run, or start something, when a desktop opens them.
enum RunnableFile {
  /// Returns whether a file may run when it is opened, by its mode, its name, or how it begins; also if that cannot be known.
  ///
  /// - Complexity: O(1); at most ``headLength`` bytes are read.
  static func isRunnable(at path: String) -> Bool {
    // The desktop goes by the name of a link or by that of its target.
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    switch PathKind(at: target) {
    case .folder, .nothing: return false
    case .regularFile: break
    default: return true
    }
    let names = [path, target].map { ($0 as NSString).pathExtension.lowercased() }
    return names.contains(where: endings.contains) || FileManager.default.isExecutableFile(atPath: target)
      || hasMark(target)
  }

  private static let headLength = 1_024

  /// Endings of what a desktop starts, installs, or hands to an interpreter.
  private static let endings: Set<String> = [
    "appimage", "apk", "bash", "bat", "bin", "chm", "cmd", "com", "command", "crx", "csh", "deb", "desktop",
    "docm", "dotm", "elf", "exe", "fish", "flatpak", "flatpakref", "flatpakrepo", "gadget", "hta", "ica",
    "ipynb", "iqy", "jar", "jl", "jnlp", "js", "kdelnk", "ksh", "kts", "lnk", "lua", "mobileconfig", "msc",
    "msi", "nmconnection", "out", "ovpn", "oxt", "php", "pif", "pl", "potm", "ppam", "pptm", "ps1", "py",
    "pyc", "pyw", "pyz", "r", "rb", "rdp", "reg", "rpm", "run", "scm", "scr", "sh", "slk", "snap", "swf",
    "tcl", "url", "vbs", "webloc", "whl", "wsf", "xlam", "xlsb", "xlsm", "xltm", "xpi", "zsh",
  ]

  /// How programs, scripts and desktop files begin; a desktop file may have comments before its group.
  private static let beginnings = ["#!", "\u{7F}ELF", "MZ"].map { Array($0.utf8) }
  private static let group = Array("[Desktop Entry]".utf8)

  private static func hasMark(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return true }
    defer { try? handle.close() }
    guard let head = try? PositionedRead.bytes(of: handle.fileDescriptor, at: 0, count: headLength) else {
      return true
    }
    return beginnings.contains { head.starts(with: $0) } || !head.ranges(of: group).isEmpty
  }
}
