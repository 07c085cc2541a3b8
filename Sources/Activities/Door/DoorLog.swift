/// A donation log with rules at its door, which every donation passes on its way in.
///
/// `append` is what stands behind the door: it keeps whatever it is given, as copying a log and measuring need it. Who brings
/// what a user did calls ``DonationLog/take(_:at:)``.
public protocol DoorLog: DonationLog {
  /// The rules.
  func doorRules() async throws -> DoorRules

  /// Changes the rules; nobody else changes them meanwhile.
  ///
  /// What was taken away from them is gone from the disk when it returns.
  func changeDoorRules<Value: Sendable>(
    _ change: @escaping @Sendable (inout DoorRules) throws -> Value
  ) async throws -> Value

  /// Appends of a batch what the rules admit, and counts what they do not; all of it or nothing.
  ///
  /// - Parameters:
  ///   - donations: What happened.
  ///   - now: The present moment, by which pauses begin and end.
  func admit(_ donations: [Donation], at now: Instant) async throws -> AppendReceipt
}

extension DonationLog {
  /// Keeps what a user did, as far as the rules at the door let it in: the one way in.
  ///
  /// Every donation that is not merely copied comes through here: of an engine, of a program's activities, of `hunch donate`;
  /// and line by line of an import. Donations that go beyond the log's ``Retention`` are forgotten on the way, now and then.
  ///
  /// - Parameters:
  ///   - donations: All of them are kept or, if an error is thrown, none.
  ///   - now: The present moment.
  /// - Returns: How many are new, were there already, or were kept out.
  public func take(_ donations: [Donation], at now: Instant) async throws -> AppendReceipt {
    guard let door = self as? any DoorLog else { return try await append(donations) }
    let receipt = try await door.admit(donations, at: now)
    if receipt.added > 0 {
      // They are kept: that something older could not be forgotten just now is no reason to say otherwise.
      _ = try? await door.keepRetention(of: Set(donations.map(\.user)), at: now, .withSlack)
    }
    return receipt
  }

  /// Keeps feedback, as far as the rules at the door let in what was shown.
  public func take(_ feedback: [Feedback]) async throws -> AppendReceipt {
    guard let door = self as? any DoorLog else { return try await append(feedback) }
    let rules = try await door.doorRules()
    let admitted = feedback.compactMap(rules.admit)
    var receipt = admitted.isEmpty ? AppendReceipt() : try await append(admitted)
    receipt.keptOut = feedback.count - admitted.count
    return receipt
  }
}

extension InMemoryDonationLog: DoorLog {
  /// The rules.
  public func doorRules() -> DoorRules { rules }

  /// Changes the rules.
  public func changeDoorRules<Value: Sendable>(
    _ change: @escaping @Sendable (inout DoorRules) throws -> Value
  ) throws -> Value {
    var changed = rules
    let value = try change(&changed)
    try changed.check(changedFrom: rules)
    rules = changed
    return value
  }

  /// Appends what the rules admit.
  ///
  /// - Complexity: that of ``append(_:)-(Donation)``, and O(batch · rules).
  public func admit(_ donations: [Donation], at now: Instant) -> AppendReceipt {
    let passage = rules.pass(donations, at: now)
    var receipt = append(passage.admitted)
    (receipt.keptOut, receipt.redacted) = (passage.keptOut, passage.redacted)
    return receipt
  }
}

extension DoorRules {
  /// What became of a batch.
  package struct Passage: Sendable {
    /// What comes in.
    package var admitted: [Donation] = []
    /// How many do not.
    package var keptOut = 0
    /// How many of those that come in lost something.
    package var redacted = 0
  }

  /// Asks about each donation of a batch, and counts.
  package mutating func pass(_ donations: [Donation], at now: Instant) -> Passage {
    guard !rules.isEmpty else { return Passage(admitted: donations) }
    var passage = Passage()
    for donation in donations {
      let admission = admit(donation, at: now)
      count(admission)
      switch admission {
      case .admitted(let donation): passage.admitted.append(donation)
      case .redacted(let donation, by: _):
        passage.redacted += 1
        passage.admitted.append(donation)
      case .dropped: passage.keptOut += 1
      }
    }
    return passage
  }
}
