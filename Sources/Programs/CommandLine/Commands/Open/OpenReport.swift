internal import Activities
internal import Importers

/// The opened target, or the one that would be opened, for programs.
struct OpenReport: Encodable {
  let identity: String
  /// `command`, `address`, `file`, `program` or `continuation`.
  let kind: String
  /// The command line, address, path, path of the desktop file, or text for a program.
  let target: String
  /// The program that continues it, by the name of its manifest or desktop file.
  let program: String?
  /// The folder that a command is run in, if it is known and exists.
  let folder: String?
  /// A Boolean value that indicates whether a command is a template, which the user never typed.
  let isTemplate: Bool?
  /// A Boolean value that indicates whether it was opened or run.
  let opened: Bool

  init(_ identity: ActivityIdentity, _ target: OpenTarget, isOpened: Bool = false) {
    self.identity = identity.description
    opened = isOpened
    if case .continuation(let continuation) = target {
      program = continuation.program
    } else {
      program = nil
    }
    switch target {
    case .command(let command):
      (kind, self.target, isTemplate) = ("command", command.line, command.isTemplate)
      folder = target.usedFolder
    case .address(let address): (kind, self.target, folder, isTemplate) = ("address", address, nil, nil)
    case .file(let path): (kind, self.target, folder, isTemplate) = ("file", path, nil, nil)
    case .program(let file): (kind, self.target, folder, isTemplate) = ("program", file.path, nil, nil)
    case .continuation(let continuation):
      (kind, self.target, folder, isTemplate) = ("continuation", continuation.text, nil, nil)
    }
  }
}
