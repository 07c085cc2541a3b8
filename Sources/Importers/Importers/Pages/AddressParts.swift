/// The parts of an address as unchanged bytes; any bytes are accepted.
///
/// Foundation's `URLComponents` rejects invalid URLs, which may contain secrets as well.
struct AddressParts: Sendable {
  /// The part before the first colon, or empty.
  let scheme: ArraySlice<UInt8>
  /// The part before the last `@` of the authority.
  let user: ArraySlice<UInt8>?
  /// Host and port; nil without `//`.
  let host: ArraySlice<UInt8>?
  let path: ArraySlice<UInt8>
  let query: ArraySlice<UInt8>?
  let fragment: ArraySlice<UInt8>?

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    if let hash = rest.firstIndex(of: .hash) {
      fragment = rest[(hash + 1)...]
      rest = rest[..<hash]
    } else {
      fragment = nil
    }
    if let colon = rest.prefix(32).firstIndex(of: .colon), colon > rest.startIndex,
      rest[..<colon].allSatisfy(\.isSchemeByte),
      rest[rest.startIndex].isLetter
    {
      scheme = rest[..<colon]
      rest = rest[(colon + 1)...]
    } else {
      scheme = []
    }
    if let question = rest.firstIndex(of: .question) {
      query = rest[(question + 1)...]
      rest = rest[..<question]
    } else {
      query = nil
    }
    guard rest.has("//", at: rest.startIndex) else {
      user = nil
      host = nil
      path = rest
      return
    }
    rest = rest.dropFirst(2)
    let end = rest.firstIndex { $0 == .slash || $0 == .backslash } ?? rest.endIndex
    let authority = rest[..<end]
    path = rest[end...]
    if let at = authority.lastIndex(of: .at) {
      user = authority[..<at]
      host = authority[(at + 1)...]
    } else {
      user = nil
      host = authority
    }
  }
}
