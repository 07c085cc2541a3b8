/// The gates on an activity's way to being published or continued, and how each of them stands.
///
/// It answers "why does hand-off not happen?". It names what the programmer wrote, never what the
/// user did.
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

    /// The uses of an activity; it is published without, too.
    static let uses: [(gate: Gate, mark: ActivityEligibility)] = [
      (.handoff, .handoff), (.search, .search), (.prediction, .prediction),
      (.publicIndexing, .publicIndexing),
    ]
  }

  /// The state of a gate.
  public enum State: Equatable, Sendable {
    /// It is open.
    case open
    /// It is closed, for a reason.
    case closed(String)
    /// An earlier one is closed, so that this one cannot be told.
    case unreached
  }

  /// A gate, and how it stands.
  public struct Finding: Equatable, Sendable {
    /// The condition.
    public let gate: Gate
    /// The state of the condition.
    public let state: State
  }

  /// The action or activity type that it is about.
  public let subject: String
  /// The gates in their order.
  public private(set) var findings: [Finding] = []
  /// Advice that closes nothing.
  public internal(set) var advice: [PublishingAdvice] = []

  init(on subject: String) {
    self.subject = subject
  }

  /// A Boolean value that indicates whether it is published or continued; what it can be used for
  /// then is told by the uses.
  public var isOpen: Bool {
    let uses = Gate.uses.map(\.gate)
    return findings.allSatisfy { uses.contains($0.gate) || $0.state == .open }
  }

  /// The state of a gate; `nil` if it is not on the way.
  public func state(of gate: Gate) -> State? {
    findings.first { $0.gate == gate }?.state
  }

  /// A line for each gate, then the advice.
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

  /// Adds a gate; one that comes after a closed one is unreached unless it stands for itself.
  mutating func add(_ gate: Gate, closedBecause reason: String?, always: Bool = false) {
    let isReached = always || isOpen
    findings.append(Finding(gate: gate, state: isReached ? reason.map(State.closed) ?? .open : .unreached))
  }

  /// Adds what it may be used for.
  mutating func addUses(_ marks: ActivityEligibility) {
    for use in Gate.uses {
      let word = use.mark.words.joined()
      add(use.gate, closedBecause: marks.contains(use.mark) ? nil : "\(word) is not listed", always: true)
    }
  }
}
