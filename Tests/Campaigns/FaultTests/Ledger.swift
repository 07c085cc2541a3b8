/// The acknowledged records, to compare with the store.
struct Ledger {
  /// The possible states of the store.
  ///
  /// The first was acknowledged before; the last is acknowledged if the command succeeded.
  let states: [StoreState]

  func findings(in state: StoreState, isAcknowledged: Bool) -> [Finding] {
    let allowed = isAcknowledged ? Array(states.suffix(1)) : states
    guard !allowed.contains(state), let first = states.first, let last = states.last else { return [] }
    var findings: [Finding] = []
    // A record in all allowed states must exist; a record in none must not.
    let missing = first.records.keys.filter { line in
      state.records[line] == nil && allowed.allSatisfy { $0.records[line] != nil }
    }
    if !missing.isEmpty { findings.append(Finding(.lost, "\(missing.count) records")) }
    if isAcknowledged {
      let gone = last.records.keys.filter { state.records[$0] == nil && first.records[$0] == nil }
      if !gone.isEmpty { findings.append(Finding(.lost, "\(gone.count) records of the command")) }
    }
    let back = state.records.keys.filter { line in allowed.allSatisfy { $0.records[line] == nil } }
    if !back.isEmpty { findings.append(Finding(.cameBack, "\(back.count) records")) }
    return findings.isEmpty ? [Finding(.half, "a state that no step can produce")] : findings
  }
}
