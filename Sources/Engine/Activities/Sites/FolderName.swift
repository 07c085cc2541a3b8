internal import Foundation

/// A folder, with everything in it, as texts name it: by its absolute path or, in a home directory,
/// by `~`.
struct FolderName: Hashable, Sendable {
  /// The forms to look for, composed and without a slash at the end.
  private let forms: [String]

  /// Creates the name of a folder; nil for a path that is not absolute, or for `/`, which would
  /// match everything.
  init?(_ path: String) {
    var path = CanonicalForm.normalized(path)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard path.hasPrefix("/"), path.count > 1 else { return nil }
    let parts = path.split(separator: "/")
    let homes = ["home": 2, "Users": 2, "root": 1]
    let own = homes[String(parts[0])] ?? .max
    forms = [path] + (parts.count > own ? ["~/" + parts.dropFirst(own).joined(separator: "/")] : [])
  }

  /// Returns whether an activity has a text or address that names the folder, or something in it.
  func isNamed(in activity: UserActivity) -> Bool {
    activity.userInfo.values.contains { $0.textsAndLinks.contains(where: isNamed) }
      || activity.subtitle.map(isNamed) == true
  }

  /// Returns whether a text names the folder, or something in it, as a whole word.
  func isNamed(in text: String) -> Bool {
    guard text.contains("/") else { return false }
    let decoded = text.hasPrefix("file:") ? text.removingPercentEncoding ?? text : text
    let plain = CanonicalForm.normalized(decoded)
    return forms.contains { form in
      plain.ranges(of: form).contains { range in
        let begins =
          range.lowerBound == plain.startIndex
          || Self.separates(plain[plain.index(before: range.lowerBound)])
          || plain[..<range.lowerBound] == "file://"
        let ends =
          range.upperBound == plain.endIndex || plain[range.upperBound] == "/"
          || Self.separates(plain[range.upperBound])
        return begins && ends
      }
    }
  }

  private static func separates(_ character: Character) -> Bool {
    character.isWhitespace || "\"'`=:;,()<>|&".contains(character)
  }
}
