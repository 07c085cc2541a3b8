extension InMemoryDonationLog: HintLog {
  /// Replaces a program's list.
  ///
  /// - Throws: ``HintError``.
  /// - Complexity: O(hints of the user).
  public func setHints(
    _ hints: [Hint], in list: HintList, of program: String, for user: UserIdentifier
  ) throws(HintError) {
    try list.check(hints, of: program)
    let program = CanonicalForm.normalized(program)
    var kept = shelves[user]?.hints[list] ?? []
    kept.removeAll { $0.program == program }
    let place = kept.partitioningIndex { program.precedesInBytes($0.program) }
    kept.insert(contentsOf: hints.map { StatedHint(by: program, $0) }, at: place)
    shelves[user, default: Shelf()].hints[list] = kept
  }

  /// A list of all programs.
  public func hints(in list: HintList, of user: UserIdentifier) -> [StatedHint] {
    shelves[user]?.hints[list] ?? []
  }

  /// Drops the hints that a deletion takes with it; answers how many.
  func forgetHints(_ deletion: Deletion) -> Int {
    var count = 0
    for list in HintList.allCases {
      let stated = shelves[deletion.user]?.hints[list] ?? []
      let kept = stated.filter { !deletion.matches($0) }
      guard kept.count < stated.count else { continue }
      shelves[deletion.user]?.hints[list] = kept
      count += stated.count - kept.count
    }
    return count
  }
}
