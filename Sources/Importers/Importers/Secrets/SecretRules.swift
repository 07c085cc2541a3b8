/// The rules that prevent secrets from being imported: a text that one of them hits is not stored.
///
/// They are designed to miss little, at the price of an occasional harmless line: a filtered line
/// costs a title, but a stored password stays in a file. So any text where a secret is expected
/// counts as one, however weak it looks (`--password x`). References to a secret do not count
/// (`--password-file x`, `TOKEN=$(pass show t)`, `-p "$PASS"`).
///
/// | kind of text | read as |
/// | --- | --- |
/// | command line | shell words with their programs, the addresses in it, and plain text |
/// | URL | its parts, and plain text |
/// | title | the addresses in it, words for codes, passwords and keys in many languages, and plain text |
/// | unknown | all of these: nobody says what a column of a table is |
/// | identifier | tokens whose issuer shows, and the addresses in it: names of records may look random |
///
/// They miss some secrets; `Benchmarks/results/secrets.md` has the figures. No rule can find a
/// password of letters alone in place of an ordinary argument, a hexadecimal key without a name
/// next to it (commits and digests look the same), or a secret in prose.
///
/// - Complexity: O(length) for any bytes: every byte is examined a bounded number of times, without
///   regular expressions.
package struct SecretRules: Sendable {
  /// The kind of text to search.
  package enum TextKind: Sendable, Hashable, CaseIterable {
    /// A line that somebody typed into a shell.
    case commandLine
    /// An address.
    case url
    /// The title of a page, window or file.
    case title
    /// Any text of unknown kind.
    case unknown
    /// The name of a program, device or record, which may look random.
    case identifier

    /// A Boolean value that indicates whether it may be a command, which contains less prose.
    var readsCommands: Bool { self == .commandLine || self == .unknown }
  }

  /// The name of a rule, as shown in counts.
  ///
  /// It does not reveal the text that was hit.
  package enum Name: String, Sendable, Hashable, CaseIterable {
    /// `TOKEN=…`, `"password": "…"`, in whatever language.
    case assignment = "secret-assignment"
    /// `--password …` of any program.
    case option = "secret-option"
    /// Where one program takes a secret: `mysql -p…`, `curl -u user:…`, `sshpass -p …`.
    case programArgument = "secret-argument"
    /// `Authorization: …`, a cookie, `X-Api-Key: …`.
    case header = "secret-header"
    /// `echo … | sudo -S`, `chpasswd <<< …`.
    case pipedSecret = "piped-secret"
    /// `https://user:…@host`.
    case urlCredentials = "url-credentials"
    /// `?token=…` or `#access_token=…`.
    case urlParameter = "url-secret-parameter"
    /// A link that grants access: to reset a password, log in, join, or post to a hook.
    case urlCapability = "url-capability"
    /// A token whose issuer shows in its form.
    case knownToken = "known-token"
    /// A JSON Web Token.
    case webToken = "json-web-token"
    /// A private key, or the beginning of one.
    case privateKey = "private-key"
    /// A password's hash in crypt(3)'s forms.
    case passwordHash = "password-hash"
    /// The number of a payment card.
    case paymentCard = "payment-card"
    /// An International Bank Account Number.
    case bankAccount = "bank-account"
    /// A one-time code in a title, or another code that grants access.
    case oneTimeCode = "one-time-code"
    /// A key next to a word that announces it.
    case secretKey = "secret-key"
    /// The words that a wallet is restored from.
    case recoveryPhrase = "recovery-phrase"
    /// A number by which authorities identify a person.
    case personalNumber = "personal-number"
    /// A long string that no person would make up.
    case randomString = "random-string"
    /// A word in place of a command that looks like a password typed too early.
    case typedPassword = "typed-password"
  }

  /// Creates the rules.
  package init() {}

  /// Returns the first rule that a text hits, or nil.
  package func firstMatch(in text: String, kind: TextKind) -> Name? {
    var work = 0
    return firstMatch(in: text, kind: kind, work: &work)
  }

  /// Returns the same, and adds the number of examined bytes to `work`.
  func firstMatch(in text: String, kind: TextKind, work: inout Int) -> Name? {
    let bytes = Array(text.utf8)
    if let name = KnownTokens.firstMatch(in: bytes, work: &work) { return name }
    let isAddress = kind == .unknown && URLSecrets.isAddress(bytes[...])
    if kind == .url || isAddress {
      if let name = URLSecrets(bytes[...]).firstMatch(work: &work) { return name }
      return Numbers.firstMatch(in: bytes, kind: .url, work: &work)
    }
    if let name = addresses(in: bytes, work: &work) { return name }
    if kind == .commandLine || kind == .unknown {
      // A name like Blink182 has three kinds of letters, too.
      if CommandSecrets.isTypedPassword(bytes, kinds: kind == .unknown ? 4 : 3) { return .typedPassword }
      let line = ShellLine(bytes)
      work += line.work
      if let name = CommandSecrets.firstMatch(in: line, work: &work) { return name }
      if kind == .commandLine, let name = CommandTexts.firstMatch(in: bytes, work: &work) { return name }
    }
    if kind == .title || kind == .unknown {
      if let name = TitleSecrets.firstMatch(in: text, bytes, isNote: kind == .unknown, work: &work) {
        return name
      }
    }
    if let name = NamedValues.firstMatch(in: bytes, kind: kind, work: &work) { return name }
    guard kind != .identifier else { return nil }
    return Numbers.firstMatch(in: bytes, kind: kind, work: &work)
      ?? RandomStrings.firstMatch(in: bytes, work: &work)
  }

  /// Returns the rule hit by an address somewhere in a text.
  private func addresses(in bytes: [UInt8], work: inout Int) -> Name? {
    var place = 0
    while let found = Self.address(in: bytes, from: place, work: &work) {
      if let name = URLSecrets(bytes[found]).firstMatch(work: &work) { return name }
      place = found.upperBound
    }
    return nil
  }

  /// Returns the range of the next address: a scheme, `://`, and everything up to a blank, quote or
  /// bracket.
  private static func address(in bytes: [UInt8], from start: Int, work: inout Int) -> Range<Int>? {
    var place = start
    while place + 2 < bytes.count {
      guard bytes[place] == .colon, bytes[place + 1] == .slash, bytes[place + 2] == .slash else {
        place += 1
        work += 1
        continue
      }
      var first = place
      // No scheme is longer; this bounds the work for long texts.
      while first > max(start, place - 24), bytes[first - 1].isSchemeByte { first -= 1 }
      var end = place + 3
      while end < bytes.count, !bytes[end].endsAddress { end += 1 }
      work += end - first
      return first..<end
    }
    return nil
  }
}
