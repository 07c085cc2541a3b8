/// Secrets in plain text after their names: `TOKEN=…`, `--password=…`, `"client_secret": "…"`,
/// `Authorization: Bearer …`, `IDENTIFIED BY '…'`, `machine … login … password …`.
///
/// After `=` any value of three bytes or more counts, unless it is a placeholder. After a colon,
/// where prose is more likely, it has to look like a password, unless the name is quoted, as in
/// JSON.
enum NamedValues {
  /// The first words of an `Authorization` header, which name its scheme.
  private static let schemes: Set<String> = [
    "bearer", "basic", "token", "digest", "apikey", "negotiate", "ntlm", "hmac", "key", "oauth", "genie-key",
    "splunk",
  ]
  private static let longestValue = 256

  /// The context before the current place.
  private struct Before {
    var name = ""
    var hasMachine = false
    var hasLogin = false
  }

  /// Returns the rule hit by a name and its value.
  static func firstMatch(in bytes: [UInt8], kind: SecretRules.TextKind, work: inout Int) -> SecretRules.Name?
  {
    var place = 0
    var before = Before()
    while place < bytes.count {
      guard bytes[place].isNameByte else {
        place += 1
        work += 1
        continue
      }
      var end = place
      while end < bytes.count, bytes[end].isNameByte { end += 1 }
      work += end - place
      let name = bytes[place..<end]
      if let found = match(name, in: bytes, kind: kind, before: before, work: &work) { return found }
      before.name = name.count <= 16 ? name.lowercasedText : ""
      if before.name == "machine" { before.hasMachine = true }
      if before.name == "login" { before.hasLogin = true }
      place = end
    }
    return nil
  }

