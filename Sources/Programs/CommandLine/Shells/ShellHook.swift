internal import ArgumentParser
internal import Foundation

/// The hooks that record the commands of shells.
enum ShellHook: String, CaseIterable, ExpressibleByArgument {
  case zsh, bash, fish

  /// The script that the shell reads when it starts.
  var script: String {
    let bytes =
      switch self {
      case .zsh: PackageResources.hook_zsh
      case .bash: PackageResources.hook_bash
      case .fish: PackageResources.hook_fish
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
