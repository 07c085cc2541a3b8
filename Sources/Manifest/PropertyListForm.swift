/// What bytes have to look like before Foundation may read them as a property list.
///
/// Foundation reads XML by recursion without a limit: a megabyte of `<array>` would exhaust the stack. So the depth is counted
/// first, in the only encoding in which that is possible here.
enum PropertyListForm {
  /// What is wrong with the form; `nil` if Foundation may read it.
  static func problem(of bytes: [UInt8]) -> ManifestProblem.Reason? {
    if bytes.starts(with: "bplist0".utf8) { return nil }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    let start = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard start.first == UInt8(ascii: "<"), !start.contains(0), isUTF8(start) else { return .notPropertyList }
    return depth(of: start) <= Manifest.depthLimit ? nil : .nestedTooDeep(limit: Manifest.depthLimit)
  }

  /// Whether the text declares no other encoding.
  private static func isUTF8(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "<?".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) else { return true }
    let declaration = String(decoding: text[..<end], as: UTF8.self).lowercased()
    return !declaration.contains("encoding") || declaration.contains("utf-8")
  }

  /// The most elements that are open at once; comments, instructions and character data hold none.
  ///
  /// - Complexity: O(length of the text).
  private static func depth(of text: ArraySlice<UInt8>) -> Int {
    var deepest = 0
    var depth = 0
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      if rest.starts(with: "<!--".utf8) {
        rest = behind("-->", in: rest.dropFirst(4))
      } else if rest.starts(with: "<![CDATA[".utf8) {
        rest = behind("]]>", in: rest)
      } else if rest.starts(with: "<!".utf8) || rest.starts(with: "<?".utf8) {
        rest = rest.dropFirst(2)
      } else if rest.starts(with: "</".utf8) {
        depth = max(0, depth - 1)
        rest = rest.dropFirst(2)
      } else {
        let end = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
        if rest[..<end].last != UInt8(ascii: "/") { depth += 1 }
        deepest = max(deepest, depth)
        rest = rest[end...]
      }
    }
    return deepest
  }

  /// What stands behind the next end mark; nothing if there is none.
  private static func behind(_ mark: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].starts(with: mark.utf8) { return text[(index + mark.utf8.count)...] }
      index += 1
    }
    return text[text.endIndex...]
  }
}
