import Testing

@testable import Kernels

@Suite("Matrix")
struct MatrixTests {
  @Test("a matrix is row-major and checks the number of elements")
  func layout() throws {
    var matrix = try Matrix(rows: 2, columns: 3, elements: [1, 2, 3, 4, 5, 6])
    #expect(matrix[1, 0] == 4)
    #expect(Array(matrix.row(1)) == [4, 5, 6])
    matrix[0, 2] = 9
    #expect(matrix.elements == [1, 2, 9, 4, 5, 6])
    #expect(throws: ShapeError.self) { try Matrix(rows: 2, columns: 2, elements: [1]) }
    #expect(throws: ShapeError.self) { try Matrix(rows: .max, columns: 2, elements: [1]) }
  }

  @Test("resizing keeps capacity; negative sizes are 0")
  func resize() throws {
    var matrix = Matrix(rows: 100, columns: 10, repeating: 1)
    let capacity = matrix.elements.capacity
    matrix.resize(rows: 3, columns: 2)
    #expect(matrix.elements.count == 6)
    #expect(matrix.elements.capacity == capacity)
    matrix.resize(rows: -1, columns: 5)
    #expect(matrix.rows == 0 && matrix.elements.isEmpty)
    try matrix.appendRow([1, 2, 3, 4, 5])
    #expect(matrix.rows == 1 && matrix[0, 4] == 5)
    #expect(throws: ShapeError.self) { try matrix.appendRow([1]) }
  }
}

@Suite("BLAS equals the plain loops")
struct BLASTests {
  static let sizes = [(0, 3, 2), (1, 1, 1), (3, 0, 2), (2, 3, 0), (5, 7, 3), (33, 47, 65), (300, 48, 64)]

  @Test("products", arguments: sizes, [(false, false), (false, true), (true, false), (true, true)])
  func products(size: (m: Int, k: Int, n: Int), transposed: (a: Bool, b: Bool)) throws {
    var random = SeededRandom(seed: UInt64(size.m * 10_000 + size.k * 100 + size.n))
    let a = transposed.a ? random.matrix(size.k, size.m) : random.matrix(size.m, size.k)
    let b = transposed.b ? random.matrix(size.n, size.k) : random.matrix(size.k, size.n)
    var c = Matrix(rows: 4, columns: 4, repeating: .nan)
    try BLAS.multiply(a, transposeA: transposed.a, b, transposeB: transposed.b, into: &c)
    let expected = try PlainKernels.multiply(a, transposeA: transposed.a, b, transposeB: transposed.b)
    #expect(c.rows == expected.rows && c.columns == expected.columns)
    #expect(zip(c.elements, expected.elements).allSatisfy { close($0, $1) })
    try BLAS.multiply(
      a, transposeA: transposed.a, b, transposeB: transposed.b, scale: 2, accumulate: true, into: &c)
    #expect(zip(c.elements, expected.elements).allSatisfy { close($0, 3 * $1, 5e-5) })
  }

  @Test("multiplying a range of rows", arguments: [0..<0, 0..<1, 3..<9, 9..<10])
  func rows(range: Range<Int>) throws {
    var random = SeededRandom(seed: 3)
    let (a, b, x) = (random.matrix(10, 4), random.matrix(4, 3), random.vector(4))
    var c = Matrix()
    try BLAS.multiply(a, rows: range, b, into: &c)
    let whole = try PlainKernels.multiply(a, b)
    #expect(c.rows == range.count)
    #expect(zip(c.elements, range.flatMap { whole.row($0) }).allSatisfy { close($0, $1) })
    var y = [Float](repeating: 7, count: 10)
    try BLAS.multiply(a, rows: range, vector: x, into: &y)
    for row in 0..<10 {
      #expect(close(y[row], range.contains(row) ? try PlainKernels.dot(Array(a.row(row)), x) : 7))
    }
  }

