internal import CKernels

/// Element-wise loops with SIMD chosen at run time; the one file that imports `CKernels`.
///
/// In a debug build the C loops are not vectorised and take several times as long.
public enum VectorLoops {
  /// The instruction set in use: `avx512`, `avx2` or `default`.
  public static var instructionSet: String { unsafe String(cString: hunch_instruction_set()) }

  /// Natural logarithm of every number, in place.
  ///
  /// Relative error below 1e-6 for normal positive numbers. Zero and subnormal numbers count as the smallest
  /// normal one (−87.34); negative numbers and NaN give NaN.
  public static func logarithm(inPlace x: inout [Float]) {
    unsafe x.withUnsafeMutableBufferPointer { x_ in
      if let base = x_.baseAddress { unsafe hunch_log(base, x_.count) }
    }
  }

  /// Natural logarithm of every element of a matrix, in place, as for arrays.
  public static func logarithm(inPlace x: inout Matrix) { logarithm(inPlace: &x.elements) }

  /// Natural logarithm of a span of numbers, in place, as for arrays.
  public static func logarithm(inPlace x: inout MutableSpan<Float>) {
    unsafe x.withUnsafeMutableBufferPointer { x_ in
      if let base = x_.baseAddress { unsafe hunch_log(base, x_.count) }
    }
  }

  /// Replaces the numbers of a range by `exp(x − shift)` and returns their sum.
  ///
  /// Relative error below 1e-6; results below 1e-38 are 0, results above 1e38 are 1.65e38.
  public static func exponentiate(_ x: inout [Float], in range: Range<Int>, shift: Float) -> Float {
    precondition(range.lowerBound >= 0 && range.upperBound <= x.count, "range outside of the array")
    return unsafe x.withUnsafeMutableBufferPointer { x_ in
      guard let base = x_.baseAddress else { return 0 }
      return unsafe hunch_exp_shifted(base.advanced(by: range.lowerBound), range.count, shift)
    }
  }

