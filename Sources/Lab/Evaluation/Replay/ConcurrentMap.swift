extension Array where Element: Sendable {
  /// Returns the results of a closure for all elements in their order, computed concurrently.
  package func concurrentMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) async throws -> Result
  ) async throws -> [Result] {
    let results = try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      for (index, element) in enumerated() {
        group.addTask { (index, try await transform(element)) }
      }
      return try await group.reduce(into: [Int: Result]()) { $0[$1.0] = $1.1 }
    }
    return indices.compactMap { results[$0] }
  }
}
