internal import CKernels

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