  /// The largest number of a range, NaN left out; −∞ if there is none.
  public static func maximum(_ x: [Float], in range: Range<Int>) -> Float {
    precondition(range.lowerBound >= 0 && range.upperBound <= x.count, "range outside of the array")
    return unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress else { return -.infinity }
      return unsafe hunch_maximum(base.advanced(by: range.lowerBound), range.count)
    }
  }

  /// Whether every number is finite and its magnitude at most the limit.
  public static func allWithin(_ limit: Float, _ x: [Float]) -> Bool {
    let bound = limit >= 0 ? min(limit, .greatestFiniteMagnitude) : 0
    return unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress else { return true }
      return unsafe hunch_all_within(base, x_.count, bound) != 0
    }
  }

  /// Whether no number is NaN or infinite.
  public static func allFinite(_ x: [Float]) -> Bool { allWithin(.greatestFiniteMagnitude, x) }

  /// The first index from `start` on whose number is above the threshold; the count if there is none.
  static func nextAbove(_ threshold: Float, in x: [Float], from start: Int) -> Int {
    unsafe x.withUnsafeBufferPointer { x_ in
      guard let base = x_.baseAddress, start >= 0, start < x_.count else { return x_.count }
      return unsafe hunch_next_above(base, start, x_.count, threshold)
    }
  }

  static func fill(_ x: inout [Float], with value: Float) {
    for index in x.indices { x[index] = value }
  }

  /// `z = SiLU(z + bias)`, row by row.
  ///
  /// SiLU(x) = x / (1 + e⁻ˣ) (Elfwing et al., arXiv:1702.03118): smooth, so integrated gradients converge.
  public static func addBiasAndActivate(_ z: inout Matrix, bias: [Float]) throws(ShapeError) {
    try require("length of the bias", z.columns, bias.count)
    let (rows, columns) = (z.rows, z.columns)
    unsafe z.elements.withUnsafeMutableBufferPointer { z_ in
      unsafe bias.withUnsafeBufferPointer { bias_ in
        guard let z = z_.baseAddress, let bias = bias_.baseAddress else { return }
        unsafe hunch_bias_silu(z, bias, rows, columns)
      }
    }
  }

  /// `h = SiLU(z + bias)`; then `z` holds the derivative of SiLU at `z + bias`, for the way back.
  public static func addBiasActivateAndDifferentiate(
    _ z: inout Matrix, bias: [Float], into h: inout Matrix
  ) throws(ShapeError) {
    try require("length of the bias", z.columns, bias.count)
    let (rows, columns) = (z.rows, z.columns)
    h.resize(rows: rows, columns: columns)
    unsafe z.elements.withUnsafeMutableBufferPointer { z_ in
      unsafe h.elements.withUnsafeMutableBufferPointer { h_ in
        unsafe bias.withUnsafeBufferPointer { bias_ in
          guard let z = z_.baseAddress, let h = h_.baseAddress, let bias = bias_.baseAddress else { return }
          unsafe hunch_bias_silu_derivative(z, bias, h, rows, columns)
        }
      }
    }
  }

  /// `x *= y`, element by element.
  public static func multiply(_ x: inout Matrix, by y: Matrix) throws(ShapeError) {
    try require("rows", x.rows, y.rows)
    try require("columns", x.columns, y.columns)
    unsafe x.elements.withUnsafeMutableBufferPointer { x_ in
      unsafe y.elements.withUnsafeBufferPointer { y_ in
        guard let x = x_.baseAddress, let y = y_.baseAddress else { return }
        unsafe hunch_multiply(x, y, x_.count)
      }
    }
  }

  /// `x[r, c] *= outer[r] · row[c]`.
  public static func multiply(_ x: inout Matrix, byOuter outer: [Float], row: [Float]) throws(ShapeError) {
    try require("rows", x.rows, outer.count)
    try require("columns", x.columns, row.count)
    let (rows, columns) = (x.rows, x.columns)
    unsafe x.elements.withUnsafeMutableBufferPointer { x_ in
      unsafe outer.withUnsafeBufferPointer { outer_ in
        unsafe row.withUnsafeBufferPointer { row_ in
          guard let x = x_.baseAddress, let outer = outer_.baseAddress, let row = row_.baseAddress else {
            return
          }
          unsafe hunch_multiply_outer(x, outer, row, rows, columns)
        }
      }
    }
  }

  /// Copies rows of a flat row-major array to a row of `out` and on, as `(x − mean) · factor` column by column.
  public static func standardize(
    _ x: [Float], rows: Range<Int>, mean: [Float], factor: [Float], into out: inout Matrix, at row: Int
  ) throws(ShapeError) {
    let columns = out.columns
    try require("length of the mean", columns, mean.count)
    try require("length of the factor", columns, factor.count)
    guard rows.lowerBound >= 0, rows.upperBound * columns <= x.count else {
      throw ShapeError("number of elements", expected: rows.upperBound * columns, found: x.count)
    }
    guard row >= 0, row + rows.count <= out.rows else {
      throw ShapeError("rows of the result", expected: row + rows.count, found: out.rows)
    }
    unsafe x.withUnsafeBufferPointer { x_ in
      unsafe out.elements.withUnsafeMutableBufferPointer { out_ in
        unsafe mean.withUnsafeBufferPointer { mean_ in
          unsafe factor.withUnsafeBufferPointer { factor_ in
            guard let x = x_.baseAddress, let out = out_.baseAddress, let mean = mean_.baseAddress,
              let factor = factor_.baseAddress
            else { return }
            unsafe hunch_standardize(
              x.advanced(by: rows.lowerBound * columns), mean, factor, out.advanced(by: row * columns),
              rows.count, columns)
          }
        }
      }
    }
  }

  /// `sums[c] += Σ x[r, c]` over the rows.
  public static func addColumnSums(of x: Matrix, to sums: inout [Float]) throws(ShapeError) {
    try require("number of sums", x.columns, sums.count)
    unsafe x.elements.withUnsafeBufferPointer { x_ in
      unsafe sums.withUnsafeMutableBufferPointer { sums_ in
        guard let x = x_.baseAddress, let sums = sums_.baseAddress else { return }
        unsafe hunch_add_column_sums(x, sums, x_.count / sums_.count, sums_.count)
      }
    }
  }

  /// `h = SiLU(x[rows] · weights + bias)` in one go; `h` gets the padded number of units as columns.
  ///
  /// For serving: quicker than a BLAS call for layers of this size, and a row's result is the same to the last
  /// bit whatever rows stand beside it.
  public static func activate(
    _ x: Matrix, rows: Range<Int>? = nil, _ layer: PackedLayer, into h: inout Matrix
  ) throws(ShapeError) {
    let rows = rows ?? 0..<x.rows
    try require("inputs of the layer", layer.inputs, x.columns)
    guard rows.lowerBound >= 0, rows.upperBound <= x.rows else {
      throw ShapeError("rows in use", expected: x.rows, found: rows.upperBound)
    }
    h.resize(rows: rows.count, columns: layer.units)
    if h.elements.isEmpty { return }
    unsafe x.elements.withUnsafeBufferPointer { x_ in
      unsafe h.elements.withUnsafeMutableBufferPointer { h_ in
        unsafe layer.weights.withUnsafeBufferPointer { weights_ in
          unsafe layer.bias.withUnsafeBufferPointer { bias_ in
            // With no inputs `x` and the weights may have no address; the loops then touch neither.
            unsafe hunch_dense_silu(
              x_.baseAddress?.advanced(by: rows.lowerBound * layer.inputs), rows.count, layer.inputs,
              weights_.baseAddress, bias_.baseAddress, layer.units, h_.baseAddress)
          }
        }
      }
    }
  }

  /// `y[start + r] += x[r] · vector` for some rows; equal rows add the same bits.
  ///
  /// - Parameter start: where in `y` the first of the rows is.
  public static func addRowDots(
    of x: Matrix, rows: Range<Int>? = nil, vector: [Float], to y: inout [Float], at start: Int
  ) throws(ShapeError) {
    let rows = rows ?? 0..<x.rows
    try require("length of the vector", x.columns, vector.count)
    guard rows.lowerBound >= 0, rows.upperBound <= x.rows else {
      throw ShapeError("rows in use", expected: x.rows, found: rows.upperBound)
    }
    guard start >= 0, start + rows.count <= y.count else {
      throw ShapeError("length of the result", expected: start + rows.count, found: y.count)
    }
    unsafe x.elements.withUnsafeBufferPointer { x_ in
      unsafe y.withUnsafeMutableBufferPointer { y_ in
        unsafe vector.withUnsafeBufferPointer { vector_ in
          guard let x = x_.baseAddress, let y = y_.baseAddress, let vector = vector_.baseAddress else {
            return
          }
          unsafe hunch_add_row_dots(
            x.advanced(by: rows.lowerBound * vector_.count), rows.count, vector_.count, vector,
            y.advanced(by: start))
        }
      }
    }
  }
}

