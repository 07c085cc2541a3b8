import Testing

@testable import Kernels

@Suite("Equal rows")
struct EqualRowsTests {
  /// The first row equal to each row, by comparing all of them.
  private static func plain(_ x: Matrix, _ rows: Range<Int>) -> [Int] {
    rows.map { row in rows.first { x.row($0).elementsEqual(x.row(row)) } ?? row }
  }

  @Test(
    "each row takes over the result of the first row equal to it",
    arguments: [0, 1, 2, 3, 15, 16, 17, 32, 89, 100], 0..<8 as Range<UInt64>)
  func unify(columns: Int, seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var equal = EqualRows()
    for count in [0, 1, 2, 40, 3, 300] {
      let kinds = random.matrix(1 + random.integer(below: max(count, 1)), columns)
      var x = Matrix(rows: 0, columns: columns)
      for _ in 0..<count { try x.appendRow(kinds.row(random.integer(below: kinds.rows))) }
      // Changing a single number makes the row different, in any column.
      if count > 2, columns > 0 { x[random.integer(below: count), random.integer(below: columns)] += 1 }
      for rows in [0..<count, count / 3..<count] {
        equal.find(in: x, rows: rows)
        let first = Self.plain(x, rows)
        #expect(equal.repeatedCount == zip(first, rows).filter { $0 != $1 }.count, "\(rows), seed \(seed)")
        let before = (random.vector(count), random.matrix(count, 3))
        var (numbers, matrix) = before
        equal.unify(&numbers)
        equal.unify(&matrix)
        for row in 0..<count {
          let source = rows.contains(row) ? first[row - rows.lowerBound] : row
          #expect(numbers[row] == before.0[source] && matrix.row(row).elementsEqual(before.1.row(source)))
        }
      }
    }
  }

  @Test("0 and -0 are equal, and numbers that differ in the last bit are not")
  func bits() throws {
    for columns in [3, 20] {
      var x = Matrix(rows: 4, columns: columns)
      x[1, columns - 1] = -0.0
      (x[2, 0], x[3, 0]) = (1, Float(1).nextUp)
      var (equal, numbers) = (EqualRows(), [1, 2, 3, 4] as [Float])
      equal.find(in: x)
      equal.unify(&numbers)
      #expect(equal.repeatedCount == 1 && numbers == [1, 1, 3, 4])
    }
  }
}
