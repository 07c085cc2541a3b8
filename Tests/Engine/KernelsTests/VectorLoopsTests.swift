import Testing

@testable import Kernels

@Suite("Vector loops equal the plain loops")
struct VectorLoopsTests {
  @Test("logarithm is within 1e-6 of the C library's, over all magnitudes", arguments: 0..<20)
  func logarithm(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    // An odd length also tests the loop's tail.
    let x = (0..<1013).map { index in
      index % 2 == 0
        ? Float(sign: .plus, exponent: random.integer(below: 250) - 125, significand: 1 + random.uniform())
        : 1 + (random.uniform() - 0.5) * 1e-2
    }
    var y = x
    VectorLoops.logarithm(inPlace: &y)
    for (x, y) in zip(x, y) {
      let expected = Elementary.logarithm(Double(x))
      #expect(abs(Double(y) - expected) <= 1e-6 * abs(expected), "ln \(x) with seed \(seed)")
    }
  }

  @Test("logarithms of zero, subnormal, negative and non-finite numbers")
  func logarithmEdges() {
    var x: [Float] = [1, 0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .infinity, -1, .nan]
    VectorLoops.logarithm(inPlace: &x)
    #expect(x[0] == 0)
    for index in 1...4 { #expect(close(x[index], -87.33654, 1e-6)) }
    #expect(x[5] == .infinity)
    #expect(x[6].isNaN && x[7].isNaN)
  }

  @Test("exponentials and their sum", arguments: [0, 1, 15, 16, 17, 1000], [-80, 0, 80] as [Float])
  func exponentials(count: Int, middle: Float) {
    var random = SeededRandom(seed: UInt64(count))
    let x = (0..<count).map { _ in middle + 7 * (random.uniform() - 0.5) }
    var y = x
    let sum = VectorLoops.exponentiate(&y, in: 0..<count, shift: 1)
    var expected = 0.0
    for (x, y) in zip(x, y) {
      let value = Elementary.exponential(Double(x) - 1)
      expected += value
      #expect(abs(Double(y) - value) <= 1e-5 * value)
    }
    #expect(abs(Double(sum) - expected) <= 1e-5 * expected)
  }

  @Test("exponentials saturate and keep NaN")
  func exponentialEdges() {
    var x: [Float] = [-1000, -.infinity, 0, 1000, .nan]
    _ = VectorLoops.exponentiate(&x, in: 0..<5, shift: 0)
    #expect(x[0] == 0 && x[1] == 0 && x[2] == 1 && x[3].isFinite && x[3] > 1e38 && x[4].isNaN)
  }

  @Test("activation and its derivative", arguments: [(0, 4), (3, 0), (1, 1), (3, 5), (40, 64)])
  func activation(size: (rows: Int, columns: Int)) throws {
    var random = SeededRandom(seed: 5)
    var z = random.matrix(size.rows, size.columns)
    for row in 0..<z.rows { for column in 0..<z.columns { z[row, column] *= 10 } }
    let (bias, input) = (random.vector(size.columns), z)
    var (h, inPlace) = (Matrix(), z)
    try VectorLoops.addBiasActivateAndDifferentiate(&z, bias: bias, into: &h)
    try VectorLoops.addBiasAndActivate(&inPlace, bias: bias)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let x = input[row, column] + bias[column]
        #expect(close(h[row, column], PlainKernels.activation(x), 1e-6))
        #expect(close(inPlace[row, column], PlainKernels.activation(x), 1e-6))
        #expect(close(z[row, column], PlainKernels.activationDerivative(x), 1e-6))
      }
    }
    #expect(throws: ShapeError.self) { try VectorLoops.addBiasAndActivate(&z, bias: bias + [0]) }
    // Some rows get the same numbers, and the others stay.
    var some = input
    let rows = size.rows / 3..<size.rows
    try VectorLoops.addBiasAndActivate(&some, rows: rows, bias: bias)
    for row in 0..<size.rows { #expect(some.row(row) == (rows.contains(row) ? inPlace : input).row(row)) }
    #expect(throws: ShapeError.self) {
      try VectorLoops.addBiasAndActivate(&some, rows: 0..<size.rows + 1, bias: bias)
    }
  }

  @Test("the derivative is the slope of the activation", arguments: [-30, -3, -1, 0, 0.5, 2, 30] as [Float])
  func derivative(x: Float) {
    let slope = (PlainKernels.activation(x + 0.01) - PlainKernels.activation(x - 0.01)) / 0.02
    #expect(abs(slope - PlainKernels.activationDerivative(x)) < 1e-3)
  }

  @Test("products, standardisation and column sums", arguments: [(1, 1), (7, 5), (20, 48)])
  func elementwise(size: (rows: Int, columns: Int)) throws {
    var random = SeededRandom(seed: 9)
    let (a, b) = (random.matrix(size.rows, size.columns), random.matrix(size.rows, size.columns))
    let (outer, row) = (random.vector(size.rows), random.vector(size.columns))
    var (product, scaled) = (a, a)
    try VectorLoops.multiply(&product, by: b)
    try VectorLoops.multiply(&scaled, byOuter: outer, row: row)
    var out = Matrix(rows: size.rows + 1, columns: size.columns, repeating: 7)
    try VectorLoops.standardize(
      a.elements, rows: 0..<size.rows, mean: row, factor: row, into: &out, at: 1)
    var sums = [Float](repeating: 1, count: size.columns)
    try VectorLoops.addColumnSums(of: a, to: &sums)
    for column in 0..<size.columns {
      #expect(out[0, column] == 7)
      #expect(close(sums[column], (0..<size.rows).reduce(1) { $0 + a[$1, column] }))
      for index in 0..<size.rows {
        #expect(product[index, column] == a[index, column] * b[index, column])
        #expect(close(scaled[index, column], a[index, column] * outer[index] * row[column]))
        #expect(close(out[index + 1, column], (a[index, column] - row[column]) * row[column]))
      }
    }
    #expect(throws: ShapeError.self) {
      try VectorLoops.standardize(a.elements, rows: 0..<1, mean: row, factor: row, into: &out, at: -1)
    }
    #expect(throws: ShapeError.self) {
      try VectorLoops.standardize(
        a.elements, rows: 1..<size.rows + 1, mean: row, factor: row, into: &out, at: 0)
    }
  }

  @Test(
    "non-finite and too large numbers are detected", arguments: [Float.nan, .infinity, -.infinity, 2e9, -2e9])
  func finite(bad: Float) {
    for position in [0, 5, 16, 40] {
      var x = [Float](repeating: -1e9, count: 41)
      #expect(VectorLoops.allWithin(1e9, x))
      x[position] = bad
      #expect(!VectorLoops.allWithin(1e9, x))
      #expect(VectorLoops.allFinite(x) == bad.isFinite)
    }
    #expect(VectorLoops.allFinite([]))
  }
}

