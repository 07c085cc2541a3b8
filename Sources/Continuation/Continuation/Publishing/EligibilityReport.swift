/// The gates on an activity's way to being published or continued, with the state of each.
///
/// It answers questions like "why does hand-off not happen?". It contains text by developers, never
/// the user's data.
public struct EligibilityReport: Equatable, Sendable, CustomStringConvertible {
  /// A condition.
  public enum Gate: String, Hashable, Sendable {
    case declared = "declared by the feature"
    case eligible = "eligible for anything"
    case switchedOn = "switched on"
    case prepared = "prepared without error"
    case wanted = "not vetoed"
    case continuable = "can be continued"
    case typeDeclared = "type declared"
    case titled = "title"
    case requiredKeys = "required keys"
    case valid = "valid values"
    case notExpired = "not expired"
    case publisher = "same publisher"
    case mapped = "action found"
    case available = "feature available"
    case readable = "input readable"
    case handoff = "use: hand-off"
    case search = "use: search"
    case prediction = "use: prediction"
    case publicIndexing = "use: public indexing"

    /// The uses of an activity, which do not affect whether it is published.
    static let uses: [(gate: Gate, mark: ActivityEligibility)] = [
      (.handoff, .handoff), (.search, .search), (.prediction, .prediction),
      (.publicIndexing, .publicIndexing),
    ]
  }

  /// The state of a gate.
  public enum State: Equatable, Sendable {
    /// It is open.
    case open
    /// It is closed for a reason.
    case closed(String)
    /// An earlier one is closed, so that the state of this one is unknown.
    case unreached
  }

  /// A gate with its state.
  public struct Finding: Equatable, Sendable {
    /// The condition.
    public let gate: Gate
    /// The state of the condition.
    public let state: State
  }

  /// The action or activity type of the report.
  public let subject: String
  /// The gates, in order.
  public private(set) var findings: [Finding] = []
  /// Advice, which closes no gate.
  public internal(set) var advice: [PublishingAdvice] = []

  init(on subject: String) {
    self.subject = subject
  }

  /// A Boolean value that indicates whether the activity is published or continued; the uses are
  /// separate.
  public var isOpen: Bool {
    let uses = Gate.uses.map(\.gate)
    return findings.allSatisfy { uses.contains($0.gate) || $0.state == .open }
  }

  /// Returns the state of a gate, or `nil` if the gate does not apply.
  public func state(of gate: Gate) -> State? {
    findings.first { $0.gate == gate }?.state
  }

  /// One line per gate, then the advice.
  public var description: String {
    let lines = findings.map { finding in
      switch finding.state {
      case .open: "  yes  \(finding.gate.rawValue)"
      case .closed(let reason): "  NO   \(finding.gate.rawValue): \(reason)"
      case .unreached: "  ?    \(finding.gate.rawValue)"
      }
    }
    let head = "\(subject): \(isOpen ? "open" : "closed")"
    return ([head] + lines + advice.map { "  hint \($0)" }).joined(separator: "\n")
  }

  /// Adds a gate; after a closed one it is unreached, unless it is independent of the others.
  mutating func add(_ gate: Gate, closedBecause reason: String?, always: Bool = false) {
    let isReached = always || isOpen
    findings.append(Finding(gate: gate, state: isReached ? reason.map(State.closed) ?? .open : .unreached))
  }

  /// Adds the possible uses.
  mutating func addUses(_ marks: ActivityEligibility) {
    for use in Gate.uses {
      let word = use.mark.words.joined()
      add(use.gate, closedBecause: marks.contains(use.mark) ? nil : "\(word) is not listed", always: true)
    }
  }
}