  private static func match(
    _ name: ArraySlice<UInt8>, in bytes: [UInt8], kind: SecretRules.TextKind, before: Before, work: inout Int
  ) -> SecretRules.Name? {
    let readsCommands = kind.readsCommands
    var place = name.endIndex
    while place < bytes.count, place < name.endIndex + 2,
      bytes[place] == .backslash || bytes[place].isQuotation
    {
      place += 1
    }
    let isQuoted = place > name.endIndex && bytes[place - 1].isQuotation
    let end = place
    while place < bytes.count, place < end + 3, bytes[place].isBlank { place += 1 }
    work += place - name.endIndex + 1
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case .equals:
      guard place + 1 < bytes.count, bytes[place + 1] != .equals, bytes[place + 1] != UInt8(ascii: "~")
      else { return nil }
      let strength = SecretNames.strength(of: name)
      guard strength != .none else { return nil }
      // `grep password= src` gives no value; `password = src` in a file's text does.
      if readsCommands, place == end, bytes[place + 1].isBlank { return nil }
      let isArrow = bytes[place + 1] == .greater
      let value = value(in: bytes, from: place + (isArrow ? 2 : 1), work: &work)
      guard value.bytes.count >= 3, !value.isExpression, SecretValues.isLiteral(value.bytes) else {
        return nil
      }
      if strength == .likely { return SecretValues.isLikely(value.bytes, of: name) ? .assignment : nil }
      return !readsCommands && !SecretValues.isPasswordLike(value.bytes) ? nil : .assignment
    case .colon:
      return afterColon(place, name, isQuoted: isQuoted, in: bytes, kind: kind, work: &work)
    case .greater where place == name.endIndex && name.startIndex > 0 && bytes[name.startIndex - 1] == .less:
      // <password>…</password>
      guard SecretNames.isSecret(name) else { return nil }
      let value = bytes[(place + 1)...].prefix(longestValue).prefix { $0 != .less && $0 != .newline }
      work += value.count
      return value.count >= 3 && value.endIndex < bytes.count && bytes[value.endIndex] == .less
        && SecretValues.isLiteral(value) ? .assignment : nil
    case _ where place > end && !isQuoted:
      return afterBlank(place, name, in: bytes, before: before, work: &work)
    default: return nil
    }
  }

  private static func afterColon(
    _ colon: Int, _ name: ArraySlice<UInt8>, isQuoted: Bool, in bytes: [UInt8], kind: SecretRules.TextKind,
    work: inout Int
  ) -> SecretRules.Name? {
    guard colon + 1 < bytes.count, bytes[colon + 1] != .slash else { return nil }
    let readsCommands = kind.readsCommands
    let isHeader = SecretNames.isSecretHeader(name)
    let strength = SecretNames.strength(of: name)
    guard isHeader || strength != .none else { return nil }
    // `:=`, as in httpie and Go.
    let first = bytes[colon + 1] == .equals ? colon + 2 : colon + 1
    let value = value(in: bytes, from: first, work: &work)
    guard !value.isExpression else { return nil }
    if !isHeader, strength == .likely {
      return SecretValues.isLikely(value.bytes, of: name) ? .assignment : nil
    }
    let text = name.count <= 24 ? name.lowercasedText : ""
    if text.ends(with: "authorization") {
      let parts = value.bytes.split(whereSeparator: \.isBlank)
      guard let scheme = parts.first, schemes.contains(scheme.lowercasedText) else {
        return SecretValues.isPasswordLike(value.bytes) ? .header : nil
      }
      let credential =
        parts.count > 1 ? parts[1] : Self.value(in: bytes, from: value.bytes.endIndex, work: &work).bytes
      return credential.count >= 3 && SecretValues.isLiteral(credential) && readsCommands ? .header : nil
    }
    if text.ends(with: "cookie") {
      guard let equals = value.bytes.firstIndex(of: .equals) else { return nil }
      return SecretValues.isLiteral(value.bytes[(equals + 1)...]) ? .header : nil
    }
    if isQuoted || bytes[colon + 1] == .equals {
      return value.bytes.count >= 3 && SecretValues.isLiteral(value.bytes) ? .assignment : nil
    }
    // `-H 'X-Token: x'`: everything in the quotes.
    let closing = value.bytes.endIndex < bytes.count ? bytes[value.bytes.endIndex] : .blank
    // `{token: "x"}`
    let isString = closing.isQuotation && bytes[value.bytes.startIndex - 1] == closing
    if isString, readsCommands, value.bytes.count >= 3, !value.bytes.contains(where: \.isBlank),
      SecretValues.isLiteral(value.bytes)
    {
      return .assignment
    }
    let isWhole =
      name.startIndex > 0 && bytes[name.startIndex - 1].isQuotation && closing == bytes[name.startIndex - 1]
      && value.bytes.count >= 4
      && readsCommands
    guard isWhole ? SecretValues.isLiteral(value.bytes) : SecretValues.isPasswordLike(value.bytes) else {
      return nil
    }
    return isHeader && name.contains(.dash) && name.first != .dash ? .header : .assignment
  }

  /// Returns the rule hit by a name and its value with only a blank between them.
  private static func afterBlank(
    _ place: Int, _ name: ArraySlice<UInt8>, in bytes: [UInt8], before: Before, work: inout Int
  ) -> SecretRules.Name? {
    guard name.count <= 10 else { return nil }
    switch name.lowercasedText {
    case "bearer":
      let value = value(in: bytes, from: place, work: &work).bytes
      return value.count >= 16 && SecretValues.isPasswordLike(value) ? .header : nil
    case "by" where before.name == "identified":  // SQL
      return SecretValues.isLiteral(value(in: bytes, from: place, work: &work).bytes) ? .assignment : nil
    case "password", "passwd":
      let isString =
        bytes[place] == .apostrophe
        || (bytes[place] == .backslash && place + 1 < bytes.count && bytes[place + 1] == .apostrophe)
      guard isString || (before.name != "" && before.hasMachine && before.hasLogin) else { return nil }
      let value = value(in: bytes, from: place, work: &work).bytes
      return value.count >= 3 && SecretValues.isLiteral(value) ? .assignment : nil
    default: return nil
    }
  }

  /// Returns the value at a position, after blanks and an opening quote.
  private static func value(
    in bytes: [UInt8], from start: Int, work: inout Int
  ) -> (bytes: ArraySlice<UInt8>, isExpression: Bool) {
    var first = start
    while first < bytes.count, first < start + 3, bytes[first].isBlank { first += 1 }
    if first + 1 < bytes.count, bytes[first] == .backslash, bytes[first + 1].isQuotation { first += 1 }
    let quotation = first < bytes.count && bytes[first].isQuotation ? bytes[first] : nil
    if quotation != nil { first += 1 }
    // `'"x"'`, as JSON in a shell's quotes.
    if quotation != nil, first < bytes.count, bytes[first].isQuotation, bytes[first] != quotation {
      first += 1
    }
    var end = first
    while end < bytes.count, end - first < longestValue {
      let byte = bytes[end]
      if let quotation {
        if byte == quotation || byte == .newline { break }
      } else if byte.endsValue, end > first || byte.isBlank {
        break
      }
      end += 1
    }
    work += end - start + 1
    // `password=getpass()` and `token=settings["x"]` only refer to the secret.
    let isExpression =
      quotation == nil && end < bytes.count && end > first
      && (bytes[end] == .leftParenthesis
        && (end + 1 >= bytes.count || bytes[end + 1].isAlphanumeric || bytes[end + 1] == .rightParenthesis
          || bytes[end + 1].isQuotation || bytes[end + 1].isBlank || bytes[end + 1] == .dollar)
        || bytes[end] == UInt8(ascii: "["))
    var value = bytes[first..<end]
    while let last = value.last, last == .backslash || last.isQuotation { value.removeLast() }
    return (value, isExpression)
  }
}

extension UInt8 {
  fileprivate var isQuotation: Bool { self == .quote || self == .apostrophe }

  /// Whether an unquoted value ends before it.
  fileprivate var endsValue: Bool {
    isBlank || isQuotation || self == .semicolon || self == .ampersand || self == .bar
      || self == UInt8(ascii: ",")
      || self == .leftParenthesis || self == .rightParenthesis || self == .rightBrace
      || self == UInt8(ascii: "[")
      || self == UInt8(ascii: "]") || self == .less || self == .greater
  }
}
