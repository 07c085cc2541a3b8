import Foundation

/// The files that a run leaves behind.
struct Leavings {
  let rehearsal: Rehearsal
  let folder: FaultFolder

  /// - Parameters:
  /// - couldTidyUp: Whether the program ended by itself and could remove its drafts; false if
  ///   removing failed.
  /// - isAcknowledged: Whether it reported success.
  func findings(couldTidyUp: Bool, isAcknowledged: Bool) -> [Finding] {
    var findings = outputs(isAcknowledged: isAcknowledged)
    if couldTidyUp { findings += litter() }
    if isAcknowledged {
      findings += rehearsal.workload.forgets.filter(folder.storeHolds).map { _ in
        Finding(.bytesLeft, "although the deletion was acknowledged")
      }
    }
    return findings
  }

  /// Checks that outputs are either the old or the new files.
  func outputs(isAcknowledged: Bool) -> [Finding] {
    rehearsal.workload.outputs.compactMap { output in
      let (before, after) = (rehearsal.before[output.name] ?? nil, rehearsal.after[output.name] ?? nil)
      let found = folder.bytes("out/" + output.name)
      if found == after || (found == before && !isAcknowledged) { return nil }
      // Another check looks at its content.
      if case .store = output, found != nil { return nil }
      if case .ending(_, with: let end) = output, let found, found.suffix(end.utf8.count) == Data(end.utf8),
        found != before
      {
        return nil
      }
      return Finding(.halfFile, "\(output.name), \(found?.count ?? -1) bytes")
    }
  }

  private func litter() -> [Finding] {
    let store = ["donations.sqlite", "donations.sqlite-wal", "donations.sqlite-shm"]
    let workload = rehearsal.workload
    let out = workload.outputs.map(\.name) + workload.keeps + [workload.printsInto ?? ""]
    let folders = Set(out.compactMap { $0.contains("/") ? String($0.prefix(while: { $0 != "/" })) : nil })
    var left = folder.names(in: "store").subtracting(store)
    left.formUnion(folder.names(in: "out").subtracting(out).subtracting(folders))
    for name in folders {
      left.formUnion(folder.names(in: "out/" + name).map { "\(name)/\($0)" }.filter { !out.contains($0) })
    }
    return left.map { Finding(.litter, $0.replacing(/[0-9A-F-]{8,}|\d+/, with: "N")) }
  }
}
