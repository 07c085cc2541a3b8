// DonationStoreContract: the promises that every donation store keeps, wherever it keeps its
// donations.
//
// A test target of a store runs `DonationStoreContract.all` as a table, each on fresh, empty
// stores.

public import Activities

/// One promise of ``DonationStore``, as a check that every implementation has to pass.
public struct DonationStoreContract: Sendable, CustomStringConvertible {
  /// The promise, as a sentence.
  public let description: String
  private let check: @Sendable (_ makeLog: Factory) async throws -> Void

  /// Makes a log that is empty and shares nothing with one made before.
  public typealias Factory = @Sendable () async throws -> any DonationStore

  init(_ description: String, check: @escaping @Sendable (_ makeLog: Factory) async throws -> Void) {
    self.description = description
    self.check = check
  }

  /// Creates a promise that is checked on one empty store.
  static func onEmpty(
    _ description: String, check: @escaping @Sendable (_ store: any DonationStore) async throws -> Void
  ) -> Self {
    Self(description) { makeStore in try await check(makeStore()) }
  }

  /// Checks the promise on stores from a factory.
  ///
  /// - Throws: ``ContractViolation`` saying what does not hold and where, or what the log throws.
  public func verify(_ makeLog: Factory) async throws {
    try await check(makeLog)
  }

  /// Every promise.
  public static let all =
    ingestion + appending + scanning + forgetting + feedback + sharing + PrivacyContract.all
    + PhraseContract.all + PlaceContract.all
    + HintContract.all + SearchContract.all + CheckpointContract.all + NameContract.all
    + ForgottenContract.all

  /// The promise that checkpoints stay true whatever happens, at random.
  public static func checkpoints(atRandom seed: UInt64) -> Self { CheckpointContract.atRandom(seed: seed) }
}

/// A promise that does not hold.
public struct ContractViolation: Error, CustomStringConvertible {
  /// What does not hold, with the file and line of the check.
  public let description: String
}

/// Checks that two values are equal.
func expect<Value: Equatable>(
  _ actual: Value, equals expected: Value, _ what: String, file: StaticString = #fileID, line: UInt = #line
) throws {
  guard actual != expected else { return }
  throw ContractViolation(description: "\(file):\(line): \(what): \(actual), expected \(expected)")
}

/// Checks that something is so.
func expect(_ holds: Bool, _ what: String, file: StaticString = #fileID, line: UInt = #line) throws {
  guard !holds else { return }
  throw ContractViolation(description: "\(file):\(line): \(what)")
}
