internal import ArgumentParser
internal import Foundation

/// The completion script of a shell: the parser's, with some changes.
///
/// The parser's own `help` completes no commands, and it offers files or words for an argument,
/// never both.
enum CompletionScript {
  /// The option that asks for a script; the parser's.
  private static let option = "--generate-completion-script"
  /// The argument by which a script asks for names.
  private static let request = "---completion"

  /// Returns the script that some arguments ask for; `nil` if they ask for something else.
  static func requested(by arguments: some Collection<String>) -> String? {
    let arguments = Array(arguments)
    let name: String
    switch arguments.count {
    case 1 where arguments[0].hasPrefix(option + "="): name = String(arguments[0].dropFirst(option.count + 1))
    case 2 where arguments[0] == option: name = arguments[1]
    default: return nil
    }
    return CompletionShell(rawValue: name).map(text)
  }

  /// Returns the script for a shell.
  static func text(for shell: CompletionShell) -> String {
    var script = HunchCommand.completionScript(for: shell)
    for (parsers, ours) in changes(for: shell) { script = script.replacing(parsers, with: ours) }
    return shell == .zsh ? takingEqualsSigns(script) : script
  }

  /// The texts to replace in the parser's script for a shell, with their replacements.
  private static func changes(for shell: CompletionShell) -> [(parsers: String, ours: String)] {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    default: []
    }
  }

  private static let help = "\(request) help -- positional@0"
  private static let auto = ImportCommand.automatic

  private static var bash: [(parsers: String, ours: String)] {
    [
      (
        "__hunch_add_completions -W \"$(eval '\(filesOrAuto)')\"",
        "__hunch_add_completions -f\n        [[ \(auto) = \"${cur}\"* ]] && COMPREPLY+=(\(auto))"
      ),
      (
        "complete -o filenames",
        """
        _hunch_help() {
            __hunch_add_completions -W "$(__hunch_custom_complete \(help) "${COMP_CWORD}" 0)"
        }

        complete -o filenames
        """
      ),
      // Without this, readline takes words for file names, and does not quote dollar signs.
      (
        "        COMPREPLY+=(\"${completion}\")\n    done",
        #"""
                if [[ "${1}" = -W && "${COMP_WORDS[COMP_CWORD]}" != [\'\"]* ]]; then
                    compopt +o filenames
                    printf -v completion %q "${completion}"
                fi
                COMPREPLY+=("${completion}")
            done
        """#
      ),
      // bash treats an equals sign as a word of its own.
      (
        "    local -r prev=\"${3}\"\n",
        """
            local prev="${3}"
            [[ "${prev}" = "=" ]] && prev="${COMP_WORDS[COMP_CWORD - 2]}"

        """
      ),
    ]
  }

  private static var zsh: [(parsers: String, ours: String)] {
    [
      (
        "{local -a list;list=(${(f)\"$(\(filesOrAuto))\"});_describe -V \"\" list}",
        "{compadd -- \(auto); _files}"
      ),
      (
        "'*:subcommands:'",
        "'*:subcommands:{__hunch_custom_complete \(help) \"${current_word_index}\" 0}'"
      ),
      // Without the option zsh does not quote exclamation marks in completions, and then expands
      // them as history.
      ("unsetopt aliases banghist", "unsetopt aliases\n    setopt banghist"),
    ]
  }

  private static var fish: [(parsers: String, ours: String)] {
    [
      ("-fka '(\(filesOrAuto))'", "-kFa '\(auto)'"),
      (
        "complete -c 'hunch' -f\n",
        """
        complete -c 'hunch' -f
        complete -c 'hunch' -n '__hunch_should_offer_completions_for_positional "hunch help" -ge 1' \
        -fka '(__hunch_custom_completion \(help) (count (__hunch_tokens -pc)) 0)'

        """
      ),
    ]
  }

  /// Returns zsh's script with options whose values may follow an equals sign; the parser's script
  /// only supports a space.
  private static func takingEqualsSigns(_ script: String) -> String {
    script.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
      let spec = line.drop { $0 == " " }
      guard spec.hasPrefix("'--") || spec.hasPrefix("'*--"), spec.contains("]:"),
        let bracket = line.firstIndex(of: "[")
      else { return line }
      return line[..<bracket] + "=" + line[bracket...]
    }.joined(separator: "\n")
  }

  /// A placeholder command for the files of `hunch import`, which is replaced in every script.
  private static let filesOrAuto = "hunch-import-files"
  /// Files, and the word `auto`.
  static var importFiles: CompletionKind { .shellCommand(filesOrAuto) }

  /// Returns the completions of `hunch help` for a script; `nil` if the arguments ask for something
  /// else.
  ///
  /// - Parameter arguments: The request, `help`, `--`, the argument, the index of the completed
  ///   word, the cursor's position in it, and the words.
  static func helpNames(requestedBy arguments: some Collection<String>) -> [String]? {
    let arguments = Array(arguments)
    guard arguments.count > 6, Array(arguments[..<3]) == [request, "help", "--"],
      let index = Int(arguments[4])
    else { return nil }
    let path = arguments[6...].prefix(max(0, index)).dropFirst(2)
    let names = CommandNames.names(below: path).sorted()
    // zsh's script takes the last line as the end of the list, as in the parser's answers.
    return ProcessInfo.processInfo.environment["SAP_SHELL"] == "zsh" ? names + [" "] : names
  }
}
