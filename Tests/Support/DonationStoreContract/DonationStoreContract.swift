// DonationStoreContract: the promises that every donation store keeps, wherever it stores its
// donations.
//
// A store's test target runs `DonationStoreContract.all` as a table, each promise on new, empty
// stores.

public import Activities

/// A promise of ``DonationStore``, as a check that every implementation must pass.
public struct DonationStoreContract: Sendable, CustomStringConvertible {
  /// The promise, as a sentence.
  public let description: String
  private let check: @Sendable (_ makeLog: Factory) async throws -> Void

  /// Creates an empty log that shares nothing with earlier ones.
  public typealias Factory = @Sendable () async throws -> any DonationStore

  init(_ description: String, check: @escaping @Sendable (_ makeLog: Factory) async throws -> Void) {
    self.description = description
    self.check = check
  }

  /// Creates a promise that is checked on a single empty store.
  static func onEmpty(
    _ description: String, check: @escaping @Sendable (_ store: any DonationStore) async throws -> Void
  ) -> Self {
    Self(description) { makeStore in try await check(makeStore()) }
  }

  /// Checks the promise on stores from a factory.
  ///
  /// - Throws: ``ContractViolation`` with the broken promise and its location, or the error of the
  ///   log.
  public func verify(_ makeLog: Factory) async throws {
    try await check(makeLog)
  }

  /// Every promise.
  public static let all =
    ingestion + appending + scanning + forgetting + feedback + sharing + PrivacyContract.all
    + PhraseContract.all + PlaceContract.all
    + HintContract.all + SearchContract.all + CheckpointContract.all + NameContract.all
    + ForgottenContract.all

  /// Returns the promise that checkpoints stay valid, for random operations.
  public static func checkpoints(atRandom seed: UInt64) -> Self { CheckpointContract.atRandom(seed: seed) }
}

/// A broken promise.
public struct ContractViolation: Error, CustomStringConvertible {
  /// The broken promise, with the file and line of the check.
  public let description: String
}

/// Checks that two values are equal.
func expect<Value: Equatable>(
  _ actual: Value, equals expected: Value, _ what: String, file: StaticString = #fileID, line: UInt = #line
) throws {
  guard actual != expected else { return }
  throw ContractViolation(description: "\(file):\(line): \(what): \(actual), expected \(expected)")
}

/// Checks that a condition holds.
func expect(_ holds: Bool, _ what: String, file: StaticString = #fileID, line: UInt = #line) throws {
  guard !holds else { return }
  throw ContractViolation(description: "\(file):\(line): \(what)")
}
