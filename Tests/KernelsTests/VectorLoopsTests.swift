import Testing

@testable import Kernels

@Suite("Vector loops equal the plain loops")
struct VectorLoopsTests {
  @Test("logarithm is within 1e-6 of the C library's, over all magnitudes", arguments: 0..<20)
  func logarithm(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    // Odd length: the loop's tail is tested too.
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

  @Test("logarithm of what is not normal and positive")
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

  @Test("finite numbers are told from others", arguments: [Float.nan, .infinity, -.infinity, 2e9, -2e9])
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

@Suite("Packed layers")
struct PackedLayerTests {
  @Test(
    "equal the plain computation", arguments: [0, 1, 3, 4, 5, 12, 17, 50],
    [(0, 5), (1, 1), (3, 16), (47, 64), (64, 33), (5, 0)])
  func plain(rows: Int, size: (inputs: Int, units: Int)) throws {
    var random = SeededRandom(seed: UInt64(rows))
    let (x, weights) = (random.matrix(rows, size.inputs), random.matrix(size.inputs, size.units))
    let bias = random.vector(size.units)
    var h = Matrix()
    let layer = try PackedLayer(weights: weights, bias: bias)
    try VectorLoops.activate(x, layer, into: &h)
    let expected = try PlainKernels.activate(x, weights: weights, bias: bias)
    #expect(h.rows == rows && h.columns == layer.units && layer.units % 16 == 0)
    for row in 0..<rows {
      for unit in 0..<layer.units {
        #expect(unit < size.units ? close(h[row, unit], expected[row, unit]) : h[row, unit] == 0)
      }
    }
  }

  @Test("rows do not depend on what stands beside them, to the last bit", arguments: 0..<10 as Range<UInt64>)
  func exactRows(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (x, vector) = (random.matrix(53, 47), random.vector(47))
    let layer = try PackedLayer(weights: random.matrix(47, 48), bias: random.vector(48))
    var (all, part) = (Matrix(), Matrix())
    var dots = [Float](repeating: 0.5, count: 53)
    try VectorLoops.activate(x, layer, into: &all)
    try VectorLoops.addRowDots(of: x, vector: vector, to: &dots, at: 0)
    for row in 0..<53 {
      let rows = row..<min(53, row + 1 + random.integer(below: 15))
      try VectorLoops.activate(x, rows: rows, layer, into: &part)
      #expect(part.row(0) == all.row(row), "seed \(seed)")
      var dot: [Float] = [9, 0.5]
      try VectorLoops.addRowDots(of: x, rows: row..<row + 1, vector: vector, to: &dot, at: 1)
      #expect(dot[1] == dots[row] && dot[0] == 9)
      #expect(close(dot[1], try PlainKernels.dot(Array(x.row(row)), vector) + 0.5))
    }
  }

  @Test(
    "what all rows have in common may be multiplied once, and inputs without weight not at all",
    arguments: [0, 1, 5, 30], [[], [0], [46], [3, 4, 5, 20], Array(0..<47)])
  func sharedColumns(rows: Int, shared: [Int]) throws {
    var random = SeededRandom(seed: UInt64(rows))
    var (x, weights) = (random.matrix(rows, 47), random.matrix(47, 20))
    for row in 1..<max(rows, 1) {
      for column in shared { x[row, column] = x[0, column] }
    }
    for unit in 0..<20 { (weights[4, unit], weights[30, unit]) = (0, 0) }
    let bias = random.vector(20)
    var (h, other, filled) = (Matrix(), Matrix(), [Float]())
    let layer = try PackedLayer(weights: weights, bias: bias, sharedColumns: shared)
    try VectorLoops.activate(x, layer, into: &h)
    layer.fillBias(for: x, into: &filled)
    try VectorLoops.activate(x, layer, bias: filled, into: &other)
    #expect(h == other)
    let expected = try PlainKernels.activate(x, weights: weights, bias: bias)
    for row in 0..<rows {
      #expect((0..<20).allSatisfy { close(h[row, $0], expected[row, $0]) }, "row \(row)")
    }
  }

  @Test("two vectors at once add the same bits as each alone", arguments: [0, 1, 15, 16, 17, 32, 47])
  func twoDots(columns: Int) throws {
    var random = SeededRandom(seed: 3)
    let (x, one, two) = (random.matrix(9, columns), random.vector(columns), random.vector(columns))
    var alone = ([Float](repeating: 1, count: 9), [Float](repeating: 2, count: 9))
    var both = alone
    try VectorLoops.addRowDots(of: x, vector: one, to: &alone.0, at: 0)
    try VectorLoops.addRowDots(of: x, vector: two, to: &alone.1, at: 0)
    try VectorLoops.addRowDots(of: x, rows: 0..<4, vectors: (one, two), to: &both.0, &both.1, at: 0)
    try VectorLoops.addRowDots(of: x, rows: 4..<9, vectors: (one, two), to: &both.0, &both.1, at: 4)
    #expect(both == alone)
    for row in 0..<9 { #expect(try close(both.0[row], PlainKernels.dot(Array(x.row(row)), one) + 1)) }
    var short: [Float] = [0]
    #expect(throws: ShapeError.self) {
      try VectorLoops.addRowDots(of: x, rows: 0..<2, vectors: (one, two), to: &both.0, &short, at: 0)
    }
  }

  @Test("shapes that do not fit are refused")
  func errors() throws {
    let layer = try PackedLayer(weights: Matrix(rows: 2, columns: 3), bias: [0, 0, 0])
    var h = Matrix()
    var y: [Float] = [0]
    let x = Matrix(rows: 2, columns: 2)
    #expect(throws: ShapeError.self) { try PackedLayer(weights: x, bias: [1]) }
    #expect(throws: ShapeError.self) { try PackedLayer(weights: x, bias: [1, 2], inputs: 1) }
    #expect(throws: ShapeError.self) {
      try VectorLoops.activate(Matrix(rows: 1, columns: 3), layer, into: &h)
    }
    #expect(throws: ShapeError.self) { try VectorLoops.activate(x, rows: 1..<3, layer, into: &h) }
    #expect(throws: ShapeError.self) { try VectorLoops.addRowDots(of: x, vector: [1, 2], to: &y, at: 0) }
    #expect(throws: ShapeError.self) { try VectorLoops.addRowDots(of: x, vector: [1], to: &y, at: 0) }
  }
}

@Suite("Softmax")
struct SoftmaxTests {
  @Test("equals the plain one and sums to 1", arguments: [0, 1, 2, 17, 1000])
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
  @Test("equals a full sort", arguments: [0, 1, 7, 31, 64, 1000], [0, 1, 8, 64, 65, 500, 2000])
  func equalsSort(count: Int, limit: Int) {
    for seed in 0..<10 {
      var random = SeededRandom(seed: UInt64(seed), parts: count, limit)
      // Few different values make ties; some rows are NaN.
      let scores = (0..<count).map { _ in
        random.integer(below: 20) == 0 ? Float.nan : Float(random.integer(below: 1 + count / 3))
      }
      #expect(
        TopRows.select(scores, limit: limit) == PlainKernels.topRows(scores, limit: limit), "seed \(seed)")
    }
  }

  @Test("a threshold to begin with is reached by enough rows, and NaN and -∞ are none")
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

  @Test("the best of very many, the last of them too", arguments: [5_000, 9_001])
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

  @Test("infinite scores, equal scores, no scores")
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

  @Test("moments of uniform and normal numbers", arguments: 0..<3)
  func moments(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let uniform = (0..<20_000).map { _ in Double(random.uniform()) }
    let normal = (0..<20_000).map { _ in Double(random.normal()) }
    #expect(uniform.allSatisfy { (0..<1).contains($0) })
    #expect(abs(uniform.reduce(0, +) / 20_000 - 0.5) < 0.01)
    #expect(abs(normal.reduce(0, +) / 20_000) < 0.03)
    #expect(abs(normal.reduce(0) { $0 + $1 * $1 } / 20_000 - 1) < 0.05)
  }

  @Test("a shuffle keeps the elements; parts have sequences of their own")
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