@Suite("Softmax")
struct SoftmaxTests {
  @Test("softmax equals plain softmax and sums to 1", arguments: [0, 1, 2, 17, 1000])
  func equalsPlain(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    let scores = random.vector(count + 4).map { $0 * 20 }
    let other = random.normal()
    var x = scores
    let result = Softmax.normalize(&x, in: 2..<count + 2, with: other)
    let expected = PlainKernels.softmax(Array(scores[2..<count + 2]), with: other)
    #expect(x[0] == scores[0] && x[count + 2] == scores[count + 2])
    #expect(close(result.other, expected.other, 1e-6))
    #expect(zip(x[2..<count + 2], expected.probabilities).allSatisfy { close($0, $1, 1e-6) })
    #expect(close(x[2..<count + 2].reduce(result.other, +), 1, 1e-5))
    #expect(abs(Double(other) - result.logSum - Elementary.logarithm(Double(expected.other))) < 1e-4)
  }
}

@Suite("Top rows")
struct TopRowsTests {
  @Test("top rows equal a full sort", arguments: [0, 1, 7, 31, 64, 1000], [0, 1, 8, 64, 65, 500, 2000])
  func equalsSort(count: Int, limit: Int) {
    for seed in 0..<10 {
      var random = SeededRandom(seed: UInt64(seed), parts: count, limit)
      // Few distinct values cause ties; some rows are NaN.
      let scores = (0..<count).map { _ in
        random.integer(below: 20) == 0 ? Float.nan : Float(random.integer(below: 1 + count / 3))
      }
      #expect(
        TopRows.select(scores, limit: limit) == PlainKernels.topRows(scores, limit: limit), "seed \(seed)")
    }
  }

  @Test("enough rows reach the first threshold, not counting NaN and -∞")
  func lowerBound() {
    for seed in 0..<20 {
      var random = SeededRandom(seed: UInt64(seed), parts: 7)
      let scores = (0..<300).map { _ in
        random.integer(below: 3) == 0 ? Float.nan : Float(random.integer(below: 50))
      }
      for limit in [1, 8, 64] {
        let bound = VectorLoops.lowerBound(of: limit, in: scores, first: 200)
        let reached = scores[..<200].count { $0 >= bound }
        #expect(bound == -.infinity || reached >= limit, "seed \(seed), limit \(limit)")
        #expect(limit > 8 || (bound > -.infinity && reached < 200), "seed \(seed), limit \(limit)")
      }
    }
    #expect(VectorLoops.lowerBound(of: 2, in: [1, .nan, .nan], first: 3) == -.infinity)
    #expect(VectorLoops.lowerBound(of: 1, in: [-.infinity, 3, 5], first: 2) == 3)
    #expect(VectorLoops.lowerBound(of: 1, in: [], first: 8) == -.infinity)
  }

  @Test("the best of very many rows are found, including the last row", arguments: [5_000, 9_001])
  func veryMany(count: Int) {
    var random = SeededRandom(seed: 3)
    var scores = (0..<count).map { _ in random.normal() }
    scores[count - 1] = 100
    #expect(TopRows.select(scores, limit: 8) == PlainKernels.topRows(scores, limit: 8))
    // Rising scores: each is better than all before.
    scores.sort()
    #expect(TopRows.select(scores, limit: 8) == PlainKernels.topRows(scores, limit: 8))
    let low = [Float](repeating: -.infinity, count: count)
    #expect(TopRows.select(low, limit: 3) == [0, 1, 2])
    #expect(TopRows.select([Float](repeating: .nan, count: count), limit: 3) == [])
  }

  @Test("infinite scores, equal scores and no scores are handled")
  func edges() {
    #expect(TopRows.select([-.infinity, .infinity, .nan, 0], limit: 3) == [1, 3, 0])
    #expect(TopRows.select([.nan, .nan], limit: 2) == [])
    #expect(TopRows.select([1, 1, 1, 1], limit: 2) == [0, 1])
    #expect(TopRows.select([1, 2], limit: -1) == [])
  }
}

