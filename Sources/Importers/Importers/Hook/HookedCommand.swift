package import Activities

/// The shell of a command that a hook recorded, according to its donation.
package enum HookedCommand {
  /// Returns the session in which a command was run; `nil` if no hook recorded it.
  package static func session(of donation: Donation) -> String? {
    guard let name = donation.details.externalIdentifier, name.hasPrefix(prefix),
      let end = name.lastIndex(of: ".")
    else { return nil }
    return String(name[name.index(name.startIndex, offsetBy: prefix.count)..<end])
  }

  private static let prefix = "hook:"
}
