internal import ArgumentParser

/// `hunch init`.
struct InitCommand: SampledCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Print the hook that records the commands of a shell.",
    discussion: """
      With the hook, every command that you run is donated, with its folder, repository, branch, host, exit code and duration. \
      Alt-n puts the command that you will probably run next into the line, and the one after when you press it again; a text \
      that you have typed is a prefix (`hunch next`). Save the hook, let the shell read it when it starts, and open a new shell:

        hunch init zsh >~/.hunch-hook.zsh
        echo 'source ~/.hunch-hook.zsh' >>~/.zshrc

        hunch init bash >~/.hunch-hook.bash
        echo 'source ~/.hunch-hook.bash' >>~/.bashrc

        hunch init fish >~/.config/fish/conf.d/hunch-hook.fish

      In zsh, the command also appears as grey text at the empty prompt while the resident program, hunchd, runs; the first \
      prompt starts it. It is likely, is not dangerous, and has never contained a secret. Typing removes it. Keys:

        Right, End, Ctrl-E     take the line; Enter runs it
        Alt-f                  take a word
        Alt-n                  put the next candidate in its place
        Alt-r, Shift-Delete    never offer this line again; after Alt-n, too
        Ctrl-G                 remove it

      HUNCH_GREY_TEXT=off turns grey text off. HUNCH_GREY_MINIMUM=0.5 shows only lines of at least this probability. \
      It has the colour of ZSH_AUTOSUGGEST_HIGHLIGHT_STYLE, or fg=8. To let zsh-autosuggestions complete typed text with Hunch:

        ZSH_AUTOSUGGEST_STRATEGY=(hunch history)

      No prompt waits for the store. The hook appends lines to a file in XDG_RUNTIME_DIR, or in /tmp/hunch-UID; hunchd, \
      or the next hunch command that you run, takes them into the store, with the same rules for privacy and secrets as `hunch import`. \
      With a relative HUNCH_STORE, which names another store in each folder, the hook records nothing.

      It does not record lines that begin with a space, commands that bash's history leaves out (HISTCONTROL, HISTIGNORE), \
      commands that match zsh's HISTORY_IGNORE, fish's private mode, and the shells of AI agents. HUNCH_INCOGNITO=1 stops it \
      in one shell, with the grey text; `hunch pause` stops it everywhere. bash has to be 5.1 or newer. \
      Commands that nobody would want to suggest, such as ls and pwd, are kept for what comes after them; imports skip them.

      Import the shell's own history before you install the hook. Later imports of a history with times (bash's \
      HISTTIMEFORMAT, zsh's EXTENDED_HISTORY, fish) add only what the hook missed; without times, commands count twice.
      """)
  static let sample = ["zsh"]

  @Argument(help: "The shell: \(ShellHook.allCases.map(\.rawValue).joined(separator: ", ")).")
  var shell: ShellHook

  func run() async throws {
    try Console.print(String(shell.script.dropLast()))
  }
}