@Suite("Seeded random numbers")
struct SeededRandomTests {
  @Test("the sequence is SplitMix64's")
  func reference() {
    var random = SeededRandom(seed: 1_234_567)
    #expect(random.next() == 6_457_827_717_110_365_317)
    #expect(random.next() == 3_203_168_211_198_807_973)
  }

  @Test("uniform and normal numbers have the expected moments", arguments: 0..<3)
  func moments(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let uniform = (0..<20_000).map { _ in Double(random.uniform()) }
    let normal = (0..<20_000).map { _ in Double(random.normal()) }
    #expect(uniform.allSatisfy { (0..<1).contains($0) })
    #expect(abs(uniform.reduce(0, +) / 20_000 - 0.5) < 0.01)
    #expect(abs(normal.reduce(0, +) / 20_000) < 0.03)
    #expect(abs(normal.reduce(0) { $0 + $1 * $1 } / 20_000 - 1) < 0.05)
  }

  @Test("a shuffle keeps the elements; parts have separate sequences")
  func shuffle() {
    var random = SeededRandom(seed: 1, parts: 2, 3)
    var other = SeededRandom(seed: 1, parts: 3, 2)
    #expect(random.next() != other.next())
    var numbers = Array(0..<100)
    random.shuffle(&numbers)
    #expect(numbers != Array(0..<100))
    #expect(numbers.sorted() == Array(0..<100))
  }
}
