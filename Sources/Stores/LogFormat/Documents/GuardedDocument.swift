package import Foundation

/// The form that bytes must have before Foundation may read them as a property list.
///
/// Foundation reads XML by recursion without a limit: a hundred kilobytes of `<array>` exhaust the
/// stack. So the depth is counted first, which is possible only in UTF-8. The old form with braces
/// is also read by recursion, and is refused.
package enum PropertyListForm {
  /// The reason why Foundation may not read the bytes.
  package enum Fault: Error, Hashable, Sendable {
    /// They are neither XML in UTF-8 nor binary.
    case neither
    /// Elements are nested deeper than the limit.
    case tooDeep
  }

  /// Returns the fault of the form, or `nil` if Foundation may read it.
  ///
  /// - Parameter limit: The maximum nesting of elements.
  /// - Complexity: O(length).
  package static func fault(of bytes: [UInt8], depth limit: Int) -> Fault? {
    // Foundation iterates over the table of objects, and does not recurse.
    if bytes.starts(with: "bplist0".utf8) { return nil }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    let start = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard start.first == UInt8(ascii: "<"), !start.contains(0), isUTF8(start) else { return .neither }
    return depth(of: start) <= limit ? nil : .tooDeep
  }

  /// Returns whether the text declares no other encoding.
  private static func isUTF8(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "<?".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) else { return true }
    let declaration = String(decoding: text[..<end], as: UTF8.self).lowercased()
    return !declaration.contains("encoding") || declaration.contains("utf-8")
  }

  /// Returns the maximum number of elements that are open at once.
  ///
  /// Comments, instructions and character data neither open nor close any.
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
      } else if rest.starts(with: "<?".utf8) {
        rest = behind("?>", in: rest.dropFirst(2))
      } else if rest.starts(with: "<!".utf8) {
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

  /// Returns the text after the next end mark; empty if there is none.
  private static func behind(_ mark: String, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].starts(with: mark.utf8) { return text[(index + mark.utf8.count)...] }
      index += 1
    }
    return text[text.endIndex...]
  }
}

extension PropertyListDecoder {
  /// Decodes a property list from an untrusted source.
  ///
  /// - Parameters:
  ///   - bytes: XML in UTF-8, or the binary form.
  ///   - limit: The maximum nesting of elements.
  /// - Throws: ``PropertyListForm/Fault``, `DecodingError`.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, guarded bytes: [UInt8], depth limit: Int
  ) throws -> Value {
    if let fault = PropertyListForm.fault(of: bytes, depth: limit) { throw fault }
    return try PropertyListDecoder().decode(type, from: Data(bytes))
  }
}

extension JSONSerialization {
  /// Reads a JSON document from an untrusted source.
  ///
  /// Foundation reads values by recursion, and hashes names, which takes quadratic time for runs of
  /// combining marks. So the parser of logs, which refuses both, reads the document first.
  ///
  /// - Parameter document: UTF-8, with or without a byte order mark.
  /// - Throws: ``JSONFault``.
  package static func object(guarded document: Data) throws(JSONFault) -> Any {
    let text = document.starts(with: [0xEF, 0xBB, 0xBF]) ? Data(document.dropFirst(3)) : document
    var limits = LineLimits()
    limits.length = text.count
    _ = try JSONNode(parsing: text.span, limits: limits)
    do { return try jsonObject(with: text, options: .fragmentsAllowed) } catch { throw .syntax }
  }
}
