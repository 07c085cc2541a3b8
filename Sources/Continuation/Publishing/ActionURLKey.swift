/// The reserved keys of `userInfo` under which the URL of an action stands.
enum ActionURLKey {
  /// Ours.
  static let hunch = "hunch.action.url"
  /// Flint's, read but not written.
  static let flint = "tools.flint.auto.action.url"
}
