/// Passwords that a script of somebody's own takes as its last operand, known by the script's name:
/// `./create_user.sh ada x`, `npm run create-user -- ada x`,
/// `python manage.py createuser --name ada x`, `rake "user:create[ada,x]"`.
///
/// Programs of the system with such names (`adduser ada sudo`, `createuser ada`) take groups and
/// roles, so a name counts as a file with a folder or an ending, or as what a runner runs.
enum AccountScripts {
  /// Names of what makes an account or sets a password, in small letters alone.
  private static let names = [
    "createuser", "createsuperuser", "createadmin", "createaccount", "adduser", "addadmin", "addaccount",
    "newuser",
    "registeruser", "usercreate", "useradd", "userpassword", "setpassword", "setpasswd", "changepassword",
    "changepasswd", "resetpassword", "updatepassword", "createpassword",
  ]
  /// Programs that run a script or task by its name.
  private static let runners: Set<String> = [
    "python", "python3", "pypy", "uv", "poetry", "pipenv", "node", "deno", "bun", "npm", "pnpm", "yarn",
    "npx", "tsx",
    "ts-node", "ruby", "rails", "rake", "bundle", "perl", "php", "composer", "artisan", "symfony", "sh",
    "bash", "zsh",
    "flask", "django-admin", "mix", "gradle", "just", "task", "invoke", "fab", "manage.py",
  ]

  /// Returns whether an operand is a password.
  static func isHit(by invocation: Invocation) -> Bool {
    let words = [invocation.program] + invocation.arguments.prefix(32)
    // `docker exec web python manage.py …`: a runner may come after what carries it elsewhere.
    var isRun = false
    for (index, word) in words.prefix(12).enumerated() where word.bytes.count <= 200 {
      defer { if runners.contains(word.fileName) { isRun = true } }
      guard index > 0 ? isRun : word.bytes.contains(.slash) || word.bytes.contains(.dot) else { continue }
      let (name, own) = parts(of: word)
      guard names.contains(where: name.ends(with:)) else { continue }
      // An option's value is no password by its place: only what comes last is.
      let operands = own + words[(index + 1)...].filter { $0.bytes.first != .dash }
      guard operands.count >= 2, let last = operands.last, !last.bytes.contains(.slash),
        SecretValues.isLiteral(last), !last.bytes.contains(.equals)
      else { return false }
      let isAddress = last.bytes.contains(.at) && last.bytes.contains(.dot)
      return !isAddress && SecretValues.isTyped(last.bytes[...])
    }
    return false
  }

  /// Returns the name of a script or task without signs and ending, and its operands in brackets:
  /// `user:create[ada,x]`.
  private static func parts(of word: ShellWord) -> (name: String, operands: [ShellWord]) {
    let bracket = word.bytes.firstIndex(of: UInt8(ascii: "[")) ?? word.bytes.endIndex
    let path = word.bytes[..<bracket].split(separator: .slash).last ?? []
    let base = path.first == .dot ? path : path.prefix { $0 != .dot }
    let operands = word.bytes[bracket...].dropFirst().split {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "]")
    }
    return (
      base.filter(\.isLetter)[...].lowercasedText,
      operands.map { ShellWord(bytes: Array($0), isQuoted: word.isQuoted) }
    )
  }
}

extension ShellWord {
  /// The name of a file without its folder.
  fileprivate var fileName: String {
    String(decoding: bytes.split(separator: .slash).last ?? [], as: UTF8.self)
  }
}