/// What a window of past donations says of now.
extension VectorLoops {
  /// The code of a length of time in seconds: quarters of a factor of two, from two seconds on.
  public static func ageCode(seconds: Float) -> Int { Int(hunch_age_code(seconds)) }

  /// Adds the weight that each record has for a question to the lanes of its row.
  ///
  /// - Parameters:
  ///   - records: The window; codes and rows are below the question's.
  ///   - preceding: How many records at the beginning only precede the others.
  ///   - weights: `PastQuestion.lanes` numbers a row.
  ///   - totals: Becomes the sums over all records, one a scanned lane.
  ///   - buffer: Any numbers; grows as needed.
  /// - Complexity: O(records · lanes).
  public static func weigh(
    _ records: ArraySlice<PastRecord>, preceding: Int, by question: PastQuestion, into weights: inout [Float],
    totals: inout [Float], buffer: inout [Float]
  ) {
    precondition(weights.count >= question.marks.count * PastQuestion.lanes, "too few weights")
    precondition(totals.count >= PastQuestion.scannedLanes, "too few totals")
    precondition((0...min(PastQuestion.past, records.count)).contains(preceding), "too many precede")
    buffer.resize(to: 9 * (records.count + PastQuestion.past))
    unsafe question.withPointers { question in
      unsafe records.withUnsafeBytes { records_ in
        unsafe weights.withUnsafeMutableBufferPointer { weights_ in
          unsafe totals.withUnsafeMutableBufferPointer { totals_ in
            unsafe buffer.withUnsafeMutableBufferPointer { buffer_ in
              guard let records = unsafe records_.assumingMemoryBound(to: hunch_record.self).baseAddress,
                let weights = weights_.baseAddress, let totals = totals_.baseAddress,
                let buffer = buffer_.baseAddress
              else { return }
              unsafe hunch_weigh_records(
                records, preceding, records_.count / MemoryLayout<hunch_record>.stride - preceding, question,
                weights, totals, buffer)
            }
          }
        }
      }
    }
  }

