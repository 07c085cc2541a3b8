// Writes a manual page for the program and for each of its commands, from what
// `hunch --experimental-dump-help` prints, so that a page never differs from `--help`:
//
//   swift scripts/manual.swift HELP.json VERSION FOLDER

import Foundation

struct Help: Decodable {
  let command: Command
}

struct Command: Decodable {
  let commandName: String
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool?
  let subcommands: [Command]?
  let arguments: [Argument]?
}

struct Argument: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String

    /// The name as users type it.
    var text: String { (kind == "long" ? "--" : "-") + name }
  }

  let kind: String
  let names: [Name]?
  let valueName: String?
  let abstract: String?
  let discussion: String?
  let isOptional: Bool
  let isRepeating: Bool
  let shouldDisplay: Bool
}

/// One page in the macros of man(7).
struct Page {
  let command: Command
  /// The program's name, and the names of the commands that lead here.
  let path: [String]
  let version: String

  var name: String { path.joined(separator: "-") }

  var source: String {
    let title = Page.argument(name.uppercased())
    var lines = [
      ".\\\" Written by scripts/manual.swift from the program's own help.",
      ".TH \(title) 1 \"\" \(Page.argument("hunch \(version)")) \"User commands\"", ".nh", ".ad l",
      ".SH NAME",
      "\(Page.escaped(name)) \\- \(Page.escaped(sentence))",
      ".SH SYNOPSIS", ".B \(Page.escaped(path.joined(separator: " "), isCode: true))",
    ]
    lines += synopsis
    if let discussion = command.discussion, !discussion.isEmpty {
      lines += [".SH DESCRIPTION"] + Page.paragraphs(discussion)
    }
    lines += list("ARGUMENTS", shown.filter { $0.kind == "positional" })
    lines += list("OPTIONS", shown.filter { $0.kind != "positional" })
    if !commands.isEmpty {
      lines.append(".SH COMMANDS")
      for each in commands {
        lines += [
          ".TP", ".BR \(Page.escaped("\(name)-\(each.commandName)")) (1)", Page.text(each.abstract ?? ""),
        ]
      }
    }
    let related = path.count > 1 ? [path.dropLast().joined(separator: "-")] : []
    if !related.isEmpty { lines += [".SH SEE ALSO"] + related.map { ".BR \(Page.escaped($0)) (1)" } }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The commands that have pages of their own.
  var commands: [Command] {
    (command.subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
  }

  private var shown: [Argument] { (command.arguments ?? []).filter(\.shouldDisplay) }

  /// The abstract without its full stop, as the names of pages are listed.
  private var sentence: String {
    let abstract = (command.abstract ?? "").replacing("\n", with: " ")
    return abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
  }

  private var synopsis: [String] {
    var parts: [String] = []
    if shown.contains(where: { $0.kind != "positional" }) { parts.append("[\\fIoptions\\fR]") }
    for argument in shown where argument.kind == "positional" {
      let value =
        "\\fI\(Page.escaped(argument.valueName ?? "value"))\\fR" + (argument.isRepeating ? " ..." : "")
      parts.append(argument.isOptional ? "[\(value)]" : value)
    }
    if !commands.isEmpty { parts.append("\\fIcommand\\fR") }
    return parts
  }

  private func list(_ title: String, _ arguments: [Argument]) -> [String] {
    guard !arguments.isEmpty else { return [] }
    return [".SH \(title)"]
      + arguments.flatMap { argument in
        [".TP", Page.heading(of: argument)] + [Page.text(argument.abstract ?? "")]
          + (argument.discussion.map { [".IP", Page.text($0)] } ?? [])
      }
  }

  private static func heading(of argument: Argument) -> String {
    let value = "\\fI\(escaped(argument.valueName ?? "value"))\\fR"
    guard argument.kind != "positional" else { return value }
    let names = (argument.names ?? []).sorted { $0.text.count < $1.text.count }
      .map { "\\fB\(escaped($0.text, isCode: true))\\fR" }.joined(separator: ", ")
    return argument.kind == "flag" ? names : "\(names) \(value)"
  }

  /// Paragraphs, and examples as they are.
  private static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let isIndented = line.hasPrefix("  ")
      if isIndented != isExample, !(line.isEmpty && isExample) {
        lines += isIndented ? [".PP", ".RS 4", ".EX"] : [".EE", ".RE", ".PP"]
        isExample = isIndented
      }
      if line.isEmpty {
        if !isExample { lines.append(".PP") }
      } else {
        lines.append(isIndented ? Page.text(String(line.dropFirst(2)), isCode: true) : Page.text(line))
      }
    }
    if isExample { lines += [".EE", ".RE"] }
    // Paragraphs that follow a list of macros with another one would be empty.
    return lines.enumerated().filter { index, line in
      line != ".PP" || (index + 1 < lines.count && lines[index + 1] != ".PP" && index > 0)
    }.map(\.element)
  }

  /// A line of text, escaped so that it never reads as a roff request.
  private static func text(_ line: String, isCode: Bool = false) -> String {
    let escaped = escaped(line.replacing("\n", with: " "), isCode: isCode)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  private static func escaped(_ text: String, isCode: Bool = false) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("`", with: isCode ? "\\(ga" : "`")
    guard isCode else { return hyphens(of: escaped) }
    return escaped.replacing("-", with: "\\-").replacing("'", with: "\\(aq").replacing("~", with: "\\(ti")
      .replacing("^", with: "\\(ha")
  }

  /// Options within text: their hyphens can be copied.
  private static func hyphens(of text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains("--") || word.hasPrefix("-") ? String(word).replacing("-", with: "\\-") : String(word)
    }.joined(separator: " ")
  }

  /// An argument of a request.
  private static func argument(_ text: String) -> String {
    "\"" + escaped(text).replacing("\"", with: "\\(dq") + "\""
  }
}

func write(_ command: Command, path: [String], version: String, to folder: URL) throws {
  let page = Page(command: command, path: path + [command.commandName], version: version)
  try page.source.write(
    to: folder.appending(path: page.name + ".1"), atomically: true, encoding: .utf8)
  for each in page.commands { try write(each, path: page.path, version: version, to: folder) }
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  FileHandle.standardError.write(Data("usage: swift scripts/manual.swift HELP.json VERSION FOLDER\n".utf8))
  exit(64)
}
let help = try JSONDecoder().decode(Help.self, from: Data(contentsOf: URL(filePath: arguments[1])))
try write(help.command, path: [], version: arguments[2], to: URL(filePath: arguments[3]))
