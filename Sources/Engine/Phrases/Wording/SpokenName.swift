/// The spoken name of a file or program: without its ending and version.
///
/// `Messenger.134.0.0.11.118.exe` is said "Messenger", and `budget_2026.ods` "budget 2026". The
/// version of a document is a part of its name (`release-1.7.6.md`), and so is an ending of code
/// (`main.c`), which distinguishes files of the same name.
enum SpokenName {
  /// Returns the words of a text; each may be the name of a file.
  static func words(of text: String) -> [String] {
    let all = PhraseRules.words(of: text)
    // A command line is typed, not spoken.
    if all.contains(where: isOfCommandLine) { return all.map(String.init) }
    return all.flatMap { word -> [String] in
      guard word.utf8.contains(UInt8(ascii: ".")) else { return [String(word)] }
      let bare = withoutEnding(word)
      let ending = word.dropFirst(bare.count + 1).lowercased()
      let stem = withoutVersion(bare, isProgram: programs.contains(ending))
      guard stem.count < word.count, !FoldedPhrase(String(stem)).isEmpty else { return [String(word)] }
      return stem.split(separator: "_").map(String.init)
    }
  }

  /// Returns whether a word occurs only in command lines: an option, an operator, a relative path.
  private static func isOfCommandLine(_ word: Substring) -> Bool {
    word.count > 1 && word.first == "-" || ["./", "../", "~/"].contains(where: word.hasPrefix)
      || ["|", ">", ">>", "<", "&&", "||"].contains(word)
  }

  /// Returns a word without the ending of a file, and without the ending inside an archive's
  /// (`.tar.gz`).
  private static func withoutEnding(_ word: Substring) -> Substring {
    var stem = word
    while let dot = stem.lastIndex(of: "."), dot > stem.startIndex,
      endings.contains(stem[stem.index(after: dot)...].lowercased())
    {
      stem = stem[..<dot]
    }
    return stem
  }

  /// Returns the name of a program up to a version of at least three numbers; a version of at least
  /// five is never part of a name.
  private static func withoutVersion(_ word: Substring, isProgram: Bool) -> Substring {
    var place = word.startIndex
    while place < word.endIndex {
      defer { place = word.index(after: place) }
      guard separators.contains(word[place]), word[..<place].last?.isLetter == true else { continue }
      var rest = word[word.index(after: place)...]
      if rest.first == "v" || rest.first == "V" { rest.removeFirst() }
      let version = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      let numbers = version.split(separator: ".")
      if numbers.count >= (isProgram ? 3 : 5), version.first != "." { return word[..<place] }
    }
    return word
  }

  private static let separators: Set<Character> = [".", "-", "_"]

  /// Endings of programs and packages, whose names have versions.
  private static let programs: Set<String> = [
    "apk", "appimage", "deb", "dmg", "exe", "flatpak", "msi", "rpm", "snap", "tar.gz", "tar.xz", "tar.zst",
    "tgz", "zip",
  ]

  /// Endings of documents, pictures, sound, films, packages and programs: common in file names on a
  /// desktop, and never spoken.
  private static let endings: Set<String> = [
    "apk", "appimage", "avi", "avif", "bat", "bmp", "cmd", "csv", "deb", "djvu", "dmg", "doc", "docm", "docx",
    "dot", "dotx",
    "eml", "epub", "exe", "flac", "flatpak", "gif", "gz", "heic", "htm", "html", "ics", "iso", "jpeg", "jpg",
    "key", "lnk", "m4a",
    "m4v", "md", "mkv", "mobi", "mov", "mp3", "mp4", "mpeg", "mpg", "msi", "numbers", "odg", "odp", "ods",
    "odt", "ogg", "opus",
    "pages", "pdf", "png", "pps", "ppsx", "ppt", "pptx", "psd", "rar", "rpm", "rtf", "snap", "svg", "tar",
    "tex", "tgz", "tif",
    "tiff", "torrent", "txt", "wav", "webm", "webp", "wma", "wmv", "xcf", "xls", "xlsb", "xlsm", "xlsx", "xz",
    "zip", "zst",
    "7z",
  ]
}
