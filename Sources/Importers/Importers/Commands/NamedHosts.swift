internal import Foundation

/// The hosts to which a command line connects.
package enum NamedHosts {
  /// Programs whose first operand is a host.
  private static let logins: Set<String> = ["autossh", "et", "mosh", "sftp", "ssh", "ssh-copy-id"]
  /// Programs whose operands are files, perhaps of a host.
  private static let copiers: Set<String> = ["rsync", "scp", "sshfs"]

  /// Returns the hosts of a line, in lower case, without user, port and path.
  ///
  /// Words that the shell expands are not looked at. Programs that ask by design whether a host
  /// exists, such as `ping`, name none.
  ///
  /// - Complexity: O(length).
  package static func hosts(in line: String) -> [String] {
    ShellLine(line).ownCommands.flatMap { command -> [String] in
      guard let invocation = Invocation(command) else { return [] }
      let isLogin = logins.contains(invocation.name)
      guard isLogin || copiers.contains(invocation.name) else { return [] }
      let operands = operands(of: invocation)
      let words = isLogin ? operands.prefix(1) : operands[...]
      return words.compactMap { word in
        word.isExpanded
          ? nil
          : host(
            in: word.text, hasPath: !isLogin || ["et", "sftp"].contains(invocation.name),
            mustHavePath: !isLogin)
      }
    }
  }

  private static func operands(of invocation: Invocation) -> [ShellWord] {
    let grammar = ProgramGrammar.of(invocation.name)
    var (operands, isValue, isPlain) = ([ShellWord](), false, false)
    for word in invocation.arguments {
      let text = word.text
      if isValue {
        isValue = false
      } else if !isPlain, text == "--" {
        isPlain = true
      } else if !isPlain, text.hasPrefix("-"), text.count > 1 {
        // `-tp 22` is two options, the last with a value.
        let isCluster =
          !text.hasPrefix("--") && text.dropFirst().allSatisfy(\.isLetter)
          && !text.dropFirst().dropLast().contains { grammar.valued.contains("-\($0)") }
        isValue = grammar.valued.contains(text) || isCluster && grammar.valued.contains("-\(text.suffix(1))")
      } else {
        operands.append(word)
        // The words after the host of ssh are a command there.
        if invocation.name == "ssh" { break }
      }
    }
    return operands
  }

  /// Returns the host in `user@host`, `host:path`, `[host]:path` or `scheme://user@host:port/path`.
  private static func host(in word: String, hasPath: Bool, mustHavePath: Bool) -> String? {
    var rest = word[...]
    if let scheme = rest.range(of: "://") {
      rest = rest[scheme.upperBound...].prefix { $0 != "/" }
      rest = rest[(rest.lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex)...]
      return name(rest.hasPrefix("[") ? rest : rest.prefix { $0 != ":" })
    }
    if hasPath, !(rest.hasPrefix("[") || rest.contains("@[")) {
      let colon = rest.firstIndex(of: ":")
      // In a word without a colon, or with a slash before it, scp sees a file of this machine.
      if mustHavePath, colon.map({ rest[..<$0].contains("/") }) ?? true { return nil }
      rest = rest[..<(colon ?? rest.endIndex)]
    }
    return name(rest[(rest.lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex)...])
  }

  private static func name(_ text: Substring) -> String? {
    let name = text.hasPrefix("[") ? text.dropFirst().prefix { $0 != "]" } : text
    return name.isEmpty ? nil : name.lowercased()
  }
}
