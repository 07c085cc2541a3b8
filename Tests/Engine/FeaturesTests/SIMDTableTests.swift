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
      let later = table.lane(lane, fromLine: 2)
      for line in 0..<5 {
        let number = Float(100 * line + lane + 1)
        #expect(table[line: line, lane: lane] == number)
        if line >= 2 { #expect(table.numbers { $0[later.place(ofLine: line - 2)] } == number) }
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