  /// Writes the logarithms of the ratios of each row's experts, of their two averages by trust, of the share, and of the second
  /// average times the share: the first columns of a matrix.
  ///
  /// - Parameters:
  ///   - weights: `PastQuestion.lanes` numbers a row.
  ///   - shares: One a row, above 0.
  public static func judge(
    _ weights: [Float], shares: [Float], by rule: RatioRule, into matrix: inout Matrix
  ) {
    let columns = matrix.columns
    precondition(weights.count >= shares.count * PastQuestion.lanes, "too few weights")
    precondition(shares.count == matrix.rows && columns >= rule.experts.count + 4, "the matrix does not fit")
    unsafe rule.withPointers { rule in
      unsafe weights.withUnsafeBufferPointer { weights_ in
        unsafe shares.withUnsafeBufferPointer { shares_ in
          unsafe matrix.elements.withUnsafeMutableBufferPointer { out_ in
            guard let weights = weights_.baseAddress, let shares = shares_.baseAddress,
              let out = out_.baseAddress
            else { return }
            unsafe hunch_judge_rows(weights, shares, shares_.count, rule, out, columns)
          }
        }
      }
    }
  }

  /// The ratios of one row, by lane.
  public static func ratios(
    ofRow row: Int, _ weights: [Float], share: Float, by rule: RatioRule
  ) -> [Float] {
    precondition(row >= 0 && (row + 1) * PastQuestion.lanes <= weights.count, "no such row")
    return unsafe [Float](unsafeUninitializedCapacity: PastQuestion.lanes) { ratios, count in
      unsafe rule.withPointers { rule in
        unsafe weights.withUnsafeBufferPointer { weights_ in
          guard let weights = weights_.baseAddress, let ratios = ratios.baseAddress else { return }
          unsafe hunch_expert_ratios(weights.advanced(by: row * PastQuestion.lanes), 1 / share, rule, ratios)
        }
      }
      count = PastQuestion.lanes
    }
  }
}

extension PastQuestion {
  fileprivate func withPointers(_ body: (UnsafePointer<hunch_question>) -> Void) {
    let starts = starts
    unsafe tables.withUnsafeBufferPointer { tables_ in
      unsafe factorLanes.withUnsafeBufferPointer { factors_ in
        unsafe marks.withUnsafeBufferPointer { marks_ in
          unsafe lately.withUnsafeBufferPointer { lately_ in
            unsafe latelyByAge.withUnsafeBufferPointer { byAge_ in
              func table(_ code: Code) -> UnsafePointer<Float>? {
                unsafe tables_.baseAddress?.advanced(by: starts[code.rawValue])
              }
              let perHalf: Float = 0.693_147_18
              var question = unsafe hunch_question(
                tables: tables_.baseAddress, place: table(.place), last_place: table(.lastPlace),
                attributes: table(.attributes), has_places: hasPlaces ? 1 : 0,
                has_attributes: hasAttributes ? 1 : 0, rows: marks_.count, factor_lanes: factors_.baseAddress,
                marks: marks_.baseAddress, lately: lately_.baseAddress, lately_by_age: byAge_.baseAddress,
                recent: (recent[0], recent[1], recent[2], recent[3], recent[4], recent[5]),
                now_units: now.units,
                now_parts: now.parts,
                own_attributes: attributes,
                decay_rates: (perHalf / halfLives.0, perHalf / halfLives.1),
                visit_decays: (visitDecays.attributes, visitDecays.previous, visitDecays.secondPrevious))
              unsafe body(&question)
            }
          }
        }
      }
    }
  }
}

extension RatioRule {
  fileprivate func withPointers(_ body: (UnsafePointer<hunch_judgement>) -> Void) {
    unsafe scales.withUnsafeBufferPointer { scales_ in
      unsafe floors.withUnsafeBufferPointer { floors_ in
        unsafe trust.withUnsafeBufferPointer { trust_ in
          unsafe backed.withUnsafeBytes { backed_ in
            var judgement = unsafe hunch_judgement(
              scales: scales_.baseAddress, floors: floors_.baseAddress, trust: trust_.baseAddress,
              backed: backed_.assumingMemoryBound(to: hunch_backed.self).baseAddress, backing: backed.count,
              first: experts.lowerBound, experts: experts.count)
            unsafe body(&judgement)
          }
        }
      }
    }
  }
}
