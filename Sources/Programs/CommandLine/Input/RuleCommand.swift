internal import Activities

/// The command that adds the rule which keeps out the donations that a deletion forgot.
struct RuleCommand {
  /// The command, as one types it in a shell.
  let text: String

  /// Creates the command for a deletion.
  ///
  /// - Parameters:
  ///   - criteria: The criteria of the deletion.
  ///   - user: The user to whom the rule applies; `nil` for all users.
  ///   - store: The options that select the store.
  /// - Returns: `nil` if a rule cannot have these criteria, or would keep out more than they
  ///   select: they name single donations, a time, or everything.
  init?(keepingOut criteria: Deletion.Criteria, of user: UserIdentifier?, in store: StoreOptions) {
    var rest = criteria
    var words: [String] = []
    func add(_ option: String, _ value: String?) {
      guard let value else { return }
      words += value.hasPrefix("-") ? ["\(option)=\(value)"] : [option, value]
    }
    add("--type", criteria.activityType)
    add("--program", criteria.program)
    add("--activity", criteria.identity?.description)
    add("--info", criteria.userInfoKey)
    if let area = criteria.area {
      add("--near", "\(area.latitude),\(area.longitude)")
      add("--within", "\(area.radius)")
    }
    add("--match", criteria.text)
    add("--site", criteria.site?.host)
    add("--site-kind", criteria.siteKind?.rawValue)
    add("--folder", criteria.folder)
    (rest.activityType, rest.program, rest.identity, rest.userInfoKey) = (nil, nil, nil, nil)
    (rest.area, rest.text, rest.site, rest.siteKind, rest.folder) = (nil, nil, nil, nil, nil)
    guard rest == Deletion.Criteria(), !words.isEmpty else { return nil }
    add("--user", user?.name)
    add("--store", store.store)
    add("--key-file", store.keyFile)
    text = "hunch rules add --drop " + words.map(ShellWord.readable).joined(separator: " ")
  }
}
