internal import Files
internal import Foundation

/// The test for files that may run, or start a program, when a desktop opens them.
enum RunnableFile {
  /// Returns whether a file may run when it is opened, by its mode, its name or its beginning; true
  /// if that is unknown.
  ///
  /// - Complexity: O(1); at most ``headLength`` bytes are read.
  static func isRunnable(at path: String) -> Bool {
    // The desktop may go by the name of a link or of its target.
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

  /// Extensions of files that a desktop starts, installs, or passes to a program that runs scripts.
  ///
  /// Such programs are interpreters, office programs, and browsers, which run the scripts in pages,
  /// drawings, archived pages and XML with style sheets.
  private static let endings: Set<String> = [
    "appimage", "apk", "appref-ms", "atom", "bash", "bat", "bin", "cgi", "chm", "cjs", "cmd", "com",
    "command",
    "crx", "csh", "deb", "desktop", "dhtml", "docm", "dotm", "elf", "eps", "epsf", "epsi", "exe", "fish",
    "flatpak", "flatpakref", "flatpakrepo", "gadget", "hta", "htm", "html", "ica", "inetloc", "ipynb", "iqy",
    "jar", "jl", "jnlp", "js", "jse", "kdelnk", "ksh", "kts", "lnk", "lua", "maff", "mht", "mhtml", "mjs",
    "mobileconfig", "msc", "msi", "nmconnection", "out", "ovpn", "oxt", "phar", "php", "phtml", "pif", "pl",
    "potm", "ppam", "pptm", "ps", "ps1", "py", "pyc", "pyo", "pyw", "pyz", "r", "rb", "rbw", "rdf", "rdp",
    "reg",
    "rpm", "rss", "run", "scm", "scr", "sh", "shtml", "slk", "snap", "svg", "svgz", "swf", "tcl", "url",
    "vbe",
    "vbs", "webarchive", "webloc", "website", "whl", "wsf", "wsh", "xht", "xhtm", "xhtml", "xlam", "xlsb",
    "xlsm",
    "xltm", "xml", "xpi", "xsl", "xslt", "xul", "zsh",
  ]

  /// The beginnings of programs, scripts and desktop files; a desktop file may have comments before
  /// its group.
  private static let beginnings = ["#!", "\u{7F}ELF", "MZ", "%!PS"].map { Array($0.utf8) }
  private static let group = Array("[Desktop Entry]".utf8)

  /// Tags near the beginning of documents that a browser opens, in lower case.
  ///
  /// A desktop goes by them if it does not know the extension.
  private static let tags = [
    "<!doctype html", "<html", "<head", "<body", "<script", "<svg", "<?xml-stylesheet",
    "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "content-type: multipart/related",
  ].map { Array($0.utf8) }

  private static func hasMark(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return true }
    defer { try? handle.close() }
    guard let head = try? PositionedRead.bytes(of: handle.fileDescriptor, at: 0, count: headLength) else {
      return true
    }
    let small = head.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return beginnings.contains { head.starts(with: $0) } || !head.ranges(of: group).isEmpty
      || tags.contains { !small.ranges(of: $0).isEmpty }
  }
}
