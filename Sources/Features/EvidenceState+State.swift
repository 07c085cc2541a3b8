internal import Activities
public import Kernels

extension EvidenceState {
  /// Writes everything that is known; see ``init(from:)``.
  ///
  /// - Complexity: O(size).
  public func write(into writer: inout StateWriter) {
    writer.write(identities.map(\.rawValue))
    history.write(into: &writer)
    window.write(into: &writer)
    panel.write(into: &writer)
    shares.write(into: &writer)
    recency.write(into: &writer)
    rhythm.write(into: &writer)
    returns.write(into: &writer)
    kinship.write(into: &writer)
    novelty.write(into: &writer)
  }

  /// Reads what ``write(into:)`` wrote: a state that answers and goes on learning bit for bit the same.
  ///
  /// - Throws: `StateError` for bytes that are not those of a state of this schema.
  /// - Complexity: O(size).
  public init(from reader: inout StateReader) throws(StateError) {
    identities = try reader.readTable(of: UInt128.self).map(ActivityIdentity.init)
    let count = identities.count
    rows = Dictionary(identities.enumerated().map { ($1, Int32($0)) }) { first, _ in first }
    guard rows.count == count else { throw StateError() }
    history = try History(from: &reader, rows: count)
    window = try DonationWindow(from: &reader, rows: count)
    panel = try ExpertPanel(from: &reader)
    shares = try ShareEvidence(from: &reader, rows: count)
    recency = try RecencyEvidence(from: &reader, rows: count, donations: history.count)
    rhythm = try RhythmEvidence(from: &reader, rows: count)
    returns = try ReturnEvidence(from: &reader, rows: count)
    kinship = try KinshipEvidence(from: &reader, rows: count)
    novelty = try NoveltyEvidence(from: &reader)
    guard window.count > 0 || count == 0 else { throw StateError() }
  }

  /// A digest of what decides how donations become a state, beside the schema: experts, trust, and the window.
  ///
  /// A state of another one is not read back. What it does not cover (how a statistic is computed) is told by the format of
  /// whoever keeps states.
  public static let stateDigest = StableHash.text(
    (Expert.all.map(\.definition) + ExpertPanel.agreements.map(\.definition)
      + [String(DonationWindow.size), String(ReturnEvidence.bins)]).joined(separator: ";"))

  /// How many bytes its tables take.
  ///
  /// - Complexity: O(attribute sets in the window).
  public var memoryFootprint: Int {
    let dictionaryEntry = 2 * (MemoryLayout<ActivityIdentity>.stride + MemoryLayout<Int32>.stride)
    return identities.capacity * MemoryLayout<ActivityIdentity>.stride + rows.capacity * dictionaryEntry
      + window.memoryFootprint + shares.memoryFootprint + recency.memoryFootprint + rhythm.memoryFootprint
      + returns.memoryFootprint + kinship.memoryFootprint
  }
}

// Written out, because a description by reflection takes eight milliseconds of a program's start.

extension Expert {
  /// Everything that it is.
  var definition: String {
    let circumstances = circumstances.map(\.definition).joined(separator: "+")
    return [
      name, group.rawValue, circumstances, memory.definition, "\(smoothing)", backsOffTo ?? "",
      "\(tellsKnowledge)",
    ].joined(separator: ",")
  }
}

extension Circumstance {
  fileprivate var definition: String {
    switch self {
    case .timeOfDay(let hours): "time-of-day \(hours)"
    case .weekday: "weekday"
    case .kindOfDay: "kind-of-day"
    case .previous(let length): "previous \(length)"
    case .earlier(let position): "earlier \(position)"
    case .amongLast: "among-last"
    case .amongLastByAge: "among-last-by-age"
    case .gap: "gap"
    case .place(let metres): "place \(metres)"
    case .lastPlace(let metres): "last-place \(metres)"
    case .allAttributes: "all-attributes"
    case .anyAttribute: "any-attribute"
    }
  }
}

extension Memory {
  fileprivate var definition: String {
    switch self {
    case .unlimited: "unlimited"
    case .hours(let halfLife): "hours \(halfLife)"
    case .donations(let halfLife): "donations \(halfLife)"
    case .visits(let halfLife): "visits \(halfLife)"
    }
  }
}

extension Agreement {
  /// Everything that it is.
  var definition: String { "\(name),\(halfLife),\(learningRate)" }
}
