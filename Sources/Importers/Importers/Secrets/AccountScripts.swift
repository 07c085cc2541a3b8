/// Passwords that the user's own script takes as its last operand, recognised by the script's name:
/// `./create_user.sh ada x`, `npm run create-user -- ada x`,
/// `python manage.py createuser --name ada x`, `rake "user:create[ada,x]"`.
///
/// System programs with such names (`adduser ada sudo`, `createuser ada`) take groups and roles, so
/// a name counts only as a file with a folder or an extension, or as the argument of a runner.
enum AccountScripts {
  /// Names of scripts that create an account or set a password, in lower case without signs.
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
    // A runner may follow a program that runs it elsewhere: `docker exec web python manage.py …`.
    var isRun = false
    for (index, word) in words.prefix(12).enumerated() where word.bytes.count <= 200 {
      defer { if runners.contains(word.fileName) { isRun = true } }
      guard index > 0 ? isRun : word.bytes.contains(.slash) || word.bytes.contains(.dot) else { continue }
      let (name, own) = parts(of: word)
      guard names.contains(where: name.ends(with:)) else { continue }
      // Only the last operand can be a password, not the value of an option.
      let operands = own + words[(index + 1)...].filter { $0.bytes.first != .dash }
      guard operands.count >= 2, let last = operands.last, !last.bytes.contains(.slash),
        SecretValues.isLiteral(last), !last.bytes.contains(.equals)
      else { return false }
      let isAddress = last.bytes.contains(.at) && last.bytes.contains(.dot)
      return !isAddress && SecretValues.isTyped(last.bytes[...])
    }
    return false
  }

  /// Returns the name of a script or task without signs and extension, and its operands in
  /// brackets: `user:create[ada,x]`.
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
