/// Features of a training set that are not in memory.
///
/// A query is named by its index in the set.
package protocol StoredRows: Sendable {
  /// Replaces the content of an array by the features of a query's candidates, row by row.
  ///
  /// - Parameter rows: The rows of the query in the set.
  func readFeatures(ofQuery query: Int, rows: Range<Int>, into features: inout [Float]) throws
  /// Replaces the content of an array by the features of "none of these" of a query.
  func readNovelty(ofQuery query: Int, into features: inout [Float]) throws
}

extension TrainingSet {
  /// Passes the features of all candidates on, piece by piece, in the order of the queries.
  func eachFeatures(_ body: ([Float]) -> Void) throws {
    guard let stored else { return body(features) }
    var piece: [Float] = []
    for query in 0..<queryCount {
      try stored.readFeatures(ofQuery: query, rows: rows(ofQuery: query), into: &piece)
      body(piece)
    }
  }

  /// Passes the novelty features of all queries on, piece by piece, in the order of the queries.
  func eachNovelty(_ body: ([Float]) -> Void) throws {
    guard let stored else { return body(noveltyFeatures) }
    var piece: [Float] = []
    for query in 0..<queryCount {
      try stored.readNovelty(ofQuery: query, into: &piece)
      body(piece)
    }
  }
}
