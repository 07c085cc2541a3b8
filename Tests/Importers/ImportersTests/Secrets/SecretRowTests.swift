import Testing

@testable import Importers

/// Every row of the tables of secrets finds its secrets, and nothing else.
///
/// The examples are made from the rows, so a new row is tested automatically, and no file has a
/// text that looks like a key.
@Suite("Rows of the tables of secrets") struct SecretRowTests {
  private static let letters = Array("a7Kq2Zp9Wm4Xc8Rt6Yv3Bn5Lh1Gf0Jd".utf8)
  private static let digits = Array("3f7a09c5e1d84b26".utf8)
  private static let capitals = Array("K7QX2ZP9WM4C8RT6".utf8)

  private static func token(_ form: KnownTokens.Form, _ count: Int) -> String {
    let cycle =
      switch form.alphabet {
      case .hexadecimal: digits
      case .uppercase: capitals
      case .alphanumeric, .base64, .base64URL, .dotted: letters
      }
    let rest = (0..<count).map { cycle[$0 % cycle.count] }
    return String(decoding: form.beginning + rest, as: UTF8.self)
  }

  private static func firstMatch(_ text: String) -> SecretRules.Name? {
    var work = 0
    return KnownTokens.firstMatch(in: Array(text.utf8), work: &work)
  }

  @Test(
    "a token is recognised by its first letters, its alphabet and its length",
    arguments: KnownTokens.all.indices)
  func tokens(_ row: Int) {
    let form = KnownTokens.all[row]
    guard form.name != .passwordHash else {
      let beginning = String(decoding: form.beginning, as: UTF8.self)
      #expect(Self.firstMatch("echo \(beginning)10$saltsaltsaltsalt$hash") == .passwordHash)
      #expect(Self.firstMatch("echo \(beginning)10$salt") == nil)
      return
    }
    let token = Self.token(form, form.least)
    #expect(Self.firstMatch("echo \(token)") == form.name)
    #expect(Self.firstMatch("echo 'x=\(token)'") == form.name)
    #expect(Self.firstMatch("echo x\(token)") == nil, "a token begins where a word does")
    // A text one letter too short for this row may be a token of another row with the same
    // beginning.
    let isAlone = KnownTokens.all.allSatisfy { other in
      other.beginning == form.beginning || !form.beginning.starts(with: other.beginning)
    }
    if isAlone { #expect(Self.firstMatch("echo \(Self.token(form, form.least - 1))") == nil) }
    if form.isExact { #expect(Self.firstMatch("echo \(token)a") == nil, "nothing comes after it") }
    if form.needsDigit, isAlone {
      let words = String(token.map { $0.isNumber && !form.beginning.contains($0.asciiValue ?? 0) ? "x" : $0 })
      #expect(Self.firstMatch("echo \(words)") == nil || form.beginning.contains { $0.isDigit }, "\(words)")
    }
  }

  /// The lines for a form, with a value where a secret is expected.
  private static func lines(_ program: String, _ form: ProgramSecrets.Form, _ value: String) -> [String] {
    switch form {
    case .after(let options), .exactly(let options): options.sorted().map { "\(program) \($0) \(value)" }
    case .attached(let option): ["\(program) \(option)\(value)"]
    case .pair(let options, let sign):
      (options.isEmpty ? [""] : options.sorted()).map {
        "\(program) \($0) ada\(Character(Unicode.Scalar(sign)))\(value)"
      }
    case .within(let subcommand, let options):
      options.sorted().map { "\(program) \(subcommand) \($0) \(value)" }
    case .operand(let word, let number):
      ["\(program) \(word ?? "") \(String(repeating: "$x ", count: number))\(value)"]
    case .word(let words): words.sorted().map { "\(program) \($0) \(value)" }
    case .beginning(let text): ["\(program) '\(text)'\(value)"]
    case .option(let text): ["\(program) \(text)\(value)"]
    case .next(let text): ["\(program) '\(text)share' \(value)"]
    case .argument(let number): ["\(program) \(String(repeating: "one ", count: number))\(value)"]
    }
  }

  @Test(
    "a program's argument is a secret where the row says so, and a variable in its place is not",
    arguments: ProgramSecrets.forms.keys.sorted())
  func programs(_ program: String) {
    for form in ProgramSecrets.forms[program] ?? [] {
      for line in Self.lines(program, form, "tr0ub4dor") {
        #expect(SecretRules().firstMatch(in: line, kind: .commandLine) != nil, "\(line)")
      }
      for line in Self.lines(program, form, "\"$VALUE\"") {
        // An option with a telling name (`--credential`) belongs to another rule.
        #expect(SecretRules().firstMatch(in: line, kind: .commandLine) != .programArgument, "\(line)")
      }
    }
  }
}
