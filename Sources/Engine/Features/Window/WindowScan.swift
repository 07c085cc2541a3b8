internal import CWindow
internal import Kernels

/// The scan of a window of past donations, with SIMD chosen at run time; nothing but this file
/// imports `CWindow`.
enum WindowScan {
  /// The code of a length of time in seconds: quarters of a factor of two, from two seconds on.
  static func ageCode(seconds: Float) -> Int { Int(truncatingIfNeeded: hunch_age_code(seconds)) }

  /// Adds the weight that each record has for a query to the lanes of its item.
  ///
  /// - Parameters:
  ///   - records: The window; its codes and items must be less than the query's numbers of them.
  ///   - preceding: The number of records at the beginning that only precede the others.
  ///   - weights: A line for each item, of `WindowQuery.lanes`.
  ///   - totals: Becomes the sums over all records, one per scanned lane.
  ///   - buffer: Scratch space, which grows as needed.
  /// - Complexity: O(records · lanes).
  static func weigh(
    _ records: ArraySlice<WindowRecord>, preceding: Int, by question: WindowQuery,
    into weights: inout SIMDTable,
    totals: inout [Float], buffer: inout [Float]
  ) {
    precondition(
      weights.lines == question.marks.count && weights.lanes == WindowQuery.lanes, "a line for each item")
    precondition(totals.count >= WindowQuery.scannedLanes, "too few totals")
    precondition((0...min(WindowQuery.past, records.count)).contains(preceding), "too many precede")
    let needed = Int(HUNCH_COLUMNS) * (records.count + WindowQuery.past)
    if buffer.count < needed { buffer.resize(to: needed) }
    unsafe question.withPointers { question in
      unsafe records.withUnsafeBytes { records_ in
        unsafe weights.withMutablePointer { weights in
          unsafe totals.withUnsafeMutableBufferPointer { totals_ in
            unsafe buffer.withUnsafeMutableBufferPointer { buffer_ in
              guard let records = unsafe records_.assumingMemoryBound(to: hunch_record.self).baseAddress,
                let totals = totals_.baseAddress, let buffer = buffer_.baseAddress
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

  /// Writes the logarithms of the ratios of each item's experts, of their two averages by trust, of
  /// the share, and of the second average times the share, then the numbers that the rule shares
  /// among all items: the first columns of a matrix.
  ///
  /// It may also write to the columns after them, up to `WindowQuery.lanes`, so fill those later.
  ///
  /// - Parameters:
  ///   - weights: A line for each item, of `WindowQuery.lanes`.
  ///   - shares: One share per item, above 0.
  ///   - kinds: Becomes the sums over all items of weights limited to 1, one per lane.
  static func writeLogRatios(
    _ weights: SIMDTable, shares: [Float], by rule: BackoffSmoothing, into matrix: inout Matrix,
    kinds: inout [Float]
  ) {
    let columns = matrix.columns
    kinds.resize(to: WindowQuery.lanes)
    precondition(weights.lines == shares.count && weights.lanes == WindowQuery.lanes, "a line for each item")
    precondition(
      shares.count == matrix.rows
        && columns >= max(WindowQuery.lanes, rule.experts.count + 4 + rule.shared.count),
      "the matrix does not fit")
    unsafe rule.withPointers { rule in
      unsafe weights.withPointer { weights in
        unsafe shares.withUnsafeBufferPointer { shares_ in
          matrix.withElements { elements in
            unsafe elements.withUnsafeMutableBufferPointer { out_ in
              unsafe kinds.withUnsafeMutableBufferPointer { kinds_ in
                guard let shares = shares_.baseAddress, let out = out_.baseAddress,
                  let kinds = kinds_.baseAddress
                else { return }
                unsafe hunch_judge_rows(weights, shares, shares_.count, rule, kinds, out, columns)
              }
            }
          }
        }
      }
    }
  }

  /// Sums up the weights of each item, each multiplied by the factor of its lane.
  ///
  /// - Parameters:
  ///   - weights: A line for each item, of `WindowQuery.lanes`.
  ///   - factors: One factor per lane.
  ///   - sums: Becomes one sum per item.
  ///   - kinds: Becomes the sums over all items of weights limited to 1, one per lane.
  /// - Complexity: O(items · lanes).
  static func sum(
    _ weights: SIMDTable, by factors: [Float], into sums: inout [Float], kinds: inout [Float]
  ) {
    precondition(
      weights.lanes == WindowQuery.lanes && factors.count == WindowQuery.lanes, "a factor for each lane")
    sums.resize(to: weights.lines)
    kinds.resize(to: WindowQuery.lanes)
    unsafe weights.withPointer { weights in
      unsafe factors.withUnsafeBufferPointer { factors_ in
        unsafe sums.withUnsafeMutableBufferPointer { sums_ in
          unsafe kinds.withUnsafeMutableBufferPointer { kinds_ in
            guard let factors = factors_.baseAddress, let sums = sums_.baseAddress,
              let kinds = kinds_.baseAddress
            else { return }
            unsafe hunch_sum_rows(weights, sums_.count, factors, sums, kinds)
          }
        }
      }
    }
  }

  /// Numbers the items of some records in the order in which they first appear.
  ///
  /// - Parameters:
  ///   - numbers: Becomes, for each item, one more than its number; must be all 0 before.
  ///   - items: Becomes the item of each number.
  ///   - numbered: Becomes the records with numbers in place of items.
  /// - Complexity: O(records).
  static func numberRows(
    of records: ArraySlice<WindowRecord>, numbers: inout [Int32], items: inout [Int32],
    into numbered: inout [WindowRecord]
  ) {
    items.resize(to: records.count)
    if numbered.count > records.count { numbered.removeLast(numbered.count - records.count) }
    numbered.append(contentsOf: records.dropFirst(numbered.count))
    var found = 0
    unsafe records.withUnsafeBytes { records_ in
      unsafe numbers.withUnsafeMutableBufferPointer { numbers_ in
        unsafe items.withUnsafeMutableBufferPointer { rows_ in
          unsafe numbered.withUnsafeMutableBytes { numbered_ in
            guard let records = unsafe records_.assumingMemoryBound(to: hunch_record.self).baseAddress,
              let numbered = unsafe numbered_.assumingMemoryBound(to: hunch_record.self).baseAddress,
              let numbers = numbers_.baseAddress, let items = rows_.baseAddress
            else { return }
            found = unsafe hunch_number_rows(records, rows_.count, numbers, items, numbered)
          }
        }
      }
    }
    items.removeLast(items.count - found)
  }

  /// Copies the lines of weights with the given numbers, in their order; a number below 0 gives a
  /// line of zeros.
  ///
  /// - Complexity: O(numbers · lanes).
  static func gather(_ numbers: [Int32], of weights: SIMDTable, into lines: inout SIMDTable) {
    precondition(
      weights.lanes == WindowQuery.lanes && lines.lanes == WindowQuery.lanes
        && numbers.allSatisfy { $0 < weights.lines }, "there is no such line")
    lines.resize(lines: numbers.count)
    let items = weights.lines
    unsafe weights.withPointer { weights in
      unsafe numbers.withUnsafeBufferPointer { numbers_ in
        unsafe lines.withMutablePointer { lines in
          guard let numbers = numbers_.baseAddress else { return }
          unsafe hunch_gather_lines(weights, items, numbers, numbers_.count, lines)
        }
      }
    }
  }

  /// Returns the ratios of one item, by lane.
  static func ratios(
    ofItem item: Int, _ weights: SIMDTable, share: Float, by rule: BackoffSmoothing
  ) -> [Float] {
    precondition(item >= 0 && item < weights.lines && weights.lanes == WindowQuery.lanes, "no such item")
    let line = weights.lane(0).place(ofLine: item)
    return unsafe [Float](unsafeUninitializedCapacity: WindowQuery.lanes) { ratios, count in
      unsafe rule.withPointers { rule in
        unsafe weights.withPointer { first in
          guard let ratios = ratios.baseAddress else { return }
          unsafe hunch_expert_ratios(first.advanced(by: line), weights.lines, 1 / share, rule, ratios)
        }
      }
      count = WindowQuery.lanes
    }
  }
}

extension WindowScan {
  /// Returns the first index whose element's address is a multiple of the size of `count` elements.
  static func firstAligned(of x: inout [Float], to count: Int) -> Int {
    let bytes = count * MemoryLayout<Float>.stride
    let behind = unsafe x.withUnsafeMutableBytes { Int(bitPattern: $0.baseAddress) % bytes }
    return behind == 0 ? 0 : (bytes - behind) / MemoryLayout<Float>.stride
  }
}

extension SIMDTable {
  func withPointer(_ body: (UnsafePointer<Float>) -> Void) {
    numbers { numbers in
      unsafe numbers.withUnsafeBufferPointer { if let base = $0.baseAddress { unsafe body(base) } }
    }
  }

  /// Sets the numbers of some lanes in `values.count` lines, starting at line `first`.
  mutating func fill(_ lanes: LaneSet, fromLine first: Int, with values: [Float]) {
    let (blocks, lines) = (self.lanes / Self.blockLanes, self.lines)
    precondition(first >= 0 && first + values.count <= lines, "no such lines")
    precondition((blocks..<LaneSet.blocks).allSatisfy { lanes[block: $0] == 0 }, "no such lane")
    unsafe withMutablePointer { numbers in
      unsafe values.withUnsafeBufferPointer { values_ in
        guard let values = values_.baseAddress else { return }
        for block in 0..<blocks where lanes[block: block] != 0 {
          let start = unsafe numbers + (block * lines + first) * Self.blockLanes
          unsafe hunch_fill_lanes(values, values_.count, lanes[block: block], start)
        }
      }
    }
  }

  fileprivate mutating func withMutablePointer(_ body: (UnsafeMutablePointer<Float>) -> Void) {
    changeNumbers { numbers in
      unsafe numbers.withUnsafeMutableBufferPointer { if let base = $0.baseAddress { unsafe body(base) } }
    }
  }
}

extension WindowQuery {
  fileprivate func withPointers(_ body: (UnsafePointer<hunch_question>) -> Void) {
    func line(_ code: Code) -> Int { starts[code.rawValue] }
    let lane = factorLanes
    let factorLanes = (lane[0], lane[1], lane[2], lane[3], lane[4], lane[5], lane[6], lane[7], lane[8])
    let perHalf: Float = 0.693_147_18
    unsafe tables.withPointer { tables in
      unsafe marks.withUnsafeBufferPointer { marks_ in
        unsafe lately.withUnsafeBufferPointer { lately_ in
          unsafe latelyByAge.withUnsafeBufferPointer { byAge_ in
            var question = unsafe hunch_question(
              tables: tables, lines: self.tables.lines, place_line: line(.place),
              last_place_line: line(.lastPlace), attributes_line: line(.attributes),
              has_places: hasPlaces ? 1 : 0, has_attributes: hasAttributes ? 1 : 0, rows: marks_.count,
              factor_lanes: factorLanes, marks: marks_.baseAddress, lately: lately_.baseAddress,
              lately_by_age: byAge_.baseAddress,
              recent: (recent[0], recent[1], recent[2], recent[3], recent[4], recent[5]),
              now_units: now.units, now_parts: now.parts, own_attributes: attributes,
              decay_rates: (perHalf / halfLives.0, perHalf / halfLives.1),
              visit_decays: (visitDecays.attributes, visitDecays.previous, visitDecays.secondPrevious))
            unsafe body(&question)
          }
        }
      }
    }
  }
}

extension BackoffSmoothing {
  fileprivate func withPointers(_ body: (UnsafePointer<hunch_judgement>) -> Void) {
    unsafe scales.withUnsafeBufferPointer { scales_ in
      unsafe floors.withUnsafeBufferPointer { floors_ in
        unsafe trust.withUnsafeBufferPointer { trust_ in
          unsafe shared.withUnsafeBufferPointer { shared_ in
            unsafe backed.withUnsafeBytes { backed_ in
              var judgement = unsafe hunch_judgement(
                scales: scales_.baseAddress, floors: floors_.baseAddress, trust: trust_.baseAddress,
                backed: backed_.assumingMemoryBound(to: hunch_backed.self).baseAddress,
                backing: backed.count, first: experts.lowerBound, experts: experts.count,
                shared: shared_.baseAddress, shared_count: shared_.count)
              unsafe body(&judgement)
            }
          }
        }
      }
    }
  }
}
