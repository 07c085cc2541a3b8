import Testing

@testable import Features

@Suite struct SIMDTableTests {
  @Test func everyNumberHasAPlaceOfItsOwn() {
    var table = SIMDTable(lanes: 40)
    table.reset(lines: 5)
    #expect(table.lanes == 48 && table.lines == 5)
    let lanes = (0..<48).map { table.lane($0) }
    table.changeNumbers { numbers in
      #expect(numbers.count == 5 * 48)
      for lane in 0..<48 {
        for line in 0..<5 { numbers[lanes[lane].place(ofLine: line)] += Float(100 * line + lane + 1) }
      }
    }
    for lane in 0..<48 {
      for line in 0..<5 { #expect(table[line: line, lane: lane] == Float(100 * line + lane + 1)) }
    }
  }

  @Test(arguments: [[], [0], [15], [16, 47], Array(0..<48), [1, 3, 14, 17, 31, 32, 40]])
  func fillingChangesTheLanesAndLinesThatItNames(lanes: [Int]) {
    for count in 0...3 {
      var table = SIMDTable(lanes: 48)
      table.reset(lines: 5, to: -1)
      table.fill(LaneSet(lanes), fromLine: 2, with: [7, .nan, 0].prefix(count).map { $0 })
      for line in 0..<5 {
        for lane in 0..<48 {
          let isFilled = lanes.contains(lane) && (2..<2 + count).contains(line)
          let expected: Float = isFilled ? [7, .nan, 0][line - 2] : -1
          #expect(table[line: line, lane: lane].bitPattern == expected.bitPattern, "\(line), \(lane)")
        }
      }
    }
  }

  @Test func neighbouringLanesOfABlockLieSideBySide() {
    var table = SIMDTable(lanes: 32)
    table.reset(lines: 3)
    for lane in 0..<31 where lane != 15 {
      #expect(table.lane(lane + 1).place(ofLine: 1) == table.lane(lane).place(ofLine: 1) + 1)
    }
  }

  @Test func resettingForgetsWhatWasThere() {
    var table = SIMDTable(lanes: 16)
    table.reset(lines: 4, to: 1)
    table.changeNumbers { $0[7] = 3 }
    table.reset(lines: 2, to: 2)
    #expect(table.lines == 2)
    #expect(table.numbers { numbers in numbers.indices.allSatisfy { numbers[$0] == 2 } })
    table.reset(lines: 0)
    #expect(table.numbers { $0.count } == 0)
  }

  /// No load may span two cache lines; the type's documentation says why.
  @Test(arguments: [1, 7, 300])
  func linesBeginWhereLinesOfTheCacheDo(lines: Int) {
    var table = SIMDTable(lanes: 64)
    table.reset(lines: lines)
    unsafe table.withPointer { #expect(Int(bitPattern: $0) % 64 == 0) }
  }
}
