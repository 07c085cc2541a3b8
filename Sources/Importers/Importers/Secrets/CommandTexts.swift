/// Secrets in texts for people within a command line: its comment, and unquoted function calls.
enum CommandTexts {
  private static let longest = 512

  /// Returns the rule hit by the comment of a line, or by its calls.
  static func firstMatch(in line: [UInt8], work: inout Int) -> SecretRules.Name? {
    var quote: UInt8?
    var comment: Int?
    var hasCall = false
    for place in line.indices {
      let byte = line[place]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      if byte == .quote || byte == .apostrophe {
        if place > 0, line[place - 1] == .leftParenthesis { hasCall = true }
        quote = byte
      } else if byte == .hash, place == 0 || line[place - 1].isBlank {
        comment = place + 1
        break
      }
    }
    work += line.count
    if hasCall, let name = ScriptSecrets.firstMatch(in: line, work: &work) { return name }
    guard let comment, line.count - comment >= 6 else { return nil }
    let bytes = Array(line[comment...].prefix(longest).drop { $0.isBlank || $0 == .hash })
    if let name = firstMatch(inText: bytes, work: &work) { return name }
    // wl-copy x # pw mail
    let mentions = bytes.prefix(64).split(whereSeparator: { !$0.isLetter }).contains {
      SecretNames.isSecret($0)
    }
    guard mentions, let command = ShellLine(Array(line[..<(comment - 1)].prefix(longest))).commands.first,
      let invocation = Invocation(command),
      ["wl-copy", "xclip", "echo", "printf", "pbcopy", "clip", "xdotool", "wtype"].contains(invocation.name),
      let last = invocation.arguments.last
    else { return nil }
    return PipedSecrets.isSecret(last) && !last.bytes.contains(.blank) && !last.isExpanded
      ? .pipedSecret : nil
  }

  /// Returns the rule hit by a text for people.
  static func firstMatch(inText bytes: [UInt8], work: inout Int) -> SecretRules.Name? {
    let words = bytes.split(whereSeparator: \.isBlank)
    if words.count >= 12,
      words.suffix(12).allSatisfy({ word in
        (3...8).contains(word.count) && word.allSatisfy(\.isLowercase)
          && !MnemonicPhrase.isOfSentences(String(decoding: word, as: UTF8.self))
      })
    {
      return .recoveryPhrase
    }
    return TitleSecrets.firstMatch(
      in: String(decoding: bytes, as: UTF8.self), bytes, isNote: true, work: &work)
  }
}