  @Test(
    "multiplying some rows and columns into some rows", arguments: [0..<0, 0..<1, 3..<9, 9..<10],
    [0..<0, 0..<4, 1..<3, 2..<4])
  func part(rows: Range<Int>, columns: Range<Int>) throws {
    var random = SeededRandom(seed: 3)
    let (a, b) = (random.matrix(10, 4), random.matrix(columns.count, 3))
    var c = Matrix(rows: 12, columns: 3, repeating: 7)
    for times in 1...2 {
      try BLAS.multiply(a, rows: rows, columns: columns, b, accumulate: times > 1, into: &c, at: 2)
      for row in 0..<12 {
        let isWritten = (2..<2 + rows.count).contains(row)
        let used = isWritten ? Array(a.row(row - 2 + rows.lowerBound)[...]) : []
        for column in 0..<3 {
          let sum = columns.enumerated().reduce(Float(0)) {
            $0 + (isWritten ? used[$1.element] * b[$1.offset, column] : 0)
          }
          #expect(close(c[row, column], isWritten ? Float(times) * sum : 7))
        }
      }
    }
    #expect(throws: ShapeError.self) {
      try BLAS.multiply(a, rows: rows, columns: 0..<5, b, into: &c, at: 0)
    }
    #expect(throws: ShapeError.self) {
      try BLAS.multiply(a, rows: 0..<3, columns: columns, b, into: &c, at: 10)
    }
    #expect(throws: ShapeError.self) {
      try BLAS.multiply(
        a, rows: 0..<3, columns: columns, Matrix(rows: columns.count + 1, columns: 3), into: &c, at: 0)
    }
    #expect(throws: ShapeError.self) {
      try BLAS.multiply(
        a, rows: 0..<3, columns: columns, Matrix(rows: columns.count, columns: 2), into: &c, at: 0)
    }
  }

  @Test(
    "products with vectors, transposed products, dot products and sums",
    arguments: [(0, 5), (5, 0), (1, 1), (101, 33)])
  func vectors(size: (rows: Int, columns: Int)) throws {
    var random = SeededRandom(seed: UInt64(size.rows))
    let a = random.matrix(size.rows, size.columns)
    let x = random.vector(size.rows)
    var y = [Float](repeating: 1, count: size.columns)
    try BLAS.multiplyTransposed(a, vector: x, accumulate: true, into: &y)
    for column in 0..<size.columns {
      let expected = try PlainKernels.dot((0..<size.rows).map { a[$0, column] }, x)
      #expect(close(y[column], 1 + expected))
    }
    #expect(close(try BLAS.dot(x, x), try PlainKernels.dot(x, x)))
    var sum = x
    try BLAS.add(x, scale: 2, to: &sum)
    #expect(zip(sum, x).allSatisfy { close($0, 3 * $1) })
  }

  @Test("shapes that do not match are rejected")
  func errors() throws {
    var c = Matrix()
    var y: [Float] = [0]
    let a = Matrix(rows: 2, columns: 3)
    #expect(throws: ShapeError.self) { try BLAS.multiply(a, a, into: &c) }
    #expect(throws: ShapeError.self) { try BLAS.multiply(a, transposeA: true, a, accumulate: true, into: &c) }
    #expect(throws: ShapeError.self) { try BLAS.multiply(a, rows: 1..<3, vector: [1, 2, 3], into: &y) }
    #expect(throws: ShapeError.self) { try BLAS.multiply(a, vector: [1, 2, 3], into: &y) }
    #expect(throws: ShapeError.self) { try BLAS.multiply(a, vector: [1, 2], into: &y) }
    #expect(throws: ShapeError.self) { try BLAS.multiplyTransposed(a, vector: [1, 2], into: &y) }
    #expect(throws: ShapeError.self) { try BLAS.dot([1], [1, 2]) }
    #expect(throws: ShapeError.self) { try BLAS.add([1, 2], to: &y) }
  }

  @Test("BLAS uses one thread, and reports its library")
  func build() {
    #expect(BLAS.build.threads == 1)
    #expect(BLAS.build.configuration.contains("OpenBLAS"))
    #expect(["avx512", "avx2", "default"].contains(BLAS.build.vectorInstructions))
  }
}
