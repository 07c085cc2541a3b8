internal import Foundation

/// The check that a command line still makes sense in a folder: that the files, folders, branches
/// and targets of make that it names exist.
///
/// A word is taken for a path if it begins like one (`/`, `./`, `../`, `~/`), if its first folder
/// exists, or if its program takes files (``readers``). Words that the shell expands, options and
/// addresses are not checked; for hosts, see ``NamedHosts`` and ``KnownHosts``.
package enum NamedTargets {
  /// Programs whose arguments are existing files or folders.
  private static let readers: Set<String> = [
    ".", "bat", "bash", "cat", "cd", "code", "diff", "emacs", "fish", "head", "less", "more", "nano", "node",
    "nvim", "open", "perl", "pushd", "python", "python3", "ruby", "sh", "source", "tail", "vi", "vim", "wc",
    "xdg-open", "zsh",
  ]
  /// Programs that may create the files that they name, in folders that exist.
  private static let writers: Set<String> = [
    "cp", "curl", "dd", "git", "ln", "mkdir", "mv", "rsync", "scp", "tar", "tee", "touch", "wget", "zip",
  ]
  /// The subcommands of git whose only argument is a branch, a tag or a file.
  private static let branchCommands: Set<String> = ["checkout", "switch", "merge", "rebase"]

  /// Returns whether everything that a line names exists.
  ///
  /// - Parameters:
  ///   - line: The command line.
  ///   - folder: The folder in which it would be run.
  ///   - home: The user's home.
  /// - Complexity: O(length), and a call of the system for each word.
  package static func exist(in line: String, at folder: WorkingFolder, home: String) -> Bool {
    var current = folder
    for command in ShellLine(line).ownCommands {
      guard let invocation = Invocation(command) else { continue }
      let program = String(invocation.program.text.split(separator: "/").last ?? "")
      if invocation.program.text.contains("/"), !invocation.program.isExpanded,
        !FileManager.default.fileExists(atPath: path(invocation.program.text, in: current, home))
      {
        return false
      }
      let words = invocation.arguments.filter { !$0.isExpanded }.map(\.text)
      let hasCode = words.contains { ["-c", "-e", "-m", "--eval"].contains($0) }
      let operands = words.filter { !$0.hasPrefix("-") && !$0.isEmpty }
      if program == "make" {
        guard makes(operands, words, in: current, home) else { return false }
        continue
      }
      if program == "git", let subcommand = operands.first, branchCommands.contains(subcommand) {
        guard switches(Array(operands.dropFirst()), words, in: current, home) else { return false }
        continue
      }
      for word in operands {
        guard names(word, of: program, hasCode: hasCode, in: current) else { continue }
        let path = path(word, in: current, home)
        let parent = (path as NSString).deletingLastPathComponent
        let isThere = FileManager.default.fileExists(atPath: writers.contains(program) ? parent : path)
        guard isThere else { return false }
      }
      if program == "cd", operands.count == 1 {
        current = WorkingFolder(path(operands[0], in: current, home))
      }
    }
    return true
  }

  /// Returns whether a word is a path.
  private static func names(
    _ word: String, of program: String, hasCode: Bool, in folder: WorkingFolder
  ) -> Bool {
    if ["/", "./", "../", "~/"].contains(where: word.hasPrefix) { return true }
    if word.contains("://") || word.contains(":") || word.contains("=") { return false }
    if readers.contains(program), !hasCode { return true }
    guard let first = word.split(separator: "/").first, word.contains("/") else { return false }
    return FileManager.default.fileExists(atPath: "\(folder.path)/\(first)")
  }

  /// Returns whether the folder's makefile has the targets, or includes others that may have them.
  private static func makes(
    _ operands: [String], _ words: [String], in folder: WorkingFolder, _ home: String
  ) -> Bool {
    // Another folder or file, or the number of an option: not looked into.
    guard !words.contains(where: { $0.hasPrefix("-C") || $0.hasPrefix("-f") || $0.hasPrefix("--") }) else {
      return true
    }
    let text = ["GNUmakefile", "makefile", "Makefile"].lazy
      .compactMap { WorkingFolder.text("\(folder.path)/\($0)") }.first
    guard let text else { return false }
    let lines = text.split(separator: "\n")
    if lines.contains(where: { $0.hasPrefix("include ") || $0.hasPrefix("-include ") || $0.contains("%:") }) {
      return true
    }
    let targets = Set(
      lines.lazy.filter { !$0.hasPrefix("\t") && !$0.hasPrefix("#") }
        .compactMap { line in line.firstIndex(of: ":").map { line[..<$0] } }
        .flatMap { $0.split(separator: " ") }.map(String.init))
    return operands.allSatisfy { operand in
      operand.contains("=") || Int(operand) != nil || targets.contains(operand)
        || FileManager.default.fileExists(atPath: path(operand, in: folder, home))
    }
  }

  /// Returns whether the only operand is a branch, a tag, a commit or a file; several are not
  /// looked into, nor is a branch that the command creates.
  private static func switches(
    _ operands: [String], _ words: [String], in folder: WorkingFolder, _ home: String
  ) -> Bool {
    guard operands.count == 1, !words.contains(where: { ["-b", "-B", "-c", "-C", "--orphan"].contains($0) })
    else { return true }
    let name = operands[0]
    let isRelative = name.hasPrefix("HEAD") || name.contains("~") || name.contains("^") || name.contains("@{")
    let isCommit = name.utf8.count >= 7 && name.utf8.allSatisfy(\.isHexadecimal)
    return isRelative || isCommit || folder.hasReference(name)
      || FileManager.default.fileExists(atPath: path(name, in: folder, home))
  }

  private static func path(_ word: String, in folder: WorkingFolder, _ home: String) -> String {
    if word == "~" { return home }
    if word.hasPrefix("~/") { return "\(home)/\(word.dropFirst(2))" }
    return word.hasPrefix("/") ? word : "\(folder.path)/\(word)"
  }
}
