// DonationLogContract: What has to hold for every donation log, wherever it keeps its donations?
//
// A test target of a log runs `DonationLogContract.all` as a table, each on a fresh, empty log.

public import Activities

/// One promise of ``DonationLog``, as a check that every implementation has to pass.
public struct DonationLogContract: Sendable, CustomStringConvertible {
  /// The promise, as a sentence.
  public let description: String
  private let check: @Sendable (_ makeLog: Factory) async throws -> Void

  /// Makes a log that is empty and shares nothing with one made before.
  public typealias Factory = @Sendable () async throws -> any DonationLog

  init(_ description: String, check: @escaping @Sendable (_ makeLog: Factory) async throws -> Void) {
    self.description = description
    self.check = check
  }

  /// Checks the promise on logs from a factory.
  ///
  /// - Throws: ``ContractViolation`` saying what does not hold and where, or what the log throws.
  public func verify(_ makeLog: Factory) async throws {
    try await check(makeLog)
  }

  /// Every promise.
  public static let all = appending + scanning + forgetting + feedback + sharing
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
