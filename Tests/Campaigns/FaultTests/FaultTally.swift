import Foundation
import Synchronization

/// The results of many trials.
final class FaultTally: Sendable {
  private struct Counts {
    var injected: [String: [String: Int]] = [:]
    var acknowledged = 0
    var findings: [Finding.Promise: Int] = [:]
    var examples: [String: (count: Int, example: String)] = [:]
  }

  private let counts = Mutex(Counts())

  /// Counts the result of a trial.
  func add(_ verdict: Trial.Verdict, times: Int = 1, workload: String, kind: String, example: String) {
    counts.withLock { counts in
      if verdict.fired { counts.injected[workload, default: [:]][kind, default: 0] += times }
      counts.acknowledged += verdict.acknowledged
      for finding in verdict.findings {
        counts.findings[finding.promise, default: 0] += 1
        let key = "\(workload), \(kind): \(finding)"
        counts.examples[key, default: (0, example)].count += 1
      }
    }
  }

  var injected: Int { counts.withLock { $0.injected.values.reduce(0) { $0 + $1.values.reduce(0, +) } } }
  var kinds: Set<String> { counts.withLock { Set($0.injected.values.flatMap(\.keys)) } }

  /// The findings, each with its frequency and the first fault that caused it.
  var findings: [String] {
    counts.withLock { counts in
      counts.examples.map { "\($0.key) [\($0.value.count) times, first: \($0.value.example)]" }.sorted()
    }
  }

  /// Tables of faults by kind and by workload, and of the broken promises.
  var table: String {
    counts.withLock { counts in
      var byKind: [String: Int] = [:]
      for kinds in counts.injected.values { byKind.merge(kinds, uniquingKeysWith: +) }
      var lines = ["| fault | injected |", "| --- | ---: |"]
      lines += FaultKind.allCases.map { "| \($0.words) | \(byKind[$0.words] ?? 0) |" }
      let others = byKind.filter { entry in !FaultKind.allCases.contains { $0.words == entry.key } }.sorted {
        $0.key < $1.key
      }
      lines += others.map { "| \($0.key) | \($0.value) |" }
      lines += ["", "| workload | injected |", "| --- | ---: |"]
      lines += counts.injected.sorted { $0.key < $1.key }.map {
        "| \($0.key) | \($0.value.values.reduce(0, +)) |"
      }
      lines += ["", "| checked | count |", "| --- | ---: |"]
      lines.append("| faults injected | \(byKind.values.reduce(0, +)) |")
      lines.append("| acknowledged donations checked | \(counts.acknowledged) |")
      lines += Finding.Promise.allCases.map { "| \($0.rawValue) | \(counts.findings[$0] ?? 0) |" }
      return lines.joined(separator: "\n")
    }
  }
}
