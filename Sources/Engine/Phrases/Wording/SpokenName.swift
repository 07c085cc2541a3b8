/// The name of a file or program as people say it: without its ending and version.
///
/// `Messenger.134.0.0.11.118.exe` is said "Messenger", and `budget_2026.ods` "budget 2026". The
/// version of a document is a part of its name (`release-1.7.6.md`), and so is an ending of code
/// (`main.c`), by which files of the same name are told apart.
enum SpokenName {
  /// Returns the words of a text, of which each may be the name of a file.
  static func words(of text: String) -> [String] {
    let all = PhraseRules.words(of: text)
    // A command line is typed, whatever is said of it.
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

  /// Returns whether a word stands in command lines only: an option, an operator, a path from where
  /// one is.
  private static func isOfCommandLine(_ word: Substring) -> Bool {
    word.count > 1 && word.first == "-" || ["./", "../", "~/"].contains(where: word.hasPrefix)
      || ["|", ">", ">>", "<", "&&", "||"].contains(word)
  }

  /// Returns a word without the ending of a file, and without that of what was packed (`.tar.gz`).
  private static func withoutEnding(_ word: Substring) -> Substring {
    var stem = word
    while let dot = stem.lastIndex(of: "."), dot > stem.startIndex,
      endings.contains(stem[stem.index(after: dot)...].lowercased())
    {
      stem = stem[..<dot]
    }
    return stem
  }

  /// Returns the name of a program up to its version of three numbers or more; one of five or more
  /// is no part of any name.
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

  /// Endings of documents, pictures, sound, films, packages and programs: what a desktop's names
  /// end in, and nobody says.
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
