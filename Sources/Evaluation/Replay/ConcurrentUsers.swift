internal import Activities

extension [[Donation]] {
  /// Returns what a closure makes of each user's donations, users in parallel, in their order.
  func concurrentMap<Result: Sendable>(
    _ transform: @escaping @Sendable ([Donation]) async throws -> Result
  ) async throws -> [Result] {
    let results = try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for (index, donations) in enumerated() {
        group.addTask { (index, try await transform(donations)) }
      }
      return try await group.reduce(into: [Int: Result]()) { $0[$1.0] = $1.1 }
    }
    return indices.compactMap { results[$0] }
  }
}
