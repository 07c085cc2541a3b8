import Kernels
import Testing

@Suite("Loops over probabilities and triangles equal the plain loops")
struct MixtureLoopsTests {
  private static let sizes = [1, 15, 16, 17, 40]

  @Test("sums of exponentials, and means weighted by exponentials", arguments: sizes)
  func exponentials(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    let (x, y) = (random.vector(count), random.vector(count))
    let parts = x.map { Elementary.exponential(0.7 * Double($0) - 0.2) }
    let sum = VectorLoops.exponentialSum(x, factor: 0.7, shift: 0.2)
    #expect(close(sum, Float(parts.reduce(0, +))))
    let weights = x.map { Elementary.exponential(Double($0) - 1) }
    let mean = zip(weights, y).reduce(0) { $0 + $1.0 * Double($1.1) } / weights.reduce(0, +)
    #expect(try close(VectorLoops.mean(of: y, byExponentialsOf: x, shift: 1), Float(mean)))
    #expect(try VectorLoops.mean(of: [], byExponentialsOf: [], shift: 0) == 0)
    #expect(throws: ShapeError.self) { try VectorLoops.mean(of: [1], byExponentialsOf: x + [1], shift: 0) }
  }

  @Test("logarithms of sums of three exponentials, including distant and skipped ones", arguments: sizes)
  func logSums(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    var parts = (0..<3).map { _ in random.vector(count) }
    parts[1][count / 2] = -3e4
    parts[2][0] = 2e4
    for shifts in [SIMD3<Float>(-0.5, -1.5, -2), SIMD3(-.infinity, 0, -.infinity), SIMD3(-1, -.infinity, 0)] {
      var out: [Float] = []
      try VectorLoops.logSumOfExponentials(
        parts[0], factor: 0.8, parts[1], parts[2], shifts: shifts, into: &out)
      for index in 0..<count {
        let logs = [0.8 * parts[0][index] + shifts.x, parts[1][index] + shifts.y, parts[2][index] + shifts.z]
        let top = Double(logs.max() ?? 0)
        let sum = logs.reduce(0) { $0 + Elementary.exponential(Double($1) - top) }
        #expect(close(out[index], Float(top + Elementary.logarithm(sum))), "\(shifts), \(index)")
      }
    }
  }

  @Test("sums and multiples", arguments: [0] + sizes)
  func elementwise(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    var (x, y, out) = (random.vector(count), random.vector(count), [Float]())
    try VectorLoops.sum(x, y, into: &out)
    #expect(out == zip(x, y).map(+))
    let doubled = x.map { 2 * $0 }
    VectorLoops.multiply(&x, by: 2)
    #expect(x == doubled)
    #expect(throws: ShapeError.self) { try VectorLoops.sum(x, y + [1], into: &out) }
    y = []
  }

  @Test("sums of rows with two sets of weights", arguments: [0, 1, 9], [0, 1, 16, 33])
  func weightedRows(rows: Int, columns: Int) throws {
    var random = SeededRandom(seed: 7)
    let (x, one, two) = (random.matrix(rows, columns), random.vector(rows), random.vector(rows))
    let used = max(0, columns - 1)
    var sums = ([Float](repeating: 1, count: used), [Float](repeating: 0, count: used))
    try VectorLoops.addWeightedRows(of: x, by: (one, two), to: &sums.0, &sums.1)
    for column in 0..<used {
      let expected = (0..<rows).reduce(1.0) { $0 + Double(one[$1] * x[$1, column]) }
      #expect(close(sums.0[column], Float(expected)))
      #expect(close(sums.1[column], Float((0..<rows).reduce(0.0) { $0 + Double(two[$1] * x[$1, column]) })))
    }
    var more = [Float](repeating: 0, count: columns + 1)
    var others = more
    #expect(throws: ShapeError.self) {
      try VectorLoops.addWeightedRows(of: x, by: (one, two), to: &more, &others)
    }
  }

  @Test("symmetric matrices from their triangle, and squares subtracted from it", arguments: 0..<140)
  func triangles(size: Int) throws {
    var random = SeededRandom(seed: UInt64(size))
    var triangle = random.vector(size * (size + 1) / 2)
    let full = matrix(triangle, size: size)
    let x = random.matrix(5, size)
    var unpacked = Matrix()
    try VectorLoops.unpack(triangle: triangle, size: size, into: &unpacked)
    #expect(unpacked == full)
    try VectorLoops.subtractSquare(of: x, from: &triangle)
    let (less, square) = (matrix(triangle, size: size), try PlainKernels.multiply(x, transposeA: true, x))
    for row in 0..<size {
      #expect((0..<size).allSatisfy { abs(less[row, $0] - full[row, $0] + square[row, $0]) < 1e-4 })
    }
    #expect(throws: ShapeError.self) {
      try VectorLoops.unpack(triangle: triangle + [1], size: size, into: &unpacked)
    }
    #expect(throws: ShapeError.self) {
      try VectorLoops.subtractSquare(of: Matrix(rows: 1, columns: size + 1), from: &triangle)
    }
  }

  private func matrix(_ triangle: [Float], size: Int) -> Matrix {
    var full = Matrix(rows: size, columns: size)
    for row in 0..<size {
      for column in 0...row {
        full[row, column] = triangle[row * (row + 1) / 2 + column]
        full[column, row] = full[row, column]
      }
    }
    return full
  }
}
